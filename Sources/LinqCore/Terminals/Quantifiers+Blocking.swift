// The blocking variants. They return the same results on the calling thread.

extension BlockingQueryable {
  /// Whether there is an element.
  public func any() throws -> Bool { try query.existence.value() }

  /// Whether a predicate is true for at least one element.
  public func any(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Bool { try query.where(predicate).any() }

  /// Whether a predicate is true for at least one element.
  @_disfavoredOverload
  public func any(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Bool { try query.where(predicate).any() }

  /// Whether a predicate is true for all elements.
  public func all(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Bool { try !query.where { !predicate($0) }.any() }

  /// Whether a predicate is true for all elements.
  @_disfavoredOverload
  public func all(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Bool {
    let others = query.where { element in try !predicate(element) }
    return try !others.any()
  }

  /// The same as `any`, with the name that Swift's sequences use.
  public func contains(
    where predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Bool { try query.where(predicate).any() }

  /// The number of elements.
  public func count() throws -> Int { try query.number.value() }

  /// The number of elements for which a predicate is true.
  public func count(
    where predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Int { try query.where(predicate).count() }

  /// The number of elements for which a predicate is true.
  @_disfavoredOverload
  public func count(
    where predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Int { try query.where(predicate).count() }

}

extension BlockingQueryable where Element: Equatable & Sendable {
  /// Whether an element equals a value.
  public func contains(_ element: Element) throws -> Bool {
    try query.where { $0 == element }.any()
  }

  /// Whether another query has equal elements in the same order.
  public func sequenceEqual(_ other: some Queryable<Element>) throws -> Bool {
    try query.equality(with: other).value()
  }
}
