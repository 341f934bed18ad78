internal import Linq
internal import LinqSQL
public import SQLite

extension PersonStore {
  /// Looks for faults in the file: damage, dangling references, a schema that is not what the
  /// migrations make, text that is not in canonical form or not UTF-8. Reads the whole file.
  ///
  /// ```swift
  /// for finding in try store.check() { print(finding) }
  /// // text: person.name row 7: 'é' is not in canonical form
  /// ```
  ///
  /// - Parameter others: the migrators of other sets whose tables the file has.
  /// - Returns: what is wrong; nothing when all is well.
  public func check(with others: [Migrator] = []) throws -> [Finding] {
    try pool.read { try Self.check($0, with: others) }
  }

  /// Looks for faults without blocking the calling thread; see the synchronous form.
  public func check(with others: [Migrator] = []) async throws -> [Finding] {
    try await pool.read { try Self.check($0, with: others) }
  }

  /// Puts all text into canonical form, in one transaction.
  ///
  /// - Returns: what was repaired.
  /// - Throws: ``RowError/duplicate(table:fields:)`` where two rows that must differ would become
  ///   equal; nothing is changed then.
  @discardableResult
  public func repair() throws -> [Finding] {
    try pool.write { try Self.repair($0) }
  }

  /// Repairs without blocking the calling thread; see the synchronous form.
  @discardableResult
  public func repair() async throws -> [Finding] {
    try await pool.write { try Self.repair($0) }
  }

  /// The texts of the store, by table.
  private static let texts = [
    ("person", ["name", "surname", "email"]), ("person_group", ["letter"]),
  ]

  private static func check(_ connection: Connection, with others: [Migrator]) throws -> [Finding] {
    let damage = try connection.query("PRAGMA integrity_check") { try $0.text(0) }
    let damages = damage.filter { $0 != "ok" }.map {
      Finding(kind: .integrity, table: nil, column: nil, row: nil, message: $0)
    }
    let references = try connection.query("PRAGMA foreign_key_check") { row in
      Finding(
        kind: .foreignKey, table: try row.text(0), column: nil,
        row: row.isNull(1) ? nil : try row.integer(1),
        message: "refers to a row of \(try row.text(2)) that does not exist")
    }
    let drift = try migrator().verify(with: others, on: connection).map {
      Finding(kind: .schema, table: $0.table, column: nil, row: nil, message: "\($0)")
    }
    // Text in a damaged file or one of another shape may not even be readable.
    guard damages.isEmpty, drift.isEmpty else { return damages + references + drift }
    return references + (try textFindings(connection).map(\.finding))
  }

  private static func repair(_ connection: Connection) throws -> [Finding] {
    try textFindings(connection).compactMap { finding, form in
      guard let form, let table = finding.table, let column = finding.column,
        let row = finding.row
      else { return nil }
      do {
        try connection.run(
          "UPDATE \(table) SET \(column) = ? WHERE id = ?", [.text(form), .integer(row)])
      } catch DatabaseError.constraint(let violation) {
        throw RowError(violation, table: table)
      }
      return finding
    }
  }

  /// The texts that are not as they should be, each with what it should be.
  private static func textFindings(
    _ connection: Connection
  ) throws -> [(finding: Finding, form: String?)] {
    var found: [(Finding, String?)] = []
    for (table, columns) in texts {
      for column in columns {
        let sql = "SELECT id, \(column) FROM \(table) WHERE \(column) IS NOT NULL ORDER BY id"
        try connection.withStatement(sql) { statement in
          while try statement.step() {
            try statement.withUTF8(1) { bytes in
              if CanonicalText.isKnownCanonical(bytes) { return }
              let key = try statement.integer(0)
              guard let text = String(validating: bytes, as: UTF8.self) else {
                let finding = Finding(
                  kind: .encoding, table: table, column: column, row: key,
                  message: "is not UTF-8")
                return found.append((finding, nil))
              }
              if CanonicalText.isCanonical(text) { return }
              let finding = Finding(
                kind: .text, table: table, column: column, row: key,
                message: "'\(text)' is not in canonical form")
              found.append((finding, CanonicalText.form(of: text)))
            }
          }
        }
      }
    }
    return found
  }
}
