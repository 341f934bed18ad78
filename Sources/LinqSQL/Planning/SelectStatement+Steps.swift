internal import Linq

extension SelectStatement {
  /// Adds a step to the statement, or says why it cannot be.
  ///
  /// A `thenBy` decides between equals of the sort right before it; anywhere else it is a sort of
  /// its own, as in memory.
  ///
  /// - Parameters:
  ///   - step: what the node does, with numbers on its constants.
  ///   - node: makes the elements.
  ///   - table: the source of the query.
  mutating func apply(
    _ step: QueryStep, of node: any QueryNode, on table: any SQLSource
  ) throws(Untranslatable) {
    if case .take = step {} else { evaluateElements() }
    if shape.isGroup { try checkGroups(before: step) }
    if step.isBlocking { block() }
    switch step {
    case .filter(let predicate): try filter(predicate)
    case .select(let expressions): try select(expressions, node)
    case .sort(let key, let isDescending, let isSecondary):
      var followsSort = false
      if case .sort? = node.upstream?.step { followsSort = true }
      try sort(key, isDescending: isDescending, continues: isSecondary && followsSort)
    case .reverse:
      if isLimited { nestSafely() }
      reverse()
    case .take(let count): limit = min(limit ?? .max, count)
    case .skip(let count):
      if let limit, limit <= count, canFail { nestSafely() }
      offset = offset.addingReportingOverflow(count).overflow ? .max : offset + count
      offsetSlot = nil
      limit = limit.map { max(0, $0 - count) }
    case .takeLast(let count): fromTheEnd { $0.limit = count }
    case .skipLast(let count): fromTheEnd { $0.offset = count }
    case .takeWhile(let predicate): try split(predicate, isTake: true)
    case .skipWhile(let predicate): try split(predicate, isTake: false)
    case .index:
      if isLimited || grouping != nil { nestSafely() }
      let number = nest(adding: [
        .binary(.subtract, .window("row_number", [], order: order), .number(1))
      ])[0]
      ordinal = [OrderTerm(expression: number)]
      shape = .made(
        by: node,
        of: [
          .init(type: Int.self, shape: .value(number)),
          .init(type: node.upstream.map { elementType($0) } ?? Never.self, shape: shape),
        ])
    case .distinct(let key): try distinct(key)
    case .group(let key, let element): try group(key, element, node)
    case .aggregate(let aggregate, let key): try self.aggregate(aggregate, key)
    case .combine(let combination, let other, let key):
      try combine(combination, try table.statement(of: other), key)
    case .join(let join): try self.join(join, node, try table.statement(of: join.inner))
    case .sequence, .table, .memory:
      throw Untranslatable(reason: "\(step.name) runs in memory always")
    }
    // Its keys as well.
    if step.isBlocking { block() }
  }

  /// Groups cannot be the rows of another statement: they are not made before they are read.
  private func checkGroups(before step: QueryStep) throws(Untranslatable) {
    switch step {
    case .filter, .sort, .reverse, .select: if !isLimited { return }
    case .take, .skip, .aggregate: return
    default: break
    }
    throw Untranslatable(reason: "it follows groups with items")
  }

  func translator() -> Translator { Translator(shape: shape) }

  static func expression(
    _ expression: ExpressionNode?
  ) throws(Untranslatable) -> ExpressionNode {
    guard let expression else { throw Untranslatable.opaque }
    return expression
  }

  private mutating func filter(_ predicate: ExpressionNode?) throws(Untranslatable) {
    let predicate = try Self.expression(predicate)
    if isLimited || grouping?.keepsFirst == true { nestSafely() }
    add(condition: try translator().translate(predicate))
  }

  /// Adds a condition on the elements.
  mutating func add(condition: SQLExpression) {
    let condition = canFail ? condition.forEachRow : condition
    if grouping == nil { filters.append(condition) } else { grouping?.having.append(condition) }
  }

  private mutating func select(
    _ expressions: [ExpressionNode]?, _ node: any QueryNode
  ) throws(Untranslatable) {
    guard let expressions else { throw Untranslatable.opaque }
    if grouping?.keepsFirst == true { nestSafely() }
    let translator = translator()
    var parts: [Shape.Part] = []
    for expression in expressions {
      let part = try translator.resolve(expression)
      if case .value = part, !(expression.type is any ColumnValue.Type) {
        throw Untranslatable(reason: "no column can hold a value of type \(expression.type)")
      }
      if case .group = part { throw Untranslatable(reason: "a group is read as a whole") }
      parts.append(.init(type: expression.type, shape: part))
    }
    shape = parts.count == 1 ? parts[0].shape : .made(by: node, of: parts)
  }

  private mutating func sort(
    _ key: ExpressionNode?, isDescending: Bool, continues: Bool
  ) throws(Untranslatable) {
    let key = try Self.expression(key)
    try StoredOrder.check(key.type)
    if isLimited || grouping?.keepsFirst == true { nestSafely() }
    let term = OrderTerm(
      expression: try translator().translate(key), isDescending: isDescending)
    if term.expression.canFail { evaluateKey(term.expression) }
    if continues, !sorts.isEmpty {
      sorts[0].append(term)
    } else {
      sorts.insert([term], at: 0)
    }
  }

  private mutating func fromTheEnd(_ limit: (inout SelectStatement) -> Void) {
    if isLimited { nestSafely() }
    reverse()
    limit(&self)
    nest()
    reverse()
  }

  /// The rows before or from the first for which a condition is false.
  private mutating func split(
    _ predicate: ExpressionNode?, isTake: Bool
  ) throws(Untranslatable) {
    let predicate = try Self.expression(predicate)
    if isLimited || grouping != nil { nestSafely() }
    let condition = try translator().translate(predicate)
    let failures = nest(adding: [.window("sum", [.not(condition)], order: order)])[0]
    filters.append(.binary(isTake ? .equal : .greater, failures, .number(0)))
  }
}

func elementType(_ node: any QueryNode) -> Any.Type {
  func open<Node: QueryNode>(_ node: Node) -> Any.Type { Node.Element.self }
  return open(node)
}
