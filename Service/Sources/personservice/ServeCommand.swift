import ArgumentParser
import Foundation
import Logging
import Metrics
import People
import PersonService
import ServiceLifecycle
import StoreSQLite

#if Postgres
import PeoplePostgres
#endif

/// Starts the service.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Starts the service.",
    discussion: """
      Each option has an environment variable, which the option overrides: PERSONSTORE_DB, HOST, \
      PORT, TOKENS, NAMES, RATE, TIME, READ_ONLY. It stops at SIGTERM or Ctrl-C: requests that \
      run are answered.
      """)

  @Option(help: "The file of the store, or the address of a PostgreSQL database.")
  var db: String?

  @Option(help: "The address to listen on. (default: 127.0.0.1)")
  var host: String?

  @Option(help: "The port. (default: 8080)")
  var port: Int?

  @Option(help: "The file of tokens; see `personservice token`.")
  var tokens: String?

  @Option(
    help: """
      The names by which clients reach the service, with commas between them, such as \
      people.example.com. (default: the names of this machine itself)
      """)
  var names: String?

  @Option(help: "The number of requests that a client may send in a second. (default: any)")
  var rate: Double?

  @Option(help: "The number of seconds that a chain may run. (default: 30)")
  var time: Double?

  @Flag(help: "Refuse everything that writes.")
  var readOnly = false

  func run() async throws {
    let environment = ProcessInfo.processInfo.environment
    guard let database = db ?? environment["PERSONSTORE_DB"] else {
      throw ValidationError("Give --db or PERSONSTORE_DB.")
    }
    let host = host ?? environment["HOST"] ?? "127.0.0.1"
    let port = try port ?? number("PORT", in: environment) ?? 8080
    let file = tokens ?? environment["TOKENS"]
    guard file != nil || ["127.0.0.1", "::1", "localhost"].contains(host) else {
      throw ValidationError(
        "Without --tokens the service listens on this machine only: everybody may do everything.")
    }
    var limits = ServiceLimits()
    limits.requestsPerSecond = try rate ?? number("RATE", in: environment)
    if let rate = limits.requestsPerSecond, !(rate > 0) {
      throw ValidationError("--rate is more than 0.")
    }
    if let time = try time ?? number("TIME", in: environment) {
      guard time > 0 else { throw ValidationError("--time is more than 0.") }
      limits.time = .seconds(time)
    }
    limits.isReadOnly = readOnly || environment["READ_ONLY"] == "true"
    let accessTokens = try file.map { try AccessTokens(file: $0) }
    let metrics = PrometheusMetrics()
    MetricsSystem.bootstrap(metrics)
    let store = try await open(database)
    if accessTokens == nil { say("Without tokens: everybody on this machine may do everything.") }
    let service = try await PersonService(
      store: store, limits: limits, tokens: accessTokens, metrics: metrics)
    let application = service.application(
      host: host, port: port, names: reachedBy(environment, host: host)
    ) { port in
      say("http://\(host.contains(":") ? "[\(host)]" : host):\(port)")
    }
    var configuration = ServiceGroupConfiguration(
      services: [application], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: Logger(label: "personservice"))
    // A client that does not read may not hold up the end.
    configuration.maximumGracefulShutdownDuration = .seconds(20)
    try await ServiceGroup(configuration: configuration).run()
  }

  /// The names by which clients reach the service.
  private func reachedBy(_ environment: [String: String], host: String) -> Set<String> {
    let given = (names ?? environment["NAMES"])?.split(separator: ",").map(String.init) ?? []
    return Set(given + ["localhost", "127.0.0.1", "[::1]", host])
  }

  private func number<Number: LosslessStringConvertible>(
    _ name: String, in environment: [String: String]
  ) throws -> Number? {
    guard let text = environment[name] else { return nil }
    guard let number = Number(text) else {
      throw ValidationError("\(name) is not a number: \(text)")
    }
    return number
  }

  private func open(_ database: String) async throws -> PersonStore {
    guard Engine(address: database) == .postgres else {
      return try await PersonStore(path: database, configuration: .measured)
    }
    #if Postgres
    return try await PersonStore(postgres: database, configuration: .measured)
    #else
    throw ValidationError("This program was built without PostgreSQL.")
    #endif
  }
}

/// Prints a line at once: `print` would keep it while the output is a pipe.
private func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
