internal import StoreSupport

extension Queryable {
  /// The elements sorted by a key in ascending order. The sort is stable.
  ///
  /// nil comes first. Text is ordered by its Unicode scalars.
  ///
  /// ```swift
  /// people.sort { $0.surname }.thenBy { $0.name }       // … ORDER BY surname, name, id
  /// ```
  public func sort<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> { sorted(key(.element()), isDescending: false, isSecondary: false) }

  /// The elements sorted by an optional key in ascending order. nil comes first.
  public func sort<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) -> Query<Element> { sorted(key(.element()), isDescending: false, isSecondary: false) }

  /// The elements sorted by a key that an arbitrary Swift closure computes, in ascending order.
  @_disfavoredOverload
  public func sort<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { sorted(key, isDescending: false, isSecondary: false) }

  /// The elements sorted by a key in descending order. The sort is stable.
  ///
  /// ```swift
  /// people.sortDescending { $0.age }        // … ORDER BY age DESC, id
  /// ```
  public func sortDescending<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> { sorted(key(.element()), isDescending: true, isSecondary: false) }

  /// The elements sorted by an optional key in descending order. nil comes last.
  public func sortDescending<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) -> Query<Element> { sorted(key(.element()), isDescending: true, isSecondary: false) }

  /// The elements sorted by a key that an arbitrary Swift closure computes, in descending order.
  @_disfavoredOverload
  public func sortDescending<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { sorted(key, isDescending: true, isSecondary: false) }

  /// The elements of the sort directly before it, where elements with equal keys are sorted by
  /// another key. After another operator it is a new sort.
  public func thenBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> { sorted(key(.element()), isDescending: false, isSecondary: true) }

  /// The elements of a sort, where elements with equal keys are sorted by an optional key.
  public func thenBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) -> Query<Element> { sorted(key(.element()), isDescending: false, isSecondary: true) }

  /// The elements of a sort, where elements with equal keys are sorted by a key that an arbitrary
  /// Swift closure computes.
  @_disfavoredOverload
  public func thenBy<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { sorted(key, isDescending: false, isSecondary: true) }

  /// The elements of the sort directly before it, where elements with equal keys are sorted by
  /// another key in descending order. After another operator it is a new sort.
  public func thenByDescending<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> { sorted(key(.element()), isDescending: true, isSecondary: true) }

  /// The elements of a sort, where elements with equal keys are sorted by an optional key in
  /// descending order.
  public func thenByDescending<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) -> Query<Element> { sorted(key(.element()), isDescending: true, isSecondary: true) }

  /// The elements of a sort, where elements with equal keys are sorted in descending order by a key
  /// that an arbitrary Swift closure computes.
  @_disfavoredOverload
  public func thenByDescending<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { sorted(key, isDescending: true, isSecondary: true) }

  fileprivate func sorted<Key: Comparable & Sendable>(
    _ key: QueryExpression<Key>, isDescending: Bool, isSecondary: Bool
  ) -> Query<Element> {
    let value: @Sendable (Element) throws -> Key = key.function()
    return sorted(key.expressionNode, isDescending, isSecondary) { elements in
      let keys = try elements.mapUnlessInterrupted(value)
      return {
        try $0.ordered(
          by: { keys[$0] }, isDescending: isDescending, check: InterruptionCheck.closure())
      }
    }
  }

  private func sorted<Key: Comparable & Sendable>(
    _ key: QueryExpression<Key?>, isDescending: Bool, isSecondary: Bool
  ) -> Query<Element> {
    let value: @Sendable (Element) throws -> Key? = key.function()
    return sorted(key.expressionNode, isDescending, isSecondary) { elements in
      let keys = try elements.mapUnlessInterrupted(value)
      return {
        try $0.ordered(
          byOptional: { keys[$0] }, isDescending: isDescending,
          check: InterruptionCheck.closure())
      }
    }
  }

  /// Returns the query sorted by an optional key that a closure computes.
  func sorted<Key: Comparable & Sendable>(
    byOptional key: @escaping @Sendable (Element) throws -> Key?, isDescending: Bool,
    isSecondary: Bool
  ) -> Query<Element> {
    sorted(nil, isDescending, isSecondary) { elements in
      let keys = try elements.mapUnlessInterrupted(key)
      return {
        try $0.ordered(
          byOptional: { keys[$0] }, isDescending: isDescending,
          check: InterruptionCheck.closure())
      }
    }
  }

  private func sorted<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key, isDescending: Bool, isSecondary: Bool
  ) -> Query<Element> {
    sorted(nil, isDescending, isSecondary) { elements in
      let keys = try elements.mapUnlessInterrupted(key)
      return {
        try $0.ordered(
          by: { keys[$0] }, isDescending: isDescending, check: InterruptionCheck.closure())
      }
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
  /// The elements in ascending order.
  public func sort() -> Query<Element> {
    sorted(QueryExpression<Element>.element(), isDescending: false, isSecondary: false)
  }

  /// The elements in descending order.
  public func sortDescending() -> Query<Element> {
    sorted(QueryExpression<Element>.element(), isDescending: true, isSecondary: false)
  }
}

/// Computes the keys of all elements and returns a function that sorts their indices by these keys.
private typealias SortLevel<Element> =
  @Sendable ([Element]) throws -> (Sorting<Int>) throws -> Sorting<Int>

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
    // A primary sort and its secondary sorts are executed together.
    var levels = [self]
    while levels[0].isSecondary, let primary = levels[0].source as? SortNode<Element> {
      levels.insert(primary, at: 0)
    }
    let next = try levels[0].source.pull(run)
    return deferred {
      let elements = try LinqCore.collect(next)
      let orders = try levels.map { try $0.level(elements) }
      let sorting = try orders.reduce(Sorting(elements: Array(elements.indices))) { try $1($0) }
      return LinqCore.pull(of: sorting.elements.lazy.map { elements[$0] })
    }
  }
}
