internal import LinqCore

extension SelectStatement {
  /// Joins the elements with those of another statement.
  mutating func join(
    _ join: QueryJoin, _ node: any QueryNode, _ other: SelectStatement
  ) throws(Untranslatable) {
    guard let (outerKey, innerKey) = join.keys else { throw Untranslatable.opaque }
    guard !canFail, !other.canFail else {
      throw Untranslatable(reason: "an expression of one of the two queries can fail")
    }
    guard join.kind != .group else { return try groupJoin(join, node, other) }
    let left = joinSide(place.name("a"))
    // Computed keys become columns, so that SQLite can look up matching rows by them.
    var other = other
    var inner = try other.translator().keys(innerKey).map(\.expression)
    guard !inner.contains(where: \.canFail) else { throw Untranslatable(reason: "a key can fail") }
    var presence: SQLExpression?
    if inner.contains(where: { $0.columnName == nil }) {
      inner = other.nestAsTable(adding: inner + [.number(1)])
      presence = inner.removeLast()
    }
    let right = other.joinSide(place.name("b"), presence: presence)
    let outer = try Translator(projection: left.projection).keys(outerKey)
    guard !outer.contains(where: \.expression.canFail) else {
      throw Untranslatable(reason: "a key can fail")
    }
    let conditions = zip(outer, inner).map { outer, inner in
      SQLExpression.binary(
        isOptional(outer.type) ? .isSame : .equal, outer.expression,
        inner.qualified(place.name("b")))
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
    self = SelectStatement(
      source: .join(
        operation, JoinedSource(source: left.source, name: place.name("a")),
        JoinedSource(source: right.source, name: place.name("b")),
        on: SQLExpression.all(conditions) ?? .number(1)),
      projection: .tuple(
        Self.builder(of: node),
        of: [
          .init(
            type: join.leftType,
            projection: isOptionalLeft
              ? .optional(left.projection, presence: left.presence) : left.projection),
          .init(
            type: join.rightType,
            projection: isOptionalRight
              ? .optional(right.projection, presence: right.presence) : right.projection),
        ]),
      ordinal: order, place: place)
  }

  /// Pairs each element with an array of the elements of another statement, which one statement
  /// reads for all of them.
  private mutating func groupJoin(
    _ join: QueryJoin, _ node: any QueryNode, _ other: SelectStatement
  ) throws(Untranslatable) {
    guard let (outerKey, innerKey) = join.keys else { throw Untranslatable.opaque }
    if grouping != nil { nestSafely() }
    var rows = other
    if rows.isLimited || rows.grouping != nil { rows.nestSafely() }
    let outer = try translator().keys(outerKey)
    let inner = try rows.translator().keys(innerKey)
    guard !(outer + inner).contains(where: \.expression.canFail) else {
      throw Untranslatable(reason: "a key can fail")
    }
    let keys = zip(outer, inner).map { outer, inner in
      NestedElements.Key(
        outer: outer.expression, own: inner.expression, matchesNull: isOptional(outer.type))
    }
    projection = .tuple(
      Self.builder(of: node),
      of: [
        .init(type: join.leftType, projection: projection),
        .init(type: join.rightType, projection: .nested(NestedElements(keys: keys, rows: rows))),
      ])
  }

  private struct JoinSide {
    let source: Source
    let projection: Projection
    let order: [OrderTerm]
    /// NULL where a pair has no row of this side, and never otherwise.
    let presence: SQLExpression
  }

  /// Returns the statement as one side of a join: the table itself if the statement is nothing
  /// more.
  ///
  /// - Parameter presence: a column that is never NULL, if the statement has one already.
  private func joinSide(_ alias: String, presence known: SQLExpression? = nil) -> JoinSide {
    var side = self
    var presence = known
    let isPlain = projection.columns.allSatisfy { $0.columnName != nil }
    if case .table = source, isPlain, filters.isEmpty, sorts.isEmpty, grouping == nil, !isLimited {
      // The key is never NULL.
      presence = ordinal.first?.expression
    }
    let column = presence ?? side.nest(adding: [.number(1)])[0]
    return JoinSide(
      source: side.source, projection: side.projection.map { $0.qualified(alias) },
      order: side.ordinal.map { $0.qualified(alias) }, presence: column.qualified(alias))
  }
}
