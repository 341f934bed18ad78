internal import StoreSupport

// nil is a key like any other: nil equals nil, as in Swift.

extension Queryable {
  /// The pairs of elements with equal keys, in the order of the elements and then in the order of
  /// the other query.
  ///
  /// ```swift
  /// people.join(invoices, on: { $0.id }, equals: { $0.personID })
  ///   .select { ($0.0.name, $0.1.total) }
  /// // SELECT a.name, b.total FROM person AS a JOIN invoice AS b ON a.id = b.person_id
  /// // ORDER BY a.id, b.id
  /// ```
  public func join<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> QueryExpression<Key>,
    equals innerKey: (QueryExpression<Inner>) -> QueryExpression<Key>
  ) -> Query<(Element, Inner)> {
    joined(.inner, inner, QueryExpression(of: outerKey), QueryExpression(of: innerKey), matches)
  }

  /// The pairs of elements with equal keys, which arbitrary Swift closures compute.
  @_disfavoredOverload
  public func join<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: @escaping @Sendable (Element) throws -> Key,
    equals innerKey: @escaping @Sendable (Inner) throws -> Key
  ) -> Query<(Element, Inner)> {
    joined(.inner, inner, outerKey, innerKey, matches)
  }

  /// The pairs of elements with equal keys, and a pair with nil for each element without a match.
  ///
  /// ```swift
  /// people.leftJoin(invoices, on: { $0.id }, equals: { $0.personID })
  ///   .select { ($0.0.name, $0.1.map { $0.total }) }
  /// ```
  public func leftJoin<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> QueryExpression<Key>,
    equals innerKey: (QueryExpression<Inner>) -> QueryExpression<Key>
  ) -> Query<(Element, Inner?)> {
    joined(.left, inner, QueryExpression(of: outerKey), QueryExpression(of: innerKey), leftMatches)
  }

  /// The pairs of elements with equal keys, which arbitrary Swift closures compute, and a pair with
  /// nil for each element without a match.
  @_disfavoredOverload
  public func leftJoin<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: @escaping @Sendable (Element) throws -> Key,
    equals innerKey: @escaping @Sendable (Inner) throws -> Key
  ) -> Query<(Element, Inner?)> {
    joined(.left, inner, outerKey, innerKey, leftMatches)
  }

  /// The pairs of elements with equal keys, and a pair with nil for each element of the other query
  /// without a match, in the order of the other query.
  public func rightJoin<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> QueryExpression<Key>,
    equals innerKey: (QueryExpression<Inner>) -> QueryExpression<Key>
  ) -> Query<(Element?, Inner)> {
    joined(
      .right, inner, QueryExpression(of: outerKey), QueryExpression(of: innerKey), rightMatches)
  }

  /// The pairs of elements with equal keys, which arbitrary Swift closures compute, and a pair with
  /// nil for each element of the other query without a match, in the order of the other query.
  @_disfavoredOverload
  public func rightJoin<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: @escaping @Sendable (Element) throws -> Key,
    equals innerKey: @escaping @Sendable (Inner) throws -> Key
  ) -> Query<(Element?, Inner)> {
    joined(.right, inner, outerKey, innerKey, rightMatches)
  }

  /// The pairs of elements with equal keys and a pair with nil for each element without a match,
  /// followed by the elements of the other query without a match.
  public func fullJoin<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> QueryExpression<Key>,
    equals innerKey: (QueryExpression<Inner>) -> QueryExpression<Key>
  ) -> Query<(Element?, Inner?)> {
    joined(.full, inner, QueryExpression(of: outerKey), QueryExpression(of: innerKey), fullMatches)
  }

  /// The pairs of elements with equal keys, which arbitrary Swift closures compute, and a pair with
  /// nil for each element without a match, followed by the elements of the other query without a
  /// match.
  @_disfavoredOverload
  public func fullJoin<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: @escaping @Sendable (Element) throws -> Key,
    equals innerKey: @escaping @Sendable (Inner) throws -> Key
  ) -> Query<(Element?, Inner?)> {
    joined(.full, inner, outerKey, innerKey, fullMatches)
  }

  /// Each element with all elements of the other query that have an equal key.
  public func groupJoin<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: (QueryExpression<Element>) -> QueryExpression<Key>,
    equals innerKey: (QueryExpression<Inner>) -> QueryExpression<Key>
  ) -> Query<(Element, [Inner])> {
    joined(
      .group, inner, QueryExpression(of: outerKey), QueryExpression(of: innerKey), groupMatches)
  }

  /// Each element with all elements of the other query that have an equal key, which arbitrary
  /// Swift closures compute.
  @_disfavoredOverload
  public func groupJoin<Inner, Key: Hashable & Sendable>(
    _ inner: some Queryable<Inner>,
    on outerKey: @escaping @Sendable (Element) throws -> Key,
    equals innerKey: @escaping @Sendable (Inner) throws -> Key
  ) -> Query<(Element, [Inner])> {
    joined(.group, inner, outerKey, innerKey, groupMatches)
  }

  func joined<Inner, Key: Hashable & Sendable, Left, Right>(
    _ kind: QueryJoin.Kind, _ inner: some Queryable<Inner>, _ outerKey: QueryExpression<Key>,
    _ innerKey: QueryExpression<Key>, _ match: @escaping Match<Element, Inner, Left, Right>
  ) -> Query<(Left, Right)> {
    let join = QueryJoin(
      kind: kind,
      match: .keys(outer: outerKey.expressionNode, inner: innerKey.expressionNode),
      leftType: Left.self, rightType: Right.self)
    return joined(join, inner.query.node, outerKey.function(), innerKey.function(), match)
  }

  private func joined<Inner, Key: Hashable & Sendable, Left, Right>(
    _ kind: QueryJoin.Kind, _ inner: some Queryable<Inner>,
    _ outerKey: @escaping @Sendable (Element) throws -> Key,
    _ innerKey: @escaping @Sendable (Inner) throws -> Key,
    _ match: @escaping Match<Element, Inner, Left, Right>
  ) -> Query<(Left, Right)> {
    let join = QueryJoin(
      kind: kind, match: .closures, leftType: Left.self, rightType: Right.self)
    return joined(join, inner.query.node, outerKey, innerKey, match)
  }

  func joined<Inner, Key: Hashable & Sendable, Left, Right>(
    _ join: QueryJoin, _ inner: any QueryNode<Inner>,
    _ outerKey: @escaping @Sendable (Element) throws -> Key,
    _ innerKey: @escaping @Sendable (Inner) throws -> Key,
    _ match: @escaping Match<Element, Inner, Left, Right>
  ) -> Query<(Left, Right)> {
    joined(join, inner) { outer, inner in
      // Elements with equal keys match. Keys are numbered, so that matching does not depend on
      // their type.
      var numbers: [Key: Int] = [:]
      func number(_ key: Key) -> Int {
        if let number = numbers[key] { return number }
        numbers[key] = numbers.count
        return numbers.count - 1
      }
      let partners = try collect(inner).mapKept { (number(try innerKey($0)), $0) }
      let elements = try collect(outer).mapKept { (number(try outerKey($0)), $0) }
      return try match(elements, partners)
    }
  }

  /// The pairs that a closure makes of the elements of both queries.
  func joined<Inner, Left, Right>(
    _ join: QueryJoin, _ inner: any QueryNode<Inner>,
    _ pairs: @escaping @Sendable (Pull<Element>, Pull<Inner>) throws -> Pull<(Left, Right)>
  ) -> Query<(Left, Right)> {
    query.then(JoinNode(outer: query.node, inner: inner, join: join, pairs: pairs))
  }
}

