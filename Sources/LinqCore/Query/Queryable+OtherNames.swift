// What SQL, LINQ and other libraries call the operators. The compiler suggests the right name.

extension Queryable {
  /// On a query, use `sort(_:)`.
  @available(*, unavailable, renamed: "sort(_:)")
  public func orderBy<Key>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> { unavailable() }

  /// On a query, use `sortDescending(_:)`.
  @available(*, unavailable, renamed: "sortDescending(_:)")
  public func orderByDescending<Key>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> { unavailable() }

  /// On a query, use `sort(_:)`.
  @available(*, unavailable, message: "write sort(\\.name), or sortDescending(\\.name)")
  public func order<Key>(_ key: KeyPath<Element, Key>) -> Query<Element> { unavailable() }

  /// On a query, use `distinct(by:)`.
  @available(*, unavailable, renamed: "distinct(by:)")
  public func distinctBy<Key>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> { unavailable() }

  /// On groups, use `where(_:)`.
  @available(*, unavailable, renamed: "where(_:)")
  public func having(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) -> Query<Element> { unavailable() }

  /// On a query, use `take(_:)`.
  @available(*, unavailable, renamed: "take(_:)")
  public func limit(_ count: Int) -> Query<Element> { unavailable() }

  /// On a query, use `skip(_:)`, then `take(_:)`.
  @available(*, unavailable, message: "write skip(20).take(10)")
  public func limit(_ count: Int, offset: Int) -> Query<Element> { unavailable() }

  /// On a query, use `skip(_:)`.
  @available(*, unavailable, renamed: "skip(_:)")
  public func offset(_ count: Int) -> Query<Element> { unavailable() }

  /// On a query, use `elementAt(_:)`.
  @available(*, unavailable, message: "write elementAt(3), or elementAtOrNil(3)")
  public subscript(index: Int) -> Element { unavailable() }

  /// On a query, use `take(_:)` with a range.
  @available(*, unavailable, message: "write take(10..<20)")
  public subscript(range: Range<Int>) -> Query<Element> { unavailable() }

  /// On a query, use `shuffle(seed:)`.
  @available(*, unavailable, message: "write shuffle(seed: .random(in: 0...999)).firstOrNil()")
  public func randomElement() async throws -> Element? { unavailable() }

  /// On a query, use `chunk(_:)`.
  @available(*, unavailable, renamed: "chunk(_:)")
  public func chunks(ofCount count: Int) -> Query<[Element]> { unavailable() }

  /// On a query, use `pairwise()` or `windows()`.
  @available(
    *, unavailable,
    message: "write pairwise(), or windows().select { ($0.element, $0.last(3).sum { $0.amount }) }"
  )
  public func windows(ofCount count: Int) -> Query<[Element]> { unavailable() }

  /// On a query, use `join(_:where:)`.
  @available(*, unavailable, renamed: "join(_:where:)")
  public func innerJoin<Inner>(
    _ inner: some Queryable<Inner>,
    _ condition: (QueryExpression<Element>, QueryExpression<Inner>) -> QueryExpression<Bool>
  ) -> Query<(Element, Inner)> { unavailable() }

  /// On a query, use `select(_:)` with the related rows.
  @available(*, unavailable, message: "write select { ($0, $0.orders) }")
  public func include<Related>(
    _ related: (QueryExpression<Element>) -> Related
  ) -> Query<Element> { unavailable() }

  /// On a query, use `any()`.
  @available(*, unavailable, renamed: "any()")
  public func exists() async throws -> Bool { unavailable() }

  /// On a query, use `any()`.
  @available(*, unavailable, message: "write try await !people.any()")
  public var isEmpty: Bool { unavailable() }

  /// On a query, use `toArray()`.
  @available(*, unavailable, renamed: "toArray()")
  public func toList() async throws -> [Element] { unavailable() }

  /// On a query, use `toArray()`.
  @available(*, unavailable, renamed: "toArray()")
  public func fetchAll() async throws -> [Element] { unavailable() }

  /// On a query, use `firstOrNil()`.
  @available(*, unavailable, renamed: "firstOrNil()")
  public func fetchOne() async throws -> Element? { unavailable() }

  /// On a query, use `firstOrNil()`.
  @available(*, unavailable, renamed: "firstOrNil()")
  public func firstOrDefault() async throws -> Element? { unavailable() }

  /// On a query, use `where(_:)`, then `delete()`.
  @available(*, unavailable, message: "write where { $0.isOld }.delete()")
  public func removeAll(
    where predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) async throws { unavailable() }
}
