internal import LinqCore
internal import StoreSQLite

/// The statement of a prepared query. It runs with values for the parameters of the query.
///
/// Its methods throw ``ExpressionFailure`` if an expression fails, so that memory decides. It is a
/// class because copies of its properties, and their generic types, would be most of a run's cost.
final class PreparedStatement<Element: Sendable>: Sendable {
  private let engine: SQLiteEngine
  private let plan: PlannedQuery
  /// For each parameter of the statement, its value, or which of the given values it is.
  private let parameters: [Parameter]
  /// The expressions that are computed from the given values.
  private let computed: ComputedParameters?
  /// Reads an element from the current row of a statement.
  private let read: @Sendable (Statement) throws -> Element
  /// Reads the elements of all rows of a statement.
  private let readAll: @Sendable (Statement) throws -> [Element]
  /// Whether a run needs nothing but the statement: it cannot fail, and its elements are rows.
  private let isPlain: Bool

  private enum Parameter {
    case given(Int)
    case constant(any ColumnValue)
  }

  /// Prepares the statement of a query on a connection; nil if it must be planned for each run.
  ///
  /// - Parameter count: the number of parameters of the query.
  init?(_ query: Query<Element>, parameters count: Int) throws {
    guard let engine = query.node.engine as? SQLiteEngine, engine.source.sampling == nil,
      query.policy != .memoryOnly
    else { return nil }
    let (chain, expressions) = IndexedChain(query.node).computingParameters(count)
    do throws(Untranslatable) {
      computed = try expressions.isEmpty ? nil : ComputedParameters(expressions)
    } catch {
      return nil
    }
    let plan = PlannedQuery(chain, source: engine.source, policy: query.policy)
    guard plan.memory.isEmpty else { return nil }
    try engine.connections.read { connection in
      try plan.checkDeclarations(on: connection)
      try connection.withStatement(plan) { _ in }
    }
    self.engine = engine
    self.plan = plan
    parameters = plan.sql.values.map { value in
      (value as? PreparedParameter).map { .given($0.index) } ?? .constant(value)
    }
    isPlain = !plan.canFail && plan.groupReader == nil
    if case .row(let row) = plan.projection, let table = row.table as? Table<Element> {
      read = { try table.read($0) }
      readAll = { try table.makeReader($0, 0).readAll($0.step) }
    } else {
      let projection = plan.projection
      let reader = { @Sendable (statement: Statement) in
        StatementColumns(statement, []).reader(Element.self, projection)
      }
      read = { try reader($0).read() }
      readAll = { try reader($0).readAll($0.step) }
    }
    try engine.tell(of: plan)
  }

  /// Returns the plan of the statement.
  func queryPlan() throws -> QueryPlan { try engine.describe(plan) }

  /// Returns the elements for the values of the parameters.
  func elements(_ values: [any ColumnValue]) throws -> [Element] {
    guard isPlain else {
      return try engine.run(plan, list(computing(values))) { try $0.collect($1) }
    }
    return try engine.connections.read { try run(values, on: $0, readAll) }
  }

  /// Returns the elements without blocking the calling thread.
  func elements(_ values: [any ColumnValue]) async throws -> [Element] {
    guard isPlain else {
      return try await engine.run(plan, list(computing(values))) { try $0.collect($1) }
    }
    return try await engine.connections.read { [self] in try run(values, on: $0, readAll) }
  }

  /// Returns the first element, or nil if there is none.
  func first(_ values: [any ColumnValue]) throws -> Element? {
    guard isPlain else {
      return try engine.run(plan, list(computing(values))) { try $0.pull($1)() }
    }
    return try engine.connections.read { try run(values, on: $0, readFirst) }
  }

  /// Returns the first element without blocking the calling thread.
  func first(_ values: [any ColumnValue]) async throws -> Element? {
    guard isPlain else {
      return try await engine.run(plan, list(computing(values))) { try $0.pull($1)() }
    }
    return try await engine.connections.read { [self] in try run(values, on: $0, readFirst) }
  }

  private func run<Result>(
    _ values: [any ColumnValue], on connection: Connection,
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    NestedStatements.record(plan.sql.text)
    let values = try computed?.values(from: values, on: connection) ?? values
    return try connection.withStatement(plan) { statement in
      var writer = RowWriter(statement)
      for parameter in parameters {
        switch parameter {
        case .given(let index): try values[index].write(to: &writer)
        case .constant(let value): try value.write(to: &writer)
        }
      }
      return try body(statement)
    }
  }

  private func readFirst(_ statement: Statement) throws -> Element? {
    try statement.step() ? try read(statement) : nil
  }

  /// Returns the given values and those that are computed from them.
  private func computing(_ values: [any ColumnValue]) throws -> [any ColumnValue] {
    guard let computed else { return values }
    return try engine.connections.read { try computed.values(from: values, on: $0) }
  }

  private func computing(_ values: [any ColumnValue]) async throws -> [any ColumnValue] {
    guard let computed else { return values }
    return try await engine.connections.read { try computed.values(from: values, on: $0) }
  }

  /// Returns the values of the statement's parameters.
  private func list(_ values: [any ColumnValue]) -> [any ColumnValue] {
    parameters.map { parameter in
      switch parameter {
      case .given(let index): values[index]
      case .constant(let value): value
      }
    }
  }
}

extension Connection {
  /// Borrows the statement of a plan. Its tables are checked before it is prepared.
  fileprivate func withStatement<Result>(
    _ plan: PlannedQuery, _ body: (Statement) throws -> Result
  ) throws -> Result {
    try withStatement(
      plan.sql.text,
      registering: {
        try plan.checkDeclarations(on: self)
        try registerFunctions(of: plan.sql)
      }, body)
  }
}
