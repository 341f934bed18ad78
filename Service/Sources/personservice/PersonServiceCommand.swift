import ArgumentParser
import Foundation
import Logging
import Metrics
import People
import PersonService
import ServiceLifecycle

#if Postgres
import PeoplePostgres
#endif

/// Starts the service.
@main
struct PersonServiceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "personservice", abstract: "A store of people behind HTTP.",
    discussion: """
      Each option has an environment variable, which the option overrides: PERSONSTORE_DB, HOST, \
      PORT. It stops at SIGTERM or Ctrl-C: requests that run are answered.
      """)

  @Option(help: "The file of the store, or the address of a PostgreSQL database.")
  var db: String?

  @Option(help: "The address to listen on. (default: 127.0.0.1)")
  var host: String?

  @Option(help: "The port. (default: 8080)")
  var port: Int?

  func run() async throws {
    let environment = ProcessInfo.processInfo.environment
    guard let database = db ?? environment["PERSONSTORE_DB"] else {
      throw ValidationError("Give --db or PERSONSTORE_DB.")
    }
    let host = host ?? environment["HOST"] ?? "127.0.0.1"
    let port = try port ?? environment["PORT"].map(number) ?? 8080
    guard ["127.0.0.1", "::1", "localhost"].contains(host) else {
      throw ValidationError(
        "The service has no authentication yet, so it listens on this machine only.")
    }
    let metrics = PrometheusMetrics()
    MetricsSystem.bootstrap(metrics)
    let store = try await open(database)
    say("Without authentication, for this machine only.")
    let application = PersonService(store: store, metrics: metrics)
      .application(host: host, port: port) { port in say("http://\(host):\(port)") }
    var configuration = ServiceGroupConfiguration(
      services: [application], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: Logger(label: "personservice"))
    // A client that does not read may not hold up the end.
    configuration.maximumGracefulShutdownDuration = .seconds(20)
    try await ServiceGroup(configuration: configuration).run()
  }

  private func number(_ text: String) throws -> Int {
    guard let number = Int(text) else { throw ValidationError("PORT is not a number: \(text)") }
    return number
  }

  private func open(_ database: String) async throws -> PersonStore {
    guard database.contains("://") else { return try await PersonStore(path: database) }
    #if Postgres
    return try await PersonStore(postgres: database)
    #else
    throw ValidationError("This program was built without PostgreSQL.")
    #endif
  }
}

/// Prints a line at once: `print` would keep it while the output is a pipe.
private func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
