internal import LinqCore
internal import StoreEngine

extension OtherSchema: RunEndingError {}

extension Statement {
  /// Makes the run begin again if the schema is another one when it takes its first step.
  func relyOnSchema() { state.pointee.reliesOnSchema = true }
}

extension Connection {
  /// Registers the functions that a statement calls.
  func registerFunctions(of sql: SQLText) throws {
    guard engine.callsSwift else { return }
    try registerLinqFunctions()
    for (name, function) in sql.functions { try register(function, as: name) }
    for encoding in sql.encodings { try register(encoding) }
  }
}

extension Connection {
  /// Returns the lines of the engine's query plan for the statements of a plan.
  func access(
    of plan: PlannedQuery, _ values: [any ColumnValue]
  ) throws -> [String] {
    var lines = try access(of: plan.sql, values.prefix(plan.sql.parameters.count))
    for nested in plan.nested.flatMap(\.all) {
      lines += try access(of: nested.sql, nested.values(among: values))
    }
    return lines
  }

  /// Returns the text of a statement that runs; nil if none can, so that memory decides.
  func chosenSQL(of sql: SQLText) throws -> String? {
    do {
      try registerFunctions(of: sql)
    } catch is ExpressionFailure {
      return nil
    }
    return try chosenSQL(of: sql.statementText)
  }

  private func access(
    of sql: SQLText, _ values: ArraySlice<any ColumnValue>
  ) throws -> [String] {
    guard let chosen = try chosenSQL(of: sql) else { return [] }
    return try access(of: chosen) { statement in
      // The plan does not depend on the values that a prepared query is given later, and a server
      // reads no text with a NUL.
      try bind(
        values.map { value in
          if let text = value as? String, text.utf8.contains(0) { return "" }
          if let parameter = value as? PreparedParameter { return parameter.placeholder }
          // Memory decides about a value that no column holds.
          return storedValue(value) == nil ? Int64?.none : value
        }, to: statement)
    }
  }
}

/// Binds values to the parameters of a statement.
func bind(_ values: some Sequence<any ColumnValue>, to statement: Statement) throws {
  var writer = RowWriter(statement)
  for value in values { try value.write(to: &writer) }
}
