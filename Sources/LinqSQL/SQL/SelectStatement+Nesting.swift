extension SelectStatement {
  /// Makes the statement the source of a new one, which has the same elements in the same order.
  ///
  /// - Parameter extra: further columns of the inner statement.
  /// - Returns: the columns of the outer statement for `extra`.
  @discardableResult
  mutating func nest(adding extra: [SQLExpression] = []) -> [SQLExpression] {
    if isLimited { nestOuterOrder() }
    var inner = self
    var names = OutputNames(depth: depth, avoiding: self)
    let columns = projection.columns.map { names.add($0) }
    let terms = order.map {
      OrderTerm(
        expression: names.add($0.expression), isDescending: $0.isDescending,
        isNullable: $0.isNullable)
    }
    let added = extra.map { names.add($0) }
    inner.output = names.output
    inner.dropOrder()
    var rest = columns[...]
    self = SelectStatement(
      source: .statement(inner), projection: projection.map { _ in rest.removeFirst() },
      ordinal: terms,
      readsAll: readsAll, place: place)
    nameSource()
    return added
  }

  /// Nests the statement with computed columns, so that SQLite computes them once for each row and
  /// can look up rows by them: SQLite does not merge a statement that has a limit.
  @discardableResult
  mutating func nestAsTable(adding columns: [SQLExpression] = []) -> [SQLExpression] {
    let isUnlimited = !isLimited
    let added = nest(adding: columns)
    if isUnlimited, case .statement(var inner) = source {
      inner.limit = .number(-1)
      source = .statement(inner)
    }
    return added
  }

  /// Leaves out the order where it does not decide which rows there are.
  mutating func dropOrder() { isOrdered = isLimited }

  /// Makes sure that the elements are ordered by a single ascending column, and returns that
  /// column.
  ///
  /// - Parameter numbering: whether the column must be the position, counted from 1.
  @discardableResult
  mutating func makeSingleOrdinal(numbering: Bool = false) -> SQLExpression {
    if !numbering, isOpen(.window), sorts.isEmpty, ordinal.count == 1,
      !ordinal[0].isDescending
    {
      return ordinal[0].expression
    }
    if !isOpen(.window) { nest() }
    let number = nest(adding: [.window(.rowNumber, [], order: order)])[0]
    ordinal = [OrderTerm(expression: number)]
    return number
  }

  /// Returns the statement as one half of a union: its columns under names that both halves share,
  /// the number of its side, and its ordinal.
  ///
  /// - Parameters:
  ///   - side: the number of the side.
  ///   - numbering: whether the ordinal must be the position.
  func half(
    _ side: Int, numbering: Bool
  ) -> (statement: SelectStatement, names: [String]) {
    var half = self
    if isLimited || canFail { half.nestSafely() }
    let ordinal: SQLExpression
    if !numbering, half.grouping != nil, half.sorts.isEmpty, half.ordinal.count == 1,
      !half.ordinal[0].isDescending
    {
      ordinal = half.ordinal[0].expression
    } else {
      ordinal = half.makeSingleOrdinal(numbering: numbering)
    }
    let columns = half.projection.columns
    let names = columns.indices.map { "c\($0)" }
    half.output =
      zip(columns, names).map { ($0, $1) } + [(.number(side), "side"), (ordinal, "ordinal")]
    half.isOrdered = false
    return (half, names)
  }

  /// The depth to which statements are nested.
  var depth: Int {
    var deepest = 0
    source.forEachPart {
      deepest = max(deepest, $0.depth)
    } expression: { _ in
    }
    return deepest + 1
  }
}

/// The columns of an inner statement under unique names. They also differ from those of more deeply
/// nested statements, which `ORDER BY` would confuse with them.
private struct OutputNames {
  let depth: Int
  let isGrouped: Bool
  private(set) var output: [(expression: SQLExpression, name: String)] = []
  private var used: Set<SQLName> = []
  /// Plain columns keep their names and are selected once.
  private var plain: [String: String] = [:]
  /// The names of columns that could be taken for computed ones.
  private let avoided: Set<SQLName>

  /// - Parameter statement: the statement, whose tables may have columns with such names.
  init(depth: Int, avoiding statement: SelectStatement) {
    self.depth = depth
    isGrouped = statement.grouping != nil
    let prefix = "c\(depth)_"
    var names: Set<SQLName> = []
    statement.forEachExpression { expression in
      expression.forEachPart { part in
        guard case .column(let name, _) = part, name.lowercased().hasPrefix(prefix) else { return }
        names.insert(SQLName(name))
      }
    }
    avoided = names
  }

  /// Selects an expression, and returns the column of the outer statement.
  mutating func add(_ expression: SQLExpression) -> SQLExpression {
    // The text of such a value is not the one that the program writes.
    if !isGrouped {
      if case .decoded(let column, .jsonb) = expression {
        return .decoded(add(column), .jsonb)
      }
      if case .json(.decoded(let element, .jsonb), path: [], .json) = expression {
        return .json(.decoded(add(element), .jsonb), path: [], .json)
      }
    }
    var key: String?
    if case .column(let name, let source) = expression { key = (source ?? "") + "." + name }
    if let key, let name = plain[key] { return .column(name) }
    var number = output.count
    var name = expression.columnName ?? "c\(depth)_\(number)"
    while avoided.contains(SQLName(name)) || !used.insert(SQLName(name)).inserted {
      number += 1
      name = "c\(depth)_\(number)"
    }
    if let key { plain[key] = name }
    output.append((expression, name))
    return .column(name)
  }
}
