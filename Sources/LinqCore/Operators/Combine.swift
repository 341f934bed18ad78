extension Queryable {
  /// The elements, then those of another query.
  ///
  /// ```swift
  /// people.where { $0.age < 18 }.concat(people.where { $0.age > 65 })
  /// // SELECT … FROM (SELECT … UNION ALL SELECT …) ORDER BY …
  /// ```
  public func concat(_ other: some Queryable<Element>) -> Query<Element> {
    combined(.concat, other, .element, body: concatenation)
  }

  private func combined(
    _ combination: QueryCombination, _ other: some Queryable<Element>, _ key: QueryKey,
    body:
      @escaping @Sendable (@escaping Pull<Element>, @escaping () throws -> Pull<Element>) throws ->
      Pull<Element>
  ) -> Query<Element> {
    query.then(
      CombiningNode(.combine(combination, key), query.node, other.query.node, body: body))
  }
}

extension Queryable where Element: Hashable & Sendable {
  /// The elements of both queries, each once, in the order in which they first occur.
  public func union(_ other: some Queryable<Element>) -> Query<Element> {
    united(other, .element) { $0 }
  }

  /// The elements that the other query has too, each once, in the order in which they first occur.
  public func intersect(_ other: some Queryable<Element>) -> Query<Element> {
    intersected(other, .element) { $0 }
  }

  /// The elements that the other query does not have, each once, in the order in which they first
  /// occur.
  public func except(_ other: some Queryable<Element>) -> Query<Element> {
    excepted(other, .element) { $0 }
  }
}

extension Queryable {
  /// The elements of both queries, the first of those with equal keys.
  public func union<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, by key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> {
    let key = key(.element())
    return united(other, .expression(key.expressionNode), key.function())
  }

  /// The elements of both queries, the first of those with equal keys, which any Swift closure
  /// gives.
  @_disfavoredOverload
  public func union<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, by key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { united(other, .opaque, key) }

  /// The elements whose keys the other query has too, the first of those with equal keys.
  public func intersect<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, by key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> {
    let key = key(.element())
    return intersected(other, .expression(key.expressionNode), key.function())
  }

  /// The elements whose keys, which any Swift closure gives, the other query has too.
  @_disfavoredOverload
  public func intersect<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, by key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { intersected(other, .opaque, key) }

  /// The elements whose keys the other query does not have, the first of those with equal keys.
  public func except<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, by key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> {
    let key = key(.element())
    return excepted(other, .expression(key.expressionNode), key.function())
  }

  /// The elements whose keys, which any Swift closure gives, the other query does not have.
  @_disfavoredOverload
  public func except<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, by key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { excepted(other, .opaque, key) }

  private func united<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, _ description: QueryKey,
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> {
    combined(.union, other, description) { first, second in
      firstOccurrences(of: concatenation(first, second), by: key)
    }
  }

  private func intersected<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, _ description: QueryKey,
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> {
    combined(.intersect, other, description) { first, second in
      deferred { firstOccurrences(of: first, in: try keys(of: second(), key), by: key) }
    }
  }

  private func excepted<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, _ description: QueryKey,
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> {
    combined(.except, other, description) { first, second in
      deferred { firstOccurrences(of: first, notIn: try keys(of: second(), key), by: key) }
    }
  }
}

/// The elements of one pull, then those of another, which is made when the first has ended.
@Sendable private func concatenation<Element>(
  _ first: @escaping Pull<Element>, _ second: @escaping () throws -> Pull<Element>
) -> Pull<Element> {
  let second = deferred(second)
  var isSecond = false
  return {
    if !isSecond {
      if let element = try first() { return element }
      isSecond = true
    }
    return try second()
  }
}

private func keys<Element, Key: Hashable>(
  of next: Pull<Element>, _ key: (Element) throws -> Key
) throws -> Set<Key> {
  var keys: Set<Key> = []
  while let element = try next() { keys.insert(try key(element)) }
  return keys
}