/// Pairs elements whose keys have equal numbers, one pair after the other: there may be far more
/// pairs than elements.
typealias Match<Outer, Inner, Left, Right> =
  @Sendable ([(Int, Outer)], [(Int, Inner)]) throws -> Pull<(Left, Right)>

private func partners<Inner>(_ inner: [(Int, Inner)]) throws -> [Int: [Inner]] {
  var partners: [Int: [Inner]] = [:]
  let next = pull(of: inner)
  var meter = MemoryMeter<Inner>()
  while let (key, element) = try next() {
    try meter.keep(element)
    partners[key, default: []].append(element)
  }
  return partners
}

@Sendable func matches<Outer, Inner>(
  _ outer: [(Int, Outer)], _ inner: [(Int, Inner)]
) throws -> Pull<(Outer, Inner)> {
  let partners = try partners(inner)
  return flattening(pull(of: outer)) { key, element in
    (partners[key] ?? []).lazy.map { (element, $0) }
  }
}

@Sendable func leftMatches<Outer, Inner>(
  _ outer: [(Int, Outer)], _ inner: [(Int, Inner)]
) throws -> Pull<(Outer, Inner?)> {
  let partners = try partners(inner)
  return flattening(pull(of: outer)) { key, element in
    (partners[key].map { $0.map(Optional.some) } ?? [nil]).lazy.map { (element, $0) }
  }
}

@Sendable func rightMatches<Outer, Inner>(
  _ outer: [(Int, Outer)], _ inner: [(Int, Inner)]
) throws -> Pull<(Outer?, Inner)> {
  let next = try leftMatches(inner, outer)
  return { try next().map { ($1, $0) } }
}

@Sendable func fullMatches<Outer, Inner>(
  _ outer: [(Int, Outer)], _ inner: [(Int, Inner)]
) throws -> Pull<(Outer?, Inner?)> {
  let known = Set(outer.map(\.0))
  let next = try leftMatches(outer, inner)
  let rest = filtering(pull(of: inner)) { !known.contains($0.0) }
  return { try next().map { ($0, $1) } ?? rest().map { (nil, $1) } }
}

@Sendable func groupMatches<Outer, Inner>(
  _ outer: [(Int, Outer)], _ inner: [(Int, Inner)]
) throws -> Pull<(Outer, [Inner])> {
  let partners = try partners(inner)
  return pull(of: outer.lazy.map { ($1, partners[$0] ?? []) })
}

private final class JoinNode<Outer, Inner, Left, Right>: QueryNode {
  typealias Element = (Left, Right)

  let outer: any QueryNode<Outer>
  let inner: any QueryNode<Inner>
  let join: QueryJoin
  let pairs: @Sendable (Pull<Outer>, Pull<Inner>) throws -> Pull<(Left, Right)>

  init(
    outer: any QueryNode<Outer>, inner: any QueryNode<Inner>, join: QueryJoin,
    pairs: @escaping @Sendable (Pull<Outer>, Pull<Inner>) throws -> Pull<(Left, Right)>
  ) {
    self.outer = outer
    self.inner = inner
    self.join = join
    self.pairs = pairs
  }

  var `operator`: QueryOperator { .join(join) }
  var upstream: (any QueryNode)? { outer }
  var others: [any QueryNode] { [inner] }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    JoinNode(outer: upstream.cast(), inner: inner, join: join, pairs: pairs)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let next = try outer.pull(run)
    return deferred { [self] in try pairs(next, run.pull(inner)) }
  }

  var elementBuilder: (any AnyElementBuilder)? { ElementBuilder<Element>.pair() }
}
