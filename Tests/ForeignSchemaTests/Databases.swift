import ChainFuzzing
import Foundation
import People
import StoreSQLite

/// Creates a database in memory, and one on a server if there is one, with the tables of a schema
/// that is written for SQLite.
func newDatabases(_ schema: [String]) throws -> [ConnectionPool] {
  let pools =
    [try ConnectionPool(path: ":memory:")] + (try newServerStore().map { [$0.pool] } ?? [])
  for pool in pools {
    try pool.write { connection in
      for statement in schema {
        try connection.run(connection.engine == .sqlite ? statement : onServer(statement))
      }
    }
  }
  return pools
}

private func onServer(_ sql: String) -> String {
  sql.replacingOccurrences(of: " WITHOUT ROWID", with: "")
    .replacingOccurrences(of: "TEXT", with: "text COLLATE \"C\"")
    .replacingOccurrences(of: "INTEGER PRIMARY KEY", with: "serial PRIMARY KEY")
    .replacingOccurrences(of: "INTEGER", with: "bigint")
    .replacingOccurrences(of: "REAL", with: "double precision")
    .replacingOccurrences(of: "BLOB", with: "bytea")
}
