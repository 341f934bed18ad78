package import TestModel
import TestSupport

#if Postgres
import StorePostgres
#endif

/// Opens a store in a new database of the tests' PostgreSQL server; nil if there is no server.
package func newServerStore() throws -> TestStore? {
  try newServerPools(1).first.map { try TestStore($0) }
}

/// Opens pools of one new database of the tests' PostgreSQL server; none if there is no server.
package func newServerPools(
  _ count: Int, _ configuration: DatabaseConfiguration = DatabaseConfiguration()
) throws -> [ConnectionPool] {
  #if Postgres
  guard let server = PostgresServer.shared else { return [] }
  let database = try server.newDatabase()
  return try (0..<count).map { _ in
    try ConnectionPool(postgres: database, configuration: configuration)
  }
  #else
  return []
  #endif
}
