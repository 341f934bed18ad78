extension Queryable {
  /// Each element, seen among all elements of the query, in their order.
  ///
  /// A window gives the elements before and after it, and numbers that depend on them: ranks,
  /// running sums, means of the last elements, parts of a total.
  ///
  /// ```swift
  /// people.windows().select { ($0.element.id, $0.soFar.sum { $0.age }, $0.lag().map { $0.age }) }
  /// // SELECT id, c1_7, c1_8 FROM (SELECT …, swift_window_sum(age) OVER (ORDER BY id
  /// // ROWS UNBOUNDED PRECEDING) AS c1_7, lag(age, 1) OVER (ORDER BY id) AS c1_8 FROM person)
  /// // WHERE swift_evaluated(c1_7) ORDER BY +id
  /// ```
  ///
  /// The windows are in the order of the elements. SQL computes them if a `select` or an aggregate
  /// follows, after any `where`, `sort`, `take` and `skip`.
  public func windows() -> Query<QueryWindow<Element>> {
    query.then(WindowNode<Element, Bool>(source: query.node, key: nil, function: nil))
  }

  /// Each element, seen among the elements with the same key, in the order of the query.
  ///
  /// ```swift
  /// people.windows(within: { $0.surname }).where { $0.rank(byDescending: { $0.age }) <= 3 }
  ///   .select { ($0.element.name, $0.element.surname) }
  /// // … rank() OVER (PARTITION BY surname ORDER BY age DESC) AS c1_7 …
  /// ```
  public func windows<Key: Hashable & Sendable>(
    within key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<QueryWindow<Element>> { windowed(QueryExpression(of: key)) }

  /// Each element, seen among the elements with the same key of several parts.
  ///
  /// ```swift
  /// people.windows(within: { ($0.surname, $0.age) }).select { ($0.element.id, $0.rowNumber) }
  /// ```
  @_disfavoredOverload
  public func windows<First: SelectPart, Second: SelectPart, each Rest: SelectPart>(
    within key: (QueryExpression<Element>) -> (First, Second, repeat each Rest)
  ) -> Query<QueryWindow<Element>>
  where
    First.Part: Hashable & Sendable, Second.Part: Hashable & Sendable,
    repeat (each Rest).Part: Hashable & Sendable
  { windowed(composite(key)) }

  /// Each element, seen among the elements with the same key, which an arbitrary Swift closure
  /// computes.
  @_disfavoredOverload
  public func windows<Key: Hashable & Sendable>(
    within key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<QueryWindow<Element>> {
    query.then(WindowNode(source: query.node, key: .opaque, function: key))
  }

  private func windowed<Key: Hashable>(_ key: QueryExpression<Key>) -> Query<QueryWindow<Element>> {
    query.then(
      WindowNode(
        source: query.node, key: .expression(key.expressionNode), function: key.function()))
  }
}

private final class WindowNode<Source, Key: Hashable>: QueryNode {
  typealias Element = QueryWindow<Source>

  let source: any QueryNode<Source>
  let key: QueryKey?
  let function: (@Sendable (Source) throws -> Key)?

  /// - Parameters:
  ///   - key: the key of the partitions; nil if there is only one.
  ///   - function: the key as a function.
  init(
    source: any QueryNode<Source>, key: QueryKey?, function: (@Sendable (Source) throws -> Key)?
  ) {
    self.source = source
    self.key = key
    self.function = function
  }

  var `operator`: QueryOperator { .windows(key) }
  var upstream: (any QueryNode)? { source }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    WindowNode(source: upstream.cast(), key: key, function: function)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let next = try source.pull(run)
    return deferred { [function] in
      let elements = try LinqCore.collect(next)
      guard let function else {
        let rows = WindowRows(elements)
        return LinqCore.pull(of: elements.indices.lazy.map { QueryWindow(rows: rows, index: $0) })
      }
      return LinqCore.pull(of: try windows(of: elements, elements.mapKept(function)))
    }
  }
}

/// Returns the window of each element among those with the same key.
package func windows<Element, Key: Hashable>(
  of elements: [Element], _ keys: [Key]
) -> some Sequence<QueryWindow<Element>> {
  var partitions = GroupedItems<Key, Element>()
  let places = elements.indices.map { index in
    let partition = partitions.add(elements[index], under: keys[index])
    return (partition: partition, index: partitions.items[partition].count - 1)
  }
  let rows = partitions.items.map { WindowRows($0) }
  return places.lazy.map { QueryWindow(rows: rows[$0.partition], index: $0.index) }
}
