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
    try guardErrors(before: step)
    if shape.isGroup { try checkGroups(before: step) }
    switch step {
    case .filter(let predicate): try filter(predicate)
    case .select(let expressions): try select(expressions, node)
    case .sort(let key, let isDescending, let isSecondary):
      var followsSort = false
      if case .sort? = node.upstream?.step { followsSort = true }
      try sort(key, isDescending: isDescending, continues: isSecondary && followsSort)
    case .reverse:
      if isLimited { try nestSafely() }
      reverse()
    case .take(let count): limit = min(limit ?? .max, count)
    case .skip(let count):
      offset = offset.addingReportingOverflow(count).overflow ? .max : offset + count
      offsetSlot = nil
      limit = limit.map { max(0, $0 - count) }
      if limit == 0, canFail {
        throw Untranslatable(reason: "it leaves nothing, and an expression before it can fail")
      }
    case .takeLast(let count): try fromTheEnd { $0.limit = count }
    case .skipLast(let count): try fromTheEnd { $0.offset = count }
    case .takeWhile(let predicate): try split(predicate, isTake: true)
    case .skipWhile(let predicate): try split(predicate, isTake: false)
    case .index:
      // SQLite numbers all rows before it gives the first.
      guard !canFail else { throw Untranslatable(reason: "an expression before it can fail") }
      if isLimited || grouping != nil { try nestSafely() }
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
  }

  /// What can fail in the elements fails for every element that reaches the next step, whether that
  /// needs the value or not (S36): so it is evaluated in the filters.
  private mutating func guardErrors(before step: QueryStep) throws(Untranslatable) {
    if case .take = step { return }
    let failing = shape.columns.filter { $0.canFail && !isEvaluatedAnyway($0) }
    guard !failing.isEmpty else { return }
    try demandEvaluation(of: failing)
  }

  /// Evaluates expressions for every element that is here, whatever becomes of it.
  private mutating func demandEvaluation(
    of expressions: [SQLExpression]
  ) throws(Untranslatable) {
    guard !isLimited, grouping?.keepsFirst != true else {
      throw Untranslatable(reason: "the values before it can fail")
    }
    let evaluated = SQLExpression.call("swift_evaluated", expressions, canFail: true)
    if grouping == nil { filters.append(evaluated) } else { grouping?.having.append(evaluated) }
  }

  /// Whether SQLite evaluates a column for every group, whatever becomes of it: the keys.
  private func isEvaluatedAnyway(_ column: SQLExpression) -> Bool {
    guard let grouping, !grouping.keepsFirst else { return false }
    return grouping.keys.contains { $0.isSame(as: column) }
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

  /// Nests the statement where nothing in it can fail, or where its number of rows keeps SQLite
  /// from mixing it with what is around it.
  mutating func nestSafely() throws(Untranslatable) {
    guard isLimited || !canFail else {
      throw Untranslatable(reason: "an expression before it can fail")
    }
    nest()
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
    if isLimited || grouping?.keepsFirst == true { try nestSafely() }
    let condition = try translator().translate(predicate)
    if canFail, condition.demandsConstant {
      throw Untranslatable(reason: "it may leave nothing, and an expression before it can fail")
    }
    guard grouping != nil else {
      filters.append(condition)
      return
    }
    try checkGroups(for: [condition])
    grouping?.having.append(condition)
  }

  /// What is made of a group's rows is made for all groups: it must not fail where some are left
  /// out.
  private func checkGroups(for expressions: [SQLExpression]) throws(Untranslatable) {
    guard let grouping, !grouping.having.isEmpty else { return }
    guard !expressions.contains(where: \.canFailInAggregate) else {
      throw Untranslatable(reason: "it can fail, and follows where")
    }
  }

  private mutating func select(
    _ expressions: [ExpressionNode]?, _ node: any QueryNode
  ) throws(Untranslatable) {
    guard let expressions else { throw Untranslatable.opaque }
    if grouping?.keepsFirst == true { try nestSafely() }
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
    let isComputedForAll = !sorts.isEmpty || grouping != nil || !source.isTable
    shape = parts.count == 1 ? parts[0].shape : .made(by: node, of: parts)
    try checkGroups(for: shape.columns)
    if shape.canFail, isLimited, isComputedForAll {
      // SQLite computes what it selects before it sorts, and sorts before it limits.
      throw Untranslatable(reason: "it can fail, and follows an operator that limits the elements")
    }
  }

  private mutating func sort(
    _ key: ExpressionNode?, isDescending: Bool, continues: Bool
  ) throws(Untranslatable) {
    let key = try Self.expression(key)
    try StoredOrder.check(key.type)
    if isLimited || grouping?.keepsFirst == true { try nestSafely() }
    let term = OrderTerm(
      expression: try translator().translate(key), isDescending: isDescending)
    if term.expression.canFail {
      // Evaluated for all elements that are here, also for those that later filters leave out.
      try checkGroups(for: [term.expression])
      if !isEvaluated(term.expression) { try demandEvaluation(of: [term.expression]) }
    }
    if continues, !sorts.isEmpty {
      sorts[0].append(term)
    } else {
      sorts.insert([term], at: 0)
    }
  }

  /// Whether a filter evaluates an expression for every element already.
  private func isEvaluated(_ expression: SQLExpression) -> Bool {
    (grouping?.having ?? filters).contains { filter in
      guard case .call("swift_evaluated", let operands, _) = filter else { return false }
      return operands.contains { $0.isSame(as: expression) }
    }
  }

  private mutating func fromTheEnd(
    _ limit: (inout SelectStatement) -> Void
  ) throws(Untranslatable) {
    if isLimited { try nestSafely() }
    guard !canFail else { throw Untranslatable(reason: "an expression before it can fail") }
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
    if isLimited || grouping != nil { try nestSafely() }
    let condition = try translator().translate(predicate)
    guard !condition.canFail, !canFail else {
      throw Untranslatable(reason: "the condition can fail")
    }
    let failures = nest(adding: [.window("sum", [.not(condition)], order: order)])[0]
    filters.append(.binary(isTake ? .equal : .greater, failures, .number(0)))
  }
}

func elementType(_ node: any QueryNode) -> Any.Type {
  func open<Node: QueryNode>(_ node: Node) -> Any.Type { Node.Element.self }
  return open(node)
}
