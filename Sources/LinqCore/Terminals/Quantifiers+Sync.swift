// The same as the `async` forms, on the calling thread.

extension Queryable {
  /// Whether there is an element; on the calling thread.
  public func any() throws -> Bool { try existence.value() }

  /// Whether a predicate is true for an element; on the calling thread.
  public func any(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Bool { try self.where(predicate).any() }

  /// Whether a predicate is true for an element; on the calling thread.
  @_disfavoredOverload
  public func any(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Bool { try self.where(predicate).any() }

  /// Whether a predicate is true for all elements; on the calling thread.
  public func all(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Bool { try !self.where { !predicate($0) }.any() }

  /// Whether a predicate is true for all elements; on the calling thread.
  @_disfavoredOverload
  public func all(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Bool {
    let others = self.where { element in try !predicate(element) }
    return try !others.any()
  }

  /// The same as `any`, under the name that Swift's sequences have for it; on the calling thread.
  public func contains(
    where predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Bool { try self.where(predicate).any() }

  /// The number of elements; on the calling thread.
  public func count() throws -> Int { try number.value() }

  /// The number of elements for which a predicate is true; on the calling thread.
  public func count(
    where predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Int { try self.where(predicate).count() }

  /// The number of elements for which a predicate is true; on the calling thread.
  @_disfavoredOverload
  public func count(
    where predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Int { try self.where(predicate).count() }

}

extension Queryable where Element: Equatable & Sendable {
  /// Whether an element equals a value; on the calling thread.
  public func contains(_ element: Element) throws -> Bool {
    try self.where { $0 == element }.any()
  }

  /// Whether another query gives equal elements in the same order; on the calling thread.
  public func sequenceEqual(_ other: some Queryable<Element>) throws -> Bool {
    try equality(with: other).value()
  }
}
