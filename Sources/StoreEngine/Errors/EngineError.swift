internal import Foundation

/// An error that an engine itself reports: a code, its message, and the statement.
public struct EngineError: Error, Sendable, Hashable {
  /// SQLite's primary result code, for example 19 (`SQLITE_CONSTRAINT`).
  public var code: Int32 { extendedCode & 0xFF }

  /// SQLite's extended result code, for example 2067 (`SQLITE_CONSTRAINT_UNIQUE`); 0 for another
  /// engine.
  public let extendedCode: Int32

  /// PostgreSQL's code (`SQLSTATE`), for example `23505`; nil for SQLite.
  public let state: String?

  /// Whether the statement itself is wrong: its syntax, or a name that the schema does not have.
  package var isOfStatement: Bool { state.map { $0.hasPrefix("42") } ?? (code == 1) }

  /// Whether a text is longer than SQLite allows (`SQLITE_TOOBIG`).
  package var isOfTooLongText: Bool { state == nil && code == 18 }

  /// The engine's message, for example `UNIQUE constraint failed: person.email`.
  public let message: String

  /// The statement that failed, with `?` instead of values; nil outside a statement.
  public let sql: String?

  /// The statement with the bound values written into it. Present only if
  /// ``DatabaseConfiguration/showsValuesInErrors`` is set, because values may be private.
  public let sqlWithValues: String?

  /// The error number of the operating system after an I/O error; 0 if there is none.
  public let systemError: Int32

  /// The error without the statement.
  package var withoutSQL: EngineError {
    state.map { EngineError(state: $0, message: message) }
      ?? EngineError(extendedCode: extendedCode, message: message)
  }

  /// Creates an error of SQLite.
  public init(
    extendedCode: Int32, message: String, sql: String? = nil, sqlWithValues: String? = nil,
    systemError: Int32 = 0
  ) {
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.sqlWithValues = sqlWithValues
    self.systemError = systemError
    state = nil
  }

  /// Creates an error of PostgreSQL.
  public init(state: String, message: String, sql: String? = nil) {
    self.state = state
    self.message = message
    self.sql = sql
    extendedCode = 0
    sqlWithValues = nil
    systemError = 0
  }
}

extension EngineError: CustomStringConvertible {
  /// The code, the message, the system's reason and the statement, in one line.
  public var description: String {
    (sqlWithValues ?? sql).map { "\(reason) - in: \(Self.shortened($0))" } ?? reason
  }

  /// A script of hundreds of lines would hide the message.
  private static func shortened(_ sql: String) -> String {
    sql.utf8.count <= 2000 ? sql : "\(sql.prefix(1000)) …"
  }

  /// The code, the message and the system's reason.
  package var reason: String {
    if let state { return "PostgreSQL error \(state): \(message)" }
    var text = "SQLite error \(extendedCode): \(message)"
    if systemError != 0 { text += " (\(String(cString: strerror(systemError))))" }
    return text
  }
}
