// These extend the concrete types of Swift's literals and not protocols: a range is a sequence too,
// so two equally good candidates would be ambiguous.

extension Array where Element: Equatable & Sendable {
  /// Returns whether a value of the query's element is in the array. Nil counts as a value.
  ///
  /// ```swift
  /// people.where { [17, 18].contains($0.age) }      // WHERE age IN (?, ?)
  /// ```
  public func contains(_ element: QueryExpression<Element>) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.isElement, QueryExpression(self), element) { $0.contains($1) }
  }
}

extension ArraySlice where Element: Equatable & Sendable {
  /// Returns whether a value of the query's element is in the slice of an array.
  public func contains(_ element: QueryExpression<Element>) -> QueryExpression<Bool> {
    Array(self).contains(element)
  }
}

extension Set where Element: Sendable {
  /// Returns whether a value of the query's element is in the set. Nil counts as a value.
  public func contains(_ element: QueryExpression<Element>) -> QueryExpression<Bool> {
    let value = element.expressionValue
    let node = QueryExpression<[Element]>(Array(self)).expressionNode
    return QueryExpression<Bool>(.operation(.isElement, [node, element.expressionNode])) {
      contains(try value($0))
    }
  }
}

extension Range where Bound: Sendable {
  /// Returns whether a value of the query's element is in the range.
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
  /// Returns whether a value of the query's element is in the range.
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

extension PartialRangeFrom where Bound: Sendable {
  /// Returns whether a value of the query's element is in the range.
  ///
  /// ```swift
  /// people.where { (18...).contains($0.age) }       // WHERE age >= ?
  /// ```
  public func contains(_ element: QueryExpression<Bound>) -> QueryExpression<Bool> {
    element >= lowerBound
  }
}

extension PartialRangeUpTo where Bound: Sendable {
  /// Returns whether a value of the query's element is in the range.
  public func contains(_ element: QueryExpression<Bound>) -> QueryExpression<Bool> {
    element < upperBound
  }
}

extension PartialRangeThrough where Bound: Sendable {
  /// Returns whether a value of the query's element is in the range.
  public func contains(_ element: QueryExpression<Bound>) -> QueryExpression<Bool> {
    element <= upperBound
  }
}

extension QueryExpression where Value: Comparable & Sendable {
  /// Returns whether a value is in a range.
  ///
  /// ```swift
  /// people.where { 18..<65 ~= $0.age }              // WHERE age >= ? AND age < ?
  /// ```
  public static func ~= (range: Range<Value>, value: Self) -> QueryExpression<Bool> {
    range.contains(value)
  }

  /// Returns whether a value is in a range.
  public static func ~= (range: ClosedRange<Value>, value: Self) -> QueryExpression<Bool> {
    range.contains(value)
  }

  /// Returns whether a value is in a range.
  public static func ~= (range: PartialRangeFrom<Value>, value: Self) -> QueryExpression<Bool> {
    range.contains(value)
  }

  /// Returns whether a value is in a range.
  public static func ~= (range: PartialRangeUpTo<Value>, value: Self) -> QueryExpression<Bool> {
    range.contains(value)
  }

  /// Returns whether a value is in a range.
  public static func ~= (
    range: PartialRangeThrough<Value>, value: Self
  ) -> QueryExpression<Bool> { range.contains(value) }
}
