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

  /// Returns the elements of the partition whose key is near the key of this element: from
  /// `before` less to `after` more.
  ///
  /// ```swift
  /// sales.windows().select {
  ///   ($0.element.day, $0.rows(before: 6, after: 0, by: { $0.day }).sum { $0.amount })
  /// }
  /// // … swift_window_sum(amount) OVER (ORDER BY swift_day_distance(?, day)
  /// // RANGE BETWEEN 6 PRECEDING AND CURRENT ROW) …
  /// ```
  ///
  /// The elements are in the order of the query, whatever their keys are. nil stands for any
  /// distance. SQL compares distances of integers and days; with other keys it runs in memory.
  public func rows<Key: Strideable & Sendable>(
    before: Key.Stride?, after: Key.Stride?,
    by key: (QueryExpression<Value.Element>) -> QueryExpression<Key>
  ) -> QueryExpression<[Value.Element]> where Key.Stride: Sendable {
    let parameter = ExpressionParameter(.subquery)
    let key = QueryExpression<Key>(of: key, parameter)
    return rows(before: before, after: after, by: key, of: parameter)
  }

  /// Unavailable: nothing is near nil.
  @available(
    *, unavailable,
    message: """
      a range of keys needs a key that is never nil: `by: { $0.age ?? 0 }`, or leave out the \
      elements without a key before `windows`
      """
  )
  public func rows<Key: Strideable & Sendable>(
    before: Key.Stride?, after: Key.Stride?,
    by key: (QueryExpression<Value.Element>) -> QueryExpression<Key?>
  ) -> QueryExpression<[Value.Element]> { unavailable() }

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

extension QueryExpression where Value: QueryWindowing & Sendable, Value.Element: Sendable {
  /// Returns the elements whose key is near the key of the window's element.
  ///
  /// - Parameter parameter: the parameter of the key.
  package func rows<Key: Strideable & Sendable>(
    before: Key.Stride?, after: Key.Stride?, by key: QueryExpression<Key>,
    of parameter: ExpressionParameter
  ) -> QueryExpression<[Value.Element]> where Key.Stride: Sendable {
    // SQL has no distance of two days.
    let days = key as? QueryExpression<CalendarDate>
    let number =
      days.map { CalendarDate.first.distance(to: $0).expressionNode } ?? key.expressionNode
    let isNear = QueryExpression<Bool>(
      .operation(.isNear, [number, .constant(before), .constant(after)])
    ) { _ in preconditionFailure("the keys of a partition are compared at once") }
    let near = partition.subquery.then(isNear, of: parameter, { .filter($0) }) { $0.where($1) }.node
    let value = expressionValue
    let partitionKeys = PartitionKeys<Value.Element, Key>(key, of: parameter)
    return Subquery(near) { scope in
      let window = try value(scope).window
      let sorted = try partitionKeys.value(for: near, of: window, in: scope) { keys in
        try SortedKeys(keys) {
          try KeyOrder<Key>.values.sort(Sorting(elements: $0), keys, false).elements
        }
      }
      let indices = sorted.indices(before: before, after: after, of: window.index)
      return Query(indices.map { window.rows.elements[$0] })
    }.elements
  }
}
