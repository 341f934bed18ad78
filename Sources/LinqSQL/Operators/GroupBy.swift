internal import LinqCore

extension SelectStatement {
  /// Adds `GROUP BY` the key, in the order of the first element of each group.
  mutating func group(
    _ key: ExpressionNode?, _ element: ExpressionNode?, _ node: any QueryNode
  ) throws(Untranslatable) {
    let key = try Self.expression(key)
    open(.group)
    let keyProjection = try groupKeys { statement throws(Untranslatable) in
      try statement.groupKey(key)
    }
    let item = try element.map { node throws(Untranslatable) in
      try translator().part(node).projection
    }
    guard item?.hasNestedElements != true else {
      throw Untranslatable(reason: "items that are arrays of rows")
    }
    // The items of all groups are evaluated, even those of groups that are filtered out later.
    if let item { evaluate(item.columns.filter(\.canFail)) }
    let source = GroupSource(rows: self, ordinal: ordinal)
    guard let reader = node.groupReader else {
      preconditionFailure("\(node.operator.name) builds no groups")
    }
    projection = .group(
      key: keyProjection, item: item ?? projection, source: source, reader)
    group(by: keyProjection.columns)
  }

  /// Returns the keys of groups. Numbers the rows where no terms of their order tell which group
  /// has the first row.
  ///
  /// - Parameters:
  ///   - keepsFirst: whether the groups have the columns of their first rows.
  ///   - keys: returns the keys of a statement with the same rows.
  mutating func groupKeys(
    keepingFirst keepsFirst: Bool = false,
    _ keys: (SelectStatement) throws(Untranslatable) -> Projection
  ) throws(Untranslatable) -> Projection {
    var projection = try keys(self)
    if keepsFirst || firstTerms(ofGroupsBy: projection.columns) == nil {
      makeSingleOrdinal()
      projection = try keys(self)
    }
    guard let columns = nestOuterKeys(projection.columns) else { return projection }
    var rest = columns[...]
    return projection.map { _ in rest.removeFirst() }
  }

  /// Adds `GROUP BY` keys, in the order of the first row of each group.
  ///
  /// - Parameter keepsFirst: whether the groups have the columns of their first rows, which SQLite
  ///   takes from the row with the minimum.
  mutating func group(by keys: [SQLExpression], keepingFirst keepsFirst: Bool = false) {
    let terms = keepsFirst ? nil : firstTerms(ofGroupsBy: keys)
    ordinal = terms ?? ordinal.map(\.leastOfGroup)
    grouping = Grouping(keys: keys, keepsFirst: keepsFirst)
  }

  /// Returns the projection of a key by which elements are grouped.
  func groupKey(_ key: ExpressionNode) throws(Untranslatable) -> Projection {
    let projection = try translator().resolve(key)
    switch projection {
    case .value, .tuple: break
    default: throw Untranslatable(reason: "a whole \(key.type) is no key")
    }
    guard !projection.hasSequenceElements else {
      throw Untranslatable(reason: "elements of a sequence in memory are no keys")
    }
    return projection
  }

  /// Returns the statement whose rows are the items of the groups, each with the key of its group
  /// before it. Returns the statement itself if its elements are not groups.
  func withItems() -> SelectStatement {
    guard case .group(let key, let item, let source, _) = projection else { return self }
    if let elements = elementsOfChunks() { return elements }
    var rows = source.rows
    rows.projection = .parts([key, item])
    let isWhole =
      grouping?.having.isEmpty == true && sorts.isEmpty && !isLimited
      && ordinal.allSatisfy { !$0.isDescending }
    if isWhole { return rows }
    // If only some groups are wanted, or in another order, the rows are joined with the groups.
    // `CROSS JOIN` keeps the rows on the outside, and SQLite looks up each row's group by its key.
    var groups = self
    groups.projection = key
    groups.nest()
    rows.nest()
    let keyCount = key.columns.count
    let groupKeys = groups.projection.columns.map { $0.qualified("b") }
    let rowProjection = rows.projection.map { $0.qualified("a") }
    let conditions = zip(groupKeys, rowProjection.columns.prefix(keyCount)).map {
      SQLExpression.binary(.isSame, $0, $1)
    }
    let order = groups.ordinal.map { $0.qualified("b") } + rows.ordinal.map { $0.qualified("a") }
    return SelectStatement(
      source: .join(
        .ordered, JoinedSource(source: rows.source, name: "a"),
        JoinedSource(source: groups.source, name: "b"),
        on: SQLExpression.all(conditions) ?? .number(1)),
      projection: rowProjection, ordinal: order, readsAll: readsAll)
  }

  /// Throws unless an operator can follow groups with items in SQL. Such groups cannot be the rows
  /// of another statement, because they are only built when they are read.
  func checkGroups(before next: QueryOperator) throws(Untranslatable) {
    let readsLimitedGroups =
      switch next {
      // Values of each group are computed in the same statement, whatever its limit is. The rows of
      // items are joined with the groups.
      case .select, .selectMany: true
      default: !next.traits.isDisjoint(with: [.givesPrefix, .givesOneValue])
      }
    if next.traits.contains(.readsGroups), readsLimitedGroups || !isLimited { return }
    throw Untranslatable(reason: "it follows groups with items")
  }
}

extension SQLExpression {
  /// Returns a column qualified with one of two sources. Other expressions consist of qualified
  /// columns already.
  func qualified(_ source: String) -> SQLExpression {
    switch self {
    case .column(let name, nil): .column(name, of: source)
    case .decoded(.column(let name, nil), let encoding):
      .decoded(.column(name, of: source), encoding)
    // The order of a key.
    case .call(.decimalKey, let key): .call(.decimalKey, key.map { $0.qualified(source) })
    case .json(let operand, let path, let kind): .json(operand.qualified(source), path: path, kind)
    case .cast(let operand, let type): .cast(operand.qualified(source), type)
    default: self
    }
  }
}

extension OrderTerm {
  func qualified(_ source: String) -> OrderTerm {
    OrderTerm(
      expression: expression.qualified(source), isDescending: isDescending, isNullable: isNullable)
  }
}
