internal import Linq

extension SelectStatement {
  /// The first of the elements with equal keys: a group for each, in the order of its first
  /// element.
  mutating func distinct(_ key: QueryKey) throws(Untranslatable) {
    // A row has its key and equals no other one.
    if case .element = key, case .row = shape, isOfOneTable { return }
    if case .opaque = key { throw Untranslatable.opaque }
    if isLimited || grouping != nil { nestSafely() }
    let first = makeSingleOrdinal()
    var keepsFirst = false
    let keys: [SQLExpression]
    if case .expression(let expression) = key {
      keys = try translator().resolve(expression).columns
      keepsFirst = true
    } else {
      keys = shape.columns
    }
    grouping = Grouping(keys: keys, keepsFirst: keepsFirst)
    ordinal = [OrderTerm(expression: .call("min", [first]))]
  }

  /// Whether the elements are rows of a table, each at most once.
  private var isOfOneTable: Bool {
    switch source {
    case .table: true
    case .statement(let statement): statement.isOfOneTable && statement.grouping == nil
    default: false
    }
  }

  /// Elements under their keys.
  mutating func group(
    _ key: ExpressionNode?, _ element: ExpressionNode?, _ node: any QueryNode
  ) throws(Untranslatable) {
    let key = try Self.expression(key)
    if isLimited || grouping != nil { nestSafely() }
    let first = makeSingleOrdinal()
    let keyShape = try translator().resolve(key)
    switch keyShape {
    case .value: break
    case .made: break
    default: throw Untranslatable(reason: "a whole \(key.type) is no key")
    }
    let item = try element.map { node throws(Untranslatable) in try translator().resolve(node) }
    // The items of all groups are evaluated, also of those that are left out later.
    if let item { evaluate(item.columns.filter(\.canFail)) }
    let source = GroupSource(rows: self, ordinal: first)
    shape = .group(key: keyShape, item: item ?? shape, source: source, by: node)
    grouping = Grouping(keys: keyShape.columns)
    ordinal = [OrderTerm(expression: .call("min", [first]))]
  }

  /// The statement whose rows are the items of groups, each behind the key of its group, where the
  /// elements are groups.
  func withItems() -> SelectStatement {
    guard case .group(let key, let item, let source, let node) = shape else { return self }
    var rows = source.rows
    rows.shape = .made(
      by: node, of: [.init(type: Any.self, shape: key), .init(type: Any.self, shape: item)])
    let isWhole =
      grouping?.having.isEmpty == true && sorts.isEmpty && !isLimited
      && ordinal.allSatisfy { !$0.isDescending }
    if isWhole { return rows }
    // Only some of the groups, or in another order: the rows, each joined with its group. CROSS
    // JOIN keeps this order of the two, in which SQLite looks each row's group up by its key.
    var groups = self
    groups.shape = key
    groups.nest()
    rows.nest()
    let keyCount = key.columns.count
    let groupKeys = groups.shape.columns.map { $0.qualified("b") }
    let rowShape = rows.shape.map { $0.qualified("a") }
    let conditions = zip(groupKeys, rowShape.columns.prefix(keyCount)).map {
      SQLExpression.binary(.isSame, $0, $1)
    }
    let order = groups.ordinal.map { $0.qualified("b") } + rows.ordinal.map { $0.qualified("a") }
    return SelectStatement(
      source: .join(
        "CROSS JOIN", rows.source, groups.source, on: SQLExpression.all(conditions) ?? .number(1)),
      shape: rowShape, ordinal: order, readsAll: readsAll)
  }

  /// One value from all elements.
  mutating func aggregate(
    _ aggregate: QueryAggregate, _ key: QueryKey
  ) throws(Untranslatable) {
    if aggregate == .any {
      self = SelectStatement(source: .nothing, shape: .value(.exists(asCondition)), ordinal: [])
      return
    }
    if case .element = key, isLimited || grouping != nil {
      shape = .value(.number(1))
      isOrdered = isLimited
    }
    var key = key
    if shape.isGroup, case .expression(let node) = key {
      // What is said of a group is computed where the groups are made.
      shape = .value(try translator().translate(node))
      key = .expression(ExpressionNode(form: .element(0), type: node.type))
    }
    if isLimited || grouping != nil { nestSafely() }
    var first = SQLExpression.number(0)
    if aggregate == .sum || aggregate == .average { first = makeSingleOrdinal() }
    var value = try translator().aggregate(aggregate, key, ordinal: first)
    if canFail, case .call(let name, let operands, false) = value {
      // The lowest and the highest are not to be found by an index: what fails is in other rows.
      value = .call(name, operands.map { .unindexed($0) })
    }
    shape = .value(value)
    sorts = []
    ordinal = []
    isOrdered = false
  }
}

extension SQLExpression {
  /// A column of one of two sources; other expressions are made of such columns already.
  func qualified(_ source: String) -> SQLExpression {
    if case .column(let name, nil) = self { return .column(name, of: source) }
    return self
  }
}

extension OrderTerm {
  func qualified(_ source: String) -> OrderTerm {
    OrderTerm(expression: expression.qualified(source), isDescending: isDescending)
  }
}
