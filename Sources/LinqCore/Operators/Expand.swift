internal import StoreSupport

extension Queryable where Element: Identifiable & Sendable, Element.ID: Comparable & Sendable {
  /// The elements, those that lead on from them, those that lead on from these, and so on: each
  /// once, with its distance from the elements, which have 0.
  ///
  /// ```swift
  /// employees.where { $0.id == 7 }.expand { $0.reports }.select { ($0.0.name, $0.1) }
  /// // SELECT b.name, a.depth FROM (WITH RECURSIVE …) AS a
  /// // JOIN employee AS b ON a.key = b.id ORDER BY a.depth, b.id
  /// employees.where { $0.id == 42 }.expand { $0.manager }        // all above
  /// ```
  ///
  /// The elements with the same distance are in the order of their `id`. An element that is reached
  /// in several ways has the shortest distance, and one that leads back to itself ends the way, so
  /// that cycles end, too. `where { $0.1 <= 2 }` after it leaves out what is further away.
  ///
  /// - Parameter next: returns the elements to which an element leads, such as a relation.
  /// - Complexity: In memory, one call of `next`, and one statement of a relation, for each
  ///   element. In SQL, one statement, in which each distance reads the keys that have been
  ///   reached: a chain of n rows takes O(n²).
  public func expand(
    _ next: (QueryExpression<Element>) -> QueryExpression<[Element]>
  ) -> Query<(Element, Int)> {
    expand(by: query.idPath, next)
  }

  /// The elements and those to which a relation to one row leads from them, each once, with its
  /// distance.
  public func expand(
    _ next: (QueryExpression<Element>) -> Related<Element>
  ) -> Query<(Element, Int)> { expand(by: query.idPath, next) }

  /// The elements and those to which an arbitrary Swift closure leads from them, each once, with
  /// its distance. It runs in memory.
  @_disfavoredOverload
  public func expand(
    _ next: @escaping @Sendable (Element) throws -> [Element]
  ) -> Query<(Element, Int)> { expand(by: query.idPath, next) }
}

extension Queryable where Element: Sendable {
  /// The elements and those that lead on from them, which a key identifies, each once, with its
  /// distance. Elements with the same key count as one.
  ///
  /// ```swift
  /// categories.where { $0.name == "Science" }.expand(by: \.id) { $0.children }
  /// ```
  ///
  /// In SQL the key is that of a table. With another one the operator runs in memory.
  public func expand<Key: Hashable & Comparable>(
    by key: any KeyPath<Element, Key> & Sendable,
    _ next: (QueryExpression<Element>) -> QueryExpression<[Element]>
  ) -> Query<(Element, Int)> {
    let array = QueryExpression(of: next)
    return query.expanded(by: key, array.expressionNode, array.function())
  }

  /// The elements and those to which a relation to one row leads from them, which a key identifies,
  /// each once, with its distance.
  public func expand<Key: Hashable & Comparable>(
    by key: any KeyPath<Element, Key> & Sendable,
    _ next: (QueryExpression<Element>) -> Related<Element>
  ) -> Query<(Element, Int)> {
    let element = QueryExpression<Element>.element()
    let related = next(element)
    if let rows = related.rows {
      rows.expressionNode.checkParameter(is: element)
      return query.expanded(by: key, rows.expressionNode, rows.function())
    }
    related.relatedRow.expressionNode.checkParameter(is: element)
    let row: @Sendable (Element) throws -> Element? = related.relatedRow.function()
    return query.expanded(by: key, nil) { try row($0).map { [$0] } ?? [] }
  }

  /// The elements and those to which an arbitrary Swift closure leads from them, which a key
  /// identifies, each once, with its distance. It runs in memory.
  @_disfavoredOverload
  public func expand<Key: Hashable & Comparable>(
    by key: any KeyPath<Element, Key> & Sendable,
    _ next: @escaping @Sendable (Element) throws -> [Element]
  ) -> Query<(Element, Int)> { query.expanded(by: key, nil, next) }

  /// Unavailable: nothing identifies the elements.
  @available(
    *, unavailable,
    message: "elements that are not Identifiable need a key: write expand(by: \\.id) { $0.reports }"
  )
  @_disfavoredOverload
  public func expand<Next>(
    _ next: (QueryExpression<Element>) -> Next
  ) -> Query<Element> { unavailable() }
}

extension Query where Element: Identifiable & Sendable {
  /// The `id` of the elements: with the key path of the table, if there is one.
  package var idPath: any KeyPath<Element, Element.ID> & Sendable { node.keyPath() ?? \.id }
}

extension Query where Element: Sendable {
  fileprivate func expanded<Key: Hashable & Comparable>(
    by key: any KeyPath<Element, Key> & Sendable, _ array: ExpressionNode?,
    _ next: @escaping @Sendable (Element) throws -> [Element]
  ) -> Query<(Element, Int)> {
    then(ExpandNode(source: node, array: array, key: key, next: next))
  }
}

private final class ExpandNode<Row: Sendable, Key: Hashable & Comparable>: QueryNode {
  typealias Element = (Row, Int)

  let source: any QueryNode<Row>
  let array: ExpressionNode?
  let key: any KeyPath<Row, Key> & Sendable
  let next: @Sendable (Row) throws -> [Row]

  init(
    source: any QueryNode<Row>, array: ExpressionNode?, key: any KeyPath<Row, Key> & Sendable,
    next: @escaping @Sendable (Row) throws -> [Row]
  ) {
    (self.source, self.array, self.key, self.next) = (source, array, key, next)
  }

  var `operator`: QueryOperator { .expand(array, key: key) }
  var upstream: (any QueryNode)? { source }
  var elementBuilder: (any AnyElementBuilder)? { ElementBuilder<Element>.pair() }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    ExpandNode(source: upstream.cast(), array: array, key: key, next: next)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let start = try source.pull(run)
    return deferred { [key, next] in
      var check = InterruptionCheck()
      var meter = MemoryMeter<Element>()
      var reached: Set<Key> = []
      var elements: [Element] = []
      var level = try LinqCore.collect(start)
      var depth = 0
      while !level.isEmpty {
        var found: [Row] = []
        for row in level where reached.insert(row[keyPath: key]).inserted {
          try meter.keep((row, depth))
          found.append(row)
        }
        found.sort { ValueOrder.precedes($0[keyPath: key], $1[keyPath: key]) }
        level = []
        for row in found {
          try check()
          elements.append((row, depth))
          level += try next(row)
        }
        depth += 1
      }
      return LinqCore.pull(of: elements)
    }
  }
}
