internal import LinqCore

/// The columns that a statement returns for each element, and what is built from them.
indirect enum Projection: Sendable {
  /// A row of a table.
  case row(RowProjection)
  /// One value.
  case value(SQLExpression)
  /// A tuple of parts, and the builder that creates it.
  case tuple(any AnyElementBuilder, of: [Part])
  /// A projection that may be absent. `presence` is NULL exactly where it is.
  case optional(Projection, presence: SQLExpression)
  /// A group: its key, the projection and the rows of its items, and the group reader.
  case group(key: Projection, item: Projection, source: GroupSource, any AnyGroupReader)
  /// A window: its element, and values of it that the statement has as columns.
  case window(WindowProjection)

  /// An array of the elements of a statement, which depends on the element.
  case elements(SelectStatement)
  /// An array of rows that one statement reads for all elements.
  case nested(NestedElements)

  /// A part of an element, with its Swift type.
  struct Part: Sendable {
    let type: Any.Type
    let projection: Projection
  }

  /// Returns a tuple whose parts are read one by one.
  static func parts(_ projections: [Projection]) -> Projection {
    .tuple(NoBuilder(), of: projections.map { Part(type: Any.self, projection: $0) })
  }

  /// Two elements as the parts of a pair, which is never read as a whole.
  static func pair(_ first: Part, _ second: Part) -> Projection {
    .tuple(NoBuilder(), of: [first, second])
  }

  /// The expressions that a statement selects.
  var columns: [SQLExpression] {
    var columns: [SQLExpression] = []
    forEachColumn { columns.append($0) }
    return columns
  }

  /// Calls a closure with each expression that a statement selects, without building an array.
  func forEachColumn(_ body: (SQLExpression) -> Void) {
    switch self {
    case .row(let row): for column in row.columns { body(column.expression) }
    case .value(let value): body(value)
    case .tuple(_, let parts): for part in parts { part.projection.forEachColumn(body) }
    case .optional(let projection, let presence):
      body(presence)
      projection.forEachColumn(body)
    case .group(let key, _, _, _): key.forEachColumn(body)
    case .window(let window):
      window.element.forEachColumn(body)
      for value in window.values ?? [] { body(value.column) }
    case .elements: break
    case .nested(let elements): for key in elements.keys where !key.isShared { body(key.outer) }
    }
  }

  /// Returns the projection with each of its expressions transformed.
  func map(_ transform: (SQLExpression) -> SQLExpression) -> Projection {
    switch self {
    case .row(var row):
      for index in row.columns.indices {
        row.columns[index].expression = transform(row.columns[index].expression)
      }
      return .row(row)
    case .value(let value): return .value(transform(value))
    case .tuple(let builder, let parts):
      return .tuple(
        builder, of: parts.map { Part(type: $0.type, projection: $0.projection.map(transform)) })
    case .optional(let projection, let presence):
      // The presence comes first, as in `columns`.
      let presence = transform(presence)
      return .optional(projection.map(transform), presence: presence)
    case .group(let key, let item, let source, let reader):
      return .group(key: key.map(transform), item: item, source: source, reader)
    case .window(var window):
      window.element = window.element.map(transform)
      window.values = window.values?.map { ($0.value, transform($0.column)) }
      return .window(window)
    case .elements: return self
    case .nested(var elements):
      for index in elements.keys.indices {
        elements.keys[index].outer = transform(elements.keys[index].outer)
      }
      elements.groupValue = nil
      return .nested(elements)
    }
  }

  /// Whether the elements are groups.
  var isGroup: Bool {
    if case .group = self { return true }
    return false
  }

  /// Whether evaluating one of its expressions may fail.
  var canFail: Bool {
    var canFail = false
    forEachColumn { canFail = canFail || $0.canFail }
    return canFail
  }
}

/// A row of a table: its columns under the names that they have where the row is read.
struct RowProjection: Sendable {
  let table: any AnyTable
  var columns: [(keyPath: any AnyKeyPath & Sendable, expression: SQLExpression)]
  /// Whether the columns have the stored values, which Swift decodes.
  var isStored = false
}

/// The rows from which groups are built, and the terms that order them within a group.
struct GroupSource: Sendable {
  let rows: SelectStatement
  let ordinal: [OrderTerm]
  /// The elements without their numbers, and the size of a chunk, if the groups are chunks.
  var chunk: (elements: SelectStatement, size: Int)?
}

/// A placeholder for the builder of a tuple, such as a key and an item, whose parts are read one by
/// one.
private struct NoBuilder: AnyElementBuilder {
  func reader(_ columns: any ElementColumns) -> AnyObject {
    preconditionFailure("the parts are read one by one")
  }
}
