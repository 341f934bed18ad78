internal import CStoreSQLite
internal import StoreEngine

/// The migration history, which the table `schema_migration` stores: the applied files of all sets,
/// in their order.
struct MigrationHistory: Hashable {
  struct Entry: Hashable {
    let set: String
    let number: Int
    let name: String
    let checksum: String
    let appliedAt: String

    var fileName: String { MigrationFileName(number: number, name: name).text }
  }

  /// The entries, in the order in which the files were applied.
  let entries: [Entry]

  /// Returns the entries of one set by their numbers.
  func applied(of set: String) -> [Int: Entry] {
    Dictionary(
      entries.lazy.filter { $0.set == set }.map { ($0.number, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Reads the history, which is empty before the first file. Writes nothing.
  static func read(from connection: SQLiteConnection) throws -> MigrationHistory {
    do {
      return try connection.snapshot {
        let tables = try connection.query(
          "SELECT count(*) FROM main.sqlite_schema WHERE name = 'schema_migration'"
        ) { try $0.integer(0) }
        guard tables != [0] else { return MigrationHistory(entries: []) }
        let entries = try connection.query(
          """
          SELECT set_name, number, name, checksum, applied_at
          FROM main.schema_migration ORDER BY id
          """
        ) { row in
          Entry(
            set: try row.text(0), number: Int(try row.integer(1)), name: try row.text(2),
            checksum: try row.text(3), appliedAt: try row.text(4))
        }
        return MigrationHistory(entries: entries)
      }
    } catch let error as DatabaseError {
      switch error {
      case .failed(let failure) where failure.code == SQLITE_ERROR:
        throw MigrationError.historyUnreadable(error)
      case .decoding: throw MigrationError.historyUnreadable(error)
      default: throw error
      }
    }
  }

  /// Creates the table if it does not exist. `id` preserves the order across sets for a replay.
  static func prepare(_ connection: SQLiteConnection) throws {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS main.schema_migration (
        id INTEGER PRIMARY KEY,
        set_name TEXT NOT NULL,
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        checksum TEXT NOT NULL,
        applied_at TEXT NOT NULL,
        UNIQUE (set_name, number)
      ) STRICT
      """)
  }

  /// Records that a file has been applied.
  static func record(_ migration: Migration, set: String, on connection: SQLiteConnection) throws {
    try connection.run(
      """
      INSERT INTO main.schema_migration (set_name, number, name, checksum, applied_at)
      VALUES (?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      """,
      [
        .text(set), .integer(Int64(migration.number)), .text(migration.name),
        .text(migration.checksum),
      ])
  }

  /// Removes the entry of a file that has been reverted.
  static func erase(_ migration: Migration, set: String, on connection: SQLiteConnection) throws {
    try connection.run(
      "DELETE FROM main.schema_migration WHERE set_name = ? AND number = ?",
      [.text(set), .integer(Int64(migration.number))])
  }
}
