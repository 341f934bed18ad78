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
    let value: @Sendable (Element) throws -> Key = key.function()
    return sorted(key.expressionNode, isDescending, isSecondary) { elements in
      let keys = try elements.map(value)
      return { $0.ordered(by: { keys[$0] }, isDescending: isDescending) }
    }
  }

  private func sorted<Key: Comparable & Sendable>(
    _ key: QueryExpression<Key?>, isDescending: Bool, isSecondary: Bool
  ) -> Query<Element> {
    let value: @Sendable (Element) throws -> Key? = key.function()
    return sorted(key.expressionNode, isDescending, isSecondary) { elements in
      let keys = try elements.map(value)
      return { $0.ordered(byOptional: { keys[$0] }, isDescending: isDescending) }
    }
  }

  private func sorted<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key, isDescending: Bool, isSecondary: Bool
  ) -> Query<Element> {
    sorted(nil, isDescending, isSecondary) { elements in
      let keys = try elements.map(key)
      return { $0.ordered(by: { keys[$0] }, isDescending: isDescending) }
    }
  }

  private func sorted(
    _ expression: ExpressionNode?, _ isDescending: Bool, _ isSecondary: Bool,
    _ level: @escaping SortLevel<Element>
  ) -> Query<Element> {
    query.then(
      SortNode(
        .sort(expression, isDescending: isDescending, isSecondary: isSecondary), on: query.node,
        level: level))
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

/// Computes the keys of all elements, and returns what orders their indices by these.
private typealias SortLevel<Element> =
  @Sendable ([Element]) throws -> (Sorting<Int>) -> Sorting<Int>

private final class SortNode<Element>: QueryNode {
  let source: any QueryNode<Element>
  let `operator`: QueryOperator
  let level: SortLevel<Element>

  init(
    _ operator: QueryOperator, on source: any QueryNode<Element>,
    level: @escaping SortLevel<Element>
  ) {
    self.source = source
    self.operator = `operator`
    self.level = level
  }

  var upstream: (any QueryNode)? { source }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    SortNode(`operator`, on: upstream.cast(), level: level)
  }

  private var isSecondary: Bool {
    if case .sort(_, _, isSecondary: true) = `operator` { true } else { false }
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    // The sort and those that only decide between its equals are done at once.
    var levels = [self]
    while levels[0].isSecondary, let primary = levels[0].source as? SortNode<Element> {
      levels.insert(primary, at: 0)
    }
    let next = try levels[0].source.pull(run)
    return deferred {
      let elements = try LinqCore.collect(next)
      let orders = try levels.map { try $0.level(elements) }
      let sorting = orders.reduce(Sorting(elements: Array(elements.indices))) { $1($0) }
      return LinqCore.pull(of: sorting.elements.lazy.map { elements[$0] })
    }
  }
}
