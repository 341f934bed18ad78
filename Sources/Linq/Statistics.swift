public import LinqCore

extension Sequence {
  /// The median of a number of each element, or nil if there are no elements: the number in the
  /// middle, or the mean of the two in the middle.
  ///
  /// ```swift
  /// try people.median { $0.age }                // 35.0
  /// ```
  ///
  /// - Throws: `ExpressionError.notANumber` if infinities cancel out, or the error of the closure.
  /// - Complexity: O(n log n).
  @inlinable public func median<Number: QueryNumber>(
    _ value: (Element) throws -> Number
  ) throws -> Double? {
    try sample { try value($0) }.median()
  }

  /// The median of numbers that are not nil, or nil if there are none.
  ///
  /// - Throws: The same errors as for numbers that are not optional.
  /// - Complexity: O(n log n).
  @inlinable public func median<Number: QueryNumber>(
    _ value: (Element) throws -> Number?
  ) throws -> Double? { try sample(value).median() }

  /// The percentile of a number of each element, or nil if there are no elements: the number below
  /// which a fraction of the numbers is. Where that is between two numbers, the value is between
  /// them in proportion; that of 0.5 is the median.
  ///
  /// ```swift
  /// try people.percentile(0.9) { $0.age }       // 71.2
  /// ```
  ///
  /// - Precondition: The fraction is from 0 to 1.
  /// - Throws: `ExpressionError.notANumber` if infinities cancel out, or the error of the closure.
  /// - Complexity: O(n log n).
  @inlinable public func percentile<Number: QueryNumber>(
    _ fraction: Double, _ value: (Element) throws -> Number
  ) throws -> Double? {
    try percentile(fraction) { try Number?(value($0)) }
  }

  /// The percentile of numbers that are not nil, or nil if there are none.
  ///
  /// - Precondition: The fraction is from 0 to 1.
  /// - Throws: The same errors as for numbers that are not optional.
  /// - Complexity: O(n log n).
  @inlinable public func percentile<Number: QueryNumber>(
    _ fraction: Double, _ value: (Element) throws -> Number?
  ) throws -> Double? {
    precondition((0...1).contains(fraction), "the fraction of a percentile is from 0 to 1")
    return try sample(value).percentile(fraction)
  }

  /// The standard deviation of a number of each element of a sample, or nil if there are less than
  /// two elements. The sum of the squares is divided by the count minus one.
  ///
  /// ```swift
  /// try [2, 4, 6].standardDeviation { $0 }      // 2.0
  /// ```
  ///
  /// - Throws: `ExpressionError.notANumber` if a number is infinite, or the error of the closure.
  /// - Complexity: O(n log n).
  @inlinable public func standardDeviation<Number: QueryNumber>(
    _ value: (Element) throws -> Number
  ) throws -> Double? {
    try sample { try value($0) }.standardDeviation(isPopulation: false)
  }

  /// The standard deviation of the numbers of a sample that are not nil, or nil if there are less
  /// than two.
  ///
  /// - Throws: The same errors as for numbers that are not optional.
  /// - Complexity: O(n log n).
  @inlinable public func standardDeviation<Number: QueryNumber>(
    _ value: (Element) throws -> Number?
  ) throws -> Double? { try sample(value).standardDeviation(isPopulation: false) }

  /// The standard deviation of a number of each element of a population, or nil if there are no
  /// elements. The sum of the squares is divided by the count.
  ///
  /// ```swift
  /// try [2, 4, 4, 6].populationStandardDeviation { $0 }   // 1.4142135623730951
  /// ```
  ///
  /// - Throws: `ExpressionError.notANumber` if a number is infinite, or the error of the closure.
  /// - Complexity: O(n log n).
  @inlinable public func populationStandardDeviation<Number: QueryNumber>(
    _ value: (Element) throws -> Number
  ) throws -> Double? {
    try sample { try value($0) }.standardDeviation(isPopulation: true)
  }

  /// The standard deviation of the numbers of a population that are not nil, or nil if there are
  /// none.
  ///
  /// - Throws: The same errors as for numbers that are not optional.
  /// - Complexity: O(n log n).
  @inlinable public func populationStandardDeviation<Number: QueryNumber>(
    _ value: (Element) throws -> Number?
  ) throws -> Double? { try sample(value).standardDeviation(isPopulation: true) }

  @inlinable func sample<Number: QueryNumber>(
    _ value: (Element) throws -> Number?
  ) rethrows -> NumberSample<Number> {
    var sample = NumberSample<Number>()
    for element in self {
      if let number = try value(element) { sample.add(number) }
    }
    return sample
  }
}

extension Sequence where Element: QueryNumber {
  /// The median of the elements, or nil if there are none.
  ///
  /// - Throws: `ExpressionError.notANumber` if infinities cancel out.
  /// - Complexity: O(n log n).
  @inlinable public func median() throws -> Double? { try median { $0 } }

  /// The percentile of the elements, or nil if there are none.
  ///
  /// - Precondition: The fraction is from 0 to 1.
  /// - Throws: `ExpressionError.notANumber` if infinities cancel out.
  /// - Complexity: O(n log n).
  @inlinable public func percentile(_ fraction: Double) throws -> Double? {
    try percentile(fraction) { $0 }
  }

  /// The standard deviation of the elements of a sample, or nil if there are less than two.
  ///
  /// - Throws: `ExpressionError.notANumber` if a number is infinite.
  /// - Complexity: O(n log n).
  @inlinable public func standardDeviation() throws -> Double? { try standardDeviation { $0 } }

  /// The standard deviation of the elements of a population, or nil if there are none.
  ///
  /// - Throws: `ExpressionError.notANumber` if a number is infinite.
  /// - Complexity: O(n log n).
  @inlinable public func populationStandardDeviation() throws -> Double? {
    try populationStandardDeviation { $0 }
  }
}

extension Sequence {
  /// The median of the elements that are not nil, or nil if there are none.
  ///
  /// - Throws: The same errors as for numbers that are not optional.
  /// - Complexity: O(n log n).
  @inlinable public func median<Number: QueryNumber>() throws -> Double?
  where Element == Number? { try median { $0 } }

  /// The percentile of the elements that are not nil, or nil if there are none.
  ///
  /// - Precondition: The fraction is from 0 to 1.
  /// - Throws: The same errors as for numbers that are not optional.
  /// - Complexity: O(n log n).
  @inlinable public func percentile<Number: QueryNumber>(_ fraction: Double) throws -> Double?
  where Element == Number? { try percentile(fraction) { $0 } }

  /// The standard deviation of the elements of a sample that are not nil, or nil if there are less
  /// than two.
  ///
  /// - Throws: The same errors as for numbers that are not optional.
  /// - Complexity: O(n log n).
  @inlinable public func standardDeviation<Number: QueryNumber>() throws -> Double?
  where Element == Number? { try standardDeviation { $0 } }

  /// The standard deviation of the elements of a population that are not nil, or nil if there are
  /// none.
  ///
  /// - Throws: The same errors as for numbers that are not optional.
  /// - Complexity: O(n log n).
  @inlinable public func populationStandardDeviation<Number: QueryNumber>() throws -> Double?
  where Element == Number? { try populationStandardDeviation { $0 } }
}
