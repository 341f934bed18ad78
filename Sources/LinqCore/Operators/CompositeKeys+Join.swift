// Joins by keys of several parts, which have the same types on both sides; for packs this is said
// by an equality of tuples.

extension Queryable {
  /// The pairs of elements with equal keys of several parts, in the order of the elements and then
  /// in the order of the other query.
  ///
  /// ```swift
  /// people.join(guests, on: { ($0.name, $0.surname) }, equals: { ($0.name, $0.surname) })
  /// // … FROM person AS a JOIN guest AS b ON a.name = b.name AND a.surname = b.surname …
  /// ```
  @_disfavoredOverload
  public func join<
    Inner, First: SelectPart, Second: SelectPart, each Rest: SelectPart,
    InnerFirst: SelectPart<First.Part>, InnerSecond: SelectPart<Second.Part>,
    each InnerRest: SelectPart
  >(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> (First, Second, repeat each Rest),
    equals innerKey: (QueryExpression<Inner>) -> (InnerFirst, InnerSecond, repeat each InnerRest)
  ) -> Query<(Element, Inner)>
  where
    First.Part: Hashable & Sendable, Second.Part: Hashable & Sendable,
    repeat (each Rest).Part: Hashable & Sendable,
    repeat (each InnerRest).Part: Hashable & Sendable,
    (repeat (each Rest).Part) == (repeat (each InnerRest).Part)
  { joined(.inner, inner, composite(outerKey), composite(innerKey), matches) }

  /// The pairs of elements with equal keys of several parts, and a pair with nil for each element
  /// without a match.
  @_disfavoredOverload
  public func leftJoin<
    Inner, First: SelectPart, Second: SelectPart, each Rest: SelectPart,
    InnerFirst: SelectPart<First.Part>, InnerSecond: SelectPart<Second.Part>,
    each InnerRest: SelectPart
  >(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> (First, Second, repeat each Rest),
    equals innerKey: (QueryExpression<Inner>) -> (InnerFirst, InnerSecond, repeat each InnerRest)
  ) -> Query<(Element, Inner?)>
  where
    First.Part: Hashable & Sendable, Second.Part: Hashable & Sendable,
    repeat (each Rest).Part: Hashable & Sendable,
    repeat (each InnerRest).Part: Hashable & Sendable,
    (repeat (each Rest).Part) == (repeat (each InnerRest).Part)
  { joined(.left, inner, composite(outerKey), composite(innerKey), leftMatches) }

  /// The pairs of elements with equal keys of several parts, and a pair with nil for each element
  /// of the other query without a match, in the order of the other query.
  @_disfavoredOverload
  public func rightJoin<
    Inner, First: SelectPart, Second: SelectPart, each Rest: SelectPart,
    InnerFirst: SelectPart<First.Part>, InnerSecond: SelectPart<Second.Part>,
    each InnerRest: SelectPart
  >(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> (First, Second, repeat each Rest),
    equals innerKey: (QueryExpression<Inner>) -> (InnerFirst, InnerSecond, repeat each InnerRest)
  ) -> Query<(Element?, Inner)>
  where
    First.Part: Hashable & Sendable, Second.Part: Hashable & Sendable,
    repeat (each Rest).Part: Hashable & Sendable,
    repeat (each InnerRest).Part: Hashable & Sendable,
    (repeat (each Rest).Part) == (repeat (each InnerRest).Part)
  { joined(.right, inner, composite(outerKey), composite(innerKey), rightMatches) }

  /// The pairs of elements with equal keys of several parts and a pair with nil for each element
  /// without a match, followed by the elements of the other query without a match.
  @_disfavoredOverload
  public func fullJoin<
    Inner, First: SelectPart, Second: SelectPart, each Rest: SelectPart,
    InnerFirst: SelectPart<First.Part>, InnerSecond: SelectPart<Second.Part>,
    each InnerRest: SelectPart
  >(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> (First, Second, repeat each Rest),
    equals innerKey: (QueryExpression<Inner>) -> (InnerFirst, InnerSecond, repeat each InnerRest)
  ) -> Query<(Element?, Inner?)>
  where
    First.Part: Hashable & Sendable, Second.Part: Hashable & Sendable,
    repeat (each Rest).Part: Hashable & Sendable,
    repeat (each InnerRest).Part: Hashable & Sendable,
    (repeat (each Rest).Part) == (repeat (each InnerRest).Part)
  { joined(.full, inner, composite(outerKey), composite(innerKey), fullMatches) }

  /// Each element with all elements of the other query that have an equal key of several parts.
  @_disfavoredOverload
  public func groupJoin<
    Inner, First: SelectPart, Second: SelectPart, each Rest: SelectPart,
    InnerFirst: SelectPart<First.Part>, InnerSecond: SelectPart<Second.Part>,
    each InnerRest: SelectPart
  >(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> (First, Second, repeat each Rest),
    equals innerKey: (QueryExpression<Inner>) -> (InnerFirst, InnerSecond, repeat each InnerRest)
  ) -> Query<(Element, [Inner])>
  where
    First.Part: Hashable & Sendable, Second.Part: Hashable & Sendable,
    repeat (each Rest).Part: Hashable & Sendable,
    repeat (each InnerRest).Part: Hashable & Sendable,
    (repeat (each Rest).Part) == (repeat (each InnerRest).Part)
  { joined(.group, inner, composite(outerKey), composite(innerKey), groupMatches) }
}

// These take any two closures. The compiler considers unavailable functions only where no other one
// fits, so that they never win over closures that run in memory.
extension Queryable {
  /// Unavailable: keys of different types are never equal.
  @available(
    *, unavailable, message: "the two keys are of different types: convert one of them"
  )
  @_disfavoredOverload
  public func join<Inner, OuterKey, InnerKey>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> OuterKey,
    equals innerKey: (QueryExpression<Inner>) -> InnerKey
  ) -> Query<(Element, Inner)> { unavailable() }

  /// Unavailable: keys of different types are never equal.
  @available(
    *, unavailable, message: "the two keys are of different types: convert one of them"
  )
  @_disfavoredOverload
  public func leftJoin<Inner, OuterKey, InnerKey>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> OuterKey,
    equals innerKey: (QueryExpression<Inner>) -> InnerKey
  ) -> Query<(Element, Inner?)> { unavailable() }

  /// Unavailable: keys of different types are never equal.
  @available(
    *, unavailable, message: "the two keys are of different types: convert one of them"
  )
  @_disfavoredOverload
  public func rightJoin<Inner, OuterKey, InnerKey>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> OuterKey,
    equals innerKey: (QueryExpression<Inner>) -> InnerKey
  ) -> Query<(Element?, Inner)> { unavailable() }

  /// Unavailable: keys of different types are never equal.
  @available(
    *, unavailable, message: "the two keys are of different types: convert one of them"
  )
  @_disfavoredOverload
  public func fullJoin<Inner, OuterKey, InnerKey>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> OuterKey,
    equals innerKey: (QueryExpression<Inner>) -> InnerKey
  ) -> Query<(Element?, Inner?)> { unavailable() }

  /// Unavailable: keys of different types are never equal.
  @available(
    *, unavailable, message: "the two keys are of different types: convert one of them"
  )
  @_disfavoredOverload
  public func groupJoin<Inner, OuterKey, InnerKey>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> OuterKey,
    equals innerKey: (QueryExpression<Inner>) -> InnerKey
  ) -> Query<(Element, [Inner])> { unavailable() }
}
