// Swift's names for operators that queries name as LINQ does. The compiler suggests the right name.

extension Queryable {
  /// On a query, use `where(_:)`.
  @available(*, unavailable, renamed: "where(_:)")
  public func filter(_ predicate: (Element) throws -> Bool) -> Query<Element> { unavailable() }

  /// On a query, use `select(_:)`.
  @available(*, unavailable, renamed: "select(_:)")
  public func map<Value>(_ transform: (Element) throws -> Value) -> Query<Value> { unavailable() }

  /// On a query, use `selectMany(_:)`.
  @available(*, unavailable, renamed: "selectMany(_:)")
  public func flatMap<Values: Sequence>(
    _ transform: (Element) throws -> Values
  ) -> Query<Values.Element> { unavailable() }

  /// On a query, use `select(_:)`, then `compacted()`.
  @available(*, unavailable, message: "use select(_:), then compacted()")
  public func compactMap<Value>(
    _ transform: (Element) throws -> Value?
  ) -> Query<Value> { unavailable() }

  /// On a query, use `sort()`.
  @available(*, unavailable, renamed: "sort()")
  public func sorted() -> Query<Element> { unavailable() }

  /// On a query, use `sort(_:)` with a key, and `thenBy(_:)` with further ones.
  @available(*, unavailable, message: "use sort(_:) with a key, and thenBy(_:) with further ones")
  public func sorted(by precedes: (Element, Element) throws -> Bool) -> Query<Element> {
    unavailable()
  }

  /// On a query, use `sort(_:)` with a key.
  @available(
    *, unavailable,
    message:
      "write sort { $0.name } or sort(\\.name), for a variable sort { $0[dynamicMember: key] }"
  )
  public func sort<Key>(by key: KeyPath<Element, Key>) -> Query<Element> { unavailable() }

  /// On a query, use `sort(_:)` with a key, and `thenBy(_:)` with further ones.
  @available(*, unavailable, message: "write sort(\\.city).thenBy(\\.name)")
  public func sort<Key, Other>(
    by key: KeyPath<Element, Key>, _ other: KeyPath<Element, Other>
  ) -> Query<Element> { unavailable() }

  /// On a query, use `sort(_:)` with a key, and `thenBy(_:)` with further ones.
  @available(*, unavailable, message: "use sort(_:) with a key, and thenBy(_:) with further ones")
  public func sort(by precedes: (Element, Element) throws -> Bool) -> Query<Element> {
    unavailable()
  }

  /// On a query, use `sortDescending(_:)` with a key.
  @available(
    *, unavailable,
    message:
      "write { $0.name }, or sortDescending(\\.name), or { $0[dynamicMember: key] } of a variable"
  )
  public func sortDescending<Key>(by key: KeyPath<Element, Key>) -> Query<Element> { unavailable() }

  /// On a query, use `toDictionary(_:_:)`.
  @available(*, unavailable, renamed: "toDictionary(_:_:)")
  public func toDictionary<Key: Hashable, Value>(
    key: (Element) throws -> Key, value: (Element) throws -> Value
  ) async throws -> [Key: Value] { unavailable() }

  /// On a query, use `reverse()`.
  @available(*, unavailable, renamed: "reverse()")
  public func reversed() -> Query<Element> { unavailable() }

  /// On a query, use `take(_:)`.
  @available(*, unavailable, renamed: "take(_:)")
  public func prefix(_ count: Int) -> Query<Element> { unavailable() }

  /// On a query, use `takeLast(_:)`.
  @available(*, unavailable, renamed: "takeLast(_:)")
  public func suffix(_ count: Int) -> Query<Element> { unavailable() }

  /// On a query, use `takeWhile(_:)`.
  @available(*, unavailable, renamed: "takeWhile(_:)")
  public func prefix(while predicate: (Element) throws -> Bool) -> Query<Element> { unavailable() }

  /// On a query, use `skip(_:)`.
  @available(*, unavailable, renamed: "skip(_:)")
  public func dropFirst(_ count: Int = 1) -> Query<Element> { unavailable() }

  /// On a query, use `skipLast(_:)`.
  @available(*, unavailable, renamed: "skipLast(_:)")
  public func dropLast(_ count: Int = 1) -> Query<Element> { unavailable() }

  /// On a query, use `skipWhile(_:)`.
  @available(*, unavailable, renamed: "skipWhile(_:)")
  public func drop(while predicate: (Element) throws -> Bool) -> Query<Element> { unavailable() }

  /// On a query, use `index()`.
  @available(*, unavailable, renamed: "index()")
  public func enumerated() -> Query<(offset: Int, element: Element)> { unavailable() }

