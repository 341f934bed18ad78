import HTTPTypes
import Hummingbird
import People
import Testing

@testable import PersonService

/// HEAD, which answers as GET does, without a body.
@Suite struct HeadTests {
  @Test func headIsWhereGetIs() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await store.people.insert(Person(name: "Ada", surname: "Lovelace", age: 36))
    let paths = [
      "/", "/ask", "/page/app.js", "/health/live", "/health/ready", "/metrics", "/api/session",
      "/api/people", "/api/people/1", "/api/people/2", "/api/duplicates", "/api/letters",
      "/api/attributes", "/api/groups", "/api/groups/1", "/api/imports", "/api/store",
      "/api/openapi.json", "/api/people?colour=red", "/api/export?format=x", "/nothing",
    ]
    try await withService(store, metrics: PrometheusMetrics()) { client in
      for path in paths {
        let whole = try await client.send(.get, path)
        let head = try await client.send(.head, path)
        #expect(head.status == whole.status, "\(path)")
        #expect(head.text.isEmpty, "\(path)")
        #expect(head.headers[.contentType] == whole.headers[.contentType], "\(path)")
        #expect(head.headers[.eTag] == whole.headers[.eTag], "\(path)")
        #expect(head.headers[.contentLength] != nil, "\(path)")
        // The uptime and the metrics may have other lengths.
        if path != "/api/store", path != "/metrics" {
          #expect(
            head.headers[.contentLength] == whole.headers[.contentLength], "\(path)")
        }
      }
      let live = try await client.send(.head, "/api/live?chain=take(1)")
      #expect(live.status == .ok && live.text.isEmpty)
      #expect(live.headers[.contentType] == "text/event-stream")
      #expect(live.headers[.contentLength] == nil)
      let post = try await client.send(.head, "/api/query")
      #expect(post.status == .methodNotAllowed && post.text.isEmpty)
      #expect(post.headers[.allow] == "POST")
      let foreign = try await client.send(
        .head, "/api/people", headers: [HTTPField.Name("Sec-Fetch-Site")!: "cross-site"])
      #expect(foreign.status == .forbidden && foreign.text.isEmpty)
    }
  }

  @Test func headMakesNoFile() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await withService(store) { client in
      let paths = ["/api/export?format=tsv", "/api/store/backup"]
      var whole: [Answer] = []
      for path in paths { whole.append(try await client.send(.get, path)) }
      // Nothing can be read any more.
      await store.close()
      for (path, whole) in zip(paths, whole) {
        let head = try await client.send(.head, path)
        #expect(whole.status == .ok && head.status == .ok && head.text.isEmpty, "\(path)")
        for name: HTTPField.Name in [.contentType, .contentDisposition, .cacheControl] {
          #expect(head.headers[name] == whole.headers[name] && head.headers[name] != nil)
        }
        // The length is not known, and is not said to be 0.
        #expect(head.headers[.contentLength] == nil)
        #expect(try await client.send(.get, path).status == .serviceUnavailable)
      }
    }
  }

  @Test func connectionsGoOnAfterHead() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await withLiveService(store) { port in
      let client = try RawClient(port: port)
      for path in ["/api/people", "/nothing", "/api/letters"] {
        try client.send("HEAD \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let head = try await client.answer(hasBody: false)
        #expect(head.status == (path == "/nothing" ? 404 : 200))
        try client.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let next = try await client.answer()
        #expect(next.status == 200 && next.body == #"{"status":"up"}"#)
      }
    }
  }

  /// What is left of a body in chunks is never taken for the next answer.
  @Test(arguments: [
    "/api/live?chain=take(1)", "/api/live/stream", "/api/export", "/api/store/backup",
  ])
  func connectionsEndWithHeadOfUnknownLength(path: String) async throws {
    let store = try await PersonStore(path: ":memory:")
    try await withLiveService(store) { port in
      let client = try SocketClient(port: port)
      client.send("HEAD \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let answer = try await client.end()
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(answer)")
      #expect(answer.lowercased().contains("\r\nconnection: close\r\n"), "\(answer)")
      let end = answer.range(of: "\r\n\r\n").map { answer[$0.upperBound...] }
      #expect(end == "" || end == "0\r\n\r\n", "\(answer)")
    }
  }
}
