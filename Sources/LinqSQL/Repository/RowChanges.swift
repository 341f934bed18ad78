internal import Linq
internal import SQLite

/// The rows of a table that a query gives, to be changed.
struct RowChanges<Row: Sendable>: Sendable {
  private let source: TableNode<Row>
  private let query: Query<Row>
  private let plan: SQLPlan

  init(_ query: Query<Row>) throws {
    guard let source = query.node.chain.first as? TableNode<Row> else {
      throw QueryChangeError.notRows(reason: "its source is not a table of \(Row.self)")
    }
    self.source = source
    self.query = query
    plan = SQLPlan(query.node.chain, source: source, policy: query.policy)
    if query.policy == .requireSQL { try plan.operators.requireSQL() }
    guard case .row = plan.statement.shape else {
      throw QueryChangeError.notRows(reason: "an operator has made other values of them")
    }
  }

  var place: QueryPlace { source.place }
  private var table: Table<Row> { source.table }

  func delete(on connection: Connection) throws -> Int {
    var sql = SQLText()
    sql.append("DELETE FROM \(quoted(table.name))")
    try appendCondition(to: &sql, connection)
    return try run(sql, on: connection)
  }

  func update(_ assignments: [RowUpdate<Row>.Assignment], on connection: Connection) throws -> Int {
    guard !assignments.isEmpty else { return 0 }
    var sql = SQLText()
    sql.append("UPDATE \(quoted(table.name)) SET ")
    for (index, assignment) in assignments.enumerated() {
      if index > 0 { sql.append(", ") }
      try append(assignment, to: &sql)
    }
    try appendCondition(to: &sql, connection)
    guard table.validate != nil else { return try run(sql, on: connection) }
    sql.append(" RETURNING ")
    sql.appendList(table.columns.map { .column($0.name) })
    return try run(sql, on: connection) { statement in
      let row = table.makeReader(statement, 0)
      var count = 0
      while try statement.step() {
        try table.check(row.read())
        count += 1
      }
      return count
    }
  }

  private func append(
    _ assignment: RowUpdate<Row>.Assignment, to sql: inout SQLText
  ) throws {
    guard let column = table.columns.first(where: { $0.keyPath == assignment.keyPath }) else {
      throw QueryChangeError.cannotSet(
        property: "\(assignment.keyPath)", reason: "it is not a column")
    }
    do throws(Untranslatable) {
      let value = try source.statement.translator().translate(assignment.value)
      sql.append("\(quoted(column.name)) = ")
      sql.append(value)
    } catch {
      throw QueryChangeError.cannotSet(
        property: "\(assignment.keyPath)", reason: error.reason)
    }
  }

  /// Writes the condition for the rows: that of the query, where it is no more than filters, else their
  /// keys.
  private func appendCondition(to sql: inout SQLText, _ connection: Connection) throws {
    let statement = plan.statement
    let key = quoted(table.keyName)
    if plan.memory.isEmpty, case .table = statement.source, statement.grouping == nil,
      !statement.isLimited
    {
      sql.append(conditions: statement.conditions)
    } else if plan.memory.isEmpty, case .row(let row) = statement.shape {
      var keys = statement
      keys.output = [(row.columns[table.keyColumn].expression, "")]
      sql.append(" WHERE \(key) IN (")
      keys.append(to: &sql)
      sql.append(")")
    } else {
      let engine = SQLiteEngine(source: source)
      let session = QuerySession(connection: connection, place: place)
      let run = QueryRun(session: session, policy: query.policy)
      let next = try engine.pull(query.node, in: run)
      var keys: [String] = []
      while let row = try next() { keys.append(String(table.key.read(row))) }
      sql.append(" WHERE \(key) IN (SELECT value FROM json_each(")
      sql.append(.parameter("[" + keys.joined(separator: ",") + "]"))
      sql.append("))")
    }
  }

  private func run(
    _ sql: SQLText, on connection: Connection,
    _ count: ((Statement) throws -> Int)? = nil
  ) throws -> Int {
    try connection.registerFunctions(of: sql)
    return try connection.withStatement(sql.text) { statement in
      try bind(sql.values, to: statement)
      return try table.naming {
        if let count { return try count(statement) }
        while try statement.step() {}
        return connection.changedRowCount
      }
    }
  }
}
