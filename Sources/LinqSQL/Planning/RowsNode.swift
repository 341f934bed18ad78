internal import LinqCore
internal import StoreEngine
internal import StoreSupport

/// Returns a node whose elements are read from the rows of a plan's statement. They have the type
/// of the elements of `last`.
func rowsNode(
  of plan: PlannedQuery, _ values: [any ColumnValue], last: any QueryNode, limit: Int?
) -> any QueryNode {
  func open<Last: QueryNode>(_ last: Last) -> any QueryNode {
    RowsNode<Last.Element>(plan: plan, values: values, limit: limit)
  }
  return open(last)
}

/// The elements that are read from the rows of a plan's statement.
final class RowsNode<Element>: SourceNode {
  let plan: PlannedQuery
  let values: [any ColumnValue]
  let limit: Int?

  init(plan: PlannedQuery, values: [any ColumnValue], limit: Int?) {
    self.plan = plan
    self.values = values
    self.limit = limit
  }

  var `operator`: QueryOperator { .loaded("rows") }

  func collect(_ run: QueryRun) throws -> [Element] {
    let cursor = try open(run)
    guard let group = plan.groupReader else {
      let reader = reader(of: cursor)
      return MemoryBudget.current == nil
        ? try reader.readAll(cursor.step) : try LinqCore.collect(reader.pull(cursor.step))
    }
    return try LinqCore.collect(gather(group, cursor))
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let cursor = try open(run)
    let pull =
      plan.groupReader.map { gather($0, cursor) } ?? reader(of: cursor).pull(cursor.step)
    return cursor.session.connection.keepingState(of: pull)
  }

  private func open(_ run: QueryRun) throws -> Cursor {
    guard let session = run.session as? QuerySession else {
      preconditionFailure("a statement runs on a connection")
    }
    let connection = session.connection
    if !plan.hasCheckedDeclarations { try plan.checkDeclarations(on: connection) }
    let statement = try plan.deciding {
      try connection.borrowStatement(plan.statementText) {
        try plan.checkDeclarations(on: connection)
        try connection.registerFunctions(of: plan.sql)
      }
    }
    statement.relyOnSchema()
    guard plan.hasOtherStatements else {
      let cursor = Cursor(statement, in: session, limit: limit ?? .max, plan: plan)
      if plan.substringProbes.isEmpty {
        try bind(values, to: cursor.statement)
      } else {
        try bind(values.prefix(plan.sql.parameters.count), to: cursor.statement)
      }
      return cursor
    }
    let nested =
      plan.nested.isEmpty ? nil : NestedRun(plans: plan.nested, values: values, session: session)
    let cursor = Cursor(statement, in: session, limit: limit ?? .max, plan: plan, nested: nested)
    // All statements read one state of the database.
    try session.keepSnapshot()
    try plan.runChecks(values, on: connection)
    try bind(values.prefix(plan.sql.parameters.count), to: cursor.statement)
    return cursor
  }

  private func reader(of cursor: Cursor) -> ElementReader<Element> {
    StatementColumns(
      cursor.statement, [], nested: cursor.nested, unreadable: cursor.session.unreadable
    )
    .reader(Element.self, plan.projection)
  }

  private func gather(_ groups: any AnyGroupReader, _ cursor: Cursor) -> Pull<Element> {
    guard case .tuple(_, let parts) = plan.projection else {
      preconditionFailure("groups were planned without keys and items")
    }
    let columns = StatementColumns(
      cursor.statement, parts.map(\.projection), nested: cursor.nested)
    guard let pull = groups.pull(columns, cursor.step) as? Pull<Element> else {
      preconditionFailure("groups of \(Element.self) were planned as others")
    }
    return pull
  }
}

extension Connection {
  /// Returns the elements of a read that goes on while others write on this connection. It sees one
  /// state of the database (S32).
  func keepingState<Element>(of pull: @escaping Pull<Element>) -> Pull<Element> {
    guard changesOpenReads else { return pull }
    let rows = OpenRows(pull)
    state.pointee.openReads.add(rows)
    return { try rows.next() }
  }
}

/// Elements that are read one at a time. The rest of them is read before a statement writes.
private final class OpenRows<Element>: OpenRead {
  @exclusivity(unchecked) private var pull: Pull<Element>

  init(_ pull: @escaping Pull<Element>) { self.pull = pull }

  func next() throws -> Element? { try pull() }

  func readToEnd() {
    let pull = pull
    var elements: [Element] = []
    var failure: (any Error)?
    do {
      while let element = try pull() { elements.append(element) }
    } catch {
      // It is the error of an element that the reader may never reach.
      failure = error
    }
    var rest = elements[...]
    self.pull = {
      if let element = rest.popFirst() { return element }
      if let failure { throw failure }
      return nil
    }
  }
}

/// A borrowed statement that is being read. It is returned when the cursor is deallocated.
private final class Cursor {
  let statement: Statement
  let nested: NestedRun?
  let session: QuerySession
  private let scannedBefore: Int
  private let limit: Int
  private let plan: PlannedQuery
  private let budget = MemoryBudget.current
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var isAtEnd = false
  @exclusivity(unchecked) private var check = InterruptionCheck()

  /// - Parameter limit: the highest permitted number of rows.
  init(
    _ statement: Statement, in session: QuerySession, limit: Int, plan: PlannedQuery,
    nested: NestedRun? = nil
  ) {
    self.plan = plan
    self.nested = nested
    self.statement = statement
    self.session = session
    self.limit = limit
    scannedBefore = statement.scanStepCount
  }

  deinit {
    session.rowsCrossed += count
    let steps = statement.scanStepCount - scannedBefore
    // The steps lead from row to row, so there is one row more.
    if steps > 0 { session.rowsScanned += steps + 1 }
    session.connection.returnStatement(statement)
  }

