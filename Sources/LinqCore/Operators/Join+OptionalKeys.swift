// Keys of which one may be nil: `$0.managerID` and `$0.id`. As in Swift, the other one becomes an
// optional, and no value equals nil.
extension Queryable {
  /// The pairs of elements with equal keys.
  ///
  /// ```swift
  /// employees.join(employees, on: { $0.managerID }, equals: { $0.id })
  /// // SELECT … FROM employee AS a JOIN employee AS b ON a.manager_id IS b.id ORDER BY a.id, b.id
  /// ```
  public func join<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> QueryExpression<Key?>,
    equals innerKey: (QueryExpression<Inner>) -> QueryExpression<Key>
  ) -> Query<(Element, Inner)> { join(inner, on: outerKey, equals: { innerKey($0).wrapped() }) }

  /// The pairs of elements with equal keys.
  public func join<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> QueryExpression<Key>,
    equals innerKey: (QueryExpression<Inner>) -> QueryExpression<Key?>
  ) -> Query<(Element, Inner)> { join(inner, on: { outerKey($0).wrapped() }, equals: innerKey) }

  /// The pairs of elements with equal keys, and a pair with nil for each element without a match.
  public func leftJoin<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> QueryExpression<Key?>,
    equals innerKey: (QueryExpression<Inner>) -> QueryExpression<Key>
  ) -> Query<(Element, Inner?)> {
    leftJoin(inner, on: outerKey, equals: { innerKey($0).wrapped() })
  }

  /// The pairs of elements with equal keys, and a pair with nil for each element without a match.
  public func leftJoin<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> QueryExpression<Key>,
    equals innerKey: (QueryExpression<Inner>) -> QueryExpression<Key?>
  ) -> Query<(Element, Inner?)> {
    leftJoin(inner, on: { outerKey($0).wrapped() }, equals: innerKey)
  }

  /// The pairs of elements with equal keys, and a pair with nil for each element of the other query
  /// without a match, in the order of the other query.
  public func rightJoin<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> QueryExpression<Key?>,
    equals innerKey: (QueryExpression<Inner>) -> QueryExpression<Key>
  ) -> Query<(Element?, Inner)> {
    rightJoin(inner, on: outerKey, equals: { innerKey($0).wrapped() })
  }

  /// The pairs of elements with equal keys, and a pair with nil for each element of the other query
  /// without a match, in the order of the other query.
  public func rightJoin<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> QueryExpression<Key>,
    equals innerKey: (QueryExpression<Inner>) -> QueryExpression<Key?>
  ) -> Query<(Element?, Inner)> {
    rightJoin(inner, on: { outerKey($0).wrapped() }, equals: innerKey)
  }

  /// The pairs of elements with equal keys and a pair with nil for each element without a match,
  /// followed by the elements of the other query without a match.
  public func fullJoin<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> QueryExpression<Key?>,
    equals innerKey: (QueryExpression<Inner>) -> QueryExpression<Key>
  ) -> Query<(Element?, Inner?)> {
    fullJoin(inner, on: outerKey, equals: { innerKey($0).wrapped() })
  }

  /// The pairs of elements with equal keys and a pair with nil for each element without a match,
  /// followed by the elements of the other query without a match.
  public func fullJoin<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> QueryExpression<Key>,
    equals innerKey: (QueryExpression<Inner>) -> QueryExpression<Key?>
  ) -> Query<(Element?, Inner?)> {
    fullJoin(inner, on: { outerKey($0).wrapped() }, equals: innerKey)
  }

  /// Each element with all elements of the other query that have an equal key.
  public func groupJoin<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> QueryExpression<Key?>,
    equals innerKey: (QueryExpression<Inner>) -> QueryExpression<Key>
  ) -> Query<(Element, [Inner])> {
    groupJoin(inner, on: outerKey, equals: { innerKey($0).wrapped() })
  }

  /// Each element with all elements of the other query that have an equal key.
  public func groupJoin<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> QueryExpression<Key>,
    equals innerKey: (QueryExpression<Inner>) -> QueryExpression<Key?>
  ) -> Query<(Element, [Inner])> {
    groupJoin(inner, on: { outerKey($0).wrapped() }, equals: innerKey)
  }
}
