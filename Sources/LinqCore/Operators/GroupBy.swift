extension Queryable {
  /// The elements grouped by a key. The groups are in the order in which their keys first occur,
  /// and the items of a group are in the order of the elements.
  ///
  /// ```swift
  /// people.groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) }
  /// // SELECT swift_prefix(surname, ?), count(*) FROM person
  /// // GROUP BY swift_prefix(surname, ?1) ORDER BY min(id)
  /// people.groupBy { $0.surname }.where { $0.count > 1 }        // … HAVING count(*) > ?
  /// ```
  ///
  /// Groups with their items are also read with a single statement, whatever the number of groups.
  @inlinable public func groupBy<Key: Hashable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<QueryGroup<Key, Element>> { grouped(key) { try collectGroups($0, $1, $2) } }

  /// The elements grouped by a key that an arbitrary Swift closure computes.
  @_disfavoredOverload
  @inlinable public func groupBy<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<QueryGroup<Key, Element>> {
    grouped(key, { $0 }) { try collectGroups($0, $1, $2) }
  }

  /// Values of the elements grouped by a key.
  ///
  /// ```swift
  /// people.groupBy({ $0.surname }, element: { $0.age }).select { ($0.key, $0.items) }
  /// ```
  @inlinable public func groupBy<Key: Hashable & Sendable, Value>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>,
    element: (QueryExpression<Element>) -> QueryExpression<Value>
  ) -> Query<QueryGroup<Key, Value>> { grouped(key, element) { try collectGroups($0, $1, $2) } }

  /// Values of the elements grouped by a key, both computed by arbitrary Swift closures.
  @_disfavoredOverload
  @inlinable public func groupBy<Key: Hashable & Sendable, Value>(
    _ key: @escaping @Sendable (Element) throws -> Key,
    element: @escaping @Sendable (Element) throws -> Value
  ) -> Query<QueryGroup<Key, Value>> { grouped(key, element) { try collectGroups($0, $1, $2) } }

  /// The results of a closure for each key and the values of its group.
  public func groupBy<Key: Hashable & Sendable, Value, Result>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>,
    element: (QueryExpression<Element>) -> QueryExpression<Value>,
    result: @escaping @Sendable (Key, [Value]) throws -> Result
  ) -> Query<Result> {
    groupBy(key, element: element).select { group in try result(group.key, group.items) }
  }

  /// The number of elements with each key, in the order in which the keys first occur.
  ///
  /// ```swift
  /// people.countBy { $0.surname }.sortDescending { $0.1 }.take(10)
  /// // SELECT surname, count(*) FROM person GROUP BY surname
  /// // ORDER BY count(*) DESC, min(id) LIMIT 10
  /// ```
  @inlinable public func countBy<Key: Hashable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<(Key, Int)> { groupBy(key).select { ($0.key, $0.count) } }

  /// The number of elements with each key, which an arbitrary Swift closure computes.
  @_disfavoredOverload
  public func countBy<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<(Key, Int)> {
    let groups = groupBy(key)
    return groups.select { group in (group.key, group.items.count) }
  }

  /// The elements with each key combined into one value, in the order in which the keys first
  /// occur.
  ///
  /// ```swift
  /// people.aggregateBy({ $0.surname }, 0) { total, person in total + person.age }
  /// ```
  public func aggregateBy<Key: Hashable & Sendable, Value: Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key, _ seed: Value,
    _ combine: @escaping @Sendable (Value, Element) throws -> Value
  ) -> Query<(Key, Value)> {
    query.then(.aggregateBy) { next in
      deferred {
        var folded = FoldedItems<Key, Value>()
        while let element = try next() {
          try folded.update(try key(element), from: seed) { try combine($0, element) }
        }
        return pull(of: folded.results)
      }
    }
  }
}

// The code that builds groups is inlinable, so that it is specialized in the caller, where the
// types are known. Otherwise each lookup of a key would use type metadata at run time.

/// The type of a specialized `collectGroups`.
@usableFromInline typealias CollectGroups<Key, Value> =
  @Sendable (_ step: () throws -> Bool, PartReader<Key>, PartReader<Value>) throws ->
  [QueryGroup<Key, Value>]

