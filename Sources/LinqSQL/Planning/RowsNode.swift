internal import Linq
internal import SQLite

/// The rows of a plan's statement as the elements of its last step.
func rowsNode(
  of plan: PlannedQuery, _ values: [any ColumnValue], last: any QueryNode, limit: Int?
) -> any QueryNode {
  func open<Last: QueryNode>(_ last: Last) -> any QueryNode {
    RowsNode<Last.Element>(plan: plan, values: values, limit: limit)
  }
  return open(last)
}

/// The rows of a statement.
struct RowsNode<Element>: QueryNode {
  let plan: PlannedQuery
  let values: [any ColumnValue]
  let limit: Int?

  var step: QueryStep { .memory("rows") }
  var upstream: (any QueryNode)? { nil }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> { self }

  /// Whole rows are read by what was compiled for them.
  func collect(_ run: QueryRun) throws -> [Element] {
    guard case .row(let row) = plan.shape, plan.group == nil, limit == nil else {
      let next = try pull(run)
      var elements: [Element] = []
      while let element = try next() { elements.append(element) }
      return elements
    }
    let (session, cursor) = try open(run)
    guard let rows = try row.table.readAll(cursor.statement) as? [Element] else {
      preconditionFailure("rows of \(Element.self) were planned as others")
    }
    session.rowsCrossed += rows.count
    return rows
  }

  private func open(_ run: QueryRun) throws -> (QuerySession, Cursor) {
    guard let session = run.session as? QuerySession else {
      preconditionFailure("a statement runs on a connection")
    }
    let connection = session.connection
    try connection.registerFunctions(of: plan.sql)
    let cursor = Cursor(try connection.borrowStatement(plan.sql.text), in: session)
    try bind(values, to: cursor.statement)
    return (session, cursor)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let (session, cursor) = try open(run)
    var count = 0
    var isAtEnd = false
    let next: Pull<Statement> = {
      // A statement that is asked again behind its end begins again.
      guard !isAtEnd, try cursor.statement.step() else {
        isAtEnd = true
        return nil
      }
      session.rowsCrossed += 1
      count += 1
      if let limit, count > limit { throw QueryError.tooManyRows(limit: limit) }
      return cursor.statement
    }
    if let group = plan.group, case .made(_, let parts) = plan.shape {
      var columns = StatementColumns(shapes: parts.map(\.shape))
      return gather(group, &columns, next)
    }
    if case .row(let row) = plan.shape {
      guard let pull = row.table.pull(next) as? Pull<Element> else {
        preconditionFailure("rows of \(Element.self) were planned as others")
      }
      return pull
    }
    var columns = StatementColumns(shapes: [plan.shape])
    let read = columns.next(Element.self)
    return {
      guard let statement = try next() else { return nil }
      return try read(statement)
    }
  }

  private func gather(
    _ group: any QueryNode, _ columns: inout StatementColumns, _ next: @escaping Pull<Statement>
  ) -> Pull<Element> {
    func open<Group: QueryNode>(_ group: Group) -> Pull<Element>? {
      group.gather(&columns, next) as? Pull<Element>
    }
    guard let pull = open(group) else {
      preconditionFailure("groups of \(Element.self) were planned as others")
    }
    return pull
  }
}

/// A statement that is being read, given back when nobody reads it any more.
private final class Cursor {
  let statement: Statement
  private let session: QuerySession
  private let scannedBefore: Int

  init(_ statement: Statement, in session: QuerySession) {
    self.statement = statement
    self.session = session
    scannedBefore = statement.scanStepCount
  }

  deinit {
    let steps = statement.scanStepCount - scannedBefore
    // From row to row: one row more.
    if steps > 0 { session.rowsScanned += steps + 1 }
    session.connection.giveBack(statement)
  }
}

/// What reads a part of an element, on its way through code that does not know its type: a closure alone
/// would be wrapped on that way.
final class ReaderBox<Value> {
  let read: (Statement) throws -> Value

  init(_ read: @escaping (Statement) throws -> Value) { self.read = read }
}

/// The columns of a statement as the parts of an element.
struct StatementColumns: ElementColumns {
  private var shapes: ArraySlice<Shape>
  private(set) var column: Int

  init(shapes: [Shape], column: Int = 0) {
    self.shapes = shapes[...]
    self.column = column
  }

  mutating func next<Value>(_ type: Value.Type) -> (Statement) throws -> Value {
    reader(type, shapes.removeFirst())
  }

  private mutating func reader<Value>(
    _ type: Value.Type, _ shape: Shape
  ) -> (Statement) throws -> Value {
    switch shape {
    case .value:
      defer { column += 1 }
      guard let type = Value.self as? any ColumnValue.Type else { break }
      return cast(valueReader(type, at: column))
    case .row(let row):
      defer { column += row.columns.count }
      return cast(row.table.reader(from: column))
    case .made(let node, let parts):
      var columns = StatementColumns(shapes: parts.map(\.shape), column: column)
      defer { column = columns.column }
      func open<Node: QueryNode>(_ node: Node) -> AnyObject? {
        node.reader(&columns).map { ReaderBox($0) }
      }
      guard let reader = open(node) else { break }
      return cast(reader)
    case .optional(let shape, _):
      guard let type = Value.self as? any OptionalValue.Type else { break }
      let presence = column
      column += 1
      func open<Whole: OptionalValue>(_ type: Whole.Type) -> AnyObject {
        let read = reader(Whole.Wrapped.self, shape)
        return ReaderBox<Whole> { statement in
          Whole(statement.isNull(presence) ? nil : try read(statement))
        }
      }
      return cast(open(type))
    case .group: break
    }
    preconditionFailure("\(Value.self) was planned as a column and is none")
  }

  private func valueReader(_ type: any ColumnValue.Type, at column: Int) -> AnyObject {
    func open<Value: ColumnValue>(_ type: Value.Type) -> AnyObject {
      ReaderBox<Value> { statement in
        var reader = RowReader(statement, column: column)
        return try Value.read(from: &reader)
      }
    }
    return open(type)
  }

  private func cast<Value>(_ reader: AnyObject) -> (Statement) throws -> Value {
    guard let reader = reader as? ReaderBox<Value> else {
      preconditionFailure("\(Value.self) was planned as another type")
    }
    return reader.read
  }
}