  /// On a query, use `shuffle(seed:)`.
  @available(*, unavailable, renamed: "shuffle(seed:)")
  public func shuffled() -> Query<Element> { unavailable() }

  /// On a query, use `aggregate(_:_:)`.
  @available(*, unavailable, renamed: "aggregate(_:_:)")
  public func reduce<Result>(
    _ initial: Result, _ combine: (Result, Element) throws -> Result
  ) -> Result { unavailable() }

  /// On a query, use `aggregate(_:_:)`.
  @available(*, unavailable, message: "use aggregate(_:_:), or reduce(into:_:) of toArray()")
  public func reduce<Result>(
    into initial: Result, _ combine: (inout Result, Element) throws -> Void
  ) -> Result { unavailable() }

  /// On a query, use `where(_:)`, then `last()`.
  @available(*, unavailable, message: "write where { $0.isOpen }.last()")
  public func last(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) async throws -> Element? { unavailable() }

  /// On a query, use `all(_:)`.
  @available(*, unavailable, renamed: "all(_:)")
  public func allSatisfy(_ predicate: (Element) throws -> Bool) -> Bool { unavailable() }

  /// On a query, use `minBy(_:)` with a key.
  @available(*, unavailable, message: "write minBy { $0.age }")
  public func min<Key>(
    by key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) async throws -> Element? { unavailable() }

  /// On a query, use `minBy(_:)` with a key.
  @available(*, unavailable, message: "write minBy { $0.age }")
  public func min(
    by precedes: (Element, Element) throws -> Bool
  ) async throws -> Element? { unavailable() }

  /// On a query, use `maxBy(_:)` with a key.
  @available(*, unavailable, message: "write maxBy { $0.age }")
  public func max(
    by precedes: (Element, Element) throws -> Bool
  ) async throws -> Element? { unavailable() }

  /// On a query, use `maxBy(_:)` with a key.
  @available(*, unavailable, message: "write maxBy { $0.age }")
  public func max<Key>(
    by key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) async throws -> Element? { unavailable() }
}

// What SQL and other libraries call the values of a window.
extension Queryable {
  /// On a query, use `windows()`.
  @available(
    *, unavailable, message: "write windows().select { ($0.element, $0.rank(by: { $0.total })) }"
  )
  public func rank<Key>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<(Element, Int)> { unavailable() }

  /// On a query, use `windows()`.
  @available(
    *, unavailable,
    message: "write windows().select { ($0.element, $0.denseRank(by: { $0.total })) }"
  )
  public func denseRank<Key>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<(Element, Int)> { unavailable() }

  /// On a query, use `index()`, or `windows(within:)`.
  @available(
    *, unavailable,
    message:
      "write index(), or windows(within: { $0.teamID }).select { ($0.element, $0.rowNumber) }"
  )
  public func rowNumber() -> Query<(Element, Int)> { unavailable() }

  /// On a query, use `windows()`.
  @available(*, unavailable, message: "write windows().select { ($0.ntile(4), $0.element) }")
  public func ntile(_ count: Int) -> Query<(Int, Element)> { unavailable() }

  /// On a query, use `windows()`.
  @available(*, unavailable, message: "write windows().select { ($0.element, $0.lag()) }")
  public func lag(_ count: Int = 1) -> Query<(Element, Element?)> { unavailable() }

  /// On a query, use `windows()`.
  @available(*, unavailable, message: "write windows().select { ($0.element, $0.lead()) }")
  public func lead(_ count: Int = 1) -> Query<(Element, Element?)> { unavailable() }

  /// On a query, use `windows()`.
  @available(
    *, unavailable,
    message: "write windows().select { ($0.element, $0.soFar.sum { $0.amount }) }"
  )
  public func scan<Result>(
    _ initial: Result, _ combine: (Result, Element) throws -> Result
  ) -> Query<Result> { unavailable() }

  /// On a query, use `windows()`.
  @available(
    *, unavailable,
    message: "write windows().select { ($0.element, $0.soFar.sum { $0.amount }) }"
  )
  public func reductions<Result>(
    _ initial: Result, _ combine: (Result, Element) throws -> Result
  ) -> Query<Result> { unavailable() }

  /// On a query, use `windows()`.
  @available(
    *, unavailable,
    message: "write windows().select { ($0.element, $0.last(7).average { $0.amount }) }"
  )
  public func movingAverage<Number>(
    over count: Int, _ value: (Element) throws -> Number
  ) -> Query<Double> { unavailable() }

  /// On a query, use `expand(_:)`.
  @available(*, unavailable, renamed: "expand(_:)")
  public func recursive<Next>(
    _ next: (QueryExpression<Element>) -> Next
  ) -> Query<Element> { unavailable() }
}
