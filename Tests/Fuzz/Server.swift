import ArgumentParser
import Foundation
import Logging
import People
import StoreSupport
import TestSupport

#if Postgres
import PeoplePostgres
#endif

/// A store on a PostgreSQL server that ends with the program, and the reasons why memory decided.
final class Server: Sendable {
  let store: PersonStore
  private let reasons: Reasons

  init(_ configuration: DatabaseConfiguration = DatabaseConfiguration()) throws {
    #if Postgres
    guard let server = PostgresServer.shared else {
      throw ValidationError("no PostgreSQL server is installed")
    }
    let reasons = Reasons()
    self.reasons = reasons
    store = try PersonStore(
      postgres: try server.newDatabase(), configuration: configuration,
      logger: Logger(label: "fuzz") { _ in ReasonsHandler(reasons: reasons) })
    #else
    throw ValidationError("build with the trait Postgres")
    #endif
  }

  /// The reasons, the most frequent ones first.
  var report: String {
    let sorted = reasons.counts.withLock { $0.sorted { $0.value > $1.value } }
    return sorted.prefix(40).map { "\($0.value) x \($0.key)" }.joined(separator: "\n")
  }
}

final class Reasons: Sendable {
  let counts = Locked<[String: Int]>([:])
}

private struct ReasonsHandler: LogHandler {
  let reasons: Reasons
  var logLevel = Logger.Level.notice
  var metadata = Logger.Metadata()

  init(reasons: Reasons) { self.reasons = reasons }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {
    let text = "\(event.message)"
    guard text.contains("could not decide") else { return }
    let reason = text.components(separatedBy: " - in: ")[0]
    reasons.counts.withLock { $0[reason, default: 0] += 1 }
  }
}
