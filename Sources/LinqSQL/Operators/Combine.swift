internal import LinqCore
internal import StoreEngine

extension SelectStatement {
  /// Combines the elements with those of another statement of the same type.
  mutating func combine(
    _ combination: QueryCombination, _ other: SelectStatement, _ key: QueryKey
  ) throws(Untranslatable) {
    if case .opaque = key, combination != .concat { throw Untranslatable.opaque }
    // A list can be a column of one of the queries, and an array of rows of the other.
    guard !other.projection.hasNestedElements else {
      throw Untranslatable(reason: "arrays of rows")
    }
    guard !projection.hasSequenceElements, !other.projection.hasSequenceElements else {
      throw Untranslatable(reason: "elements of a sequence in memory")
    }
    if combination == .sequenceEqual { return try compare(with: other) }
    let readsAll = readsAll || other.readsAll || combination.readsSecondFirst && other.canFail
    // A server wants ordinals of one type, and the keys of two tables may have different ones.
    let engine = place.context?.source.connections.engine
    let numbering = engine?.hasTypedColumns == true && !isOrdered(as: other)
    var (first, names) = half(0, numbering: numbering)
    var (second, others) = other.half(1, numbering: numbering)
    guard names == others else {
      throw Untranslatable(reason: "the elements of the two queries are made of different columns")
    }
    var columns = Self.shareServerJSON(&first, &second, names)[...]
    let side = SQLExpression.column("side")
    self = SelectStatement(
      source: .union(first, second),
      projection: projection.map { _ in columns.removeFirst() },
      ordinal: [OrderTerm(expression: side), OrderTerm(expression: .column("ordinal"))],
      readsAll: readsAll, place: place)
    nameSource()
    guard combination != .concat else { return }

    // One row for each key, the first one. The sides of its rows show which of the queries contain
    // it.
    let number = nest(adding: [.window(.rowNumber, [], order: order), side])
    ordinal = [OrderTerm(expression: .call(.min, [number[0]]))]
    var keys = projection.columns
    var keepsFirst = false
    if case .expression(let expression) = key {
      keys = try translator().resolve(expression).columns
      keepsFirst = true
    }
    let inSecond = SQLExpression.call(.sum, [number[1]])
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

  /// Keeps JSON of a type of the server as it is in the halves of a union, where both have it.
  ///
  /// - Returns: the columns of the union.
  private static func shareServerJSON(
    _ first: inout SelectStatement, _ second: inout SelectStatement, _ names: [String]
  ) -> [SQLExpression] {
    names.enumerated().map { index, name in
      guard case .decoded(let left, .jsonb) = first.output?[index].expression,
        case .decoded(let right, .jsonb) = second.output?[index].expression
      else { return .column(name) }
      first.output?[index].expression = left
      second.output?[index].expression = right
      return .decoded(.column(name), .jsonb)
    }
  }

  /// Whether both statements have the rows of one table in the order of its key.
  private func isOrdered(as other: SelectStatement) -> Bool {
    guard case .table(let name) = source, case .table(name) = other.source else { return false }
    return sorts.isEmpty && other.sorts.isEmpty && grouping == nil && other.grouping == nil
  }

  /// Puts the element of another statement before the elements.
  mutating func prepend(_ first: SelectStatement) throws(Untranslatable) {
    var combined = first
    try combined.combine(.concat, self, .element)
    // The columns are read as those of this statement.
    var columns = combined.projection.columns[...]
    combined.projection = projection.map { _ in columns.removeFirst() }
    self = combined
  }

  /// Uses the element of another statement if there is none.
  mutating func useIfEmpty(_ other: SelectStatement) throws(Untranslatable) {
    try checked()
    var elements = self
    elements.projection = .value(.number(1))
    elements.dropOrder()
    var other = other
    other.filters.append(.not(.exists(elements)))
    try combine(.concat, other, .element)
  }

  /// Replaces the statement by a test whether another one returns equal elements in the same order:
  /// no position has two different elements, or only one.
  private mutating func compare(with other: SelectStatement) throws(Untranslatable) {
    var other = other
    try checked()
    try other.checked()
    let (first, names) = numberedHalf()
    let (second, others) = other.numberedHalf()
    guard names == others else {
      throw Untranslatable(reason: "the elements of the two queries are made of different columns")
    }
    // Equal elements at a position are one group of two rows; a join would look through one side
    // for each row of the other.
    var differences = SelectStatement(
      source: .union(first, second), projection: .value(.number(1)), ordinal: [])
    differences.grouping = Grouping(
      keys: names.map { .column($0) },
      having: [.binary(.notEqual, .count(where: nil), .number(2))])
    self = SelectStatement(
      source: .nothing, projection: .value(.not(.exists(differences))), ordinal: [])
  }

  /// The statement as one half of a union of rows with their positions, and the names of its
  /// columns.
  private func numberedHalf() -> (statement: SelectStatement, names: [String]) {
    var half = self
    let position = half.makeSingleOrdinal(numbering: true)
    let columns = half.projection.columns
    let names = ["position"] + columns.indices.map { "c\($0)" }
    half.output = zip([position] + columns, names).map { ($0, $1) }
    half.isOrdered = false
    return (half, names)
  }
}
