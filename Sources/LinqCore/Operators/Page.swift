extension Queryable where Element: Identifiable, Element.ID: Comparable & Sendable {
  /// The elements that follow one in the order of the sort, at most `size`: the next page of a
  /// list (keyset pagination). The `id` decides about elements with equal keys, and is the order
  /// where there is no sort.
  ///
  /// ```swift
  /// var last: Person?
  /// repeat {
  ///   let page = try people.sort { $0.surname }.page(after: last, size: 50).toArray()
  ///   last = page.last
  /// } while last != nil
  /// // SELECT … FROM person ORDER BY surname, id LIMIT 50
  /// // SELECT … FROM person WHERE surname >= ? AND (surname > ? OR id > ?)
  /// // ORDER BY surname, id LIMIT 50
  /// ```
  ///
  /// A page costs as much wherever it is, if an index has the keys of the sort: the rows before it
  /// are not read, but for those with the same first key. (Rows before the page are read in a
  /// descending sort by an optional.) Rows that are inserted or deleted between two pages move no
  /// other row from one to the other, as they do with `skip`; `last` itself may be gone.
  ///
  /// - Parameters:
  ///   - last: the last element of the page before; nil for the first page. Its keys are computed
  ///     once, when the query is built, so they must not read other rows; each run throws the error
  ///     of one that fails.
  ///   - size: the highest number of elements.
  ///
  /// Filters, `distinct`, `take`, `skip` and `reverse` may follow the sort. If another operator
  /// follows it, such as `select`, each run throws ``QueryError/orderWithoutSort(operator:)``: sort
  /// after that operator.
  public func page(after last: Element?, size: Int) -> Query<Element> {
    let id = query.node.keyPath() ?? \Element.id
    return page(after: last, size: size) { (element: QueryExpression<Element>) in
      element[dynamicMember: id]
    }
  }
}

extension QueryNode {
  /// The key path of a table that the query reads, if it has this type. In generic code the
  /// compiler makes another key path for `id`, which is no column.
  package func keyPath<Row, Key>(
    _ type: KeyPath<Row, Key>.Type = KeyPath<Row, Key>.self
  ) -> (any KeyPath<Row, Key> & Sendable)? {
    var pending: [any QueryNode] = [self]
    while let node = pending.popLast() {
      if case .table(let table) = node.operator, let path = table.keyPath as? KeyPath<Row, Key> {
        // It was Sendable, which no cast can tell. The existential with the marker protocol has the
        // same representation.
        return unsafeBitCast(path, to: (any KeyPath<Row, Key> & Sendable).self)
      }
      pending += [node.upstream].compactMap { $0 } + node.others
    }
    return nil
  }
}

extension Queryable {
  /// The elements that follow one in the order of the sort, at most `size`. A key that no two
  /// elements share decides about those that the sort does not tell apart.
  ///
  /// ```swift
  /// let counts = people.groupBy { $0.surname }.select { ($0.key, $0.count) }
  /// counts.sortDescending { $0.1 }.page(after: last, size: 50) { $0.0 }
  /// // … GROUP BY surname HAVING count(*) <= ? AND (count(*) < ? OR surname > ?)
  /// // ORDER BY count(*) DESC, surname LIMIT 50
  /// ```
  ///
  /// - Parameters:
  ///   - last: the last element of the page before; nil for the first page.
  ///   - size: the highest number of elements.
  ///   - key: the key.
  public func page<Key: Comparable & Sendable>(
    after last: Element?, size: Int, by key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) -> Query<Element> {
    do {
      let sorted = try query.endingWithItsSort()
      let ordered = sorted.endsWithSort(by: QueryExpression(of: key)) ? sorted : sorted.thenBy(key)
      guard let last, let sorts = (ordered.node as? SortNode<Element>)?.sorts else {
        return ordered.take(size)
      }
      return try ordered.after(last, in: sorts.map(\.level)).take(size)
    } catch {
      return Query(FailedNode(error), policy: query.policy)
    }
  }
}

extension Query {
  /// The same elements in the same order, with the sort that tells the order as the last operator;
  /// the same query if there is no sort.
  ///
  /// - Throws: ``QueryError/orderWithoutSort(operator:)`` if the elements are others than those of
  ///   the sort.
  fileprivate func endingWithItsSort() throws -> Query {
    var node: (any QueryNode)? = self.node
    var isReversed = false
    while let current = node, !(current is SortNode<Element>) {
      if case .reverse = current.operator { isReversed.toggle() }
      guard current.operator.keepsOrder else {
        guard !current.hasSort else {
          throw QueryError.orderWithoutSort(operator: current.operator.name)
        }
        return self
      }
      node = current.upstream
    }
    guard let sort = node as? SortNode<Element>, sort !== self.node as AnyObject else {
      return self
    }
    return sort.sorts.reduce(self) { query, sort in
      query.then(isReversed ? sort.reversed(on: query.node) : sort.moved(to: query.node))
    }
  }

  /// The elements that follow one in the order of sorts.
  fileprivate func after(
    _ last: Element, in levels: [any SortLevel<Element>]
  ) throws -> Query<Element> {
    let parameter = ExpressionParameter(isBuiltAhead: true)
    let followers = try levels.compactMap { try $0.followers(of: last, parameter) }
    if followers.count == levels.count { return self.where { _ in followers.condition } }
    let positions = try levels.map { try $0.position(beside: last) }
    return self.where { (element: Element) in
      for position in positions {
        let order = try position(element)
        if order != 0 { return order > 0 }
      }
      return false
    }
  }

  /// Returns whether the last sort is by a key.
  fileprivate func endsWithSort(by key: QueryExpression<some Any>) -> Bool {
    guard case .sort(let last?, _, _) = node.operator, case .member(let base, let path) = last.form,
      case .member(let other, let keyPath) = key.expressionNode.form,
      case .element = base.form, case .element = other.form
    else { return false }
    return path == keyPath
  }
}

extension QueryOperator {
  /// Whether the elements are some of those of the source, in the same order or the opposite one.
  fileprivate var keepsOrder: Bool {
    switch self {
    case .filter, .distinct, .take, .takeComputed, .skip, .takeLast, .skipLast, .takeWhile,
      .skipWhile, .reverse:
      true
    default: false
    }
  }
}

extension QueryNode {
  /// Whether the order of the elements is due to a sort.
  fileprivate var hasSort: Bool {
    sequence(first: self as any QueryNode, next: \.upstream).contains {
      if case .sort = $0.operator { true } else { false }
    }
  }
}

extension [SortFollowers] {
  /// Whether an element comes after a given one, by the first key that differs. That key is
  /// compared twice, so that an index on it finds where to begin.
  fileprivate var condition: QueryExpression<Bool> {
    var condition: QueryExpression<Bool>?
    for (place, level) in enumerated().reversed() {
      guard place < count - 1 else {
        condition = level.after
        continue
      }
      let rest = condition
      condition = level.after.map { after in rest.map { after || $0 } ?? after } ?? rest
      condition = condition.map { follows in level.orEqual.map { $0 && follows } ?? follows }
    }
    return condition ?? QueryExpression(false)
  }
}
