/// A report of a run of a query: its plan and its cost.
///
/// ```swift
/// print(try store.people.where { isPrime($0.id) }.sort { $0.surname }.take(10).report())
/// // person  SQL
/// // sort    SQL, moved before where
/// // where   memory: a closure that is not an expression
/// // take    memory: it follows where, which runs in memory
/// // SELECT id, name, surname, age, email, birth_date, attributes FROM person ORDER BY surname, id
/// // SCAN person
/// // USE TEMP B-TREE FOR ORDER BY
/// // 10000 rows scanned, 37 crossed into memory, 10 elements
/// ```
public struct QueryReport: Sendable, Hashable {
  /// The plan of the query.
  public let plan: QueryPlan

  /// The values of the statement's parameters, as text.
  public let parameters: [String]

  /// The number of rows that SQLite visited one at a time. Index lookups are not counted. A server
  /// does not count: nil.
  public let rowsScanned: Int?

  /// The number of rows that the statement returned.
  public let rowsCrossed: Int

  /// The number of elements in the result.
  public let elementCount: Int

  /// The reason why SQL could not decide and the query ran in memory: an expression failed, or
  /// another program's text is not in canonical form; nil if there was none.
  public let failure: String?

  /// The statements that closures of the query ran, each with the number of its runs. A query in a
  /// closure that runs in memory is a statement for each element; a join or `contains` reads the
  /// same rows in one.
  public let nestedStatements: [String: Int]

  /// The time of the statement: of SQL, and of making elements of its rows. Nil if memory had to
  /// decide, and for a query of a sequence.
  public let statementTime: Duration?

  /// The time of each operator of the plan, without the operators before it. Nil for operators in
  /// SQL, which is one statement, for a sort that a secondary one continues, with which it runs,
  /// and where ``statementTime`` is nil. The times are those of the report's own run, which
  /// measures each element; other runs measure nothing.
  ///
  /// ```swift
  /// let report = try await people.where { isPrime($0.id) }.sort { $0.surname }.report()
  /// for (step, time) in zip(report.plan.operators, report.operatorTimes) {
  ///   print(step.name, time)  // person nil, sort nil, where Optional(0.013 seconds)
  /// }
  /// ```
  public let operatorTimes: [Duration?]

  /// Creates a report.
  public init(
    plan: QueryPlan, parameters: [String], rowsScanned: Int?, rowsCrossed: Int, elementCount: Int,
    failure: String? = nil, nestedStatements: [String: Int] = [:], statementTime: Duration? = nil,
    operatorTimes: [Duration?]? = nil
  ) {
    self.plan = plan
    self.parameters = parameters
    self.rowsScanned = rowsScanned
    self.rowsCrossed = rowsCrossed
    self.elementCount = elementCount
    self.failure = failure
    self.nestedStatements = nestedStatements
    self.statementTime = statementTime
    self.operatorTimes = operatorTimes ?? plan.operators.map { _ in nil }
  }
}

extension QueryReport: CustomStringConvertible {
  /// The plan, the parameters and the cost.
  public var description: String {
    var lines = [plan.description]
    if !parameters.isEmpty { lines.append("parameters: " + parameters.joined(separator: ", ")) }
    if let failure {
      lines.append("SQL could not decide (\(failure)), so the query ran in memory")
    }
    if let line = Self.line(of: nestedStatements) { lines.append(line) }
    let scanned =
      switch rowsScanned {
      case nil: ""
      case 0 where plan.sql != nil: "rows found by key or index, "
      case let count?: "\(count) rows scanned, "
      }
    lines.append("\(scanned)\(rowsCrossed) crossed into memory, \(elementCount) elements")
    return lines.joined(separator: "\n")
  }

  /// Returns a line about the statements that closures ran; nil if there are none.
  package static func line(of nestedStatements: [String: Int]) -> String? {
    guard !nestedStatements.isEmpty else { return nil }
    let total = nestedStatements.values.reduce(0, +)
    let statements = nestedStatements.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) × \($0.key)" }
    return "closures of the query ran \(total) statements: "
      + statements.joined(separator: "; ")
  }
}

extension Queryable {
  /// Runs the query without blocking the calling thread, discards its elements and returns a
  /// report of the run.
  public func report() async throws -> QueryReport where Element: Sendable {
    guard let engine = query.node.engine else {
      return try await reportWithoutEngine(query.run(elementCount))
    }
    try query.checkDepth()
    return try await engine.report(query.node, policy: query.policy)
  }

  /// Runs the query on the calling thread, discards its elements and returns a report of the run.
  public func report() throws -> QueryReport {
    guard let engine = query.node.engine else {
      return try reportWithoutEngine(query.run(elementCount))
    }
    try query.checkDepth()
    return try engine.report(query.node, policy: query.policy)
  }

  private func reportWithoutEngine(_ count: Int) throws -> QueryReport {
    QueryReport(
      plan: try plan(), parameters: [], rowsScanned: 0, rowsCrossed: 0, elementCount: count)
  }
}
