// Terminals that return one element. Each has an `async` variant and one on the calling thread.

extension Queryable where Element: Sendable {
  /// The first element. No more than one row is read.
  ///
  /// ```swift
  /// try await people.sort { $0.surname }.first()
  /// // SELECT … FROM person ORDER BY surname, id LIMIT 1
  /// ```
  ///
  /// - Throws: ``QueryError/noElements`` if there is none.
  public func first() async throws -> Element { try await query.take(1).value() }

  /// The first element, if there is one.
  public func firstOrNil() async throws -> Element? { try await query.take(1).run { try $0() } }

  /// The last element. Throws ``QueryError/noElements`` if there is none.
  ///
  /// `SELECT … FROM person ORDER BY id DESC LIMIT 1`
  public func last() async throws -> Element { try await query.takeLast(1).value() }

  /// The last element, if there is one.
  public func lastOrNil() async throws -> Element? { try await query.takeLast(1).run { try $0() } }

  /// The only element. At most two rows are read.
  ///
  /// - Throws: ``QueryError/noElements``, ``QueryError/moreThanOneElement``.
  public func single() async throws -> Element {
    guard let element = try await singleOrNil() else { throw QueryError.noElements }
    return element
  }

  /// The only element, or nil if there is none. Throws ``QueryError/moreThanOneElement`` if there
  /// are more.
  public func singleOrNil() async throws -> Element? {
    try await query.take(2).run { try onlyElement($0) }
  }

  /// The element at an index, counted from 0.
  ///
  /// `SELECT … FROM person ORDER BY id LIMIT 1 OFFSET ?`
  ///
  /// - Throws: ``QueryError/outOfRange(index:)``.
  public func elementAt(_ index: Int) async throws -> Element {
    guard let element = try await elementAtOrNil(index) else {
      throw QueryError.outOfRange(index: index)
    }
    return element
  }

  /// The element at an index, if there is one.
  public func elementAtOrNil(_ index: Int) async throws -> Element? {
    index < 0 ? nil : try await query.skip(index).firstOrNil()
  }

  /// The first element for which a predicate is true, if there is one.
  public func firstOrNil(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) async throws -> Element? { try await query.where(predicate).firstOrNil() }

  /// The first element for which a predicate is true, if there is one. The predicate is an
  /// arbitrary Swift closure, which runs in memory.
  @_disfavoredOverload
  public func firstOrNil(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) async throws -> Element? { try await query.where(predicate).firstOrNil() }

  /// The same as `firstOrNil`, with the name that Swift's sequences use.
  public func first(
    where predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) async throws -> Element? { try await query.where(predicate).firstOrNil() }

  /// The same as `firstOrNil`, with the name that Swift's sequences use.
  @_disfavoredOverload
  public func first(
    where predicate: @escaping @Sendable (Element) throws -> Bool
  ) async throws -> Element? { try await query.where(predicate).firstOrNil() }

  /// The last element for which a predicate is true, if there is one.
  public func lastOrNil(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) async throws -> Element? { try await query.where(predicate).lastOrNil() }

  /// The last element for which a predicate is true, if there is one. The predicate is an arbitrary
  /// Swift closure, which runs in memory.
  @_disfavoredOverload
  public func lastOrNil(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) async throws -> Element? { try await query.where(predicate).lastOrNil() }

  /// The only element for which a predicate is true.
  public func single(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) async throws -> Element { try await query.where(predicate).single() }

  /// The only element for which a predicate is true. The predicate is an arbitrary Swift closure,
  /// which runs in memory.
  @_disfavoredOverload
  public func single(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) async throws -> Element { try await query.where(predicate).single() }

  /// The only element for which a predicate is true, or nil if there is none.
  public func singleOrNil(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) async throws -> Element? { try await query.where(predicate).singleOrNil() }

  /// The only element for which a predicate is true, or nil if there is none. The predicate is an
  /// arbitrary Swift closure, which runs in memory.
  @_disfavoredOverload
  public func singleOrNil(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) async throws -> Element? { try await query.where(predicate).singleOrNil() }
}

/// Returns the only element, or nil if there is none. At most two elements are read.
@inlinable package func onlyElement<Element>(_ next: Pull<Element>) throws -> Element? {
  guard let element = try next() else { return nil }
  guard try next() == nil else { throw QueryError.moreThanOneElement }
  return element
}
