import Foundation
package import Logging

/// How the log is written.
package enum LogFormat: String, CaseIterable, Sendable {
  /// Lines for people.
  case text
  /// Lines of JSON, with one for each request.
  case json
}

/// The settings with which the program starts, by its options and by environment variables. A value
/// that cannot be meant is an error, because it would mean another one silently.
package struct ServiceSettings: Sendable {
  package let database: String
  package let host: String
  package let port: Int
  /// The file of tokens.
  package let tokens: String?
  private let nameOfTokens: String
  /// The names by which clients reach the service.
  package let names: Set<String>
  package let limits: ServiceLimits
  package let logFormat: LogFormat
  package let logLevel: Logger.Level

  private static let thisMachine: Set<String> = ["127.0.0.1", "::1", "localhost"]

  /// - Parameters:
  ///   - options: the options that were given, which override the variables.
  ///   - environment: the environment variables.
  package init(
    _ options: [Setting: String], environment: [String: String]
  ) throws(SettingError) {
    let given = GivenSettings(options, environment: environment)
    let file = "the path of a file, or the address of a PostgreSQL database"
    guard let database = try given.text(.database, file, isPath: true) else {
      throw SettingError(name: "--db or PERSONSTORE_DB", value: "", allowed: file)
    }
    self.database = database
    host = try given.text(.host, "an address to listen on, or the name of one") ?? "127.0.0.1"
    port =
      try given.value(.port, "a whole number from 0 to 65535") { text in
        UInt16(text).map(Int.init)
      } ?? 8080
    tokens = try given.text(.tokens, "the path of a file of tokens", isPath: true)
    nameOfTokens = given.name(of: .tokens)
    guard tokens != nil || Self.thisMachine.contains(host) else {
      // Everybody could do everything.
      throw SettingError(
        name: given.name(of: .host), value: host,
        allowed: "an address of this machine only, such as 127.0.0.1, without --tokens")
    }
    let names = try given.list(
      .names, "names of hosts, such as people.example.com, without scheme and port"
    ) { $0.wholeMatch(of: Self.hostName) == nil ? nil : $0 }
    self.names = Set((names ?? []) + ["localhost", "127.0.0.1", "[::1]", host])
    var limits = ServiceLimits()
    limits.requestsPerSecond = try given.number(.rate, 0.001...1_000_000, "requests in a second")
    if let time = try given.number(.time, 0.001...86_400, "seconds") {
      limits.time = .seconds(time)
    }
    if let days = try given.number(.history, 0...36_500, "days") {
      limits.changeAge = .seconds(days * 86_400)
    }
    limits.isReadOnly = try given.flag(.readOnly) ?? false
    limits.changesTables = try given.flag(.changeTables) ?? false
    limits.hasSecureCookies = try given.flag(.secureCookies) ?? false
    limits.proxies =
      try given.list(
        .proxies, "addresses or ranges of them, such as 127.0.0.1 or 10.0.0.0/8", AddressRange.init)
      ?? []
    self.limits = limits
    logFormat = try given.choice(.logFormat, LogFormat.self) ?? .text
    logLevel = try given.choice(.logLevel, Logger.Level.self) ?? .info
  }

  /// Reads the file of tokens; nil if there is none.
  package func readTokens() throws(SettingError) -> AccessTokens? {
    guard let tokens else { return nil }
    do {
      return try AccessTokens(file: tokens)
    } catch {
      let reason = (error as? AccessTokensError)?.description ?? error.localizedDescription
      throw SettingError(
        name: nameOfTokens, value: tokens, allowed: "a file of tokens", reason: reason)
    }
  }

  /// A name of letters, digits, hyphens and dots, or an address of IPv6 in brackets, as in the
  /// header `Host`.
  private static var hostName: Regex<Substring> {
    #/[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]/#
  }
}
