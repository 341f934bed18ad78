// The same as the `async` forms, on the calling thread.

extension Queryable where Element: Sendable {
  /// The first element; on the calling thread.
  public func first() throws -> Element { try take(1).value() }

  /// The first element, if there is one; on the calling thread.
  public func firstOrNil() throws -> Element? { try take(1).run { try $0() } }

  /// The last element; on the calling thread.
  public func last() throws -> Element { try takeLast(1).value() }

  /// The last element, if there is one; on the calling thread.
  public func lastOrNil() throws -> Element? { try takeLast(1).run { try $0() } }

  /// The only element; on the calling thread.
  public func single() throws -> Element {
    guard let element = try singleOrNil() else { throw QueryError.noElements }
    return element
  }

  /// The only element; on the calling thread.
  public func singleOrNil() throws -> Element? { try take(2).run(onlyElement) }

  /// The element at a position, counted from 0; on the calling thread.
  public func elementAt(_ index: Int) throws -> Element {
    guard let element = try elementAtOrNil(index) else {
      throw QueryError.outOfRange(index: index)
    }
    return element
  }

  /// The element at a position, if there is one; on the calling thread.
  public func elementAtOrNil(_ index: Int) throws -> Element? {
    index < 0 ? nil : try skip(index).firstOrNil()
  }

  /// The first element for which a predicate is true, if there is one; on the calling thread.
  public func firstOrNil(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Element? { try self.where(predicate).firstOrNil() }

  /// The first element for which a predicate is true, if there is one; on the calling thread.
  @_disfavoredOverload
  public func firstOrNil(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Element? { try self.where(predicate).firstOrNil() }

  /// The same as `firstOrNil`, under the name that Swift's sequences have for it; on the calling
  /// thread.
  public func first(
    where predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Element? { try self.where(predicate).firstOrNil() }

  /// The same as `firstOrNil`, under the name that Swift's sequences have for it; on the calling
  /// thread.
  @_disfavoredOverload
  public func first(
    where predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Element? { try self.where(predicate).firstOrNil() }

  /// The last element for which a predicate is true, if there is one; on the calling thread.
  public func lastOrNil(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Element? { try self.where(predicate).lastOrNil() }

  /// The last element for which a predicate is true, if there is one; on the calling thread.
  @_disfavoredOverload
  public func lastOrNil(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Element? { try self.where(predicate).lastOrNil() }

  /// The only element for which a predicate is true; on the calling thread.
  public func single(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Element { try self.where(predicate).single() }

  /// The only element for which a predicate is true; on the calling thread.
  @_disfavoredOverload
  public func single(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Element { try self.where(predicate).single() }

  /// The only element for which a predicate is true; on the calling thread.
  public func singleOrNil(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Element? { try self.where(predicate).singleOrNil() }

  /// The only element for which a predicate is true; on the calling thread.
  @_disfavoredOverload
  public func singleOrNil(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Element? { try self.where(predicate).singleOrNil() }
}
