extension Queryable {
  /// Whether there is an element. `SELECT EXISTS (SELECT 1 FROM person …)`
  public func any() async throws -> Bool { try await query.existence.value() }

  /// Whether a predicate is true for at least one element; `false` if there are no elements.
  public func any(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) async throws -> Bool { try await query.where(predicate).any() }

  /// Whether a predicate is true for at least one element. The predicate is an arbitrary Swift
  /// closure, which runs in memory.
  @_disfavoredOverload
  public func any(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) async throws -> Bool { try await query.where(predicate).any() }

  /// Whether a predicate is true for all elements; `true` if there are no elements.
  ///
  /// This is the negation of `SELECT EXISTS (SELECT 1 FROM person WHERE NOT …)`.
  public func all(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) async throws -> Bool { try await !query.where { !predicate($0) }.any() }

  /// Whether a predicate is true for all elements. The predicate is an arbitrary Swift closure,
  /// which runs in memory.
  @_disfavoredOverload
  public func all(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) async throws -> Bool {
    let others = query.where { element in try !predicate(element) }
    return try await !others.any()
  }

  /// The same as `any`, with the name that Swift's sequences use.
  public func contains(
    where predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) async throws -> Bool { try await query.where(predicate).any() }

  /// The number of elements.
  ///
  /// ```swift
  /// try await people.where { $0.age < 40 }.count()
  /// // SELECT count(*) FROM person WHERE age < ?
  /// ```
  public func count() async throws -> Int { try await query.number.value() }

  /// The number of elements for which a predicate is true.
  public func count(
    where predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) async throws -> Int { try await query.where(predicate).count() }

  /// The number of elements for which a predicate is true. The predicate is an arbitrary Swift
  /// closure, which runs in memory.
  @_disfavoredOverload
  public func count(
    where predicate: @escaping @Sendable (Element) throws -> Bool
  ) async throws -> Int { try await query.where(predicate).count() }

  package var existence: Query<Bool> {
    query.then(.aggregate(.any, .element)) { next in once { try next() != nil } }
  }

  package var number: Query<Int> { query.then(CountNode(source: query.node)) }
}

/// The number of elements.
private final class CountNode<Source>: QueryNode {
  let source: any QueryNode<Source>

  init(source: any QueryNode<Source>) { self.source = source }

  var upstream: (any QueryNode)? { source }
  var `operator`: QueryOperator { .aggregate(.count, .element) }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Int> {
    CountNode(source: upstream.cast())
  }

  func pull(_ run: QueryRun) throws -> Pull<Int> {
    let next = try source.pull(run)
    return once { try elementCount(next) }
  }

  var merging: PartMerging<Int>? { { [$0.joined().reduce(0, +)] } }
}

extension Queryable where Element: Equatable & Sendable {
  /// Whether an element equals a value. `SELECT EXISTS (SELECT 1 FROM … WHERE … = ?)`
  public func contains(_ element: Element) async throws -> Bool {
    try await query.where { $0 == element }.any()
  }

  /// Whether another query has equal elements in the same order.
  public func sequenceEqual(_ other: some Queryable<Element>) async throws -> Bool {
    try await query.equality(with: other).value()
  }

  package func equality(with other: some Queryable<Element>) -> Query<Bool> {
    query.then(
      CombiningNode(.combine(.sequenceEqual, .element), query.node, other.query.node) {
        first, second in
        once {
          let second = try second()
          while let left = try first() {
            guard let right = try second(), left == right else { return false }
          }
          return try second() == nil
        }
      })
  }
}

/// Returns a pull of one value.
func once<Value>(_ value: @escaping () throws -> Value) -> Pull<Value> {
  var isDone = false
  return {
    if isDone { return nil }
    isDone = true
    return try value()
  }
}
