import People
import StoreSQLite

/// Databases as other programs make them.
enum TestDatabase {
  /// Runs SQL on a file, which is made where there is none.
  static func make(_ path: String, _ sql: String) throws {
    // Not through a connection of this library, which would turn on the write-ahead log.
    let connection = try SQLiteConnection(path: path)
    defer { connection.close() }
    try connection.execute(sql)
  }
}
