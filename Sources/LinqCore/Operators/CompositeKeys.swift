// Keys of several parts. Swift's tuples are not `Hashable`, so these operators take the parts.
//
// They are disfavored so that the compiler considers them only for closures that no other overload
// takes. Otherwise it would type-check every key once for each number of parts. Keys of three
// parts, and tuples of three as elements, are in `TupleArities.swift`.

extension Queryable {
  /// The elements grouped by a key of two parts.
  ///
  /// ```swift
  /// people.groupBy { ($0.surname, $0.age) }.select { ($0.key.0, $0.key.1, $0.count) }
  /// // SELECT surname, age, count(*) FROM person GROUP BY surname, age ORDER BY min(id)
  /// ```
  @_disfavoredOverload
  @inlinable public func groupBy<First: Hashable & Sendable, Second: Hashable & Sendable>(
    _ key: (QueryExpression<Element>) -> (QueryExpression<First>, QueryExpression<Second>)
  ) -> Query<QueryGroup<(First, Second), Element>> {
    grouped {
      let (first, second) = key($0)
      return QueryExpression<(First, Second)>(first, second)
    } _: { step, key, value in
      try collectGroups(step, { CompositeKey(try key()) }, value)
        .map { QueryGroup(key: $0.key.parts, items: $0.items) }
    }
  }

  /// The number of elements with each key of two parts, in the order in which the keys first occur.
  ///
  /// ```swift
  /// people.countBy { ($0.surname, $0.age) }.sortDescending { $0.1 }.take(10)
  /// // SELECT surname, age, count(*) FROM person GROUP BY surname, age
  /// // ORDER BY count(*) DESC, min(id) LIMIT 10
  /// ```
  @_disfavoredOverload
  @inlinable public func countBy<First: Hashable & Sendable, Second: Hashable & Sendable>(
    _ key: (QueryExpression<Element>) -> (QueryExpression<First>, QueryExpression<Second>)
  ) -> Query<((First, Second), Int)> { groupBy(key).select { ($0.key, $0.count) } }
}

// Where the key does not appear in the result, one function takes any number of parts from two on.
// A parameter pack alone would also match no parts: a closure that no other overload takes would
// then be one that returns nothing, and a join would match everything with everything. Parts are
// `SelectPart`, so that constants may be among them.
extension Queryable {
  /// The first element with each key of several parts, in the order of the elements.
  ///
  /// ```swift
  /// people.distinct { ($0.surname, $0.age) }
  /// // SELECT id, name, … FROM person GROUP BY surname, age ORDER BY min(id)
  /// ```
  @_disfavoredOverload
  public func distinct<First: SelectPart, Second: SelectPart, each Rest: SelectPart>(
    by key: (QueryExpression<Element>) -> (First, Second, repeat each Rest)
  ) -> Query<Element>
  where
    First.Part: Hashable & Sendable, Second.Part: Hashable & Sendable,
    repeat (each Rest).Part: Hashable & Sendable
  { distinct(composite(key)) }

  /// The elements of both queries with distinct keys of several parts. The first of the elements
  /// with equal keys is kept.
  @_disfavoredOverload
  public func union<First: SelectPart, Second: SelectPart, each Rest: SelectPart>(
    _ other: some Queryable<Element>,
    by key: (QueryExpression<Element>) -> (First, Second, repeat each Rest)
  ) -> Query<Element>
  where
    First.Part: Hashable & Sendable, Second.Part: Hashable & Sendable,
    repeat (each Rest).Part: Hashable & Sendable
  { united(other, composite(key)) }

  /// The elements whose keys of several parts also occur in the other query. The first of the
  /// elements with equal keys is kept.
  @_disfavoredOverload
  public func intersect<First: SelectPart, Second: SelectPart, each Rest: SelectPart>(
    _ other: some Queryable<Element>,
    by key: (QueryExpression<Element>) -> (First, Second, repeat each Rest)
  ) -> Query<Element>
  where
    First.Part: Hashable & Sendable, Second.Part: Hashable & Sendable,
    repeat (each Rest).Part: Hashable & Sendable
  { intersected(other, composite(key)) }

  /// The elements whose keys of several parts do not occur in the other query. The first of the
  /// elements with equal keys is kept.
  @_disfavoredOverload
  public func except<First: SelectPart, Second: SelectPart, each Rest: SelectPart>(
    _ other: some Queryable<Element>,
    by key: (QueryExpression<Element>) -> (First, Second, repeat each Rest)
  ) -> Query<Element>
  where
    First.Part: Hashable & Sendable, Second.Part: Hashable & Sendable,
    repeat (each Rest).Part: Hashable & Sendable
  { excepted(other, composite(key)) }
}

/// Returns a key of several parts as one expression.
func composite<Element, each Part: SelectPart>(
  _ key: (QueryExpression<Element>) -> (repeat each Part)
) -> QueryExpression<CompositeKey<repeat (each Part).Part>>
where repeat (each Part).Part: Hashable & Sendable {
  QueryExpression { element in
    let parts = key(element)
    return QueryExpression(key: repeat (each parts).selectedPart)
  }
}

// MARK: - Tuples as elements

// One function for each number of parts: the compiler fails to compile closures whose parameter is
// a tuple of a parameter pack.

extension Queryable {
  /// The distinct pairs, in the order in which they first occur.
  ///
  /// ```swift
  /// people.select { ($0.surname, $0.age) }.distinct()
  /// // SELECT surname, age FROM person GROUP BY surname, age ORDER BY min(id)
  /// ```
  public func distinct<
    First: Hashable & Sendable, Second: Hashable & Sendable
  >() -> Query<Element> where Element == (First, Second) {
    distinct(.element) { CompositeKey($0) }
  }

  /// The distinct pairs of both queries, in the order in which they first occur.
  public func union<
    First: Hashable & Sendable, Second: Hashable & Sendable
  >(_ other: some Queryable<Element>) -> Query<Element> where Element == (First, Second) {
    united(other, .element) { CompositeKey($0) }
  }

  /// The distinct pairs that are also in the other query, in the order in which they first
  /// occur.
  public func intersect<
    First: Hashable & Sendable, Second: Hashable & Sendable
  >(_ other: some Queryable<Element>) -> Query<Element> where Element == (First, Second) {
    intersected(other, .element) { CompositeKey($0) }
  }

  /// The distinct pairs that are not in the other query, in the order in which they first
  /// occur.
  public func except<
    First: Hashable & Sendable, Second: Hashable & Sendable
  >(_ other: some Queryable<Element>) -> Query<Element> where Element == (First, Second) {
    excepted(other, .element) { CompositeKey($0) }
  }
}
