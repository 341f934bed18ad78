// Arrays inside expressions have the operators of chains. They give arrays again.

/// An array of elements as the value of an expression: the elements of another query, or of a
/// property.
public protocol QueryArray<Element>: Sequence {
  /// The elements in the order in which operators see them.
  @_documentation(visibility: internal)
  var orderedElements: [Element] { get }
}

extension QueryArray {
  /// The elements in their order.
  @_documentation(visibility: internal)
  public var orderedElements: [Element] { Array(self) }
}

extension Array: QueryArray {}

extension QueryExpression where Value: QueryArray & Sendable, Value.Element: Sendable {
  /// The elements of the array for which an expression is true, in their order.
  ///
  /// ```swift
  /// people.select { ($0.name, $0.invoices.where { $0.total > 100 }.count) }
  /// ```
  public func `where`(
    _ predicate: (QueryExpression<Value.Element>) -> QueryExpression<Bool>
  ) -> QueryExpression<[Value.Element]> {
    subquery.filtered(predicate).elements
  }

  /// The value of an expression for each element of the array.
  public func select<Result: Sendable>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Result>
  ) -> QueryExpression<[Result]> {
    subquery.then(value, { .select([$0]) }) { query, value in query.select(value) }.elements
  }

  /// The same as `where`, with the name that Swift's arrays use.
  public func filter(
    _ predicate: (QueryExpression<Value.Element>) -> QueryExpression<Bool>
  ) -> QueryExpression<[Value.Element]> { self.where(predicate) }

  /// The same as `select`, with the name that Swift's arrays use.
  public func map<Result: Sendable>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Result>
  ) -> QueryExpression<[Result]> { select(value) }

  /// The elements of the array sorted by a key in ascending order. The sort is stable.
  public func sort<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Value.Element>) -> QueryExpression<Key>
  ) -> QueryExpression<[Value.Element]> { sorted(key, .values, isDescending: false) }

  /// The elements of the array sorted by an optional key in ascending order. nil comes first.
  public func sort<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Value.Element>) -> QueryExpression<Key?>
  ) -> QueryExpression<[Value.Element]> { sorted(key, .optionals(), isDescending: false) }

  /// The elements of the array sorted by a key in descending order. The sort is stable.
  public func sortDescending<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Value.Element>) -> QueryExpression<Key>
  ) -> QueryExpression<[Value.Element]> { sorted(key, .values, isDescending: true) }

  /// The elements of the array sorted by an optional key in descending order. nil comes last.
  public func sortDescending<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Value.Element>) -> QueryExpression<Key?>
  ) -> QueryExpression<[Value.Element]> { sorted(key, .optionals(), isDescending: true) }

  /// The elements of a sort, where elements with equal keys are sorted by another key.
  public func thenBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Value.Element>) -> QueryExpression<Key>
  ) -> QueryExpression<[Value.Element]> {
    sorted(key, .values, isDescending: false, isSecondary: true)
  }

  /// The elements of a sort, where elements with equal keys are sorted by an optional key.
  public func thenBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Value.Element>) -> QueryExpression<Key?>
  ) -> QueryExpression<[Value.Element]> {
    sorted(key, .optionals(), isDescending: false, isSecondary: true)
  }

  /// The elements of a sort, where elements with equal keys are sorted by an optional key in
  /// descending order.
  public func thenByDescending<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Value.Element>) -> QueryExpression<Key?>
  ) -> QueryExpression<[Value.Element]> {
    sorted(key, .optionals(), isDescending: true, isSecondary: true)
  }

  /// The elements of a sort, where elements with equal keys are sorted by another key in descending
  /// order.
  public func thenByDescending<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Value.Element>) -> QueryExpression<Key>
  ) -> QueryExpression<[Value.Element]> {
    sorted(key, .values, isDescending: true, isSecondary: true)
  }

  /// The elements sorted by the values of an expression.
  ///
  /// - Parameter isSecondary: whether only the equal elements of the sort before it are sorted.
  package func sorted<Key: Sendable>(
    _ key: (QueryExpression<Value.Element>) -> QueryExpression<Key>, _ order: KeyOrder<Key>,
    isDescending: Bool, isSecondary: Bool = false
  ) -> QueryExpression<[Value.Element]> {
    subquery.then(
      key, { .sort($0, isDescending: isDescending, isSecondary: isSecondary) }
    ) { $0.sorted($1, order, isDescending: isDescending, isSecondary: isSecondary) }.elements
  }

  /// At most `count` elements from the beginning of the array.
  public func take(_ count: Int) -> QueryExpression<[Value.Element]> {
    let count = Swift.max(0, count)
    return subquery.then(.take(count)) { $0.take(count) }.elements
  }

  /// All elements of the array but the first `count`.
  public func skip(_ count: Int) -> QueryExpression<[Value.Element]> {
    let count = Swift.max(0, count)
    return subquery.then(.skip(.constant(count))) { $0.skip(count) }.elements
  }

  /// The elements of the array in reverse order.
  public func reverse() -> QueryExpression<[Value.Element]> {
    subquery.then(.reverse) { $0.reverse() }.elements
  }

  /// The distinct elements of the array, in the order in which they first occur.
  public func distinct() -> QueryExpression<[Value.Element]> where Value.Element: Hashable {
    subquery.then(.distinct(.element)) { $0.distinct() }.elements
  }

  /// The first element of the array with each key.
  public func distinct<Key: Hashable & Sendable>(
    by key: (QueryExpression<Value.Element>) -> QueryExpression<Key>
  ) -> QueryExpression<[Value.Element]> {
    subquery.then(key, { .distinct(.expression($0)) }) { query, key in
      query.distinct(by: key)
    }.elements
  }
}
