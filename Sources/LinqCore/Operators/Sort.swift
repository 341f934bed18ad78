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
  ) -> Query<Element> { sorted(QueryExpression(of: key), .values, isDescending: false) }

  /// The elements sorted by an optional key in ascending order. nil comes first.
  public func sort<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) -> Query<Element> { sorted(QueryExpression(of: key), .optionals(), isDescending: false) }

  /// The elements sorted by a key that an arbitrary Swift closure computes, in ascending order.
  @_disfavoredOverload
  public func sort<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { sorted(key, .values, isDescending: false) }

  /// The elements sorted by a key in descending order. The sort is stable.
  ///
  /// ```swift
  /// people.sortDescending { $0.age }        // … ORDER BY age DESC, id
  /// ```
  public func sortDescending<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> { sorted(QueryExpression(of: key), .values, isDescending: true) }

  /// The elements sorted by an optional key in descending order. nil comes last.
  public func sortDescending<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) -> Query<Element> { sorted(QueryExpression(of: key), .optionals(), isDescending: true) }

  /// The elements sorted by a key that an arbitrary Swift closure computes, in descending order.
  @_disfavoredOverload
  public func sortDescending<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { sorted(key, .values, isDescending: true) }

  /// The elements of the sort directly before it, where elements with equal keys are sorted by
  /// another key. After another operator it is a new sort.
  public func thenBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> {
    sorted(QueryExpression(of: key), .values, isDescending: false, isSecondary: true)
  }

  /// The elements of a sort, where elements with equal keys are sorted by an optional key.
  public func thenBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) -> Query<Element> {
    sorted(QueryExpression(of: key), .optionals(), isDescending: false, isSecondary: true)
  }

  /// The elements of a sort, where elements with equal keys are sorted by a key that an arbitrary
  /// Swift closure computes.
  @_disfavoredOverload
  public func thenBy<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { sorted(key, .values, isDescending: false, isSecondary: true) }

  /// The elements of the sort directly before it, where elements with equal keys are sorted by
  /// another key in descending order. After another operator it is a new sort.
  public func thenByDescending<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> {
    sorted(QueryExpression(of: key), .values, isDescending: true, isSecondary: true)
  }

  /// The elements of a sort, where elements with equal keys are sorted by an optional key in
  /// descending order.
  public func thenByDescending<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) -> Query<Element> {
    sorted(QueryExpression(of: key), .optionals(), isDescending: true, isSecondary: true)
  }

  /// The elements of a sort, where elements with equal keys are sorted in descending order by a key
  /// that an arbitrary Swift closure computes.
  @_disfavoredOverload
  public func thenByDescending<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<Element> { sorted(key, .values, isDescending: true, isSecondary: true) }

  /// The elements sorted by the values of an expression.
  ///
  /// - Parameter isSecondary: whether only the equal elements of the sort before it are sorted.
  package func sorted<Key: Sendable>(
    _ key: QueryExpression<Key>, _ order: KeyOrder<Key>, isDescending: Bool,
    isSecondary: Bool = false
  ) -> Query<Element> {
    let operation = QueryOperator.sort(
      key.expressionNode, isDescending: isDescending, isSecondary: isSecondary)
    let level = KeyedSort<Element, Key>(
      key: key.function(), expression: key, order: order, isDescending: isDescending)
    return query.then(SortNode(operation, on: query.node, level: level))
  }

  /// The elements sorted by the values that an arbitrary Swift closure computes.
  package func sorted<Key: Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key, _ order: KeyOrder<Key>, isDescending: Bool,
    isSecondary: Bool = false
  ) -> Query<Element> {
    let operation = QueryOperator.sort(nil, isDescending: isDescending, isSecondary: isSecondary)
    let level = KeyedSort(key: key, expression: nil, order: order, isDescending: isDescending)
    return query.then(SortNode(operation, on: query.node, level: level))
  }
}

extension Queryable where Element: Comparable & Sendable {
  /// The elements in ascending order.
  public func sort() -> Query<Element> {
    sorted(QueryExpression<Element>.element(), .values, isDescending: false)
  }

  /// The elements in descending order.
  public func sortDescending() -> Query<Element> {
    sorted(QueryExpression<Element>.element(), .values, isDescending: true)
  }
}

/// How elements are ordered by keys of a type.
package struct KeyOrder<Key>: Sendable {
  /// Sorts indices of keys further, in ascending or descending order.
  let sort: @Sendable (Sorting<Int>, [Key], Bool) throws -> Sorting<Int>
  /// Returns whether a key comes before another one in ascending order.
  let precedes: @Sendable (Key, Key) -> Bool
  /// Returns what tells the keys that come after a given one, in ascending or descending order.
  let followers: @Sendable (QueryExpression<Key>, Key, Bool) -> SortFollowers
}

extension KeyOrder where Key: Comparable & Sendable {
  /// The order of values.
  package static var values: KeyOrder {
    KeyOrder { sorting, keys, isDescending in
      try sorting.ordered(
        by: { keys[$0] }, isDescending: isDescending, check: InterruptionCheck.closure())
    } precedes: {
      ValueOrder.precedes($0, $1)
    } followers: { key, last, isDescending in
      isDescending
        ? SortFollowers(after: key < last, orEqual: key <= last)
        : SortFollowers(after: key > last, orEqual: key >= last)
    }
  }
}

