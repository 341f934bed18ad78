extension Queryable {
  /// Pairs of the elements of two queries at the same index. The shorter query determines their
  /// number.
  ///
  /// ```swift
  /// people.sort { $0.age }.zip(people.sort { $0.name })
  /// // … JOIN … ON a.c1_7 = b.c1_7, which number both by row_number()
  /// ```
  public func zip<Other>(_ other: some Queryable<Other>) -> Query<(Element, Other)> {
    query.then(
      CombiningNode(.zip, query.node, other.query.node, builder: ElementBuilder.pair()) {
        first, second in
        let second = try second()
        return {
          guard let left = try first(), let right = try second() else { return nil }
          return (left, right)
        }
      })
  }
}