  /// Advances to the next row, and returns false after the last one.
  func step() throws -> Bool {
    // Stepping a statement after its end would restart it.
    guard !isAtEnd else { return false }
    // What happens between the rows may take far longer than reading them.
    try check()
    let hasRow: Bool
    do {
      hasRow = try stepStatement()
    } catch let change as OtherSchema {
      throw change
    } catch  where count == 0 && !session.connection.engine.hasTypedColumns {
      // SQLite's own functions fail for text that is not valid JSON.
      try plan.checkValues(on: session.connection)
      throw error
    }
    if count == 0, !session.connection.engine.hasTypedColumns {
      try plan.checkValues(on: session.connection)
    }
    guard hasRow else {
      isAtEnd = true
      return false
    }
    count += 1
    if count > limit { throw QueryError.tooManyRows(limit: limit) }
    budget?.readRow(statement.byteCount)
    return true
  }

  private func stepStatement() throws -> Bool {
    do {
      return try plan.deciding { try statement.step() }
    } catch let error as QueryError {
      throw error
    } catch  where statement.wasStoppedByFunction {
      throw ExpressionFailure(error: error)
    }
  }
}

extension PlannedQuery {
  /// Evaluates what the statement may skip.
  fileprivate func runChecks(_ values: [any ColumnValue], on connection: Connection) throws {
    for check in checks {
      do {
        try deciding { try check.run(values, on: connection) }
      } catch  where !connection.engine.hasTypedColumns {
        // SQLite's own functions fail for text that is not valid JSON.
        try checkValues(on: connection)
        throw error
      }
    }
  }

  /// Calls a closure that prepares or steps the statement. Memory decides about an error of a
  /// full-text index, which is damaged, or whose module SQLite was built without.
  @inline(__always) fileprivate func deciding<Result>(_ body: () throws -> Result) throws -> Result
  {
    guard usesTextIndex else { return try body() }
    do {
      return try body()
    } catch DatabaseError.corrupt(let path, let error) {
      throw ExpressionFailure(error: DatabaseError.corrupt(path: path, error))
    } catch DatabaseError.failed(let error) {
      throw ExpressionFailure(error: DatabaseError.failed(error))
    }
  }
}

/// The columns of a statement, from which the parts of an element are read.
final class StatementColumns: ElementColumns {
  private let statement: Statement
  private let nested: NestedRun?
  private let unreadable: UnreadableValues?
  private var parts: ArraySlice<Projection>
  private var column: Int

  /// - Parameters:
  ///   - nested: the run of the statements that read arrays of rows, if there are any.
  ///   - unreadable: receives the values of rows that cannot be read; nil if that is an error at
  ///     once.
  init(
    _ statement: Statement, _ parts: [Projection], column: Int = 0, nested: NestedRun? = nil,
    unreadable: UnreadableValues? = nil
  ) {
    self.statement = statement
    self.nested = nested
    self.unreadable = unreadable
    self.parts = parts[...]
    self.column = column
  }

  func next<Value>(_ type: Value.Type) -> ElementReader<Value> { reader(type, parts.removeFirst()) }

  func reader<Value>(_ type: Value.Type, _ projection: Projection) -> ElementReader<Value> {
    switch projection {
    case .value:
      defer { column += 1 }
      guard let type = Value.self as? any ColumnValue.Type else { break }
      return cast(valueReader(type))
    case .row(let row):
      defer { column += row.columns.count }
      return cast(
        row.isStored
          ? row.table.storedReader(of: statement, from: column, unreadable)
          : row.table.reader(of: statement, from: column))
    case .tuple(let builder, let parts):
      let columns = StatementColumns(
        statement, parts.map(\.projection), column: column, nested: nested)
      defer { column = columns.column }
      return cast(builder.reader(columns))
    case .optional(let projection, _):
      guard let type = Value.self as? any OptionalValue.Type else { break }
      let (statement, presence) = (statement, column)
      column += 1
      func open<Whole: OptionalValue>(_ type: Whole.Type) -> AnyObject {
        let read = reader(Whole.Wrapped.self, projection).read
        return ElementReader<Whole> {
          Whole(statement.isNull(presence) ? nil : try read())
        }
      }
      return cast(open(type))
    case .nested(let elements):
      defer { column += elements.keys.count { !$0.isShared } }
      guard let type = Value.self as? any NestedArray.Type, let nested else { break }
      return cast(type.reader(of: elements, in: statement, nested))
    case .group, .window, .elements: break
    }
    preconditionFailure("\(Value.self) was planned as a column and is none")
  }

  private func valueReader(_ type: any ColumnValue.Type) -> AnyObject {
    // The most frequent types have specialized readers.
    switch type {
    case is String.Type: valueReader(of: String.self)
    case is String?.Type: valueReader(of: String?.self)
    case is Substring.Type: valueReader(of: Substring.self)
    case is Int.Type: valueReader(of: Int.self)
    case is Int64.Type: valueReader(of: Int64.self)
    case is Double.Type: valueReader(of: Double.self)
    default: valueReader(of: type)
    }
  }

  private func valueReader<Value: ColumnValue>(of type: Value.Type) -> AnyObject {
    let (statement, column) = (statement, column)
    return ElementReader<Value> {
      var row = RowReader(statement, column: column)
      return try Value.read(from: &row)
    }
  }

  private func cast<Value>(_ reader: AnyObject) -> ElementReader<Value> {
    guard let reader = reader as? ElementReader<Value> else {
      preconditionFailure("\(Value.self) was planned as another type")
    }
    return reader
  }
}
