public import LinqCore

extension QueryGroup {
  /// The sum of numbers of the group's elements.
  ///
  /// ```swift
  /// try people.groupBy { $0.surname }.select { ($0.key, try $0.sum { $0.age }) }
  /// ```
  ///
  /// - Throws: ``ExpressionError/arithmeticOverflow`` where an exact total does not fit,
  ///   ``ExpressionError/notANumber`` where infinities cancel out, what the closure throws.
  /// - Complexity: O(n).
  @inlinable public func sum<Number: QueryNumber>(
    _ value: (Element) throws -> Number
  ) throws -> Number { try items.sum(value) }

  /// The sum of numbers of the group's elements that are not nil.
  ///
  /// - Throws: as the sum of numbers.
  /// - Complexity: O(n).
  @inlinable public func sum<Number: QueryNumber>(
    _ value: (Element) throws -> Number?
  ) throws -> Number { try items.sum(value) }

  /// The mean of numbers of the group's elements; nil of nothing.
  ///
  /// - Throws: ``ExpressionError/notANumber`` where infinities cancel out, what the closure throws.
  /// - Complexity: O(n).
  @inlinable public func average<Number: QueryNumber>(
    _ value: (Element) throws -> Number
  ) throws -> Double? { try items.average(value) }

  /// The mean of numbers of the group's elements that are not nil; nil where there is none.
  ///
  /// - Throws: as the mean of numbers.
  /// - Complexity: O(n).
  @inlinable public func average<Number: QueryNumber>(
    _ value: (Element) throws -> Number?
  ) throws -> Double? { try items.average(value) }

  /// The lowest of values of the group's elements; nil of nothing.
  ///
  /// ```swift
  /// people.groupBy { $0.surname }.select { ($0.key, $0.min { $0.age }) }
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func min<Value: Comparable>(
    _ value: (Element) throws -> Value
  ) rethrows -> Value? { try items.min(value) }

  /// The lowest of values of the group's elements that are not nil; nil where there is none.
  ///
  /// - Complexity: O(n).
  @inlinable public func min<Value: Comparable>(
    _ value: (Element) throws -> Value?
  ) rethrows -> Value? { try items.min(value) }

  /// The highest of values of the group's elements; nil of nothing.
  ///
  /// - Complexity: O(n).
  @inlinable public func max<Value: Comparable>(
    _ value: (Element) throws -> Value
  ) rethrows -> Value? { try items.max(value) }

  /// The highest of values of the group's elements that are not nil; nil where there is none.
  ///
  /// - Complexity: O(n).
  @inlinable public func max<Value: Comparable>(
    _ value: (Element) throws -> Value?
  ) rethrows -> Value? { try items.max(value) }

  /// The number of the group's elements for which a closure is true.
  ///
  /// ```swift
  /// people.groupBy { $0.surname }.select { ($0.key, $0.count { $0.age < 18 }) }
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func count(_ predicate: (Element) throws -> Bool) rethrows -> Int {
    try items.count(where: predicate)
  }
}
