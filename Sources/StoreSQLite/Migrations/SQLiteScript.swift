internal import StoreEngine

/// The SQL of one file, run statement by statement inside the migrator's transaction.
struct SQLiteScript {
  let file: String
  let sql: String

  /// Runs all statements.
  ///
  /// - Throws: ``MigrationError/refused(file:line:statement:reason:)`` and
  ///   ``MigrationError/failed(file:line:_:)``; `DatabaseError` for errors that the file does not
  ///   cause: an interruption, a full disk, a damaged database.
  func run(on connection: SQLiteConnection) throws {
    try connection.checkOpen()
    // SQLite expects a NUL at the end. Without it each prepare copies the whole rest of the text.
    let bytes = Array(sql.utf8) + [0]
    var rebuilds = try TableRebuilds(sql, of: file, on: connection)
    try bytes.withUnsafeBytes { buffer in
      var offset = 0
      var counted = 0
      var line = 1
      while offset < buffer.count - 1 {
        var tokens = SQLTokens(bytes, from: offset)
        guard let first = Self.skipSemicolons(&tokens) else { break }
        line += buffer[counted..<first.start].count { $0 == 0x0A }
        counted = first.start
        let change = SchemaStatement(first, tokens)
        // This comes before the statement is prepared, because some pragmas take effect then.
        try refuse(first, &tokens, line: line)
        try rebuilds?.prepare(for: change)
        let rest = UnsafeRawBufferPointer(rebasing: buffer[offset...])
        guard let (statement, length) = try prepare(rest, line: line, on: connection) else {
          break
        }
        offset += length
        if let statement { try run(statement, change, line: line) }
        try rebuilds?.complete(change)
      }
    }
    try rebuilds?.finish()
  }

  private func prepare(
    _ rest: UnsafeRawBufferPointer, line: Int, on connection: SQLiteConnection
  ) throws -> (statement: Statement?, length: Int)? {
    do {
      return try SQLiteStatement.prepare(rest, on: connection)
    } catch DatabaseError.failed(let error) {
      // The SQL in this error is the whole rest of the file.
      throw MigrationError.failed(file: file, line: line, .failed(error.withoutSQL))
    }
  }

  private func run(_ statement: Statement, _ change: SchemaStatement, line: Int) throws {
    guard statement.parameterCount == 0 else {
      throw MigrationError.refused(
        file: file, line: line, statement: "a parameter (?, :name, @name, $name)",
        reason: "there is no value for it, and SQLite would take NULL; write the value")
    }
    do {
      while try statement.step() {}
    } catch let error as DatabaseError {
      switch error {
      case .failed(let failure):
        guard case .rename(let table) = change, failure.message.hasPrefix("error in ") else {
          throw MigrationError.failed(file: file, line: line, error)
        }
        throw MigrationError.failed(
          file: file, line: line,
          .failed(
            EngineError(
              extendedCode: failure.extendedCode,
              message: failure.message + "; write \"-- rebuild: \(table)\" above the statements to "
                + "keep what names the table")))
      case .constraint: throw MigrationError.failed(file: file, line: line, error)
      default: throw error
      }
    }
  }

  private static func skipSemicolons(_ tokens: inout SQLTokens) -> SQLTokens.Token? {
    while let token = tokens.next() {
      if token.text != ";" { return token }
    }
    return nil
  }

  /// Throws for a statement that would break a guarantee of the migrator, judging by its first
  /// words.
  private func refuse(_ first: SQLTokens.Token, _ tokens: inout SQLTokens, line: Int) throws {
    guard first.kind == .word else { return }
    let keyword = first.text.uppercased()
    let reason: String
    var statement = keyword
    switch keyword {
    case "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE":
      reason = "the whole file is one transaction already; remove it"
    case "ATTACH", "DETACH":
      reason = "a migration changes one database; remove it"
    case "VACUUM":
      reason = "it cannot run in a transaction; run it by hand, afterwards"
    case "PRAGMA":
      let name = Self.pragma(&tokens)
      guard !Self.allowedPragmas.contains(name) else { return }
      statement += " \(name)"
      reason =
        name == "foreign_keys"
        ? "foreign keys are off while a file runs and checked before it is committed; remove it"
        : "it has no effect in a transaction, or outlasts it; remove it"
    default: return
    }
    throw MigrationError.refused(file: file, line: line, statement: statement, reason: reason)
  }

  /// Returns the name of a pragma, which follows the keyword as `name` or `schema.name`.
  private static func pragma(_ tokens: inout SQLTokens) -> String {
    let name = tokens.next()?.name ?? ""
    guard tokens.next()?.text == "." else { return name }
    return tokens.next()?.name ?? ""
  }

  /// The pragmas that only read, or that the transaction stores in the file. All others are
  /// rejected: an unknown one may change the connection, which outlives the file.
  private static let allowedPragmas: Set<String> = [
    "application_id", "user_version", "defer_foreign_keys",
    "foreign_key_check", "foreign_key_list", "integrity_check", "quick_check",
    "index_info", "index_list", "index_xinfo", "table_info", "table_list", "table_xinfo",
  ]
}
