extension Sequence {
  /// The result of a closure for each element.
  ///
  /// ```swift
  /// people.select { $0.name }                   // bob, frank, ian, jim, joe
  /// people.select(\.name)                       // the same
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func select<Value>(
    _ value: (Element) throws -> Value
  ) rethrows -> [Value] { try map(value) }

  /// A value for each element that an initializer, or another function, makes of the values of a
  /// closure.
  ///
  /// ```swift
  /// people.select(Household.init) { ($0.surname, $0.age) }
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func select<each Part, Value>(
    _ initializer: (repeat each Part) throws -> Value,
    _ values: (Element) throws -> (repeat each Part)
  ) rethrows -> [Value] {
    try map { element in try initializer(repeat each values(element)) }
  }

  /// The elements of the sequences that a closure returns for each element, concatenated.
  ///
  /// ```swift
  /// ["foo, bar", "fubar"].selectMany { $0.split(separator: ", ") }      // foo, bar, fubar
  /// ```
  ///
  /// - Complexity: O(n) in the length of the result and of the sequence.
  @inlinable public func selectMany<Values: Sequence>(
    _ values: (Element) throws -> Values
  ) rethrows -> [Values.Element] { try flatMap(values) }

  /// A value for each element, or nil as soon as the value of an element is nil. The closure is not
  /// called for the elements after that one.
  ///
  /// ```swift
  /// ["1", "2"].selectAndStopOnNil { Int($0) }           // [1, 2]
  /// ["1", "x", "2"].selectAndStopOnNil { Int($0) }      // nil
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func selectAndStopOnNil<Value>(
    _ value: (Element) throws -> Value?
  ) rethrows -> [Value]? {
    var values: [Value] = []
    values.reserveCapacity(underestimatedCount)
    for element in self {
      guard let value = try value(element) else { return nil }
      values.append(value)
    }
    return values
  }
}

extension LazySequenceProtocol {
  /// The result of a closure for each element, computed lazily.
  @inlinable public func select<Value>(
    _ value: @escaping (Element) -> Value
  ) -> LazyMapSequence<Elements, Value> { map(value) }

  /// The elements of the sequences that a closure returns for each element, computed lazily.
  @inlinable public func selectMany<Values: Sequence>(
    _ values: @escaping (Element) -> Values
  ) -> LazySequence<FlattenSequence<LazyMapSequence<Elements, Values>>> { flatMap(values) }
}
