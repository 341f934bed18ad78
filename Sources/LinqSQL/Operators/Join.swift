internal import LinqCore

extension SelectStatement {
  /// Joins the elements with those of another statement.
  mutating func join(
    _ join: QueryJoin, _ node: any QueryNode, _ other: SelectStatement
  ) throws(Untranslatable) {
    if join.kind == .group { return try groupJoin(join, node, other) }
    var (first, other) = (self, other)
    let left: JoinSide
    var right: JoinSide
    let condition: SQLExpression
    switch join.match {
    case .closures: throw Untranslatable.opaque
    case .all, .condition:
      try first.checked()
      try other.checked()
      (left, right) = (first.joinSide(place.name("a")), other.joinSide(place.name("b")))
      let innerType = elementType(node.others[0])
      condition = try self.condition(
        join, .init(type: join.leftType, projection: left.projection),
        .init(type: innerType, projection: right.projection))
    case .keys(let outerKey, let innerKey):
      let outer: [SQLExpression]
      (left, outer) = try first.joinSide(place.name("a"), keys: outerKey)
      try other.prepareReferences(for: innerKey)
      let inner = try other.translator().keys(innerKey)
      let own = try other.checked(inner)
      let keys = zip(zip(outer, own), join.nilMatches(outerKey, innerKey)).map {
        JoinKey(outer: $0.0, inner: $0.1, matchesNull: $1)
      }
      let hasOneMatch = other.isUnique(by: own)
      (right, condition) = matching(other, keys)
      // SQLite would not look up a row of a statement that is a term of the order.
      if hasOneMatch, join.kind == .inner || join.kind == .left { right.order = [] }
    }
    let isOptionalLeft = join.kind == .right || join.kind == .full
    let isOptionalRight = join.kind == .left || join.kind == .full
    let order: [OrderTerm]
    let kind: JoinKind
    switch join.kind {
    case .inner, .group:
      kind = .inner
      order = left.order + right.order
    case .left:
      kind = .left
      order = left.order + right.order
    case .right:
      kind = .right
      order = right.order + left.order
    case .full:
      kind = .full
      let isUnmatched = SQLExpression.binary(.isSame, left.presence, .null)
      order = [OrderTerm(expression: isUnmatched)] + left.order + right.order
    }
    self = pairs(
      kind, left, right, on: condition,
      .tuple(
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
        ]), order)
  }

  /// Returns the condition of a join on a condition, or of one of each row with each.
  private func condition(
    _ join: QueryJoin, _ left: Projection.Part, _ right: Projection.Part
  ) throws(Untranslatable) -> SQLExpression {
    guard case .condition(let node) = join.match else { return .number(1) }
    let pair = Projection.pair(left, right)
    guard !node.hasSubqueries(of: pair) else {
      throw Untranslatable(reason: "a subquery in the condition of \(join.kind.rawValue)")
    }
    let condition = try Translator(projection: pair, place: place).translate(node)
    // Which pairs a database compares is its own choice.
    guard !condition.canFail else {
      throw Untranslatable(
        reason: "the condition of \(join.kind.rawValue) has an expression that can fail")
    }
    return condition
  }

  /// Pairs the elements with those of another statement at the same positions.
  mutating func pairInOrder(_ node: any QueryNode, _ other: SelectStatement) throws(Untranslatable)
  {
    var (first, second) = (self, other)
    try first.checked()
    try second.checked()
    _ = (first.makeSingleOrdinal(numbering: true), second.makeSingleOrdinal(numbering: true))
    let (left, right) = (first.joinSide(place.name("a")), second.joinSide(place.name("b")))
    self = pairs(
      .inner, left, right, on: .binary(.equal, left.order[0].expression, right.order[0].expression),
      .tuple(
        Self.builder(of: node),
        of: [
          .init(
            type: node.upstream.map { elementType($0) } ?? Never.self, projection: left.projection),
          .init(type: elementType(node.others[0]), projection: right.projection),
        ]), left.order)
  }

  /// Values of both sides of a join that are equal.
  struct JoinKey {
    /// A value of the first side, with the name of its source.
    let outer: SQLExpression
    /// A value of the second side.
    let inner: SQLExpression
    let matchesNull: Bool
  }

  /// Returns a statement as the second side of a join, with the condition that its keys are equal
  /// to those of the first side.
  func matching(
    _ other: SelectStatement, _ keys: [JoinKey]
  ) -> (JoinSide, SQLExpression) {
    var other = other
    var inner = keys.map(\.inner)
    var presence: SQLExpression?
    if !inner.allSatisfy(\.isOwnColumn) {
      // Computed keys become columns, so that SQLite can look up matching rows by them, and so do
      // columns of a join.
      inner = other.nestAsTable(adding: inner + [.number(1)])
      presence = inner.removeLast()
    }
    // The keys may get other names when the side is nested.
    let element = other.projection
    other.projection = .parts([element] + inner.map(Projection.value))
    var right = other.joinSide(place.name("b"), presence: presence)
    guard case .tuple(_, let parts) = right.projection else {
      preconditionFailure("a tuple stays one")
    }
    right.projection = parts[0].projection
    let conditions = zip(keys, parts.dropFirst().flatMap(\.projection.columns)).map {
      SQLExpression.binary($0.matchesNull ? .isSame : .equal, $0.outer, $1)
    }
    return (right, SQLExpression.all(conditions) ?? .number(1))
  }

  /// Returns the pairs of the rows of two sides.
  ///
  /// - Parameter isBeginningWithSecond: whether each row of the second side looks up those of the
  ///   first one, if the join keeps the order of its sources.
  func pairs(
    _ kind: JoinKind, _ left: JoinSide, _ right: JoinSide, on condition: SQLExpression,
    _ projection: Projection, _ order: [OrderTerm],
    beginningWithSecond isBeginningWithSecond: Bool = false
  ) -> SelectStatement {
    let first = JoinedSource(source: left.source, name: place.name("a"))
    let second = JoinedSource(source: right.source, name: place.name("b"))
    return SelectStatement(
      source: isBeginningWithSecond
        ? .join(kind, second, first, on: condition) : .join(kind, first, second, on: condition),
      projection: projection, ordinal: order, place: place)
  }

  /// Pairs each element with an array of the elements of another statement, which one statement
  /// reads for all of them.
  private mutating func groupJoin(
    _ join: QueryJoin, _ node: any QueryNode, _ other: SelectStatement
  ) throws(Untranslatable) {
    guard case .keys(let outerKey, let innerKey) = join.match else { throw Untranslatable.opaque }
    if grouping != nil { nestSafely() }
    var rows = other
    rows.open(.part)
    try rows.prepareReferences(for: innerKey)
    let outer = try translator().keys(outerKey)
    let inner = try rows.translator().keys(innerKey)
    // All elements of the other query are evaluated, also those of no array, and each outer key.
    let own = try rows.checked(inner)
    var values = outer
    if values.contains(where: \.canFail) { values = try check(adding: values) }
    let keys = zip(zip(values, own), join.nilMatches(outerKey, innerKey)).map {
      NestedElements.Key(outer: $0.0, own: $0.1, matchesNull: $1)
    }
    projection = .tuple(
      Self.builder(of: node),
      of: [
        .init(type: join.leftType, projection: projection),
        .init(type: join.rightType, projection: .nested(NestedElements(keys: keys, rows: rows))),
      ])
  }

  /// Returns whether no two rows have the same values: the statement has a group for each of them.
  private func isUnique(by values: [SQLExpression]) -> Bool {
    guard let grouping else { return false }
    return grouping.keys.allSatisfy { key in values.contains { $0.isSame(as: key) } }
  }

  /// A statement as one side of a join.
  struct JoinSide {
    let source: Source
    var projection: Projection
    var order: [OrderTerm]
    /// NULL where a pair has no row of this side, and never otherwise.
    let presence: SQLExpression
  }

  /// Returns the statement as the first side of a join, and its keys.
  private mutating func joinSide(
    _ alias: String, keys node: ExpressionNode
  ) throws(Untranslatable) -> (JoinSide, keys: [SQLExpression]) {
    let keys = try Translator(projection: projection).keys(node)
    guard canFail || keys.contains(where: \.canFail) else {
      let side = joinSide(alias)
      return (side, try Translator(projection: side.projection).keys(node))
    }
    let columns = try check(adding: keys)
    projection = .parts([projection] + columns.map(Projection.value))
    var side = joinSide(alias)
    guard case .tuple(_, let parts) = side.projection else {
      preconditionFailure("a tuple stays one")
    }
    side.projection = parts[0].projection
    return (side, parts.dropFirst().flatMap(\.projection.columns))
  }

  /// Returns the statement as one side of a join: the table itself if the statement is nothing
  /// more.
  ///
  /// - Parameter presence: a column that is never NULL, if the statement has one already.
  func joinSide(_ alias: String, presence known: SQLExpression? = nil) -> JoinSide {
    var side = self
    var presence = known
    let isPlain = projection.columns.allSatisfy(\.isColumn)
    if source.hasKey, isPlain, filters.isEmpty, sorts.isEmpty, isOpen(.part) {
      // The key is never NULL.
      presence = ordinal.first?.expression
    }
    let column = presence ?? side.nest(adding: [.number(1)])[0]
    return JoinSide(
      source: side.source, projection: side.projection.map { $0.qualified(alias) },
      order: side.ordinal.map { $0.qualified(alias) }, presence: column.qualified(alias))
  }
}

