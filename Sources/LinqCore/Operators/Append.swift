extension Queryable where Element: Sendable {
  /// The elements, followed by one more.
  ///
  /// ```swift
  /// people.select { $0.name }.append("Ada")
  /// // SELECT c0 FROM (SELECT name AS c0, 0 AS side, id AS ordinal FROM person
  /// // UNION ALL SELECT column2 AS c0, 1 AS side, column1 AS ordinal FROM (VALUES (0, ?)) AS t)
  /// // ORDER BY side, ordinal
  /// ```
  public func append(_ element: Element) -> Query<Element> { concat(Query([element])) }

  /// One element, followed by the elements.
  public func prepend(_ element: Element) -> Query<Element> {
    query.then(
      CombiningNode(.prepend, query.node, Query([element]).node) { elements, first in
        concatenation(try first()) { elements }
      })
  }
}
