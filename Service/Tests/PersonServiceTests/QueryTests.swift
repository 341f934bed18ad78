import Foundation
import Hummingbird
import Metrics
import People
import Testing

@testable import PersonService

/// `/api/query` and `/api/live`.
@Suite struct QueryTests {
  private func store() async throws -> PersonStore {
    let store = try await PersonStore(path: ":memory:")
    try await store.people.insert([
      Person(name: "Ada", surname: "Lovelace", age: 36),
      Person(name: "Grace", surname: "Hopper", age: 85),
    ])
    return store
  }

  private func ask(
    _ client: ServiceClient, _ chain: String, _ more: String = "",
    at path: String = "/api/query"
  ) async throws -> Answer {
    try await client.send(.post, path, #"{"chain":\#(JSONText.of(chain))\#(more)}"#)
  }

  @Test func rowsAreLines() async throws {
    try await withService(store()) { client in
      let answer = try await ask(
        client, "where { ($0.age ?? 0) > 30 }.select { ($0.name, $0.age) }")
      #expect(answer.status == .ok)
      #expect(
        answer.text == """
          {"columns":["0","1"]}
          {"row":["Ada",36]}
          {"row":["Grace",85]}
          {"rows":2}

          """ || answer.text.contains(#"{"row":["Ada",36]}"#))
      let count = try await ask(client, "count()")
      #expect(count.text == "{\"columns\":[]}\n{\"row\":2}\n{\"rows\":1}\n")
      let report = try await ask(client, "where { ($0.age ?? 0) > 30 }", #","report":true"#)
      #expect(report.text.contains(#""place":"sql""#))
      #expect(report.text.contains("WHERE coalesce(age, ?) > ?"))
    }
  }

  @Test func mistakesAreShownWhereTheyAre() async throws {
    try await withService(store()) { client in
      let mistake = try await ask(client, "where { $0.agee < 30 }")
      #expect(mistake.status == .badRequest && mistake.kind == "/problems/chain")
      let place = try #require(mistake.json["place"] as? [String: Any])
      #expect(place["line"] as? Int == 1 && place["column"] as? Int == 12)
      #expect(place["caret"] as? String == "where { $0.agee < 30 }\n           ^^^^")
      let second = try await ask(client, "where { $0.id < 30 }\n.sort { $0.nam }")
      let later = try #require(second.json["place"] as? [String: Any])
      #expect(later["line"] as? Int == 2 && later["column"] as? Int == 12)
      let memory = try await ask(
        client, "where { inMemory(($0.age ?? 0) > 1) }", #","path":"sql""#)
      #expect(memory.status == .unprocessableContent && memory.kind == "/problems/memory")
      let failing = try await ask(client, "select { 10 / (($0.age ?? 0) - 36) }")
      #expect(failing.status == .unprocessableContent && failing.kind == "/problems/expression")
      let none = try await ask(client, "where { $0.id > 200 }.first()")
      #expect(none.status == .unprocessableContent && none.kind == "/problems/no-result")
      let deep = String(repeating: "(", count: 100_000)
      #expect(try await ask(client, "where { \(deep)").status == .badRequest)
    }
  }

  @Test func plansAreExplainedAndVerified() async throws {
    try await withService(store()) { client in
      let plan = try await ask(
        client, "where { ($0.age ?? 0) > 30 }.count()", at: "/api/query/explain")
      #expect(
        plan.json["sql"] as? String == "SELECT count(*) FROM person WHERE coalesce(age, ?) > ?")
      let verified = try await ask(client, "sort { $0.age }", at: "/api/query/verify")
      #expect(verified.text == #"{"isSame":true}"#)
    }
  }

  @Test func longResultsEndWithAProblem() async throws {
    let store = try await store()
    var limits = ServiceLimits()
    limits.rows = 1
    limits.rowsInMemory = 1
    try await withService(store, limits) { client in
      let answer = try await ask(client, "select { $0.name }")
      #expect(answer.text.contains("Ada") && answer.text.contains("too-many-rows"))
      #expect(!answer.text.contains("Grace"))
      let memory = try await ask(client, "where { inMemory(($0.age ?? 0) > 1) }.count()")
      #expect(memory.text.contains("too-many-rows"))
    }
  }

  @Test func aReportHasTheTimesOfTheSteps() async throws {
    try await withService(store()) { client in
      func report(_ chain: String) async throws -> [String: Any] {
        let body = #"{"chain":\#(JSONText.of(chain)),"report":true}"#
        let answer = try await client.send(.post, "/api/query", body)
        let line = try #require(answer.text.split(separator: "\n").first { $0.contains("report") })
        let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return try #require(json?["report"] as? [String: Any], "\(answer.text)")
      }
      func times(_ report: [String: Any]) throws -> [Double?] {
        try #require(report["operatorSeconds"] as? [Any]).map { $0 as? Double }
      }
      let chain = "where { inMemory(($0.age ?? 0) > 1) }.sort { $0.name }.thenBy { $0.id }.take(1)"
      let inMemory = try await report(chain)
      let all = try times(inMemory)
      let names = (inMemory["plan"] as? [String: Any])?["operators"] as? [[String: Any]]
      #expect(names?.compactMap { $0["name"] as? String }.count == all.count)
      #expect(names?.map { $0["place"] as? String == "memory" } == all.map { $0 != nil })
      #expect(all.compactMap { $0 }.allSatisfy { $0 >= 0 })
      #expect(try #require(inMemory["statementSeconds"] as? Double) > 0)
      let inSQL = try await report("where { ($0.age ?? 0) > 1 }.count()")
      #expect(try times(inSQL).allSatisfy { $0 == nil })
      #expect(try #require(inSQL["statementSeconds"] as? Double) > 0)
    }
  }

  @Test func aLiveQuerySendsWhatChanges() async throws {
    let store = try await store()
    try await withLiveService(store) { port in
      let events = try LiveClient(
        port: port, "/api/live?chain=select%20%7B%20%240.name%20%7D")
      let first = try await events.next()
      #expect(first.kind == "result" && first.data.contains(#""rows":["Ada","Grace"]"#))
      try await store.people.insert(Person(name: "Mary", surname: "Shelley", age: 53))
      let second = try await events.next()
      #expect(second.kind == "changes" && second.data == #"[{"insert":2,"row":"Mary"}]"#)
      // A client that comes back has missed nothing, or gets the whole result.
      let again = try LiveClient(
        port: port, "/api/live?chain=select%20%7B%20%240.name%20%7D", lastEventID: second.id)
      #expect(try await again.next().kind == "same")
      let late = try LiveClient(
        port: port, "/api/live?chain=select%20%7B%20%240.name%20%7D", lastEventID: first.id)
      #expect(try await late.next().kind == "result")
    }
  }

  @Test func chainsAndProblemsAreMeasured() async throws {
    let metrics = PrometheusMetrics()
    MetricsSystem.bootstrap(metrics)
    try await withService(store()) { client in
      _ = try await ask(client, "where { ($0.age ?? 0) > 30 }.count()")
      _ = try await ask(client, "where { inMemory(($0.age ?? 0) > 30) }.sort { $0.age }.take(1)")
      _ = try await ask(client, "where {")
      _ = try await client.send(.get, "/api/people?limit=0")
      // A chain is recorded when its plan has had a thread: after its last row, while the store is
      // open.
      #expect(
        try await eventually {
          metrics.text.contains("fallbacks") && metrics.text.contains(#"place="sql""#)
        })
    }
    DatabaseConfiguration.measured.waited?(.milliseconds(5))
    for line in [
      #"personservice_chain_seconds_count{place="sql"} "#, "personservice_chain_fallbacks_total ",
      #"personservice_problems_total{kind="chain"} "#, "personservice_pool_wait_seconds_count 1",
      #"personservice_requests_total{method="GET",route="/api/people",status="400"} "#,
    ] {
      #expect(metrics.text.contains(line), "\(line) in \(metrics.text)")
    }
  }

  @Test func healthAndMetricsAreShown() async throws {
    try await withService(store()) { client in
      #expect(try await client.send(.get, "/health/live").status == .ok)
      #expect(try await client.send(.get, "/health/ready").status == .ok)
      let headers = try await client.send(.get, "/health/live").headers
      #expect(headers[.contentSecurityPolicy]?.contains("default-src 'self'") == true)
    }
  }
}
