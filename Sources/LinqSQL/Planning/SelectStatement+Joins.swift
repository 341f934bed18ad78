internal import Linq

extension SelectStatement {
  /// The elements of two statements of one type, combined.
  mutating func combine(
    _ combination: QueryCombination, _ other: SelectStatement, _ key: QueryKey
  ) throws(Untranslatable) {
    if case .opaque = key, combination != .concat { throw Untranslatable.opaque }
    if combination == .sequenceEqual { return try compare(with: other) }
    let readsAll = readsAll || other.readsAll || combination.readsSecondFirst && other.canFail
    let (first, names) = half(0)
    let (second, others) = other.half(1)
    guard names == others else {
      throw Untranslatable(reason: "the elements of the two queries are made of different columns")
    }
    var rest = names[...]
    let side = SQLExpression.column("side")
    self = SelectStatement(
      source: .union(first, second), shape: shape.map { _ in .column(rest.removeFirst()) },
      ordinal: [OrderTerm(expression: side), OrderTerm(expression: .column("ordinal"))],
      readsAll: readsAll)
    guard combination != .concat else { return }

    // One row for each key, the first; its sides tell which of the queries have it.
    let number = nest(adding: [.window("row_number", [], order: order), side])
    ordinal = [OrderTerm(expression: .call("min", [number[0]]))]
    var keys = shape.columns
    var keepsFirst = false
    if case .expression(let expression) = key {
      keys = try translator().resolve(expression).columns
      keepsFirst = true
    }
    let inSecond = SQLExpression.call("sum", [number[1]])
    var having: [SQLExpression] = []
    switch combination {
    case .concat, .union, .sequenceEqual: break
    case .intersect:
      having = [
        .binary(.greater, inSecond, .number(0)),
        .binary(.less, inSecond, .count(where: nil)),
      ]
    case .except: having = [.binary(.equal, inSecond, .number(0))]
    }
    grouping = Grouping(keys: keys, having: having, keepsFirst: keepsFirst)
  }

  /// Whether another statement gives equal elements in the same order: there are no two at the same
  /// position that differ.
  private mutating func compare(with other: SelectStatement) throws(Untranslatable) {
    guard !canFail, !other.canFail else {
      throw Untranslatable(reason: "an expression of one of the two queries can fail")
    }
    var (first, second) = (self, other)
    let places = (
      first.makeSingleOrdinal(numbering: true), second.makeSingleOrdinal(numbering: true)
    )
    let left = first.shape.columns.map { $0.qualified("a") }
    let right = second.shape.columns.map { $0.qualified("b") }
    guard left.count == right.count else {
      throw Untranslatable(reason: "the elements of the two queries are made of different columns")
    }
    let (place, otherPlace) = (places.0.qualified("a"), places.1.qualified("b"))
    var difference = SQLExpression.binary(.isNotSame, place, otherPlace)
    for (column, otherColumn) in zip(left, right) {
      difference = .binary(.or, difference, .binary(.isNotSame, column, otherColumn))
    }
    var pairs = SelectStatement(
      source: .join(
        "FULL JOIN", first.source, second.source, on: .binary(.equal, place, otherPlace)),
      shape: .value(.number(1)), ordinal: [])
    pairs.filters = [difference]
    self = SelectStatement(source: .nothing, shape: .value(.not(.exists(pairs))), ordinal: [])
  }

  /// Pairs of the elements of two statements.
  mutating func join(
    _ join: QueryJoin, _ node: any QueryNode, _ other: SelectStatement
  ) throws(Untranslatable) {
    guard join.kind != .group else {
      throw Untranslatable(reason: "groupJoin runs in memory always")
    }
    let outerKey = try Self.expression(join.outerKey)
    let innerKey = try Self.expression(join.innerKey)
    guard !canFail, !other.canFail else {
      throw Untranslatable(reason: "an expression of one of the two queries can fail")
    }
    let left = joinSide("a")
    // A key that is computed becomes a column, by which SQLite looks partners up.
    var other = other
    var innerKeySQL = try other.translator().translate(innerKey)
    var presence: SQLExpression?
    if innerKeySQL.columnName == nil, !innerKeySQL.canFail {
      let columns = other.nestAsTable(adding: [innerKeySQL, .number(1)])
      innerKeySQL = columns[0]
      presence = columns[1]
    }
    let right = other.joinSide("b", presence: presence)
    let keys = (
      try Translator(shape: left.shape).translate(outerKey), innerKeySQL.qualified("b")
    )
    guard !keys.0.canFail, !keys.1.canFail else {
      throw Untranslatable(reason: "a key can fail")
    }
    let isOptionalLeft = join.kind == .right || join.kind == .full
    let isOptionalRight = join.kind == .left || join.kind == .full
    let order: [OrderTerm]
    let operation: String
    switch join.kind {
    case .inner, .group:
      operation = "JOIN"
      order = left.order + right.order
    case .left:
      operation = "LEFT JOIN"
      order = left.order + right.order
    case .right:
      operation = "RIGHT JOIN"
      order = right.order + left.order
    case .full:
      operation = "FULL JOIN"
      let isUnmatched = SQLExpression.binary(.isSame, left.presence, .null)
      order = [OrderTerm(expression: isUnmatched)] + left.order + right.order
    }
    let isSame: SQLOperator = isOptional(outerKey.type) ? .isSame : .equal
    self = SelectStatement(
      source: .join(operation, left.source, right.source, on: .binary(isSame, keys.0, keys.1)),
      shape: .made(
        by: node,
        of: [
          .init(
            type: join.leftType,
            shape: isOptionalLeft ? .optional(left.shape, presence: left.presence) : left.shape),
          .init(
            type: join.rightType,
            shape: isOptionalRight
              ? .optional(right.shape, presence: right.presence) : right.shape),
        ]),
      ordinal: order)
  }

  private struct JoinSide {
    let source: Source
    let shape: Shape
    let order: [OrderTerm]
    /// NULL where a pair has no row of this side.
    let presence: SQLExpression
  }

  /// The statement as one side of a join: its table, where it is no more than that.
  ///
  /// - Parameter presence: a column that is never NULL, where the statement is a source already.
  private func joinSide(_ alias: String, presence known: SQLExpression? = nil) -> JoinSide {
    var side = self
    var presence = known
    let isPlain = shape.columns.allSatisfy { $0.columnName != nil }
    if case .table = source, isPlain, filters.isEmpty, sorts.isEmpty, grouping == nil, !isLimited {
      // The key.
      presence = ordinal.first?.expression
    }
    let column = presence ?? side.nest(adding: [.number(1)])[0]
    return JoinSide(
      source: side.source, shape: side.shape.map { $0.qualified(alias) },
      order: side.ordinal.map { $0.qualified(alias) }, presence: column.qualified(alias))
  }
}
