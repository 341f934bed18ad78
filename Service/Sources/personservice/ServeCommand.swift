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
      Each option has an environment variable, which the option overrides: \(variables). A value \
      that cannot be meant is an error. It stops at SIGTERM or Ctrl-C: requests that run are \
      answered. At SIGHUP it reads the file of tokens again.
      """)

  private static let variables = Setting.allCases.map(\.rawValue).joined(separator: ", ")

  @Option(
    help: """
      The file of the store, or the address of a PostgreSQL database. The tables of a database of \
      another program are shown, and nothing is added to it.
      """)
  var db: String?

  @Option(help: "The address to listen on. (default: 127.0.0.1)")
  var host: String?

  @Option(help: "The port; 0 for a free one. (default: 8080)")
  var port: String?

  @Option(help: "The file of tokens; see `personservice token`.")
  var tokens: String?

  @Option(
    help: """
      The names by which clients reach the service, with commas between them, such as \
      people.example.com. (default: the names of this machine itself)
      """)
  var names: String?

  @Option(help: "The number of requests that a client may send in a second. (default: any)")
  var rate: String?

  @Option(help: "The number of seconds that a chain may run. (default: 30)")
  var time: String?

  @Option(
    help: """
      The number of days that changes are kept, for the history and the trash; 0 if they are not \
      recorded. (default: 90)
      """)
  var history: String?

  @Flag(help: "Refuse everything that writes.")
  var readOnly = false

  @Flag(
    help: """
      Let clients that may write change rows of tables that are not the store's. (default: they \
      are only read)
      """)
  var changeTables = false

  @Flag(help: "Send cookies over TLS only; for a proxy with TLS that is not in --proxies.")
  var secureCookies = false

  @Option(
    help: """
      The addresses of proxies, with commas between them, such as 127.0.0.1 or 10.0.0.0/8. Their \
      X-Forwarded-For and X-Forwarded-Proto are believed, and nobody else's. (default: none)
      """)
  var proxies: String?

  @Option(
    help: """
      How the log is written: text, or json, with a line for each request. (default: text, in \
      which requests are of level debug)
      """)
  var logFormat: String?

  @Option(
    help: """
      The least level that is logged: trace, debug, info, notice, warning, error or critical. \
      (default: info)
      """)
  var logLevel: String?

  func run() async throws {
    TokenReloading.prepare()
    let (settings, tokens) = try read()
    let (isJSON, level) = (settings.logFormat == .json, settings.logLevel)
    LoggingSystem.bootstrap { label in
      if isJSON { return JSONLogHandler(label: label, level: level, write: printText) }
      var handler = StreamLogHandler.standardOutput(label: label)
      handler.logLevel = level
      return handler
    }
    let logger = Logger(label: "personservice")
    let say: @Sendable (String) -> Void = { line in
      if isJSON { logger.notice("\(line)") } else { printText(line + "\n") }
    }
    let metrics = PrometheusMetrics()
    MetricsSystem.bootstrap(metrics)
    OpenFiles.raiseLimit()
    Memory.limitHeaps()
    let service = try await service(
      settings, tokens: tokens, metrics: metrics, logger: logger,
      requestLevel: isJSON ? .info : .debug)
    if tokens == nil { say("Without tokens: everybody on this machine may do everything.") }
    let host = settings.host
    let application = service.application(
      host: host, port: settings.port, names: settings.names
    ) { port in
      say("http://\(host.contains(":") ? "[\(host)]" : host):\(port)")
    }
    let reload: @Sendable () throws -> Bool = {
      guard let tokens = try settings.readTokens() else { return false }
      service.replaceTokens(with: tokens)
      return true
    }
    let reloading = TokenReloading(reload: reload, logger: logger)
    var configuration = ServiceGroupConfiguration(
      services: [reloading, application], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger)
    // A client that does not read may not hold up the end.
    configuration.maximumGracefulShutdownDuration = .seconds(20)
    try await ServiceGroup(configuration: configuration).run()
  }

  /// Reads the settings and the file of tokens.
  private func read() throws -> (ServiceSettings, AccessTokens?) {
    var options: [Setting: String] = [:]
    options[.database] = db
    options[.host] = host
    options[.port] = port
    options[.tokens] = tokens
    options[.names] = names
    options[.rate] = rate
    options[.time] = time
    options[.history] = history
    if readOnly { options[.readOnly] = "true" }
    if changeTables { options[.changeTables] = "true" }
    if secureCookies { options[.secureCookies] = "true" }
    options[.proxies] = proxies
    options[.logFormat] = logFormat
    options[.logLevel] = logLevel
    do {
      let settings = try ServiceSettings(options, environment: ProcessInfo.processInfo.environment)
      return (settings, try settings.readTokens())
    } catch {
      throw ValidationError("\(error)")
    }
  }

  /// Returns the service of a store, or of the tables of another program.
  private func service(
    _ settings: ServiceSettings, tokens: AccessTokens?, metrics: PrometheusMetrics,
    logger: Logger, requestLevel: Logger.Level
  ) async throws -> PersonService {
    let limits = settings.limits
    var configuration = DatabaseConfiguration.measured
    configuration.observerTime = limits.time
    do {
      if Engine(address: settings.database) == .postgres {
        // A file of another program is refused, and a store would be added to a server's tables.
        var reading = configuration
        reading.access = .read
        do {
          try await store(settings.database, reading).close()
        } catch let error as StoreError where error.isOfAnotherProgram {
          throw error
        } catch {}
      }
      return try await PersonService(
        store: store(settings.database, configuration), limits: limits, tokens: tokens,
        metrics: metrics, logger: logger, requestLevel: requestLevel)
    } catch let error as StoreError where error.isOfAnotherProgram {
      configuration.access = limits.changesTables && !limits.isReadOnly ? .write : .read
      configuration.worksWithoutFunctions = true
      return try await PersonService(
        tablesIn: pool(settings.database, configuration), limits: limits, tokens: tokens,
        metrics: metrics, logger: logger, requestLevel: requestLevel)
    }
  }

  private func store(
    _ database: String, _ configuration: DatabaseConfiguration
  ) async throws -> PersonStore {
    guard Engine(address: database) == .postgres else {
      return try await PersonStore(path: database, configuration: configuration)
    }
    #if Postgres
    return try await PersonStore(postgres: database, configuration: configuration)
    #else
    throw ValidationError("This program was built without PostgreSQL.")
    #endif
  }

  private func pool(
    _ database: String, _ configuration: DatabaseConfiguration
  ) throws -> ConnectionPool {
    #if Postgres
    if Engine(address: database) == .postgres {
      return try ConnectionPool(postgres: database, configuration: configuration)
    }
    #endif
    return try ConnectionPool(path: database, configuration: configuration)
  }
}

/// Prints a text at once: `print` would keep it while the output is a pipe.
@Sendable private func printText(_ text: String) {
  FileHandle.standardOutput.write(Data(text.utf8))
}
