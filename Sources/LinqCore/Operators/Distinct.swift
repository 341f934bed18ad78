extension Queryable where Element: Hashable & Sendable {
  /// The first of equal elements, in their order.
  ///
  /// ```swift
  /// people.select { $0.surname }.distinct()
  /// // SELECT surname FROM person GROUP BY surname ORDER BY min(id)
  /// ```
  public func distinct() -> Query<Element> { distinct(.element) { $0 } }
}

extension Queryable {
  /// The first of the elements with equal keys, in their order.
  ///
  /// ```swift
  /// people.distinct { $0.surname }
  /// // SELECT id, name, … FROM person GROUP BY surname ORDER BY min(id)
  /// ```
  public func distinct<Key: Hashable & Sendable>(
    by key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> {
    let expression = key(.element())
    return distinct(.expression(expression.expressionNode), expression.function())
  }

  /// The first of the elements with equal keys, which any Swift closure gives.
  @_disfavoredOverload
  public func distinct<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { distinct(.opaque, key) }

  private func distinct<Key: Hashable & Sendable>(
    _ description: QueryKey, _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> {
    query.then(.distinct(description)) { next in firstOccurrences(of: next, by: key) }
  }
}

/// Gives the first of the elements with equal keys that are not among those seen.
func firstOccurrences<Element, Key: Hashable>(
  of next: @escaping Pull<Element>, notIn seen: Set<Key> = [],
  by key: @escaping (Element) throws -> Key
) -> Pull<Element> {
  var seen = seen
  return {
    while let element = try next() {
      if seen.insert(try key(element)).inserted { return element }
    }
    return nil
  }
}

/// Gives the first element with each of some keys.
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
