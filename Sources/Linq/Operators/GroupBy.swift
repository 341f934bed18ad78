extension Queryable {
  /// The elements under their keys: groups in the order in which their keys first occur, the items of
  /// each in their order.
  ///
  /// ```swift
  /// people.groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) }
  /// // SELECT swift_prefix(surname, ?), count(*) FROM person
  /// // GROUP BY swift_prefix(surname, ?1) ORDER BY min(id)
  /// people.groupBy { $0.surname }.where { $0.count > 1 }        // … HAVING count(*) > ?
  /// ```
  ///
  /// Groups with their items are one statement too, however many groups there are.
  public func groupBy<Key: Hashable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<QueryGroup<Key, Element>> {
    let key = key(.element())
    return query.then(
      GroupNode(
        source: query.node, keyNode: key.expressionNode, valueNode: nil, key: key.function(),
        value: { $0 }))
  }

  /// The elements under their keys, which any Swift closure gives.
  @_disfavoredOverload
  public func groupBy<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<QueryGroup<Key, Element>> {
    query.then(
      GroupNode(source: query.node, keyNode: nil, valueNode: nil, key: key, value: { $0 }))
  }

  /// Values of the elements under their keys.
  ///
  /// ```swift
  /// people.groupBy({ $0.surname }, element: { $0.age }).select { ($0.key, $0.items) }
  /// ```
  public func groupBy<Key: Hashable & Sendable, Value>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>,
    element: (QueryExpression<Element>) -> QueryExpression<Value>
  ) -> Query<QueryGroup<Key, Value>> {
    let key = key(.element())
    let value = element(.element())
    return query.then(
      GroupNode(
        source: query.node, keyNode: key.expressionNode, valueNode: value.expressionNode,
        key: key.function(), value: value.function()))
  }

  /// Values of the elements under their keys, which any Swift closures give.
  @_disfavoredOverload
  public func groupBy<Key: Hashable & Sendable, Value>(
    _ key: @escaping @Sendable (Element) throws -> Key,
    element: @escaping @Sendable (Element) throws -> Value
  ) -> Query<QueryGroup<Key, Value>> {
    query.then(
      GroupNode(source: query.node, keyNode: nil, valueNode: nil, key: key, value: element))
  }

  /// What a closure makes of each key and its values.
  public func groupBy<Key: Hashable & Sendable, Value, Result>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>,
    element: (QueryExpression<Element>) -> QueryExpression<Value>,
    result: @escaping @Sendable (Key, [Value]) throws -> Result
  ) -> Query<Result> {
    groupBy(key, element: element).select { group in try result(group.key, group.items) }
  }

  /// How many elements have each key, in the order in which the keys first occur.
  ///
  /// ```swift
  /// people.countBy { $0.surname }.sortDescending { $0.1 }.take(10)
  /// // SELECT surname, count(*) FROM person GROUP BY surname
  /// // ORDER BY count(*) DESC, min(id) LIMIT 10
  /// ```
  public func countBy<Key: Hashable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<(Key, Int)> { groupBy(key).select { ($0.key, $0.count) } }

  /// How many elements have each key, which any Swift closure gives.
  @_disfavoredOverload
  public func countBy<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Query<(Key, Int)> {
    let groups = groupBy(key)
    return groups.select { group in (group.key, group.items.count) }
  }

  /// The elements of each key folded into one value, in the order in which the keys first occur.
  ///
  /// ```swift
  /// people.aggregateBy({ $0.surname }, 0) { total, person in total + person.age }
  /// ```
  public func aggregateBy<Key: Hashable & Sendable, Value: Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key, _ seed: Value,
    _ combine: @escaping @Sendable (Value, Element) throws -> Value
  ) -> Query<(Key, Value)> {
    query.then(.memory("aggregateBy")) { next in
      deferred {
        var order: [Key] = []
        var values: [Key: Value] = [:]
        while let element = try next() {
          let key = try key(element)
          if values[key] == nil { order.append(key) }
          values[key] = try combine(values[key] ?? seed, element)
        }
        return pull(of: order.lazy.compactMap { key in values[key].map { (key, $0) } })
      }
    }
  }
}

private struct GroupNode<Source, Key: Hashable & Sendable, Value>: QueryNode {
  typealias Element = QueryGroup<Key, Value>

  let source: any QueryNode<Source>
  let keyNode: ExpressionNode?
  let valueNode: ExpressionNode?
  let key: @Sendable (Source) throws -> Key
  let value: @Sendable (Source) throws -> Value

  var step: QueryStep { .group(keyNode, element: valueNode) }
  var upstream: (any QueryNode)? { source }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> {
    GroupNode(
      source: upstream.giving(), keyNode: keyNode, valueNode: valueNode, key: key, value: value)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let next = try source.pull(run)
    return Self.groups {
      guard let element = try next() else { return nil }
      return (try key(element), try value(element))
    }
  }

  func gather<Columns: ElementColumns>(
    _ columns: inout Columns, _ next: @escaping Pull<Columns.Row>
  ) -> Pull<Element>? {
    let key = columns.next(Key.self)
    let value = columns.next(Value.self)
    return Self.groups {
      guard let row = try next() else { return nil }
      return (try key(row), try value(row))
    }
  }

  private static func groups(of pairs: @escaping Pull<(Key, Value)>) -> Pull<Element> {
    deferred {
      var keys: [Key] = []
      var places: [Key: Int] = [:]
      var items: [[Value]] = []
      while let (key, value) = try pairs() {
        if let place = places[key] {
          items[place].append(value)
        } else {
          places[key] = keys.count
          keys.append(key)
          items.append([value])
        }
      }
      return Linq.pull(of: Swift.zip(keys, items).lazy.map { QueryGroup(key: $0, items: $1) })
    }
  }
}
