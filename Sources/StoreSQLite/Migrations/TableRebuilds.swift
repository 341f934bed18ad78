internal import StoreEngine
internal import StoreSupport

/// The tables that one file makes anew, and what depends on them: the steps of SQLite's procedure
/// for changes that `ALTER TABLE` does not support (lang_altertable.html, section 7) that a file
/// cannot do by itself.
///
/// `DROP TABLE` takes indexes, triggers and the last key with it, and `RENAME TO` stops at a view
/// or a trigger that names the missing table. So views and triggers are dropped before the table
/// gets its name, and at the end of the file everything is created again that the file has not
/// dropped or created by itself. `PRAGMA legacy_alter_table`, the other way, would leave references
/// of the new table to itself, and triggers on it, with the old name.
struct TableRebuilds {
  private let file: String
  private let connection: SQLiteConnection
  private let directives: [RebuildDirective]
  /// The objects that are to be there at the end, in the order of the schema, which is the order in
  /// which triggers run.
  private var kept: [Kept] = []
  private var lastKeys: [String: Int64] = [:]
  private var renamed: Set<String> = []

  private struct Kept {
    let type: String
    let name: String
    let table: String
    let sql: String

    func isNamed(_ other: String) -> Bool { name.lowercased() == other }
  }

  /// Creates the rebuilds that the directives of a file announce; nil if there are none.
  init?(_ sql: String, of file: String, on connection: SQLiteConnection) throws {
    directives = RebuildDirective.all(in: sql, of: .sqlite)
    guard !directives.isEmpty else { return nil }
    self.file = file
    self.connection = connection
    kept = try objects()
  }

  /// Does what must come before a statement.
  mutating func prepare(for statement: SchemaStatement) throws {
    switch statement {
    case .dropTable(let table):
      try refresh()
      guard directives.contains(where: { $0.table == table }) else {
        kept.removeAll { $0.table.lowercased() == table }
        return
      }
      lastKeys[table] = try connection.lastKeys()[table]
    case .rename(let table) where directives.contains { $0.table == table }:
      try refresh()
      for type in ["trigger", "view"] {
        let present = Set(try objects().map(\.name))
        for object in kept where object.type == type && present.contains(object.name) {
          try connection.execute("DROP \(type) main.\(object.name.enclosed(in: "\""))")
        }
      }
    case .drop(let name): kept.removeAll { $0.isNamed(name) }
    case .rename, .other: break
    }
  }

  /// Does what must come after a statement.
  mutating func complete(_ statement: SchemaStatement) throws {
    guard case .rename(let table) = statement else { return }
    renamed.insert(table)
    // The copy has used the keys of the rows that it found, which may be fewer.
    guard let last = lastKeys[table], let now = try connection.lastKeys()[table], now < last else {
      return
    }
    try connection.run(
      "DELETE FROM main.sqlite_sequence WHERE name = ? COLLATE NOCASE", [.text(table)])
    try connection.run(
      """
      INSERT INTO main.sqlite_sequence (name, seq) SELECT name, ? FROM main.sqlite_schema
      WHERE type = 'table' AND name = ? COLLATE NOCASE
      """, [.integer(last), .text(table)])
  }

  /// Creates again what the file has not created by itself.
  func finish() throws {
    if let missing = directives.first(where: { !renamed.contains($0.table) }) {
      throw MigrationError.refused(
        file: file, line: missing.line, statement: "-- rebuild: \(missing.table)",
        reason: "the file renames no table to \(missing.table); create the new table under another "
          + "name, copy the rows, drop \(missing.table), and rename the new table")
    }
    let present = Set(try objects().map { [$0.type, $0.name.lowercased()] })
    let lost = kept.filter { !present.contains([$0.type, $0.name.lowercased()]) }
    // A trigger may be on a view.
    for object in lost.filter({ $0.type != "trigger" }) + lost.filter({ $0.type == "trigger" }) {
      do {
        try connection.execute(object.sql)
      } catch DatabaseError.failed(let error) {
        let line = directives.first { $0.table == object.table.lowercased() } ?? directives[0]
        throw MigrationError.failed(
          file: file, line: line.line,
          .failed(
            EngineError(
              extendedCode: error.extendedCode,
              message: "\(object.type) \(object.name) does not fit any more: \(error.message); "
                + "DROP it in front of DROP TABLE, and create the one that fits")))
      }
    }
  }

  /// Reads the objects again, which statements of the file may have changed or added.
  private mutating func refresh() throws {
    let present = try objects()
    kept = kept.map { old in present.first { $0.type == old.type && $0.name == old.name } ?? old }
  }

  private func objects() throws -> [Kept] {
    try connection.query(
      """
      SELECT type, name, tbl_name, sql FROM main.sqlite_schema
      WHERE type <> 'table' AND sql IS NOT NULL ORDER BY rowid
      """
    ) { row in
      Kept(
        type: try row.text(0), name: try row.text(1), table: try row.text(2), sql: try row.text(3))
    }
  }
}

/// A statement that takes objects of a schema away or renames a table; names are in lower case.
enum SchemaStatement {
  /// `DROP TABLE name`.
  case dropTable(String)
  /// `DROP INDEX`, `DROP TRIGGER` or `DROP VIEW` and a name.
  case drop(String)
  /// `ALTER TABLE … RENAME TO name`.
  case rename(String)
  case other

  /// Reads the first words of a statement.
  init(_ first: SQLTokens.Token, _ tokens: SQLTokens) {
    guard ["drop", "alter"].contains(first.name) else {
      self = .other
      return
    }
    let words = [first.name] + tokens.prefix { $0.text != ";" }.prefix(8).map(\.name)
    switch (words[0], words.dropFirst().first) {
    case ("drop", let type?):
      var name = words.dropFirst(2)
      if name.starts(with: ["if", "exists"]) { name = name.dropFirst(2) }
      if name.dropFirst().first == "." { name = name.dropFirst(2) }
      self = name.first.map { type == "table" ? .dropTable($0) : .drop($0) } ?? .other
    case ("alter", "table"):
      let name = words.firstIndex(of: "rename").map { words.dropFirst($0 + 1) } ?? []
      self = name.first == "to" ? name.dropFirst().first.map { .rename($0) } ?? .other : .other
    default: self = .other
    }
  }
}
