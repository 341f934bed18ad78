// Windows inside expressions: their arrays have the operators and the values of all arrays.

extension QueryExpression where Value: QueryWindowing & Sendable, Value.Element: Sendable {
  /// All elements of the partition.
  ///
  /// ```swift
  /// people.windows(within: { $0.surname }).select { ($0.element.id, $0.partition.count) }
  /// ```
  public var partition: QueryExpression<[Value.Element]> {
    frame(before: nil, after: nil)
  }

  /// The elements of the partition up to this one, which is the last of them.
  public var soFar: QueryExpression<[Value.Element]> { frame(before: nil, after: 0) }

  /// The elements of the partition from this one on.
  public var rest: QueryExpression<[Value.Element]> { frame(before: 0, after: nil) }

  /// Returns this element and those before it, `count` in all; fewer at the beginning of the
  /// partition.
  ///
  /// ```swift
  /// sales.sort { $0.day }.windows().select { ($0.element.day, $0.last(7).average { $0.total }) }
  /// ```
  ///
  /// - Parameter count: The number of elements. It must be at least 1.
  public func last(_ count: Int) -> QueryExpression<[Value.Element]> {
    precondition(count > 0, "a window has at least one element")
    return frame(before: count - 1, after: 0)
  }

  /// Returns this element with a number of elements before and after it; fewer at the ends of the
  /// partition. nil stands for all of them.
  public func rows(before: Int?, after: Int?) -> QueryExpression<[Value.Element]> {
    frame(before: before.map { Swift.max(0, $0) }, after: after.map { Swift.max(0, $0) })
  }

  /// Returns the element a number of places before this one, or nil if there is none.
  ///
  /// ```swift
  /// people.windows().select { ($0.element.name, $0.lag().map { $0.name }) }
  /// ```
  public func lag(_ count: Int = 1) -> QueryExpression<Value.Element?> {
    let value = expressionValue
    return QueryExpression<Value.Element?>(
      .operation(.elementBefore, [expressionNode, .constant(count)])
    ) { try value($0).window.lag(count) }
  }

  /// Returns the element a number of places after this one, or nil if there is none.
  public func lead(_ count: Int = 1) -> QueryExpression<Value.Element?> {
    let value = expressionValue
    return QueryExpression<Value.Element?>(
      .operation(.elementAfter, [expressionNode, .constant(count)])
    ) { try value($0).window.lead(count) }
  }

  /// Returns the number of this element's part, counted from 1, where the partition is divided into
  /// a number of parts, of which the first ones have one element more if it must be.
  ///
  /// - Parameter count: The number of parts. It must be at least 1.
  public func ntile(_ count: Int) -> QueryExpression<Int> {
    precondition(count > 0, "a partition has at least one part")
    let value = expressionValue
    return QueryExpression<Int>(.operation(.partNumber, [expressionNode, .constant(count)])) {
      try value($0).window.ntile(count)
    }
  }

  private func frame(
    before: Int?, after: Int?
  ) -> QueryExpression<[Value.Element]> {
    let value = expressionValue
    return QueryExpression<[Value.Element]>(
      .operation(.windowRows, [expressionNode, .constant(before), .constant(after)])
    ) { scope in
      let window = try value(scope).window
      let rows = window.rows(before: before, after: after)
      // A whole partition is not copied.
      return rows.count == window.rows.elements.count ? window.rows.elements : Array(rows)
    }
  }
}