extension SQLExpression {
  /// Whether the expression is a column of the statement's only source.
  fileprivate var isOwnColumn: Bool {
    switch self {
    case .column(_, nil), .decoded(.column(_, nil), _): true
    default: false
    }
  }
}

extension SelectStatement.Source {
  /// Whether the order of the rows begins with a column that is never NULL.
  fileprivate var hasKey: Bool {
    switch self {
    case .table, .values: true
    case .statement, .union, .join, .list, .candidates, .reached, .nothing: false
    }
  }
}

extension QueryJoin {
  /// Returns for each part of the keys whether nil may equal nil: both sides may be nil.
  fileprivate func nilMatches(_ outer: ExpressionNode, _ inner: ExpressionNode) -> [Bool] {
    zip(outer.keyParts, inner.keyParts).map { $0.mayBeNil && $1.mayBeNil }
  }
}

extension ExpressionNode {
  /// The parts of a key: those of a tuple, or the value itself.
  fileprivate var keyParts: [ExpressionNode] {
    if case .tuple(let parts, _) = form { parts } else { [self] }
  }

  /// Whether the value may be nil. An optional that wraps a value is not.
  fileprivate var mayBeNil: Bool {
    if case .operation(.wrap, let operands) = form, !isOptional(operands[0].type) { return false }
    return isOptional(type)
  }
}
