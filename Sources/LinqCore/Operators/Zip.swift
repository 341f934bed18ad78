extension Queryable {
  /// Pairs of the elements of two queries at the same index. The shorter query determines their
  /// number.
  public func zip<Other>(_ other: some Queryable<Other>) -> Query<(Element, Other)> {
    query.then(
      CombiningNode(.zip, query.node, other.query.node) { first, second in
        let second = try second()
        return {
          guard let left = try first(), let right = try second() else { return nil }
          return (left, right)
        }
      })
  }
}
