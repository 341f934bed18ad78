internal import StoreSupport

extension Queryable {
  /// The pairs of an element and an element of another query for which a condition is true, and a
  /// pair with nil for each element without a match, in the order of the elements and then in the
  /// order of the other query.
  ///
  /// ```swift
  /// days.leftJoin(seasons, where: { $0.date >= $1.opens && $0.date <= $1.closes })
  ///   .select { ($0.0.date, $0.1.map { $0.name }) }
  /// // SELECT a.date, b.name FROM day AS a LEFT JOIN season AS b
  /// // ON a.date >= b.opens AND a.date <= b.closes ORDER BY a.id, b.id
  /// ```
  ///
  /// Prefer `leftJoin(_:on:equals:)` for equal keys: in memory it looks them up, and this compares
  /// all pairs. A condition that can fail, or that has a subquery, runs in memory.
  ///
  /// - Complexity: O(n * m) comparisons in memory.
  public func leftJoin<Inner>(
    _ inner: some Queryable<Inner>,
    where condition: (QueryExpression<Element>, QueryExpression<Inner>) -> QueryExpression<Bool>
  ) -> Query<(Element, Inner?)> where Element: Sendable, Inner: Sendable {
    leftJoin(
      inner.query,
      QueryExpression { (pair: QueryExpression<(Element, Inner)>) in
        condition(pair[dynamicMember: \.0], pair[dynamicMember: \.1])
      })
  }

  /// The pairs of an element and an element of another query for which an expression about their
  /// pair is true, and a pair with nil for each element without a match.
  package func leftJoin<Inner>(
    _ inner: Query<Inner>, _ condition: QueryExpression<Bool>
  ) -> Query<(Element, Inner?)> where Element: Sendable, Inner: Sendable {
    let isTrue: @Sendable ((Element, Inner)) throws -> Bool = condition.function()
    return leftJoin(inner, .condition(condition.expressionNode)) { try isTrue(($0, $1)) }
  }

  /// The pairs of an element and an element of another query for which an arbitrary Swift closure
  /// returns `true`, and a pair with nil for each element without a match.
  @_disfavoredOverload
  public func leftJoin<Inner>(
    _ inner: some Queryable<Inner>,
    where condition: @escaping @Sendable (Element, Inner) throws -> Bool
  ) -> Query<(Element, Inner?)> { leftJoin(inner.query, .closures, condition) }

  private func leftJoin<Inner>(
    _ inner: Query<Inner>, _ match: QueryJoin.Match,
    _ isMatch: @escaping @Sendable (Element, Inner) throws -> Bool
  ) -> Query<(Element, Inner?)> {
    let join = QueryJoin(
      kind: .left, match: match, leftType: Element.self, rightType: Inner?.self)
    return joined(join, inner.node) { outer, inner in
      let partners = try collect(inner)
      let elements = pull(of: try collect(outer))
      var (element, position, hasMatch) = (Element?.none, 0, false)
      var check = InterruptionCheck()
      return {
        while true {
          if let element {
            while position < partners.count {
              try check()
              defer { position += 1 }
              guard try isMatch(element, partners[position]) else { continue }
              hasMatch = true
              return (element, partners[position])
            }
            if !hasMatch {
              hasMatch = true
              return (element, nil)
            }
          }
          guard let next = try elements() else { return nil }
          (element, position, hasMatch) = (next, 0, false)
        }
      }
    }
  }
}
