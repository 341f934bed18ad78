import Foundation
import HTTPTypes
import Hummingbird
import Logging
import People
import Synchronization
import Testing

@testable import PersonService

/// The log and the metrics.
@Suite struct LogTests {
  /// The lines of a log, which may come from any thread.
  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    /// The entries of requests.
    var requests: [[String: Any]] {
      all.compactMap { line in
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
        let entry = object as? [String: Any]
        return entry?["message"] as? String == "request" ? entry : nil
      }
    }
  }

  private func logger(_ lines: Lines, _ level: Logger.Level = .info) -> Logger {
    Logger(label: "test") { label in
      JSONLogHandler(label: label, level: level) { lines.add($0) }
    }
  }

  @Test func entriesAreLinesOfJSON() throws {
    let lines = Lines()
    var logger = logger(lines)
    logger[metadataKey: "hb.request.id"] = "7"
    logger.info(
      "two\nlines \"quoted\"",
      metadata: [
        "count": .stringConvertible(3), "time": "no", "seconds": .stringConvertible(0.5),
        "list": ["a", "b"], "more": ["x": "y"],
      ])
    logger.debug("not written")
    #expect(lines.all.count == 1 && lines.all[0].hasSuffix("}\n"))
    #expect(lines.all[0].count(where: \.isNewline) == 1)
    let entry = try #require(
      JSONSerialization.jsonObject(with: Data(lines.all[0].utf8)) as? [String: Any])
    #expect(entry["message"] as? String == "two\nlines \"quoted\"")
    #expect(entry["level"] as? String == "info" && entry["label"] as? String == "test")
    #expect(entry["count"] as? Int == 3 && entry["seconds"] as? Double == 0.5)
    #expect(entry["id"] as? String == "7" && entry["list"] as? [String] == ["a", "b"])
    #expect((entry["more"] as? [String: String]) == ["x": "y"])
    let time = try #require(entry["time"] as? String)
    #expect(time.hasSuffix("Z") && time.contains("T") && time.contains("."))
  }

  @Test func eachRequestIsAnEntry() async throws {
    let (token, line) = AccessTokens.new(.read, name: "dashboard")
    let store = try await PersonStore(path: ":memory:")
    for name in ["Ada", "Eve"] {
      try await store.people.insert(Person(name: name, surname: ""))
    }
    let lines = Lines()
    let service = try await PersonService(
      store: store, tokens: AccessTokens(parsing: line), logger: logger(lines),
      requestLevel: .info)
    try await service.application().withClient { client in
      let headers: HTTPFields = [.authorization: "Bearer \(token)"]
      let list = try await client.send(.get, "/api/people?name=Ada", headers: headers)
      let chain = try await client.send(
        .post, "/api/query", #"{"chain":"where { $0.id > 0 }"}"#, headers: headers)
      #expect(chain.status == .ok)
      _ = try await client.send(.get, "/api/people/9", headers: headers)
      _ = try await client.send(.get, "/api/people")
      let entries = lines.requests
      #expect(entries.map { $0["status"] as? Int } == [200, 200, 404, 401])
      #expect(entries.map { $0["rows"] as? Int } == [1, 2, nil, nil])
      #expect(
        entries.map { $0["user"] as? String } == ["dashboard", "dashboard", "dashboard", nil])
      #expect(
        entries.map { $0["route"] as? String }
          == ["/api/people", "/api/query", "/api/people/{id}", "/api/people"])
      for entry in entries { #expect((entry["seconds"] as? Double ?? 0) > 0) }
      let id = list.headers[HTTPField.Name("X-Request-ID")!]
      #expect(id != nil && entries[0]["id"] as? String == id)
      // What is searched for, and tokens, are nobody's business.
      #expect(!lines.all.contains { $0.contains("name=Ada") || $0.contains(token) })
    }
  }

  @Test func requestsAreNotLoggedBelowTheLevel() async throws {
    let lines = Lines()
    let service = try await PersonService(
      store: PersonStore(path: ":memory:"), logger: logger(lines))
    try await service.application().withClient { client in
      let answer = try await client.send(.get, "/api/people")
      // Changes have the id, logged or not.
      #expect(answer.headers[HTTPField.Name("X-Request-ID")!] != nil)
      #expect(lines.requests.isEmpty)
    }
  }

  @Test func metricsAreExplained() async throws {
    let metrics = PrometheusMetrics()
    for name in ["requests_total", "problems_total"] {
      metrics.makeCounter(label: "personservice_\(name)", dimensions: [("a", "b")]).increment(by: 1)
      metrics.makeCounter(label: "personservice_\(name)", dimensions: [("a", "c")]).increment(by: 1)
    }
    try await withService(metrics: metrics) { client in
      let text = try await client.send(.get, "/metrics").text
      var explained: Set<Substring> = []
      var typed: Set<Substring> = []
      for line in text.split(separator: "\n") {
        let parts = line.split(separator: " ", maxSplits: 3)
        if line.hasPrefix("# HELP ") {
          #expect(explained.insert(parts[2]).inserted && parts.count == 4, "\(line)")
        } else if line.hasPrefix("# TYPE ") {
          #expect(typed.insert(parts[2]).inserted && explained.contains(parts[2]), "\(line)")
        } else {
          #expect(Double(line.split(separator: " ").last ?? "") != nil, "\(line)")
        }
      }
      #expect(typed.contains("personservice_requests_total"))
      #if os(Linux)
      for name in [
        "cpu_seconds_total", "resident_memory_bytes", "virtual_memory_bytes", "open_fds", "max_fds",
        "start_time_seconds",
      ] {
        let line = text.split(separator: "\n").first { $0.hasPrefix("process_\(name) ") }
        let value = line.flatMap { Double($0.split(separator: " ")[1]) } ?? 0
        #expect(value > 0, "\(name)")
        if name == "start_time_seconds" {
          #expect(abs(Date().timeIntervalSince1970 - value) < 3600)
        }
      }
      #endif
    }
  }
}
