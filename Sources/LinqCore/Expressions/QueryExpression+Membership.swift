// On the very types that Swift's literals have, not on their protocols: a range is a sequence too,
// and two equally good candidates would be ambiguous.

extension Array where Element: Equatable & Sendable {
  /// Whether an element of a query is in the array; nil counts as a value.
  ///
  /// ```swift
  /// people.where { [17, 18].contains($0.age) }      // WHERE age IN (?, ?)
  /// ```
  public func contains(_ element: QueryExpression<Element>) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.isElement, QueryExpression(self), element) { $0.contains($1) }
  }
}

extension Set where Element: Sendable {
  /// Whether an element of a query is in the set; nil counts as a value.
  public func contains(_ element: QueryExpression<Element>) -> QueryExpression<Bool> {
    let value = element.expressionValue
    let node = QueryExpression<[Element]>(Array(self)).expressionNode
    return QueryExpression<Bool>(.operation(.isElement, [node, element.expressionNode])) {
      contains(try value($0))
    }
  }
}

extension Range where Bound: Sendable {
  /// Whether an element of a query is in the range.
  ///
  /// ```swift
  /// people.where { (18..<65).contains($0.age) }     // WHERE age >= ? AND age < ?
  /// ```
  public func contains(_ element: QueryExpression<Bound>) -> QueryExpression<Bool> {
    let (lower, upper) = (lowerBound, upperBound)
    let bounds = [QueryExpression(lower), QueryExpression(upper), element].map(\.expressionNode)
    let value = element.expressionValue
    return QueryExpression<Bool>(.operation(.isInRange, bounds)) { scope in
      let value = try value(scope)
      return !ValueOrder.precedes(value, lower) && ValueOrder.precedes(value, upper)
    }
  }
}

extension ClosedRange where Bound: Sendable {
  /// Whether an element of a query is in the range.
  public func contains(_ element: QueryExpression<Bound>) -> QueryExpression<Bool> {
    let (lower, upper) = (lowerBound, upperBound)
    let bounds = [QueryExpression(lower), QueryExpression(upper), element].map(\.expressionNode)
    let value = element.expressionValue
    return QueryExpression<Bool>(.operation(.isInClosedRange, bounds)) { scope in
      let value = try value(scope)
      return !ValueOrder.precedes(value, lower) && !ValueOrder.precedes(upper, value)
    }
  }
}
