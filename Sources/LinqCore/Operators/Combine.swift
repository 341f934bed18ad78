extension Queryable {
  /// The elements, followed by those of another query.
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
  /// The distinct elements of both queries, in the order in which they first occur.
  public func union(_ other: some Queryable<Element>) -> Query<Element> {
    united(other, .element) { $0 }
  }

  /// The distinct elements that are also in the other query, in the order in which they first
  /// occur.
  public func intersect(_ other: some Queryable<Element>) -> Query<Element> {
    intersected(other, .element) { $0 }
  }

  /// The distinct elements that are not in the other query, in the order in which they first occur.
  public func except(_ other: some Queryable<Element>) -> Query<Element> {
    excepted(other, .element) { $0 }
  }
}

extension Queryable {
  /// The elements of both queries with distinct keys. The first of the elements with equal keys is
  /// kept.
  public func union<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, by key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> {
    united(other, QueryExpression(of: key))
  }

  /// The elements of both queries with distinct keys, which an arbitrary Swift closure computes.
  /// The first of the elements with equal keys is kept.
  @_disfavoredOverload
  public func union<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, by key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { united(other, .opaque, key) }

  /// The elements whose keys also occur in the other query. The first of the elements with equal
  /// keys is kept.
  public func intersect<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, by key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> {
    intersected(other, QueryExpression(of: key))
  }

  /// The elements whose keys, which an arbitrary Swift closure computes, also occur in the other
  /// query. The first of the elements with equal keys is kept.
  @_disfavoredOverload
  public func intersect<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, by key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { intersected(other, .opaque, key) }

  /// The elements whose keys do not occur in the other query. The first of the elements with equal
  /// keys is kept.
  public func except<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, by key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> {
    excepted(other, QueryExpression(of: key))
  }

  /// The elements whose keys, which an arbitrary Swift closure computes, do not occur in the other
  /// query. The first of the elements with equal keys is kept.
  @_disfavoredOverload
  public func except<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, by key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { excepted(other, .opaque, key) }

  func united<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, _ key: QueryExpression<Key>
  ) -> Query<Element> { united(other, .expression(key.expressionNode), key.function()) }

  func united<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, _ description: QueryKey,
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> {
    combined(.union, other, description) { first, second in
      firstOccurrences(of: concatenation(first, second), by: key)
    }
  }

  func intersected<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, _ key: QueryExpression<Key>
  ) -> Query<Element> { intersected(other, .expression(key.expressionNode), key.function()) }

  func intersected<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, _ description: QueryKey,
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> {
    combined(.intersect, other, description) { first, second in
      deferred { firstOccurrences(of: first, in: try keys(of: second(), key), by: key) }
    }
  }

  func excepted<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, _ key: QueryExpression<Key>
  ) -> Query<Element> { excepted(other, .expression(key.expressionNode), key.function()) }

  func excepted<Key: Hashable & Sendable>(
    _ other: some Queryable<Element>, _ description: QueryKey,
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> {
    combined(.except, other, description) { first, second in
      deferred { firstOccurrences(of: first, notIn: try keys(of: second(), key), by: key) }
    }
  }
}

/// Returns a pull of the elements of two pulls. The second is created when the first has ended.
@Sendable func concatenation<Element>(
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
  var meter = MemoryMeter<Key>()
  while let element = try next() {
    let key = try key(element)
    if keys.insert(key).inserted { try meter.keep(key) }
  }
  return keys
}
