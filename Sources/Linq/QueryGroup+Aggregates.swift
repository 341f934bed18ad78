public import LinqCore

extension QueryGroup {
  /// The sum of a number of each element of the group.
  ///
  /// ```swift
  /// try people.groupBy { $0.surname }.select { ($0.key, try $0.sum { $0.age }) }
  /// ```
  ///
  /// - Throws: ``ExpressionError/arithmeticOverflow`` if the exact total does not fit,
  ///   ``ExpressionError/notANumber`` if infinities cancel out, or the error of the closure.
  /// - Complexity: O(n).
  @inlinable public func sum<Number: QueryNumber>(
    _ value: (Element) throws -> Number
  ) throws -> Number { try items.sum(value) }

  /// The sum of a number of each element of the group, without nils.
  ///
  /// - Throws: The same errors as the sum of numbers that are not optional.
  /// - Complexity: O(n).
  @inlinable public func sum<Number: QueryNumber>(
    _ value: (Element) throws -> Number?
  ) throws -> Number { try items.sum(value) }

  /// The mean of a number of each element of the group, or nil for an empty group.
  ///
  /// - Throws: ``ExpressionError/notANumber`` if infinities cancel out, or the error of the
  ///   closure.
  /// - Complexity: O(n).
  @inlinable public func average<Number: QueryNumber>(
    _ value: (Element) throws -> Number
  ) throws -> Double? { try items.average(value) }

  /// The mean of a number of each element of the group, without nils; nil if there are none.
  ///
  /// - Throws: The same errors as the mean of numbers that are not optional.
  /// - Complexity: O(n).
  @inlinable public func average<Number: QueryNumber>(
    _ value: (Element) throws -> Number?
  ) throws -> Double? { try items.average(value) }

  /// The median of a number of each element of the group, or nil for an empty group.
  ///
  /// - Throws: ``ExpressionError/notANumber`` if infinities cancel out, or the error of the
  ///   closure.
  /// - Complexity: O(n log n).
  @inlinable public func median<Number: QueryNumber>(
    _ value: (Element) throws -> Number
  ) throws -> Double? { try items.median(value) }

  /// The median of a number of each element of the group, without nils; nil if there are none.
  ///
  /// - Throws: The same errors as for numbers that are not optional.
  /// - Complexity: O(n log n).
  @inlinable public func median<Number: QueryNumber>(
    _ value: (Element) throws -> Number?
  ) throws -> Double? { try items.median(value) }

  /// The standard deviation of a number of each element of the group, which is a sample; nil for
  /// less than two elements.
  ///
  /// - Throws: ``ExpressionError/notANumber`` if a number is infinite, or the error of the closure.
  /// - Complexity: O(n log n).
  @inlinable public func standardDeviation<Number: QueryNumber>(
    _ value: (Element) throws -> Number
  ) throws -> Double? { try items.standardDeviation(value) }

  /// The standard deviation of a number of each element of the group, which is a sample, without
  /// nils; nil for less than two numbers.
  ///
  /// - Throws: The same errors as for numbers that are not optional.
  /// - Complexity: O(n log n).
  @inlinable public func standardDeviation<Number: QueryNumber>(
    _ value: (Element) throws -> Number?
  ) throws -> Double? { try items.standardDeviation(value) }

  /// The standard deviation of a number of each element of the group, which is a whole population;
  /// nil for an empty group.
  ///
  /// - Throws: ``ExpressionError/notANumber`` if a number is infinite, or the error of the closure.
  /// - Complexity: O(n log n).
  @inlinable public func populationStandardDeviation<Number: QueryNumber>(
    _ value: (Element) throws -> Number
  ) throws -> Double? { try items.populationStandardDeviation(value) }

  /// The standard deviation of a number of each element of the group, which is a whole population,
  /// without nils; nil if there are none.
  ///
  /// - Throws: The same errors as for numbers that are not optional.
  /// - Complexity: O(n log n).
  @inlinable public func populationStandardDeviation<Number: QueryNumber>(
    _ value: (Element) throws -> Number?
  ) throws -> Double? { try items.populationStandardDeviation(value) }

  /// The texts of the group's elements in their order, with a separator between them.
  ///
  /// ```swift
  /// people.groupBy { $0.surname }.select { ($0.key, $0.joined(separator: ", ") { $0.name }) }
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func joined<Text: StringProtocol>(
    separator: String = "", _ text: (Element) throws -> Text
  ) rethrows -> String { try items.joined(separator: separator, text) }

  /// The texts of the group's elements that are not nil, with a separator between them.
  ///
  /// - Complexity: O(n).
  @inlinable public func joined<Text: StringProtocol>(
    separator: String = "", _ text: (Element) throws -> Text?
  ) rethrows -> String { try items.joined(separator: separator, text) }

  /// The lowest of the values of the group's elements, or nil for an empty group.
  ///
  /// ```swift
  /// people.groupBy { $0.surname }.select { ($0.key, $0.min { $0.age }) }
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func min<Value: Comparable>(
    _ value: (Element) throws -> Value
  ) rethrows -> Value? { try items.min(value) }

  /// The lowest of the values of the group's elements that are not nil, or nil if there is none.
  ///
  /// - Complexity: O(n).
  @inlinable public func min<Value: Comparable>(
    _ value: (Element) throws -> Value?
  ) rethrows -> Value? { try items.min(value) }

  /// The highest of the values of the group's elements, or nil for an empty group.
  ///
  /// - Complexity: O(n).
  @inlinable public func max<Value: Comparable>(
    _ value: (Element) throws -> Value
  ) rethrows -> Value? { try items.max(value) }

  /// The highest of the values of the group's elements that are not nil, or nil if there is none.
  ///
  /// - Complexity: O(n).
  @inlinable public func max<Value: Comparable>(
    _ value: (Element) throws -> Value?
  ) rethrows -> Value? { try items.max(value) }

  /// The number of the group's elements for which a closure returns `true`.
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
