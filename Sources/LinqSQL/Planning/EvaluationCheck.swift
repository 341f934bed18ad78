internal import LinqCore
internal import StoreEngine

/// A statement that runs before the others of a query, and evaluates rows of which they may skip
/// some: see ``SelectStatement/check(adding:)``.
struct EvaluationCheck: Sendable {
  let sql: SQLText
  private let statementText: StatementText
  /// The index of the first of its values among those of the query.
  private let firstValue: Int

  /// Returns the checks that statements are, each once.
  ///
  /// - Parameter valueCount: the number of values of the statements before.
  static func all(
    _ statements: [SelectStatement], _ dialect: any Dialect, _ valueCount: inout Int
  ) -> [EvaluationCheck] {
    var checks: [EvaluationCheck] = []
    for statement in statements {
      let sql = statement.text(dialect)
      guard !checks.contains(where: { $0.sql.isSame(as: sql) }) else { continue }
      checks.append(
        EvaluationCheck(sql: sql, statementText: sql.statementText, firstValue: valueCount))
      valueCount += sql.parameters.count
    }
    return checks
  }

  /// Runs the statement. Throws ``ExpressionFailure`` if an expression fails.
  func run(_ values: [any ColumnValue], on connection: Connection) throws {
    let statement = try connection.borrowStatement(statementText) {
      try connection.registerFunctions(of: sql)
    }
    defer { connection.returnStatement(statement) }
    try bind(values[firstValue..<firstValue + sql.parameters.count], to: statement)
    do {
      _ = try statement.step()
    } catch  where statement.wasStoppedByFunction {
      throw ExpressionFailure(error: error)
    }
  }
}

extension SQLText {
  /// Returns whether each run of both texts is the same.
  fileprivate func isSame(as other: SQLText) -> Bool {
    text == other.text && parameters.count == other.parameters.count
      && zip(parameters, other.parameters).allSatisfy { $0.isSame(as: $1) }
  }
}
