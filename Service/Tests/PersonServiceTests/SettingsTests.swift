import Foundation
import Testing

@testable import PersonService

/// The settings with which the program starts.
@Suite struct SettingsTests {
  private func settings(
    _ options: [Setting: String] = [:], _ environment: [String: String] = [:]
  ) throws -> ServiceSettings {
    try ServiceSettings(
      [.database: "people.db"].merging(options) { $1 }, environment: environment)
  }

  @Test func nothingButTheFileIsNeeded() throws {
    let settings = try settings()
    #expect(settings.database == "people.db")
    #expect(settings.host == "127.0.0.1" && settings.port == 8080)
    #expect(settings.tokens == nil && !settings.limits.isReadOnly)
    #expect(settings.limits.time == .seconds(30) && settings.limits.requestsPerSecond == nil)
    #expect(settings.names.contains("localhost"))
    let error = #expect(throws: SettingError.self) { try ServiceSettings([:], environment: [:]) }
    #expect(error?.name == "--db or PERSONSTORE_DB")
  }

  @Test func optionsOverrideVariables() throws {
    let settings = try settings(
      [.port: "0", .time: "0.5"],
      [
        "PORT": "70", "RATE": "2.5", "HISTORY": "7", "READ_ONLY": "Yes", "TOKENS": "/a b/tokens",
        "HOST": "0.0.0.0",
        "NAMES": "people.example.com, [fe80::1]", "SECURE_COOKIES": "1",
        "LOG_FORMAT": "json", "LOG_LEVEL": "warning",
        "PROXIES": "127.0.0.1, 10.0.0.0/8,fd00::/8",
      ])
    #expect(settings.port == 0 && settings.limits.time == .milliseconds(500))
    #expect(settings.limits.requestsPerSecond == 2.5 && settings.limits.isReadOnly)
    #expect(settings.logFormat == .json && settings.logLevel == .warning)
    #expect(settings.limits.hasSecureCookies && settings.limits.proxies.count == 3)
    #expect(settings.limits.changeAge == .seconds(7 * 86_400))
    #expect(settings.tokens == "/a b/tokens" && settings.host == "0.0.0.0")
    #expect(settings.names.isSuperset(of: ["people.example.com", "[fe80::1]", "0.0.0.0"]))
  }

  @Test(arguments: [
    ("READ_ONLY", ["true", "TRUE", "1", "yes"], true),
    ("READ_ONLY", ["false", "0", "no", "No"], false),
  ])
  func flagsHaveSixWords(_ name: String, _ texts: [String], _ meaning: Bool) throws {
    for text in texts {
      #expect(try settings([:], [name: text]).limits.isReadOnly == meaning, "\(text)")
    }
  }

  @Test(arguments: [
    ("PORT", ["99999", "65536", "-1", "abc", "", " 80", "8080.0", "0x50"]),
    ("TIME", ["inf", "nan", "1e300", "-1", "0", "1e-9", "86401", "", "ten"]),
    ("HISTORY", ["inf", "-1", "36501", "", "ten"]),
    ("RATE", ["inf", "nan", "1e300", "-1", "0", "1e-300", "", "1/2"]),
    ("READ_ONLY", ["", "2", "ja", "on", "tru", " true"]),
    ("NAMES", ["", ",", " , ", "a,", "https://a.example", "a.example:80", "a b", "-a", "a/b"]),
    ("HOST", ["", " ", "a b", "127.0.0.1\n", "0.0.0.0", "192.168.0.1"]),
    ("SECURE_COOKIES", ["", "on"]), ("LOG_FORMAT", ["", "JSON", "xml"]),
    ("LOG_LEVEL", ["", "verbose", "Info", "1"]),
    (
      "PROXIES",
      ["", ",", "localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0/8", "::1/129", "1.2.3.4:80"]
    ),
    ("PERSONSTORE_DB", ["", " ", "a\0b"]), ("TOKENS", ["", "\t"]),
  ])
  func whatCannotBeMeantIsAnError(_ name: String, _ texts: [String]) throws {
    let setting = try #require(Setting(rawValue: name))
    for text in texts {
      for isOption in [true, false] {
        let error = #expect(throws: SettingError.self, "\(name)=\(text)") {
          let options: [Setting: String] = setting == .database ? [:] : [.database: "people.db"]
          return try isOption
            ? ServiceSettings(options.merging([setting: text]) { $1 }, environment: [:])
            : ServiceSettings(options, environment: [name: text])
        }
        #expect(error?.name == (isOption ? setting.option : name))
        #expect(error?.value == text)
        #expect(error?.description.contains(" must be ") == true)
      }
    }
  }

  @Test func aFileOfTokensIsReadOrNamed() throws {
    let path = NSTemporaryDirectory() + "tokens-\(UUID())"
    let settings = try settings([:], ["TOKENS": path])
    let missing = #expect(throws: SettingError.self) { try settings.readTokens() }
    #expect(missing?.name == "TOKENS" && missing?.value == path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "read x a".write(toFile: path, atomically: true, encoding: .utf8)
    let broken = #expect(throws: SettingError.self) { try settings.readTokens() }
    #expect(broken?.description.contains("line 1 of the file of tokens: 'x' is not") == true)
    let (token, line) = AccessTokens.new(.write, name: "a")
    try line.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try settings.readTokens()?.entry(of: token)?.role == .write)
  }

  @Test func eachSettingHasAnOption() {
    #expect(Setting.database.option == "--db" && Setting.readOnly.option == "--read-only")
  }
}
