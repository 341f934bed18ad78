// Arrays inside expressions have the terminals of chains. They give one value.

extension QueryExpression where Value: QueryArray & Sendable, Value.Element: Sendable {
  /// Returns whether the array has an element.
  ///
  /// ```swift
  /// people.where { $0.invoices.any() }
  /// // … WHERE EXISTS (SELECT 1 FROM invoice WHERE person_id = person.id) …
  /// ```
  public func any() -> QueryExpression<Bool> { existence(of: subquery) }

  /// Returns whether a predicate is true for at least one element of the array.
  public func any(
    _ predicate: (QueryExpression<Value.Element>) -> QueryExpression<Bool>
  ) -> QueryExpression<Bool> { existence(of: subquery.filtered(predicate)) }

  /// The same as `any`, with the name that Swift's sequences use.
  public func contains(
    where predicate: (QueryExpression<Value.Element>) -> QueryExpression<Bool>
  ) -> QueryExpression<Bool> { any(predicate) }

  /// Returns whether a predicate is true for all elements of the array; `true` if it is empty.
  public func all(
    _ predicate: (QueryExpression<Value.Element>) -> QueryExpression<Bool>
  ) -> QueryExpression<Bool> { !any { !predicate($0) } }

  /// The same as `all`, with the name that Swift's sequences use.
  public func allSatisfy(
    _ predicate: (QueryExpression<Value.Element>) -> QueryExpression<Bool>
  ) -> QueryExpression<Bool> { all(predicate) }

  /// Whether the array has no element.
  public var isEmpty: QueryExpression<Bool> { !any() }

  /// The number of elements of the array.
  public var count: QueryExpression<Int> { number(of: subquery) }

  /// Returns the number of elements of the array for which a predicate is true.
  public func count(
    where predicate: (QueryExpression<Value.Element>) -> QueryExpression<Bool>
  ) -> QueryExpression<Int> { number(of: subquery.filtered(predicate)) }

  /// The first element of the array, or nil if it is empty.
  ///
  /// ```swift
  /// people.select { ($0.name, $0.invoices.sort { $0.day }.select { $0.total }.first) }
  /// // SELECT name, (
  /// //   SELECT total FROM invoice WHERE person_id = person.id ORDER BY day, id LIMIT 1)
  /// // FROM person ORDER BY id
  /// ```
  public var first: QueryExpression<Value.Element?> {
    QueryExpression<Value.Element?>(firstOf: subquery)
  }

  /// The last element of the array, or nil if it is empty.
  public var last: QueryExpression<Value.Element?> { reverse().first }

  /// Returns the first element of the array for which a predicate is true, if there is one.
  public func first(
    where predicate: (QueryExpression<Value.Element>) -> QueryExpression<Bool>
  ) -> QueryExpression<Value.Element?> {
    QueryExpression<Value.Element?>(firstOf: subquery.filtered(predicate))
  }

  /// Returns the first of the elements with the lowest key, or nil if the array is empty.
  ///
  /// ```swift
  /// people.select { ($0.name, $0.invoices.maxBy { $0.day }.map { $0.total }) }
  /// ```
  public func minBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Value.Element>) -> QueryExpression<Key>
  ) -> QueryExpression<Value.Element?> { sort(key).first }

  /// Returns the first of the elements with the lowest optional key. nil is the lowest key.
  public func minBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Value.Element>) -> QueryExpression<Key?>
  ) -> QueryExpression<Value.Element?> { sort(key).first }

  /// Returns the first of the elements with the highest key, or nil if the array is empty.
  public func maxBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Value.Element>) -> QueryExpression<Key>
  ) -> QueryExpression<Value.Element?> { sortDescending(key).first }

  /// Returns the first of the elements with the highest optional key. nil is the lowest key.
  public func maxBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Value.Element>) -> QueryExpression<Key?>
  ) -> QueryExpression<Value.Element?> { sortDescending(key).first }

  private func existence(of elements: Subquery<Value.Element>) -> QueryExpression<Bool> {
    QueryExpression<Bool>(only: elements.then(.aggregate(.any, .element)) { $0.existence })
  }

  private func number(of elements: Subquery<Value.Element>) -> QueryExpression<Int> {
    QueryExpression<Int>(only: elements.then(.aggregate(.count, .element)) { $0.number })
  }
}

