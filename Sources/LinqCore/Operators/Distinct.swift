extension Queryable where Element: Hashable & Sendable {
  /// The distinct elements, in the order in which they first occur.
  ///
  /// ```swift
  /// people.select { $0.surname }.distinct()
  /// // SELECT surname FROM person GROUP BY surname ORDER BY min(id)
  /// ```
  public func distinct() -> Query<Element> { distinct(.element) { $0 } }
}

extension Queryable {
  /// The first element with each key, in the order of the elements.
  ///
  /// ```swift
  /// people.distinct { $0.surname }
  /// // SELECT id, name, … FROM person GROUP BY surname ORDER BY min(id)
  /// ```
  public func distinct<Key: Hashable & Sendable>(
    by key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> { distinct(QueryExpression(of: key)) }

  /// The first element with each key, which an arbitrary Swift closure computes.
  @_disfavoredOverload
  public func distinct<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { distinct(.opaque, key) }

  func distinct<Key: Hashable & Sendable>(_ key: QueryExpression<Key>) -> Query<Element> {
    distinct(.expression(key.expressionNode), key.function())
  }

  func distinct<Key: Hashable & Sendable>(
    _ description: QueryKey, _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> {
    query.then(.distinct(description)) { next in firstOccurrences(of: next, by: key) }
  }
}

/// Returns a pull of the first element with each key that is not in `seen`.
func firstOccurrences<Element, Key: Hashable>(
  of next: @escaping Pull<Element>, notIn seen: Set<Key> = [],
  by key: @escaping (Element) throws -> Key
) -> Pull<Element> {
  var seen = seen
  var meter = MemoryMeter<Key>()
  return {
    while let element = try next() {
      let key = try key(element)
      guard seen.insert(key).inserted else { continue }
      try meter.keep(key)
      return element
    }
    return nil
  }
}

/// Returns a pull of the first element with each of the keys in `wanted`.
func firstOccurrences<Element, Key: Hashable>(
  of next: @escaping Pull<Element>, in wanted: Set<Key>,
  by key: @escaping (Element) throws -> Key
) -> Pull<Element> {
  var wanted = wanted
  return {
    while let element = try next() {
      if wanted.remove(try key(element)) != nil { return element }
    }
    return nil
  }
}
