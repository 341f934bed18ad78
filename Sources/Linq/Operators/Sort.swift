extension Queryable {
  /// The elements in the order of a key, the lowest first; equals stay in the order they had.
  ///
  /// nil comes first; text is in the order of its Unicode scalars.
  ///
  /// ```swift
  /// people.sort { $0.surname }.thenBy { $0.name }       // … ORDER BY surname, name, id
  /// ```
  public func sort<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> { sorted(key(.element()), isDescending: false, isSecondary: false) }

  /// The elements in the order of a key that may be nil, which comes first.
  public func sort<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) -> Query<Element> { sorted(key(.element()), isDescending: false, isSecondary: false) }

  /// The elements in the order of a key that any Swift closure gives.
  @_disfavoredOverload
  public func sort<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { sorted(key, isDescending: false, isSecondary: false) }

  /// The elements in the order of a key, the highest first; equals stay in the order they had.
  ///
  /// ```swift
  /// people.sortDescending { $0.age }        // … ORDER BY age DESC, id
  /// ```
  public func sortDescending<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> { sorted(key(.element()), isDescending: true, isSecondary: false) }

  /// The elements in the order of a key that may be nil, which comes last.
  public func sortDescending<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) -> Query<Element> { sorted(key(.element()), isDescending: true, isSecondary: false) }

  /// The elements in the order of a key that any Swift closure gives, the highest first.
  @_disfavoredOverload
  public func sortDescending<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { sorted(key, isDescending: true, isSecondary: false) }

  /// After a sort: decides between those that it found equal.
  public func thenBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> { sorted(key(.element()), isDescending: false, isSecondary: true) }

  /// After a sort: decides between those that it found equal, by a key that may be nil.
  public func thenBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) -> Query<Element> { sorted(key(.element()), isDescending: false, isSecondary: true) }

  /// After a sort: decides between those that it found equal, by any Swift closure.
  @_disfavoredOverload
  public func thenBy<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { sorted(key, isDescending: false, isSecondary: true) }

  /// After a sort: decides between those that it found equal, the highest first.
  public func thenByDescending<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> { sorted(key(.element()), isDescending: true, isSecondary: true) }

  /// After a sort: decides between those that it found equal, by a key that may be nil.
  public func thenByDescending<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) -> Query<Element> { sorted(key(.element()), isDescending: true, isSecondary: true) }

  /// After a sort: decides between those that it found equal, by any Swift closure.
  @_disfavoredOverload
  public func thenByDescending<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { sorted(key, isDescending: true, isSecondary: true) }

  fileprivate func sorted<Key: Comparable & Sendable>(
    _ key: QueryExpression<Key>, isDescending: Bool, isSecondary: Bool
  ) -> Query<Element> {
    sorted(
      key.expressionNode, isDescending, isSecondary,
      { try ExpressionScope.evaluate(key, for: $0) }, ValueOrder.precedes)
  }

  private func sorted<Key: Comparable & Sendable>(
    _ key: QueryExpression<Key?>, isDescending: Bool, isSecondary: Bool
  ) -> Query<Element> {
    sorted(
      key.expressionNode, isDescending, isSecondary,
      { try ExpressionScope.evaluate(key, for: $0) }, ValueOrder.precedes)
  }

  private func sorted<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key, isDescending: Bool, isSecondary: Bool
  ) -> Query<Element> {
    sorted(nil, isDescending, isSecondary, key, ValueOrder.precedes)
  }

  private func sorted<Key>(
    _ expression: ExpressionNode?, _ isDescending: Bool, _ isSecondary: Bool,
    _ key: @escaping @Sendable (Element) throws -> Key,
    _ precedes: @escaping @Sendable (Key, Key) -> Bool
  ) -> Query<Element> {
    query.then(
      SortNode(
        source: query.node, expression: expression, isDescending: isDescending,
        isSecondary: isSecondary, ranks: { try ranks(of: $0.map(key), by: precedes) }))
  }
}

extension Queryable where Element: Comparable & Sendable {
  /// The elements in their own order, the lowest first.
  public func sort() -> Query<Element> {
    sorted(QueryExpression<Element>.element(), isDescending: false, isSecondary: false)
  }

  /// The elements in their own order, the highest first.
  public func sortDescending() -> Query<Element> {
    sorted(QueryExpression<Element>.element(), isDescending: true, isSecondary: false)
  }
}

/// The rank of each key among all of them: equal keys have equal ranks.
///
/// With ranks in the place of keys, sorts by keys of different types can be combined.
private func ranks<Key>(of keys: [Key], by precedes: (Key, Key) -> Bool) -> [Int] {
  let order = keys.indices.sorted { precedes(keys[$0], keys[$1]) }
  var ranks = Array(repeating: 0, count: keys.count)
  var rank = 0
  for (last, index) in zip(order, order.dropFirst()) {
    if precedes(keys[last], keys[index]) { rank += 1 }
    ranks[index] = rank
  }
  return ranks
}

private final class SortNode<Element>: QueryNode {
  let source: any QueryNode<Element>
  let expression: ExpressionNode?
  let isDescending: Bool
  let isSecondary: Bool
  let ranks: @Sendable ([Element]) throws -> [Int]

  init(
    source: any QueryNode<Element>, expression: ExpressionNode?, isDescending: Bool,
    isSecondary: Bool, ranks: @escaping @Sendable ([Element]) throws -> [Int]
  ) {
    self.source = source
    self.expression = expression
    self.isDescending = isDescending
    self.isSecondary = isSecondary
    self.ranks = ranks
  }

  var `operator`: QueryOperator {
    .sort(expression, isDescending: isDescending, isSecondary: isSecondary)
  }
  var upstream: (any QueryNode)? { source }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    SortNode(
      source: upstream.cast(), expression: expression, isDescending: isDescending,
      isSecondary: isSecondary, ranks: ranks)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    // The sort and those that only decide between its equals are done at once.
    var levels = [self]
    while levels[0].isSecondary, let primary = levels[0].source as? SortNode<Element> {
      levels.insert(primary, at: 0)
    }
    let next = try levels[0].source.pull(run)
    var sorted: IndexingIterator<[Element]>?
    return {
      if sorted == nil {
        var elements: [Element] = []
        while let element = try next() { elements.append(element) }
        let keys = try levels.map { ($0.isDescending, try $0.ranks(elements)) }
        // Swift's sort is stable, and the position decides all the same.
        let order = elements.indices.sorted { left, right in
          for (isDescending, ranks) in keys where ranks[left] != ranks[right] {
            return (ranks[left] < ranks[right]) != isDescending
          }
          return left < right
        }
        sorted = order.map { elements[$0] }.makeIterator()
      }
      return sorted?.next()
    }
  }
}
