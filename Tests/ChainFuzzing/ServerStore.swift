import Logging
package import People
import TestSupport

#if Postgres
import PeoplePostgres
#endif

/// Opens a store in a new database of the tests' PostgreSQL server; nil if there is no server.
package func newServerStore() throws -> PersonStore? {
  #if Postgres
  guard let server = PostgresServer.shared else { return nil }
  return try PersonStore(
    postgres: try server.newDatabase(),
    logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
  #else
  return nil
  #endif
}
