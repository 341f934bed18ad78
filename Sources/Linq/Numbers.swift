public import LinqCore

extension Sequence {
  /// The sum of a number of each element, or 0 if there are no elements. Integers are summed
  /// exactly, and `Double` in the order of the elements.
  ///
  /// ```swift
  /// try people.sum { $0.age }                   // 185
  /// ```
  ///
  /// - Throws: `ExpressionError.arithmeticOverflow` if the exact total does not fit,
  ///   `ExpressionError.notANumber` if infinities cancel out, or the error of the closure.
  /// - Complexity: O(n).
  @inlinable public func sum<Number: QueryNumber>(
    _ value: (Element) throws -> Number
  ) throws -> Number { try total { try value($0) }.sum() }

  /// The sum of numbers that are not nil.
  ///
  /// - Throws: The same errors as the sum of numbers that are not optional.
  /// - Complexity: O(n).
  @inlinable public func sum<Number: QueryNumber>(
    _ value: (Element) throws -> Number?
  ) throws -> Number { try total(value).sum() }

  /// The mean of a number of each element, or nil if there are no elements. Integers are summed
  /// exactly, and `Double` in the order of the elements.
  ///
  /// ```swift
  /// try people.average { $0.age }               // 37.0
  /// ```
  ///
  /// - Throws: `ExpressionError.notANumber` if infinities cancel out, or the error of the closure.
  /// - Complexity: O(n).
  @inlinable public func average<Number: QueryNumber>(
    _ value: (Element) throws -> Number
  ) throws -> Double? { try total { try value($0) }.average() }

  /// The mean of numbers that are not nil, or nil if there are none.
  ///
  /// - Throws: The same errors as the mean of numbers that are not optional.
  /// - Complexity: O(n).
  @inlinable public func average<Number: QueryNumber>(
    _ value: (Element) throws -> Number?
  ) throws -> Double? { try total(value).average() }

  @inlinable func total<Number: QueryNumber>(
    _ value: (Element) throws -> Number?
  ) rethrows -> Number.Total {
    var total = Number.Total()
    for element in self {
      if let number = try value(element) { total.add(number) }
    }
    return total
  }
}

extension Sequence where Element: QueryNumber {
  /// The sum of the elements, or 0 if there are none.
  ///
  /// ```swift
  /// try [25, 35].sum()                          // 60
  /// ```
  ///
  /// - Throws: `ExpressionError.arithmeticOverflow` if the exact total does not fit, or
  ///   `ExpressionError.notANumber` if infinities cancel out.
  /// - Complexity: O(n).
  @inlinable public func sum() throws -> Element { try sum { $0 } }

  /// The mean of the elements, or nil if there are none.
  ///
  /// - Throws: `ExpressionError.notANumber` if infinities cancel out.
  /// - Complexity: O(n).
  @inlinable public func average() throws -> Double? { try average { $0 } }
}

extension Sequence {
  /// The sum of the elements that are not nil.
  ///
  /// - Throws: The same errors as the sum of numbers that are not optional.
  /// - Complexity: O(n).
  @inlinable public func sum<Number: QueryNumber>() throws -> Number
  where Element == Number? { try sum { $0 } }

  /// The mean of the elements that are not nil, or nil if there are none.
  ///
  /// - Throws: The same errors as the mean of numbers that are not optional.
  /// - Complexity: O(n).
  @inlinable public func average<Number: QueryNumber>() throws -> Double?
  where Element == Number? { try average { $0 } }
}