extension QueryExpression where Value: QueryArray & Sendable, Value.Element: Equatable & Sendable {
  /// Returns whether the array has a value of an expression. nil is a value like others.
  ///
  /// ```swift
  /// people.where { orders.elements.select { $0.personID }.contains($0.id) }
  /// // … WHERE id IN (SELECT person_id FROM "order") …
  /// ```
  public func contains(_ element: QueryExpression<Value.Element>) -> QueryExpression<Bool> {
    let array = subquery
    let value = element.expressionValue
    let list = array.elements
    return QueryExpression<Bool>(
      .operation(.isElement, [list.expressionNode, element.expressionNode])
    ) { scope in
      let value = try value(scope)
      if let isFound = try array.hasKept(value, in: scope) { return isFound }
      let next = try array.query(scope).node.pull(QueryRun())
      while let element = try next() {
        if element == value { return true }
      }
      return false
    }
  }

  /// Returns whether the array has a value.
  public func contains(_ element: Value.Element) -> QueryExpression<Bool> {
    contains(QueryExpression<Value.Element>(element))
  }

  /// Returns whether the array of optionals has a value of an expression that is never nil.
  public func contains<Wrapped>(
    _ element: QueryExpression<Wrapped>
  ) -> QueryExpression<Bool> where Value.Element == Wrapped? { contains(element.wrapped()) }
}

extension QueryExpression where Value: QueryArray & Sendable, Value.Element: Sendable {
  /// Returns the sum of a number of each element of the array, or 0 if it is empty. Numbers that
  /// are nil are left out.
  ///
  /// ```swift
  /// people.select { ($0.name, $0.invoices.sum { $0.total }) }
  /// ```
  public func sum<Summand: NumberOrNil>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Summand>
  ) -> QueryExpression<Summand.WrappedNumber> { aggregated(.numbers(.sum), of: value) }

  /// Returns the mean of a number of each element of the array, or nil if it is empty. Numbers that
  /// are nil are left out.
  public func average<Number: NumberOrNil>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Number>
  ) -> QueryExpression<Double?> { aggregated(.numbers(.average), of: value) }

  /// Returns the lowest value of the elements of the array, or nil if it is empty.
  public func min<Result: Comparable & Sendable>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Result>
  ) -> QueryExpression<Result?> { aggregated(.min, of: value) }

  /// Returns the lowest value that is not nil, or nil if there is none.
  public func min<Result: Comparable & Sendable>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Result?>
  ) -> QueryExpression<Result?> { aggregated(.skippingNil(.min), of: value) }

  /// Returns the highest value of the elements of the array, or nil if it is empty.
  public func max<Result: Comparable & Sendable>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Result>
  ) -> QueryExpression<Result?> { aggregated(.max, of: value) }

  /// Returns the highest value that is not nil, or nil if there is none.
  public func max<Result: Comparable & Sendable>(
    _ value: (QueryExpression<Value.Element>) -> QueryExpression<Result?>
  ) -> QueryExpression<Result?> { aggregated(.skippingNil(.max), of: value) }
}

extension QueryExpression where Value: QueryArray & Sendable, Value.Element: QueryNumber {
  /// Returns the sum of the elements of the array, or 0 if it is empty.
  public func sum() -> QueryExpression<Value.Element> { sum { $0 } }

  /// Returns the mean of the elements of the array, or nil if it is empty.
  public func average() -> QueryExpression<Double?> { average { $0 } }
}

extension QueryExpression where Value: QueryArray & Sendable, Value.Element: Comparable & Sendable {
  /// Returns the lowest element of the array, or nil if it is empty.
  public func min() -> QueryExpression<Value.Element?> { min { $0 } }

  /// Returns the highest element of the array, or nil if it is empty.
  public func max() -> QueryExpression<Value.Element?> { max { $0 } }
}
