internal import LinqCore
internal import StoreEngine

/// The state of one run of a query.
final class QuerySession {
  let connection: Connection
  let connections: ConnectionSource
  /// The number of rows that statements have returned.
  var rowsCrossed = 0
  /// The number of rows that SQLite visited in table scans.
  var rowsScanned = 0
  private var keepsSnapshot = false
  /// The errors that ended statements, before the query ran in memory.
  var failures: [any Error] = []
  /// The stored values that could not be read; nil as long as such a value is an error at once.
  var unreadable: UnreadableValues?

  init(connection: Connection, from connections: ConnectionSource) {
    self.connection = connection
    self.connections = connections
  }

  /// Keeps the snapshot of a running statement until the session ends.
  func keepSnapshot() throws {
    guard !connection.isInTransaction else { return }
    try connection.begin(writes: false)
    keepsSnapshot = true
  }

  func endSnapshot() {
    if keepsSnapshot { connection.rollBack() }
    keepsSnapshot = false
  }
}
