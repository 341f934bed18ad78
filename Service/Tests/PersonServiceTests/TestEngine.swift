import People
import Testing

#if Postgres
import PeoplePostgres
#endif

/// The engines of the stores of tests: a file, and a server if one is installed.
enum TestEngine: String, Sendable {
  case file, server

  static var all: [TestEngine] {
    #if Postgres
    if PostgresServer.shared != nil { return [.file, .server] }
    #endif
    return [.file]
  }

  /// A store that is empty.
  func newStore() async throws -> PersonStore {
    #if Postgres
    if self == .server {
      return try await PersonStore(
        postgres: try #require(PostgresServer.shared).newDatabase())
    }
    #endif
    return try await PersonStore(path: ":memory:")
  }
}