extension KeyOrder {
  /// The order of values that may be nil, which comes first.
  package static func optionals<Wrapped: Comparable & Sendable>() -> KeyOrder
  where Key == Wrapped? {
    KeyOrder { sorting, keys, isDescending in
      try sorting.ordered(
        byOptional: { keys[$0] }, isDescending: isDescending, check: InterruptionCheck.closure())
    } precedes: {
      ValueOrder.precedes($0, $1)
    } followers: { key, last, isDescending in
      guard let last else {
        return isDescending
          ? SortFollowers(after: nil, orEqual: key == nil)
          : SortFollowers(after: key != nil, orEqual: nil)
      }
      return isDescending
        ? SortFollowers(
          after: !(key != nil && key.unwrapped() >= last),
          orEqual: !(key != nil && key.unwrapped() > last))
        : SortFollowers(
          after: key != nil && key.unwrapped() > last,
          orEqual: key != nil && key.unwrapped() >= last)
    }
  }
}

/// One sort of a chain of sorts.
protocol SortLevel<Element>: Sendable {
  associatedtype Element

  /// The sort in the opposite direction.
  var reversed: Self { get }

  /// Computes the keys of all elements and returns a function that sorts their indices by them.
  func sort(_ elements: [Element]) throws -> (Sorting<Int>) throws -> Sorting<Int>

  /// Returns what tells the elements that come after a given one, as expressions of a closure with
  /// a parameter; nil if the key is a closure.
  func followers(of last: Element, _ parameter: ExpressionParameter) throws -> SortFollowers?

  /// Returns a function that tells where elements are: before a given one (-1), at it (0), or after
  /// it (1).
  func position(beside last: Element) throws -> @Sendable (Element) throws -> Int
}

private struct KeyedSort<Element, Key: Sendable>: SortLevel {
  let key: @Sendable (Element) throws -> Key
  /// The key as an expression; nil for a closure.
  let expression: QueryExpression<Key>?
  let order: KeyOrder<Key>
  let isDescending: Bool

  var reversed: Self {
    KeyedSort(key: key, expression: expression, order: order, isDescending: !isDescending)
  }

  func sort(_ elements: [Element]) throws -> (Sorting<Int>) throws -> Sorting<Int> {
    let keys = try elements.mapKept(key)
    return { try order.sort($0, keys, isDescending) }
  }

  func followers(of last: Element, _ parameter: ExpressionParameter) throws -> SortFollowers? {
    guard let expression else { return nil }
    return order.followers(expression.moved(to: parameter), try key(last), isDescending)
  }

  func position(beside last: Element) throws -> @Sendable (Element) throws -> Int {
    let last = try key(last)
    return { element in
      let key = try key(element)
      if order.precedes(key, last) { return isDescending ? 1 : -1 }
      return order.precedes(last, key) ? (isDescending ? -1 : 1) : 0
    }
  }
}

/// The conditions that tell which elements come after a given one in a sort.
struct SortFollowers: Sendable {
  /// Whether the key of an element comes after the given one; nil if none does.
  let after: QueryExpression<Bool>?
  /// Whether the key of an element is the given one or comes after it; nil if all do.
  let orEqual: QueryExpression<Bool>?
}

final class SortNode<Element>: QueryNode {
  let source: any QueryNode<Element>
  let `operator`: QueryOperator
  let level: any SortLevel<Element>

  init(
    _ operator: QueryOperator, on source: any QueryNode<Element>, level: any SortLevel<Element>
  ) {
    self.source = source
    self.operator = `operator`
    self.level = level
  }

  var upstream: (any QueryNode)? { source }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    moved(to: upstream.cast())
  }

  /// The same sort of other elements.
  func moved(to source: any QueryNode<Element>) -> SortNode {
    SortNode(`operator`, on: source, level: level)
  }

  /// The sort in the opposite direction, of other elements.
  func reversed(on source: any QueryNode<Element>) -> SortNode {
    guard case .sort(let key, let isDescending, let isSecondary) = `operator` else {
      preconditionFailure("a sort has the operator of one")
    }
    return SortNode(
      .sort(key, isDescending: !isDescending, isSecondary: isSecondary), on: source,
      level: level.reversed)
  }

  private var isSecondary: Bool {
    if case .sort(_, _, isSecondary: true) = `operator` { true } else { false }
  }

  /// The sort and those that it continues, the primary one first.
  var sorts: [SortNode<Element>] {
    var sorts = [self]
    while sorts[0].isSecondary, let primary = sorts[0].source as? SortNode<Element> {
      sorts.insert(primary, at: 0)
    }
    return sorts
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    // A primary sort and its secondary sorts are executed together.
    let sorts = sorts
    let next = try sorts[0].source.pull(run)
    return deferred {
      let elements = try LinqCore.collect(next)
      let orders = try sorts.map { try $0.level.sort(elements) }
      let sorting = try orders.reduce(Sorting(elements: Array(elements.indices))) { try $1($0) }
      return LinqCore.pull(of: sorting.elements.lazy.map { elements[$0] })
    }
  }
}
