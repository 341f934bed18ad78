extension Queryable where Element: Sendable {
  /// The elements, or a default value if there are none.
  ///
  /// ```swift
  /// people.where { $0.age > 90 }.select { $0.name }.defaultIfEmpty("nobody")
  /// // SELECT c0 FROM (SELECT name AS c0, … FROM person WHERE age > ?
  /// // UNION ALL SELECT column2 AS c0, … FROM (VALUES (0, ?)) AS t
  /// // WHERE NOT EXISTS (SELECT 1 FROM person WHERE age > ?1)) ORDER BY side, ordinal
  /// ```
  public func defaultIfEmpty(_ value: Element) -> Query<Element> {
    query.then(
      CombiningNode(.defaultIfEmpty, query.node, Query([value]).node) { next, other in
        var isEmpty = true
        var isAtEnd = false
        return {
          if isAtEnd { return nil }
          if let element = try next() {
            isEmpty = false
            return element
          }
          isAtEnd = true
          return isEmpty ? try other()() : nil
        }
      })
  }
}