/// Groups the values of rows by their keys. `step` moves to the next row and returns `false` after
/// the last one.
@inlinable func collectGroups<Key: Hashable, Value>(
  _ step: () throws -> Bool, _ key: PartReader<Key>, _ value: PartReader<Value>
) throws -> [QueryGroup<Key, Value>] {
  var grouped = GroupedItems<Key, Value>()
  let keep = keptItems(Value.self)
  while try step() {
    let key = try key()
    let value = try value()
    try keep?(value)
    grouped.add(value, under: key)
  }
  return grouped.groups
}

/// Returns a closure that counts the items of groups; nil if the run may take any memory.
@usableFromInline func keptItems<Value>(_ type: Value.Type) -> ((Value) throws -> Void)? {
  var meter = MemoryMeter<Value>()
  return meter.isCounting ? { try meter.keep($0) } : nil
}

extension Queryable {
  @usableFromInline func grouped<Key>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>,
    _ collect: @escaping CollectGroups<Key, Element>
  ) -> Query<QueryGroup<Key, Element>> {
    let key = QueryExpression(of: key)
    return query.then(
      GroupNode(
        source: query.node, keyNode: key.expressionNode, valueNode: nil, key: key.function(),
        value: { $0 }, collect: collect))
  }

  @usableFromInline func grouped<Key: Hashable & Sendable, Value>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>,
    _ element: (QueryExpression<Element>) -> QueryExpression<Value>,
    _ collect: @escaping CollectGroups<Key, Value>
  ) -> Query<QueryGroup<Key, Value>> {
    let (key, value) = (QueryExpression(of: key), QueryExpression(of: element))
    return query.then(
      GroupNode(
        source: query.node, keyNode: key.expressionNode, valueNode: value.expressionNode,
        key: key.function(), value: value.function(), collect: collect))
  }

  @usableFromInline func grouped<Key: Hashable & Sendable, Value>(
    _ key: @escaping @Sendable (Element) throws -> Key,
    _ value: @escaping @Sendable (Element) throws -> Value,
    _ collect: @escaping CollectGroups<Key, Value>
  ) -> Query<QueryGroup<Key, Value>> {
    query.then(
      GroupNode(
        source: query.node, keyNode: nil, valueNode: nil, key: key, value: value, collect: collect))
  }
}

private final class GroupNode<Source, Key, Value>: GroupingNode {
  typealias Element = QueryGroup<Key, Value>

  let source: any QueryNode<Source>
  let keyNode: ExpressionNode?
  let valueNode: ExpressionNode?
  let key: @Sendable (Source) throws -> Key
  let value: @Sendable (Source) throws -> Value
  let collect: CollectGroups<Key, Value>

  init(
    source: any QueryNode<Source>, keyNode: ExpressionNode?, valueNode: ExpressionNode?,
    key: @escaping @Sendable (Source) throws -> Key,
    value: @escaping @Sendable (Source) throws -> Value,
    collect: @escaping CollectGroups<Key, Value>
  ) {
    self.source = source
    self.keyNode = keyNode
    self.valueNode = valueNode
    self.key = key
    self.value = value
    self.collect = collect
  }

  var `operator`: QueryOperator { .group(keyNode, element: valueNode) }
  var upstream: (any QueryNode)? { source }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    GroupNode(
      source: upstream.cast(), keyNode: keyNode, valueNode: valueNode, key: key, value: value,
      collect: collect)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let current = CurrentElement(try source.pull(run))
    let (key, value) = (current.reader(key), current.reader(value))
    return deferred { [self] in LinqCore.pull(of: try collect(current.step, key, value)) }
  }

  var groupReader: (any AnyGroupReader)? { GroupReader(collect: collect) }

  var merging: PartMerging<Element>? { groupMerging() }

  static var members: (key: AnyKeyPath, items: AnyKeyPath, count: AnyKeyPath) {
    Element.memberKeyPaths
  }
}

private struct GroupReader<Key, Value>: AnyGroupReader {
  let collect: CollectGroups<Key, Value>

  func pull(_ columns: any ElementColumns, _ step: @escaping () throws -> Bool) -> Any {
    let (key, value) = (columns.next(Key.self).read, columns.next(Value.self).read)
    return deferred { LinqCore.pull(of: try collect(step, key, value)) }
  }
}
