extension Queryable {
  /// The elements for which an expression is true, in their order.
  ///
  /// ```swift
  /// people.where { $0.age < 40 }        // SELECT … FROM person WHERE age < ? ORDER BY id
  /// ```
  public func `where`(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) -> Query<Element> {
    let expression = predicate(.element())
    return filtered(expression.expressionNode, expression.function())
  }

  /// The elements for which a closure is true: any Swift, run in memory, at most once for each element
  /// and in their order.
  @_disfavoredOverload
  public func `where`(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Query<Element> {
    filtered(nil, predicate)
  }

  private func filtered(
    _ expression: ExpressionNode?, _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) -> Query<Element> {
    query.then(.filter(expression)) { next in
      {
        while let element = try next() {
          if try predicate(element) { return element }
        }
        return nil
      }
    }
  }
}
