import ArgumentParser
import Foundation
import StoreSupport
import TestModel
import TestSupport

#if Postgres
import StorePostgres
#endif

/// A store on a PostgreSQL server that ends with the program, and the reasons why memory decided.
final class Server: Sendable {
  let store: TestStore
  private let reasons = Locked<[String: Int]>([:])

  init(_ configuration: DatabaseConfiguration = DatabaseConfiguration()) throws {
    #if Postgres
    guard let server = PostgresServer.shared else {
      throw ValidationError("no PostgreSQL server is installed")
    }
    let pool = try ConnectionPool(postgres: server.newDatabase(), configuration: configuration)
    store = try TestStore(pool) { [reasons] message, _ in
      guard message.contains("could not decide") else { return }
      let reason = message.components(separatedBy: " - in: ")[0]
      reasons.withLock { $0[reason, default: 0] += 1 }
    }
    #else
    throw ValidationError("build with the trait Postgres")
    #endif
  }

  /// The reasons, the most frequent ones first.
  var report: String {
    let sorted = reasons.withLock { $0.sorted { $0.value > $1.value } }
    return sorted.prefix(40).map { "\($0.value) x \($0.key)" }.joined(separator: "\n")
  }
}
