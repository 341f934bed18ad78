extension Queryable {
  /// The elements for which an expression is true, in their order.
  ///
  /// ```swift
  /// people.where { $0.age < 40 }        // SELECT … FROM person WHERE age < ? ORDER BY id
  /// ```
  public func `where`(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) -> Query<Element> {
    let expression = QueryExpression(of: predicate)
    let function: @Sendable (Element) throws -> Bool = expression.function()
    return query.then(.filter(expression.expressionNode)) { next in filtering(next, function) }
  }

  /// All elements or none, by a condition that does not depend on the element. The closure runs
  /// once, when the query is built.
  ///
  /// ```swift
  /// people.where { _ in showsAll }      // SELECT … FROM person WHERE ? ORDER BY id
  /// ```
  @_disfavoredOverload
  public func `where`(_ condition: (borrowing NoElement) -> Bool) -> Query<Element> {
    let isTrue = condition(NoElement())
    return self.where { _ in QueryExpression(isTrue) }
  }

  /// The elements for which an arbitrary Swift closure returns `true`. It runs in memory, in the
  /// order of the elements and at most once for each.
  @_disfavoredOverload
  @inlinable public func `where`(
    _ predicate: (@Sendable (Element) throws -> Bool)?
  ) -> Query<Element> {
    // The optional makes the compiler prefer the other closures where it has a choice.
    guard let predicate else { preconditionFailure("where without a closure") }
    return query.filtered { next in filtering(next, predicate) }
  }
}

/// The parameter of a closure that does not use it.
@_documentation(visibility: internal)
public struct NoElement: ~Copyable {}

extension Query {
  /// The query with a filter by an arbitrary Swift closure. `body` is compiled in the caller.
  @usableFromInline func filtered(
    _ body: @escaping @Sendable (@escaping Pull<Element>) throws -> Pull<Element>
  ) -> Query<Element> { then(.filter(nil), body) }
}

/// Returns a pull of the elements for which a predicate is true. It is inlinable, so that it is
/// specialized in callers that know the type of the elements.
@inlinable func filtering<Element>(
  _ next: @escaping Pull<Element>, _ predicate: @escaping (Element) throws -> Bool
) -> Pull<Element> {
  {
    while let element = try next() {
      if try predicate(element) { return element }
    }
    return nil
  }
}
