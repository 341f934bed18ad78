package import StoreEngine
internal import StoreSupport

extension SQLiteConnection {
  package func schemaState() throws -> SchemaState {
    SchemaState(
      objects: try schemaObjects(), lastKeys: try lastKeys(), failure: try schemaFailure(),
      missingParents: try missingParents())
  }

  /// Returns the last key of each `AUTOINCREMENT` table by its name in lower case; 0 for one that
  /// has not had a row.
  func lastKeys() throws -> [String: Int64] {
    let tables = try query(
      "SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' AND sql LIKE '%autoincrement%'"
    ) { (name: try $0.text(0), sql: try $0.text(1)) }
    .filter { SQLTokens($0.sql).contains { $0.kind == .word && $0.name == "autoincrement" } }
    guard !tables.isEmpty else { return [:] }
    let used = Dictionary(
      try query("SELECT name, seq FROM main.sqlite_sequence") {
        (try $0.text(0).lowercased(), try $0.integer(1))
      }, uniquingKeysWith: max)
    return Dictionary(
      tables.map { ($0.name.lowercased(), used[$0.name.lowercased()] ?? 0) },
      uniquingKeysWith: max)
  }

  /// Returns SQLite's message about a view or a trigger that does not work; nil if all do. SQLite
  /// looks at all of them when it renames any table.
  private func schemaFailure() throws -> String? {
    struct Undo: Error {}
    do {
      try transaction { () throws -> Void in
        try execute(
          """
          CREATE TABLE main.schema_migration_trial (x);
          ALTER TABLE main.schema_migration_trial RENAME TO schema_migration_trial_2;
          """)
        throw Undo()
      }
    } catch is Undo {
    } catch DatabaseError.failed(let error) {
      return error.message
    }
    // It does not look at the columns that triggers write.
    for trigger in try triggers() {
      if let message = try triggerFailure(trigger) {
        return "error in trigger \(trigger.name): \(message)"
      }
    }
    return nil
  }

  /// Returns SQLite's message when it compiles the triggers of a statement; nil if there is none.
  private func triggerFailure(_ trigger: Trigger) throws -> String? {
    let table = "main.\(trigger.table.enclosed(in: "\""))"
    let statement: String
    switch trigger.event {
    case "insert": statement = "INSERT INTO \(table) DEFAULT VALUES"
    case "delete": statement = "DELETE FROM \(table)"
    default:
      let columns = try query(
        "SELECT name FROM pragma_table_xinfo(?, 'main') WHERE hidden = 0", [.text(trigger.table)]
      ) { try $0.text(0).enclosed(in: "\"") }
      guard !columns.isEmpty else { return nil }
      statement = "UPDATE \(table) SET " + columns.map { "\($0) = \($0)" }.joined(separator: ", ")
    }
    do {
      _ = try query("EXPLAIN \(statement)") { _ in }
      return nil
    } catch DatabaseError.failed(let error) {
      // The connection of a program may have functions that this one has not.
      return error.message.hasPrefix("no such function") ? nil : error.message
    }
  }

  private struct Trigger {
    let name: String
    let table: String
    /// `insert`, `update` or `delete`.
    let event: String
  }

  private func triggers() throws -> [Trigger] {
    try query(
      "SELECT name, tbl_name, sql FROM main.sqlite_schema WHERE type = 'trigger' ORDER BY name"
    ) { row in
      let name = try row.text(0)
      let event = SQLTokens(try row.text(2)).lazy.map(\.name).first {
        $0 != name.lowercased() && ["insert", "update", "delete"].contains($0)
      }
      return Trigger(name: name, table: try row.text(1), event: event ?? "insert")
    }
  }

  private func missingParents() throws -> [(table: String, parent: String)] {
    try query(
      """
      SELECT DISTINCT t.name, f."table"
      FROM main.sqlite_schema AS t, pragma_foreign_key_list(t.name, 'main') AS f
      WHERE t.type = 'table' AND NOT EXISTS (
        SELECT 1 FROM main.sqlite_schema
        WHERE type = 'table' AND name = f."table" COLLATE NOCASE)
      """
    ) { (try $0.text(0), try $0.text(1)) }
  }
}
