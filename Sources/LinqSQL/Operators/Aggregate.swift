internal import LinqCore

extension SelectStatement {
  /// Reduces all elements to one value.
  mutating func aggregate(
    _ aggregate: QueryAggregate, _ key: QueryKey
  ) throws(Untranslatable) {
    if aggregate == .any {
      self = SelectStatement(
        source: .nothing, projection: .value(.exists(asCondition)), ordinal: [])
      return
    }
    if case .element = key, !isOpen(.group) {
      projection = .value(.number(1))
      dropOrder()
    }
    var key = key
    if projection.isGroup, case .expression(let node) = key {
      // An expression of a group is evaluated in the statement that makes the groups.
      projection = .value(try translator().translate(node))
      key = .expression(node.ofElement)
    }
    open(.group)
    var order: [OrderTerm] = []
    if case .expression(let node) = key, aggregate.dependsOnOrder(of: node) {
      order = self.order
    }
    let value = try translator().aggregate(aggregate, key, order: order)
    projection = .value(canFail ? value.readingAllRows : value)
    sorts = []
    ordinal = []
    isOrdered = false
  }
}

extension SQLExpression {
  /// The aggregate for which an engine does not find a minimum or maximum through an index, or take
  /// a constant for it: an expression that fails may be in another row.
  fileprivate var readingAllRows: SQLExpression {
    switch self {
    case .call(let function, let operands) where function == .min || function == .max:
      .call(function, operands.map { .unindexed($0) })
    case .call(.decimalValue, let operands): .call(.decimalValue, operands.map(\.readingAllRows))
    default: self
    }
  }
}

extension ExpressionNode {
  /// The expression of a value that the element itself is, with the argument that it may have.
  fileprivate var ofElement: ExpressionNode {
    let element = ExpressionNode(form: .element(ExpressionParameter()), type: type)
    guard case .operation(.withArgument, let operands) = form else { return element }
    return ExpressionNode(form: .operation(.withArgument, [element, operands[1]]), type: type)
  }
}
