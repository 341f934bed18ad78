public import LinqCore

extension Sequence {
  /// The sum of numbers, 0 of nothing: integers exactly, `Double` in the order of the elements.
  ///
  /// ```swift
  /// try people.sum { $0.age }                   // 185
  /// ```
  ///
  /// - Throws: `ExpressionError.arithmeticOverflow` where an exact total does not fit,
  ///   `ExpressionError.notANumber` where infinities cancel out, what the closure throws.
  /// - Complexity: O(n).
  @inlinable public func sum<Number: QueryNumber>(
    _ value: (Element) throws -> Number
  ) throws -> Number { try total { try value($0) }.sum() }

  /// The sum of numbers that are not nil.
  ///
  /// - Throws: as the sum of numbers.
  /// - Complexity: O(n).
  @inlinable public func sum<Number: QueryNumber>(
    _ value: (Element) throws -> Number?
  ) throws -> Number { try total(value).sum() }

  /// The mean of numbers, nil of nothing: the exact total of integers divided by their number, the
  /// sum of `Double` in the order of the elements divided by theirs.
  ///
  /// ```swift
  /// try people.average { $0.age }               // 37.0
  /// ```
  ///
  /// - Throws: `ExpressionError.notANumber` where infinities cancel out, what the closure throws.
  /// - Complexity: O(n).
  @inlinable public func average<Number: QueryNumber>(
    _ value: (Element) throws -> Number
  ) throws -> Double? { try total { try value($0) }.average() }

  /// The mean of numbers that are not nil; nil where there is none.
  ///
  /// - Throws: as the mean of numbers.
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
  /// The sum of the elements, 0 of nothing.
  ///
  /// ```swift
  /// try [25, 35].sum()                          // 60
  /// ```
  ///
  /// - Throws: `ExpressionError.arithmeticOverflow` where an exact total does not fit,
  ///   `ExpressionError.notANumber` where infinities cancel out.
  /// - Complexity: O(n).
  @inlinable public func sum() throws -> Element { try sum { $0 } }

  /// The mean of the elements, nil of nothing.
  ///
  /// - Throws: `ExpressionError.notANumber` where infinities cancel out.
  /// - Complexity: O(n).
  @inlinable public func average() throws -> Double? { try average { $0 } }
}

extension Sequence {
  /// The sum of the elements that are not nil.
  ///
  /// - Throws: as the sum of numbers.
  /// - Complexity: O(n).
  @inlinable public func sum<Number: QueryNumber>() throws -> Number
  where Element == Number? { try sum { $0 } }

  /// The mean of the elements that are not nil; nil where there is none.
  ///
  /// - Throws: as the mean of numbers.
  /// - Complexity: O(n).
  @inlinable public func average<Number: QueryNumber>() throws -> Double?
  where Element == Number? { try average { $0 } }
}
