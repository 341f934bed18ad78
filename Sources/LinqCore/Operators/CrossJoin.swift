extension Queryable {
  /// All pairs of an element and an element of another query, in the order of the elements and then
  /// in the order of the other query.
  ///
  /// ```swift
  /// sizes.crossJoin(colors).select { ($0.0.name, $0.1.name) }
  /// // SELECT a.name, b.name FROM size AS a JOIN color AS b ON 1 ORDER BY a.id, b.id
  /// ```
  ///
  /// In memory the other query is read when the first pair is requested.
  ///
  /// - Complexity: O(n * m) pairs.
  public func crossJoin<Inner>(_ inner: some Queryable<Inner>) -> Query<(Element, Inner)> {
    let join = QueryJoin(
      kind: .inner, match: .all, leftType: Element.self, rightType: Inner.self)
    return joined(join, inner.query.node, { _ in 0 }, { _ in 0 }, matches)
  }

  /// The pairs of an element and an element of another query for which a condition is true, in the
  /// order of the elements and then in the order of the other query.
  ///
  /// ```swift
  /// products.join(offers, where: { $0.price > $1.limit && $0.kind == $1.kind })
  /// // SELECT … FROM product AS a JOIN offer AS b ON 1
  /// // WHERE a.price > b."limit" AND a.kind = b.kind ORDER BY a.id, b.id
  /// ```
  ///
  /// Prefer `join(_:on:equals:)` for equal keys: in memory it looks them up, and this compares all
  /// pairs.
  ///
  /// - Complexity: O(n * m) comparisons in memory.
  public func join<Inner>(
    _ inner: some Queryable<Inner>,
    where condition: (QueryExpression<Element>, QueryExpression<Inner>) -> QueryExpression<Bool>
  ) -> Query<(Element, Inner)> where Element: Sendable, Inner: Sendable {
    crossJoin(inner).where { condition($0.0, $0.1) }
  }
}
