// The blocking variants. They return the same results on the calling thread.

extension BlockingQueryable where Element: Sendable {
  /// The first element.
  public func first() throws -> Element { try query.take(1).value() }

  /// The first element, if there is one.
  public func firstOrNil() throws -> Element? { try query.take(1).run { try $0() } }

  /// The last element.
  public func last() throws -> Element { try query.takeLast(1).value() }

  /// The last element, if there is one.
  public func lastOrNil() throws -> Element? { try query.takeLast(1).run { try $0() } }

  /// The only element.
  public func single() throws -> Element {
    guard let element = try singleOrNil() else { throw QueryError.noElements }
    return element
  }

  /// The only element, or nil if there is none.
  public func singleOrNil() throws -> Element? { try query.take(2).run { try onlyElement($0) } }

  /// The element at an index, counted from 0.
  public func elementAt(_ index: Int) throws -> Element {
    guard let element = try elementAtOrNil(index) else {
      throw QueryError.outOfRange(index: index)
    }
    return element
  }

  /// The element at an index, if there is one.
  public func elementAtOrNil(_ index: Int) throws -> Element? {
    index < 0 ? nil : try query.skip(index).firstOrNil()
  }

  /// The first element for which a predicate is true, if there is one.
  public func firstOrNil(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Element? { try query.where(predicate).firstOrNil() }

  /// The first element for which a predicate is true, if there is one.
  @_disfavoredOverload
  public func firstOrNil(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Element? { try query.where(predicate).firstOrNil() }

  /// The same as `firstOrNil`, with the name that Swift's sequences use.
  public func first(
    where predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Element? { try query.where(predicate).firstOrNil() }

  /// The same as `firstOrNil`, with the name that Swift's sequences use.
  @_disfavoredOverload
  public func first(
    where predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Element? { try query.where(predicate).firstOrNil() }

  /// The last element for which a predicate is true, if there is one.
  public func lastOrNil(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Element? { try query.where(predicate).lastOrNil() }

  /// The last element for which a predicate is true, if there is one.
  @_disfavoredOverload
  public func lastOrNil(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Element? { try query.where(predicate).lastOrNil() }

  /// The only element for which a predicate is true.
  public func single(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Element { try query.where(predicate).single() }

  /// The only element for which a predicate is true.
  @_disfavoredOverload
  public func single(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Element { try query.where(predicate).single() }

  /// The only element for which a predicate is true, or nil if there is none.
  public func singleOrNil(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Element? { try query.where(predicate).singleOrNil() }

  /// The only element for which a predicate is true, or nil if there is none.
  @_disfavoredOverload
  public func singleOrNil(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Element? { try query.where(predicate).singleOrNil() }
}
