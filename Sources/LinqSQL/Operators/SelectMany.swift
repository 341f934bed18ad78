internal import LinqCore

extension SelectStatement {
  /// Replaces each element by the elements of an array of it.
  mutating func flatten(
    _ array: ExpressionNode?, _ source: any SQLSource
  ) throws(Untranslatable) {
    let array = try Self.expression(array)
    if case .subquery(let subquery, .elements) = array.form,
      try flatten(valuesOf: subquery, source)
    {
      return
    }
    let resolved: Projection
    if let items = try translator().allItems(array) {
      resolved = .nested(items)
    } else {
      resolved = try translator().resolve(array)
    }
    if case .value(let list) = resolved {
      try flatten(list, of: array.type)
      return
    }
    var elements = try Self.joinableElements(resolved)
    let rows = try elements.checkedRows(for: self)
    guard !rows.projection.hasNestedElements else {
      throw Untranslatable(reason: "it gives arrays of rows")
    }
    var side = self
    let outer = try side.checked(elements.keys.map(\.outer))
    side.projection = .parts(outer.map(Projection.value))
    let left = side.joinSide(place.name("a"))
    let (right, condition, row) = matching(elements, rows, left)
    // No index leads from groups to their items, so each item looks up its group.
    self = pairs(
      elements.isOfItems ? .ordered : .inner, left, right, on: condition, row,
      left.order + right.order, beginningWithSecond: elements.isOfItems)
  }

  /// Returns the rows of the arrays that an expression gives, which can be joined with their
  /// elements.
  static func joinableElements(
    _ array: Projection
  ) throws(Untranslatable) -> NestedElements {
    let elements: NestedElements
    switch array {
    case .elements(let statement): elements = try NestedElements(statement, isJoined: true)
    case .nested(let nested): elements = nested.opened()
    default: throw Untranslatable(reason: "the elements of an array that is not stored in rows")
    }
    guard elements.isJoinable else {
      throw Untranslatable(reason: "arrays of groups, or with limits of their own")
    }
    return elements
  }

  /// Returns the statement of the rows of arrays that have values of their elements, which this
  /// statement selects. The keys are before each row.
  func joined(with elements: NestedElements, _ rows: SelectStatement) -> SelectStatement {
    var side = self
    side.projection = .parts(elements.keys.map { .value($0.outer) })
    side.open(.group)
    // Elements with equal values have equal arrays.
    let keys = side.projection.columns
    side.grouping = Grouping(keys: keys)
    side.sorts = []
    side.ordinal = [OrderTerm(expression: keys[0])]
    let left = side.joinSide(place.name("a"))
    let (right, condition, row) = matching(elements, rows, left)
    return pairs(
      .inner, left, right, on: condition,
      .parts(left.projection.columns.map(Projection.value) + [row]), right.order)
  }

  /// Returns the rows of arrays as the second side of a join, with the condition that they belong
  /// to an element, and the projection of a row with the values of its element.
  ///
  /// - Parameter left: the keys of the elements.
  func matching(
    _ elements: NestedElements, _ rows: SelectStatement, _ left: JoinSide
  ) -> (JoinSide, SQLExpression, Projection) {
    let values = left.projection.columns
    let keys = zip(elements.matchingKeys, values).map {
      JoinKey(outer: $1, inner: $0.own, matchesNull: $0.matchesNull)
    }
    let (right, condition) = matching(rows, keys)
    var columns = elements.row(right.projection.columns, with: values)[...]
    return (right, condition, right.projection.map { _ in columns.removeFirst() })
  }

  /// Replaces each element by those elements of a list or a dictionary of it that a subquery
  /// chooses, or by values of them.
  ///
  /// - Returns: whether the subquery is one of a list or a dictionary.
  private mutating func flatten(
    valuesOf subquery: any AnySubquery, _ source: any SQLSource
  ) throws(Untranslatable) -> Bool {
    let chain = subquery.chain
    guard case .elements(let list) = chain.operators[0],
      case .value(let json)? = try? translator().resolve(list)
    else { return false }
    let operators = chain.operators.indices.dropFirst()
    let hasElement = operators.contains { index in
      chain.nodes[index].expressions.contains {
        $0.hasElement(besides: chain.nodes[index].parameter)
      }
    }
    let element = try flatten(json, of: list.type, keepingElement: hasElement)
    // What holds for the elements of each list holds for those of all, but for their order.
    let outer = place
    let order = ordinal.dropLast()
    let isSorted = operators.contains { chain.operators[$0].traits.contains(.blocking) }
    if isSorted { ordinal.removeFirst(order.count) }
    for index in operators {
      let next = chain.operators[index]
      switch next {
      case .filter, .compacted, .select, .sort, .reverse: break
      default: throw Untranslatable(reason: "\(next.name) of each list")
      }
      if element != nil || isSorted, next.hasSubqueries(of: projection) {
        throw Untranslatable(reason: "a subquery of each list with an order or values beside it")
      }
      if let element {
        place.level = outer.level + 1
        place.parameter = chain.nodes[index].parameter
        place.outer = EnclosingStatement(outer.parameter, element, named: nil, in: outer.outer)
      }
      try apply(index, of: chain, source)
      guard !canFail || element == nil else {
        throw Untranslatable(reason: "an expression of the lists can fail")
      }
    }
    if isSorted {
      ordinal = order + self.order
      sorts = []
    }
    place = outer
    // Memory evaluates each list as a whole.
    try checked()
    return true
  }

  /// Replaces each element by the elements of a list or a dictionary of it, which is JSON.
  ///
  /// - Parameter keepsElement: whether values of the element are needed beside those of the list.
  /// - Returns: the element, in columns of the new source.
  @discardableResult
  private mutating func flatten(
    _ list: SQLExpression, of type: Any.Type, keepingElement keepsElement: Bool = false
  ) throws(Untranslatable) -> Projection? {
    guard let elements = JSONElements(of: type, in: list) else {
      throw Untranslatable(reason: "the elements of \(type) in JSON are no column values")
    }
    if keepsElement, projection.hasNestedElements || projection.isGroup {
      throw Untranslatable(reason: "lists beside arrays of rows")
    }
    var side = self
    let stored = try side.checked([list])
    side.projection = .parts(stored.map(Projection.value) + (keepsElement ? [side.projection] : []))
    let left = side.joinSide(place.name("a"))
    guard case .tuple(_, let parts) = left.projection, case .value(let json) = parts[0].projection
    else { preconditionFailure("a tuple stays one") }
    let alias = place.name("b")
    let key = SQLExpression.column("key", of: alias)
    let right = JoinSide(
      source: elements.source(json), projection: elements.projection.map { $0.qualified(alias) },
      order: [OrderTerm(expression: key)], presence: key)
    self = pairs(
      .ordered, left, right, on: .number(1), right.projection, left.order + right.order)
    return keepsElement ? parts[1].projection : nil
  }
}

extension ExpressionNode {
  /// Returns whether the expression has the parameter of another closure.
  fileprivate func hasElement(besides parameter: ExpressionParameter?) -> Bool {
    if case .element(let other) = form { return other != parameter }
    return operands.contains { $0.hasElement(besides: parameter) }
  }
}
