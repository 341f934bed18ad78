internal import Linq

/// What an element of a query is made of in SQL.
indirect enum Shape: Sendable {
  /// A row of a table.
  case row(RowShape)
  /// One value.
  case value(SQLExpression)
  /// What a step makes of several parts: a tuple.
  case made(by: any QueryNode, of: [Part])
  /// Something that may be missing as a whole, behind an expression that is NULL then.
  case optional(Shape, presence: SQLExpression)
  /// A group: its key, what its items are made of, and the step that makes it.
  case group(key: Shape, item: Shape, source: GroupSource, by: any QueryNode)

  /// A part of an element, with its Swift type.
  struct Part: Sendable {
    let type: Any.Type
    let shape: Shape
  }

  /// What a statement selects.
  var columns: [SQLExpression] {
    var columns: [SQLExpression] = []
    forEachColumn { columns.append($0) }
    return columns
  }

  /// Looks at each expression that a statement selects, without a list of them.
  func forEachColumn(_ body: (SQLExpression) -> Void) {
    switch self {
    case .row(let row): for column in row.columns { body(column.expression) }
    case .value(let value): body(value)
    case .made(_, let parts): for part in parts { part.shape.forEachColumn(body) }
    case .optional(let shape, let presence):
      body(presence)
      shape.forEachColumn(body)
    case .group(let key, _, _, _): key.forEachColumn(body)
    }
  }

  /// The same shape of other expressions.
  func map(_ transform: (SQLExpression) -> SQLExpression) -> Shape {
    switch self {
    case .row(var row):
      for index in row.columns.indices {
        row.columns[index].expression = transform(row.columns[index].expression)
      }
      return .row(row)
    case .value(let value): return .value(transform(value))
    case .made(let node, let parts):
      return .made(
        by: node, of: parts.map { Part(type: $0.type, shape: $0.shape.map(transform)) })
    case .optional(let shape, let presence):
      // In the order of `columns`.
      let presence = transform(presence)
      return .optional(shape.map(transform), presence: presence)
    case .group(let key, let item, let source, let node):
      return .group(key: key.map(transform), item: item, source: source, by: node)
    }
  }

  /// Whether the elements are groups.
  var isGroup: Bool {
    if case .group = self { return true }
    return false
  }

  /// Whether reading it may end in an error.
  var canFail: Bool {
    var canFail = false
    forEachColumn { canFail = canFail || $0.canFail }
    return canFail
  }
}

/// A row of a table: its columns as they are called where the row is read.
struct RowShape: Sendable {
  let table: any AnyTable
  var columns: [(keyPath: any AnyKeyPath & Sendable, expression: SQLExpression)]
}

/// The rows that groups are made of, and by what their order within a group is known.
struct GroupSource: Sendable {
  let rows: SelectStatement
  let ordinal: SQLExpression
}
