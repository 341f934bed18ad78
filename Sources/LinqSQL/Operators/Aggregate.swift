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
    if case .element = key, isLimited || grouping != nil {
      projection = .value(.number(1))
      isOrdered = isLimited
    }
    var key = key
    if projection.isGroup, case .expression(let node) = key {
      // An expression of a group is evaluated in the statement that makes the groups.
      projection = .value(try translator().translate(node))
      key = .expression(ExpressionNode(form: .element(ExpressionParameter()), type: node.type))
    }
    if isLimited || grouping != nil { nestSafely() }
    var first = SQLExpression.number(0)
    if aggregate == .sum || aggregate == .average, key.isReal { first = makeSingleOrdinal() }
    var value = try translator().aggregate(aggregate, key, ordinal: first)
    if canFail, case .call(let function, let operands) = value,
      function == .min || function == .max
    {
      // SQLite must not find the minimum or maximum through an index: the expression that fails may
      // be in another row.
      value = .call(function, operands.map { .unindexed($0) })
    }
    projection = .value(value)
    sorts = []
    ordinal = []
    isOrdered = false
  }
}

extension QueryKey {
  /// Whether the key is a floating-point number, whose sum depends on the order of the elements.
  fileprivate var isReal: Bool {
    guard case .expression(let node) = self else { return false }
    return node.type == Double.self || node.type == Double?.self
  }
}
