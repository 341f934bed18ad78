import Logging
package import People
import TestSupport

#if Postgres
import PeoplePostgres
#endif

/// Opens a store in a new database of the tests' PostgreSQL server; nil if there is no server.
package func newServerStore() throws -> PersonStore? { try newServerStores(1).first }

/// Opens stores of one new database of the tests' PostgreSQL server; none if there is no server.
package func newServerStores(
  _ count: Int, _ configuration: DatabaseConfiguration = DatabaseConfiguration()
) throws -> [PersonStore] {
  #if Postgres
  guard let server = PostgresServer.shared else { return [] }
  let database = try server.newDatabase()
  return try (0..<count).map { _ in
    try PersonStore(
      postgres: database, configuration: configuration,
      logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
  }
  #else
  return []
  #endif
}
