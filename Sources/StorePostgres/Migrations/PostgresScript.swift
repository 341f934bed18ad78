#if Postgres
internal import StoreEngine

/// The SQL of one file, run statement by statement inside the migrator's transaction.
struct PostgresScript {
  let file: String
  let sql: String

  /// Runs all statements; see `MigratingConnection.runScript(_:of:)`.
  func run(on connection: PostgresConnection) throws {
    let bytes = Array(sql.utf8)
    if let directive = RebuildDirective.all(in: sql, of: .postgres).first {
      throw MigrationError.refused(
        file: file, line: directive.line, statement: "-- rebuild: \(directive.table)",
        reason: "it is for SQLite; ALTER TABLE of PostgreSQL changes a table in its place")
    }
    var line = 1
    var counted = 0
    for statement in Self.statements(of: bytes) {
      line += bytes[counted..<statement.lowerBound].count { $0 == 0x0A }
      counted = statement.lowerBound
      try refuse(SQLTokens(Array(bytes[statement]), of: .postgres), line: line)
      do {
        try connection.execute(String(decoding: bytes[statement], as: UTF8.self))
      } catch DatabaseError.failed(let error) {
        // The statement is named by its line.
        throw MigrationError.failed(file: file, line: line, .failed(error.withoutSQL))
      } catch let error as DatabaseError {
        guard case .constraint = error else { throw error }
        throw MigrationError.failed(file: file, line: line, error)
      }
      guard connection.isInTransaction else {
        throw DatabaseError.transactionEnded(path: connection.path)
      }
    }
  }

  /// Returns where the statements of a text are, without the space around them. A statement ends
  /// with a `;` outside of quotes, parentheses and bodies of functions (`BEGIN ATOMIC … END`).
  static func statements(of bytes: [UInt8]) -> [Range<Int>] {
    var statements: [Range<Int>] = []
    var start: Int?
    var end = 0
    var parentheses = 0
    var blocks = 0
    var previous = ""
    for token in SQLTokens(bytes, of: .postgres) {
      let text = token.kind == .quoted ? "" : token.text.uppercased()
      if text == ";", parentheses == 0, blocks == 0 {
        if let start { statements.append(start..<end) }
        (start, previous) = (nil, "")
        continue
      }
      if start == nil { start = token.start }
      end = token.bytes.endIndex
      switch text {
      case "(": parentheses += 1
      case ")": parentheses = max(0, parentheses - 1)
      case "ATOMIC" where previous == "BEGIN": blocks = 1
      case "CASE" where blocks > 0: blocks += 1
      case "END" where blocks > 0: blocks -= 1
      default: break
      }
      previous = text
    }
    if let start { statements.append(start..<end) }
    return statements
  }

  /// Throws for a statement that would break a guarantee of the migrator, judging by its words.
  private func refuse(_ tokens: SQLTokens, line: Int) throws {
    var tokens = tokens
    guard let first = tokens.next(), first.kind == .word else { return }
    let keyword = first.text.uppercased()
    let second = tokens.next().map { $0.kind == .word ? $0.text.uppercased() : "" } ?? ""
    let reason: String
    var statement = keyword
    switch keyword {
    case "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE":
      reason = "the whole file is one transaction already; remove it"
    case "SET" where second != "LOCAL" && second != "CONSTRAINTS", "RESET", "DISCARD", "PREPARE",
      "LISTEN", "UNLISTEN", "LOAD":
      statement += second.isEmpty ? "" : " \(second)"
      reason = "it outlasts the file on this connection; remove it, or write SET LOCAL"
    case "COPY" where tokens.contains { ["STDIN", "STDOUT"].contains($0.text.uppercased()) }:
      reason = "a file has no input; write INSERT"
    default: return
    }
    throw MigrationError.refused(file: file, line: line, statement: statement, reason: reason)
  }
}
#endif
