extension Queryable {
  /// The elements of the sequences that a closure returns for each element, concatenated.
  ///
  /// ```swift
  /// people.selectMany { $0.fullName.split(separator: " ") }
  /// ```
  public func selectMany<Values: Sequence & Sendable>(
    _ values: @escaping @Sendable (Element) throws -> Values
  ) -> Query<Values.Element> {
    query.then(.selectMany) { next in
      var iterator = [Values.Element]().makeIterator()
      return {
        while true {
          if let value = iterator.next() { return value }
          guard let element = try next() else { return nil }
          iterator = Array(try values(element)).makeIterator()
        }
      }
    }
  }
}
