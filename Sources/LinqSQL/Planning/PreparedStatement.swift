internal import LinqCore
public import StoreEngine

/// The statement of a prepared query. It runs with values for the parameters of the query.
///
/// ```swift
/// people.prepare { people, key in
///   people.where { $0.id > key && $0.id < key + 10 }.select { $0.id }
/// }
/// ```
///
/// | step | result |
/// |---|---|
/// | the chain | has `.parameter(0)` in place of `key` |
/// | `computingParameters` | `.parameter(1)` in place of `key + 10`: ``ComputedParameters`` |
/// | ``plan`` | `SELECT id FROM person WHERE id > ? AND id < ? ORDER BY id` |
/// | `parameters` | `.given(0)`, `.given(1)` |
/// | a run with 3 | a statement of its own computes 13; then 3 and 13 are bound |
///
/// The plan is not in the cache: the statement keeps it, and no run looks for it.
///
/// It is not generic, because generic types that are looked up would be much of a run's cost.
@usableFromInline final class PreparedStatement: Sendable {
  let plan: PlannedQuery
  private let engine: DatabaseEngine
  /// For each parameter of the statement, its value, or which of the given values it is.
  private let parameters: [Parameter]
  /// The expressions that are computed from the given values.
  private let computed: ComputedParameters?
  /// Whether a run needs nothing but the statement: it cannot fail, and its elements are rows.
  @usableFromInline let isPlain: Bool

  private enum Parameter {
    case given(Int)
    case constant(any ColumnValue)
  }

  /// Prepares the statement of a query on a connection; nil if it must be planned for each run.
  ///
  /// - Parameter count: the number of parameters of the query.
  init?<Element>(_ query: Query<Element>, parameters count: Int) throws {
    guard let engine = query.node.engine as? DatabaseEngine, engine.source.sampling == nil,
      !query.policy.isInMemory, query.policy.readers == 1
    else { return nil }
    // The plan belongs to the query alone, whose constants stay the same.
    let (chain, expressions) = IndexedChain(query.node, engine.source, query.policy)
      .computingParameters(count)
    do throws(Untranslatable) {
      computed =
        try expressions.isEmpty
        ? nil : ComputedParameters(expressions, engine.connections.engine.dialect)
    } catch {
      return nil
    }
    let plan = PlannedQuery(
      chain, source: engine.source, policy: query.policy, usingSubstrings: false,
      PlanDependencies())
    guard plan.memory.isEmpty else { return nil }
    try engine.connections.read { connection in
      try plan.checkDeclarations(on: connection)
      try connection.withStatement(plan) { _ in }
    }
    self.engine = engine
    self.plan = plan
    parameters = plan.values.map { value in
      (value as? PreparedParameter).map { .given($0.index) } ?? .constant(value)
    }
    isPlain = !plan.canFail && plan.groupReader == nil && plan.nested.isEmpty
    try engine.tell(of: plan)
  }

  /// Returns the plan of the statement.
  func queryPlan() throws -> QueryPlan { try engine.describe(plan) }

  /// Runs a plain statement with values and calls a closure with it. Returns false if an expression
  /// failed, so that memory decides.
  @usableFromInline func run(
    _ values: [any ColumnValue], _ body: (Statement) throws -> Void
  ) throws -> Bool {
    do {
      try engine.connections.read { try run(values, on: $0, body) }
      return true
    } catch  where ExpressionFailure(deciding: error) != nil {
      return false
    }
  }

  /// Runs a plain statement without blocking the calling thread, and returns the result of a
  /// closure; nil if an expression failed.
  func run<Result: Sendable>(
    _ values: [any ColumnValue], _ body: @escaping @Sendable (Statement) throws -> Result
  ) async throws -> Result? {
    do {
      return try await engine.connections.read { [self] in try run(values, on: $0, body) }
    } catch  where ExpressionFailure(deciding: error) != nil {
      return nil
    }
  }

  /// Runs a statement that is not plain, and returns the result of a closure; nil if an expression
  /// failed.
  func pull<Element, Result>(
    _ values: [any ColumnValue],
    _ body: (any QueryNode<Element>, QueryRun) throws -> Result
  ) throws -> Result? {
    do {
      return try engine.run(plan, list(try computing(values)), body)
    } catch  where ExpressionFailure(deciding: error) != nil {
      return nil
    }
  }

  /// Runs a statement that is not plain without blocking the calling thread, and returns the result
  /// of a closure; nil if an expression failed.
  func pull<Element, Result: Sendable>(
    _ values: [any ColumnValue],
    _ body: @escaping @Sendable (any QueryNode<Element>, QueryRun) throws -> Result
  ) async throws -> Result? {
    do {
      return try await engine.run(plan, list(try await computing(values)), body)
    } catch  where ExpressionFailure(deciding: error) != nil {
      return nil
    }
  }

  private func run<Result>(
    _ values: [any ColumnValue], on connection: Connection,
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    NestedStatements.record(plan.sql.text)
    return try connection.withCurrentSchema {
      try runOnce(computed?.values(from: values, on: connection) ?? values, on: connection, body)
    }
  }

  private func runOnce<Result>(
    _ values: [any ColumnValue], on connection: Connection,
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    try connection.withStatement(plan) { statement in
      var writer = RowWriter(statement)
      for parameter in parameters {
        switch parameter {
        case .given(let index): try values[index].write(to: &writer)
        case .constant(let value): try value.write(to: &writer)
        }
      }
      let result: Result
      do {
        result = try body(statement)
      } catch let change as OtherSchema {
        throw change
      } catch {
        try plan.checkValues(on: connection)
        throw error
      }
      try plan.checkValues(on: connection)
      return result
    }
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
      plan.statementText,
      registering: {
        try plan.checkDeclarations(on: self)
        try registerFunctions(of: plan.sql)
      }
    ) { statement in
      statement.relyOnSchema()
      return try body(statement)
    }
  }
}
