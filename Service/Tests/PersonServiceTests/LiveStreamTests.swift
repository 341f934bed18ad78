import Foundation
import Hummingbird
import People
import Testing

@testable import PersonService

/// `/api/live/stream`: the events of several live queries on one connection.
@Suite struct LiveStreamTests {
  /// A client of a shared stream, which changes its queries over another connection.
  private struct Client {
    let port: Int
    let events: LiveClient
    let stream: String
    var headers = ""

    init(_ port: Int, headers: String = "") async throws {
      (self.port, self.headers) = (port, headers)
      events = try LiveClient(port: port, "/api/live/stream", headers: headers)
      let first = try await events.next()
      #expect(first.kind == "stream")
      stream = try #require(Self.json(first.data)["id"] as? String)
    }

    /// Changes the queries. A chain is followed; null ends a query.
    @discardableResult func change(
      _ queries: String, headers: String? = nil
    ) async throws -> RawClient.Answer {
      let body = #"{"queries":{\#(queries)}}"#
      let client = try RawClient(port: port)
      try client.send(
        "PATCH /api/live/stream/\(stream) HTTP/1.1\r\nHost: localhost\r\n"
          + "\(headers ?? self.headers)Content-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
      return try await client.answer()
    }

    /// The next events, by the names of their queries: the kind, and what the query alone would
    /// send.
    func next(_ count: Int) async throws -> [String: String] {
      var found: [String: String] = [:]
      for _ in 0..<count {
        let event = try await events.next()
        let name = try #require(Self.json(event.data)["query"] as? String)
        let data = try #require(event.data.split(separator: #""data":"#, maxSplits: 1).last)
        found[name] = "\(event.kind) \(data.dropLast())"
      }
      return found
    }

    /// The next event, its query, and the id of its state.
    func nextState() async throws -> (kind: String, query: String?, id: String?) {
      let event = try await events.next()
      let json = Self.json(event.data)
      return (event.kind, json["query"] as? String, json["id"] as? String)
    }

    private static func json(_ text: String) -> [String: Any] {
      (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
    }
  }

  private static let ada = Person(name: "Ada", surname: "Lovelace", age: 36)
  private static let mary = Person(name: "Mary", surname: "Shelley", age: 53)

  /// The number of live queries, and that of streams.
  private func open(_ port: Int) async throws -> [Int] {
    let client = try RawClient(port: port)
    try client.send("GET /api/store HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let text = try await client.answer().body
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return ["subscriptions", "streams"].compactMap { json?[$0] as? Int }
  }

  @Test func severalChainsShareAStream() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await store.people.insert(Self.ada)
    try await withLiveService(store) { port in
      let client = try await Client(port)
      #expect(try await open(port) == [0, 1])
      let answer = try await client.change(
        #""names":{"chain":"select { $0.name }"},"number":{"chain":"count()"}"#)
      #expect(answer.status == 204)
      let first = try await client.next(2)
      #expect(
        first == [
          "names": #"result {"columns":[],"rows":["Ada"]}"#,
          "number": #"result {"columns":[],"rows":[1]}"#,
        ])
      #expect(try await open(port) == [2, 1])
      let mary = try await store.people.insert(Self.mary)
      let second = try await client.next(2)
      #expect(
        second == [
          "names": #"changes [{"insert":1,"row":"Mary"}]"#,
          "number": #"changes [{"remove":0,"row":1},{"insert":0,"row":2}]"#,
        ])
      // One ends, and one is replaced: nothing comes of the chains from before.
      try await client.change(#""names":null,"number":{"chain":"select { $0.id }"},"none":null"#)
      let replaced = try await client.next(1)
      #expect(replaced == ["number": #"result {"columns":[],"rows":[1,2]}"#])
      #expect(try await open(port) == [1, 1])
      try await store.people.delete(mary.id)
      let shorter = try await client.next(1)
      #expect(shorter == ["number": #"changes [{"remove":1,"row":2}]"#])
      try await client.change(#""last":{"chain":"count()"}"#)
      let last = try await client.next(1)
      #expect(last == ["last": #"result {"columns":[],"rows":[1]}"#])
    }
  }

  @Test func whoComesBackGetsWhatWasMissed() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await store.people.insert(Self.ada)
    try await withLiveService(store) { port in
      let first = try await Client(port)
      try await first.change(#""1":{"chain":"select { $0.name }"}"#)
      let id = try #require(try await first.nextState().id)
      let second = try await Client(port)
      #expect(second.stream != first.stream)
      try await second.change(#""7":{"chain":"select { $0.name }","after":"\#(id)"}"#)
      let same = try await second.nextState()
      #expect(same.kind == "same" && same.query == "7" && same.id == id)
      try await store.people.insert(Self.mary)
      #expect(try await second.next(1) == ["7": #"changes [{"insert":1,"row":"Mary"}]"#])
      let third = try await Client(port)
      try await third.change(#""1":{"chain":"select { $0.name }","after":"\#(id)"}"#)
      let state = try await third.nextState()
      #expect(state.kind == "result" && state.id != id)
    }
  }

  @Test func whatIsWrongWithOneQueryDoesNotEndOthers() async throws {
    try await withStoredPeople(3) { store in
      var limits = ServiceLimits()
      (limits.subscriptionsOfClient, limits.rows) = (3, 5)
      try await withLiveService(store, limits) { port in
        let client = try await Client(port)
        try await client.change(
          #""bad":{"chain":"where {"},"good":{"chain":"count()"},"long":{"chain":"people"}"#)
        let events = try await client.next(3)
        #expect(events["good"] == #"result {"columns":[],"rows":[3]}"#)
        #expect(events["bad"]?.contains(#""status":400"#) == true)
        #expect(events["bad"]?.contains("/problems/chain") == true)
        #expect(events["long"]?.hasPrefix("result ") == true)
        // What has ended leaves its place to others, up to the limit of the client.
        try await store.people.insert((0..<3).map { Person(name: "N", surname: "\($0)") })
        let grown = try await client.next(2)
        #expect(grown["long"]?.contains("/problems/too-many-rows") == true)
        #expect(grown["good"]?.hasPrefix("changes ") == true)
        #expect(try await eventually { try await open(port) == [1, 1] })
        try await client.change(
          #""a":{"chain":"count()"},"b":{"chain":"count()"},"c":{"chain":"count()"}"#)
        let more = try await client.next(3)
        #expect(more["a"]?.hasPrefix("result ") == true && more["b"]?.hasPrefix("result ") == true)
        #expect(more["c"]?.contains(#""status":429"#) == true)
        #expect(try await open(port) == [3, 1])
      }
    }
  }

  @Test func aSlowQueryEndsAndTheOthersGoOn() async throws {
    var configuration = DatabaseConfiguration()
    (configuration.observerCount, configuration.observerTime) = (2, .seconds(2))
    try await withStoredPeople(20_000, configuration) { store in
      try await withLiveService(store) { port in
        let client = try await Client(port)
        try await client.change(
          #""slow":{"chain":\#(JSONText.of(EndingTests.slow))},"quick":{"chain":"count()"}"#)
        #expect(try await client.next(1)["quick"]?.hasPrefix("result ") == true)
        #expect(try await client.next(1)["slow"]?.contains("/problems/too-slow") == true)
        try await store.people.insert(Self.mary)
        #expect(try await client.next(1)["quick"]?.contains("20001") == true)
      }
    }
  }

  @Test func aClosedConnectionEndsItsQueries() async throws {
    try await withStoredPeople(3) { store in
      try await withLiveService(store) { port in
        var client: Client? = try await Client(port)
        try await client?.change(#""1":{"chain":"count()"},"2":{"chain":"take(1)"}"#)
        _ = try await client?.next(2)
        let stream = try #require(client?.stream)
        client = nil
        #expect(try await eventually { try await open(port) == [0, 0] })
        let late = try RawClient(port: port)
        try late.send(
          "PATCH /api/live/stream/\(stream) HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"queries\":{}}")
        #expect(try await late.answer().status == 404)
      }
    }
  }

  @Test func aStreamIsOfItsClientAlone() async throws {
    let made = ["one", "two"].map { AccessTokens.new(.read, name: $0) }
    let tokens = try AccessTokens(parsing: made.map(\.line).joined(separator: "\n"))
    let headers = made.map { "Authorization: Bearer \($0.token)\r\n" }
    let store = try await PersonStore(path: ":memory:")
    try await withLiveService(store, tokens: tokens) { port in
      let client = try await Client(port, headers: headers[0])
      let queries = #""1":{"chain":"count()"}"#
      let stranger = try await client.change(queries, headers: headers[1])
      #expect(stranger.status == 404 && stranger.body.contains("/problems/not-found"))
      #expect(try await client.change(queries, headers: "").status == 401)
      #expect(try await client.change(queries).status == 204)
      #expect(try await client.next(1)["1"]?.hasPrefix("result ") == true)
    }
  }

  @Test func streamsAreLimited() async throws {
    let store = try await PersonStore(path: ":memory:")
    var limits = ServiceLimits()
    limits.subscriptionsOfClient = 2
    try await withLiveService(store, limits) { port in
      let clients = try await [Client(port), Client(port)]
      let third = try RawClient(port: port)
      try third.send("GET /api/live/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let answer = try await third.answer()
      #expect(answer.status == 429 && answer.headers["retry-after"] == "10")
      // A query with a stream of its own needs a place for it.
      try third.send("GET /api/live?chain=count() HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try await third.answer().status == 429)
      withExtendedLifetime(clients) {}
    }
  }

  @Test func changesOfQueriesAreChecked() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await withLiveService(store) { port in
      let client = try await Client(port)
      #expect(try await client.change(#""1":{"chain":"count()","colour":1}"#).status == 400)
      #expect(try await client.change(#""1":{}"#).status == 400)
      #expect(try await client.change(#""1":"count()""#).status == 400)
      let name = String(repeating: "x", count: 101)
      #expect(try await client.change(#""\#(name)":null"#).status == 422)
      #expect(try await open(port) == [0, 1])
    }
    try await withService { client in
      let answer = try await client.send(.get, "/api/live/stream?chain=count()")
      #expect(answer.status == .badRequest && answer.fields == ["chain"])
      let head = try await client.send(.head, "/api/live/stream")
      #expect(head.status == .ok && head.text.isEmpty)
      #expect(head.headers[.contentType] == "text/event-stream")
    }
  }
}
