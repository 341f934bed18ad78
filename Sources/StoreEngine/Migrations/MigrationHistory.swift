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
  static func read(from connection: any MigratingConnection) throws -> MigrationHistory {
    let statements = connection.historyStatements
    do {
      return try connection.snapshot {
        let tables = try connection.query(statements.count) { try $0.integer(0) }
        guard tables != [0] else { return MigrationHistory(entries: []) }
        let entries = try connection.query(
          """
          SELECT set_name, number, name, checksum, applied_at
          FROM \(statements.table) ORDER BY id
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
      case .failed(let failure) where failure.isOfStatement && failure.state != "42501":
        throw MigrationError.historyUnreadable(error)
      case .decoding: throw MigrationError.historyUnreadable(error)
      default: throw error
      }
    }
  }

  /// Creates the table if it does not exist. `id` preserves the order across sets for a replay.
  static func prepare(_ connection: any MigratingConnection) throws {
    let statements = connection.historyStatements
    // Where the table is there, "IF NOT EXISTS" is still a notice and a lock.
    let tables = try connection.query(statements.count) { try $0.integer(0) }
    guard tables == [0] else { return }
    try connection.run("CREATE TABLE \(statements.table) \(statements.declaration)")
  }

  /// Records that a file has been applied.
  static func record(
    _ migration: Migration, set: String, on connection: any MigratingConnection
  ) throws {
    let statements = connection.historyStatements
    try connection.run(
      """
      INSERT INTO \(statements.table) (set_name, number, name, checksum, applied_at)
      VALUES (?, ?, ?, ?, \(statements.now))
      """,
      [
        .text(set), .integer(Int64(migration.number)), .text(migration.name),
        .text(migration.checksum),
      ])
  }

  /// Removes the entry of a file that has been reverted.
  static func erase(
    _ migration: Migration, set: String, on connection: any MigratingConnection
  ) throws {
    try connection.run(
      "DELETE FROM \(connection.historyStatements.table) WHERE set_name = ? AND number = ?",
      [.text(set), .integer(Int64(migration.number))])
  }
}
