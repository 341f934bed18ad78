#if Postgres
import Foundation
import People
import PeoplePostgres
import StorePostgres
import TestSupport
import Testing

/// What the tests on a server have in common: they are skipped where none is installed.
@Suite("On a PostgreSQL server", .enabled(if: PostgresServer.shared != nil, "no server installed"))
struct PostgresSuite {}

/// A new database of the tests' server.
func newDatabase() throws -> String {
  try #require(PostgresServer.shared).newDatabase()
}

/// A connection to a new database.
func newConnection() throws -> PostgresConnection {
  try PostgresConnection(try newDatabase())
}

/// A store in a new database.
func newStore(
  _ configuration: DatabaseConfiguration = DatabaseConfiguration()
) throws -> PersonStore {
  try PersonStore(postgres: try newDatabase(), configuration: configuration)
}
#endif
