extension Queryable {
  /// The elements before the first one for which an expression is false.
  ///
  /// ```swift
  /// people.sort { $0.age }.takeWhile { $0.age < 18 }
  /// ```
  public func takeWhile(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) -> Query<Element> {
    let expression = QueryExpression(of: predicate)
    return takenWhile(expression.expressionNode, expression.function())
  }

  /// The elements before the first one for which an arbitrary Swift closure returns `false`. It
  /// runs in memory, and elements after that one are not read.
  @_disfavoredOverload
  public func takeWhile(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) -> Query<Element> { takenWhile(nil, predicate) }

  /// The elements from the first one for which an expression is false.
  public func skipWhile(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) -> Query<Element> {
    let expression = QueryExpression(of: predicate)
    return skippedWhile(expression.expressionNode, expression.function())
  }

  /// The elements from the first one for which an arbitrary Swift closure returns `false`. It runs
  /// in memory.
  @_disfavoredOverload
  public func skipWhile(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) -> Query<Element> { skippedWhile(nil, predicate) }

  private func takenWhile(
    _ expression: ExpressionNode?, _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) -> Query<Element> {
    query.then(.takeWhile(expression)) { next in
      var isOver = false
      return {
        guard !isOver, let element = try next() else { return nil }
        guard try predicate(element) else {
          isOver = true
          return nil
        }
        return element
      }
    }
  }

  private func skippedWhile(
    _ expression: ExpressionNode?, _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) -> Query<Element> {
    query.then(.skipWhile(expression)) { next in
      var isSkipping = true
      return {
        while let element = try next() {
          if isSkipping, try predicate(element) { continue }
          isSkipping = false
          return element
        }
        return nil
      }
    }
  }
}
