import Foundation
import HTTPTypes
import Hummingbird
import People
import Testing

@testable import PersonService

/// How requests are sent: addresses, bodies and their encodings.
@Suite struct BodyTests {
  private let ada = #"{"name":"Ada","surname":"Lovelace"}"#

  /// `{"name":"Gz"}`, compressed with gzip.
  private let compressed = Data(
    base64Encoded: "H4sIAAAAAAACA6tWykvMTVWyUnKvUqoFACdsgj8NAAAA")!

  /// A JSON text of 10 MB of spaces, compressed with gzip.
  private func bomb() throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "head -c 10000000 /dev/zero | tr '\\0' ' ' | gzip"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    return Array(output.fileHandleForReading.readDataToEndOfFile())
  }

  private func send(
    _ client: ServiceClient, _ bytes: some Sequence<UInt8>, _ headers: HTTPFields,
    to path: String = "/api/people"
  ) async throws -> Answer {
    try await client.execute(
      uri: path, method: .post, headers: headers, body: ByteBuffer(bytes: bytes))
  }

  @Test func aPlusIsASpace() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await store.people.insert([
      Person(name: "Mary Ann", surname: "Evans"), Person(name: "a+b", surname: ""),
    ])
    try await withService(store) { client in
      for name in ["Mary+Ann", "Mary%20Ann", "a%2Bb", "%4Dary+Ann"] {
        #expect(try await client.page("/api/people?name=\(name)").people.count == 1, "\(name)")
      }
      #expect(try await client.page("/api/people?name=a+b").people.isEmpty)
      #expect(try await client.page("/api/people?&limit=1&&").people.count == 1)
      for query in ["name=%ZZ", "name=%", "name=%FF", "na%ZZme=a", "=a", "name=a&name=b"] {
        let refused = try await client.send(.get, "/api/people?\(query)")
        #expect(refused.status == .badRequest, "\(query)")
      }
    }
  }

  @Test func aKeyThatOccursTwiceIsAMistake() async throws {
    try await withService { client in
      #expect(try await client.send(.post, "/api/people", ada).status == .created)
      let bodies: [(HTTPRequest.Method, String, String, String)] = [
        (.post, "people", #"{"name":"First","name":"Second"}"#, "name"),
        (.post, "people", #"{"name":"\u0041","n\u0061me":"Second"}"#, "name"),
        (.post, "people", #"{"name":"D","attributes":{"\u00e9":"1","e\u0301":"2"}}"#, "e\u{301}"),
        (.patch, "people/1", #"{"age":3,"age":4}"#, "age"),
        (.patch, "people/1", #"{"attributes":{"a":"1","a":null}}"#, "a"),
        (.post, "people/batch", #"{"ids":[1],"ids":[1],"delete":true}"#, "ids"),
        (.post, "groups", #"{"letter":"G","items":[1],"items":[1]}"#, "items"),
      ]
      for (method, path, body, key) in bodies {
        let refused = try await client.send(method, "/api/\(path)", body)
        #expect(refused.status == .badRequest, "\(body): \(refused.text)")
        #expect(refused.text.contains("occurs twice"), "\(refused.text)")
        #expect(refused.text.contains(key), "\(refused.text)")
      }
      // The same key in several objects, in values and in escapes.
      let body = #"{"name":"name","attributes":{"name":"{\"name\":1,\"name\":2}","a\\":"\\"}}"#
      #expect(try await client.send(.post, "/api/people", body).status == .created)
      #expect(try await client.page("/api/people").people.count == 2)
    }
  }

  @Test func aNumberThatDoesNotFitIsNamed() async throws {
    try await withService { client in
      #expect(try await client.send(.post, "/api/people", ada).status == .created)
      let bodies: [(HTTPRequest.Method, String, String, String)] = [
        (.post, "people", #"{"name":"A","age":1.5}"#, "age"),
        (.patch, "people/1", #"{"age":99999999999999999999}"#, "age"),
        (.post, "people/batch", #"{"ids":[1,2.5],"delete":true}"#, "ids.1"),
      ]
      for (method, path, body, field) in bodies {
        let refused = try await client.send(method, "/api/\(path)", body)
        #expect(refused.status == .badRequest && refused.fields == [field], "\(refused.text)")
      }
      let other = try await client.send(.post, "/api/people", #"{"name":"A","age":}"#)
      #expect(other.status == .badRequest && other.fields.isEmpty, "\(other.text)")
    }
  }

  @Test func aPatchMayBeAMergePatch() async throws {
    try await withService { client in
      #expect(try await client.send(.post, "/api/people", ada).status == .created)
      for type in [
        "application/merge-patch+json", "Application/Merge-Patch+JSON; charset=utf-8",
        "application/json",
      ] {
        let patched = try await client.send(
          .patch, "/api/people/1", #"{"age":40}"#, headers: [.contentType: type])
        #expect(patched.status == .ok && patched.json["age"] as? Int == 40, "\(type)")
      }
      for type in ["application/jsonx", "application/json-patch+json", "text/json", ""] {
        let refused = try await client.send(
          .patch, "/api/people/1", #"{"age":41}"#, headers: [.contentType: type])
        #expect(refused.status == .unsupportedMediaType, "\(type)")
      }
      let merge: HTTPFields = [.contentType: "application/merge-patch+json"]
      let post = try await client.send(.post, "/api/people", ada, headers: merge)
      #expect(post.status == .unsupportedMediaType)
    }
  }

  @Test func bodiesMayBeCompressed() async throws {
    var limits = ServiceLimits()
    limits.bodySize = 1000
    limits.importSize = 1_000_000
    let bomb = try bomb()
    let json: HTTPFields = [.contentType: "application/json", .contentEncoding: "gzip"]
    try await withService(nil, limits) { client in
      let stored = try await send(client, compressed, json)
      #expect(stored.status == .created && stored.json["name"] as? String == "Gz")
      // The last byte of the length, the middle, and the end are missing or wrong.
      let damaged = [
        Array(compressed.dropLast()), Array(compressed.prefix(20)),
        compressed.enumerated().map { $0 == 14 ? $1 ^ 0xFF : $1 }, Array(ada.utf8), [],
      ]
      for bytes in damaged {
        let refused = try await send(client, bytes, json)
        #expect(refused.status == .badRequest && refused.kind == "/problems/body", "\(bytes.count)")
      }
    }
    limits.bodySize = 20_000
    try await withService(nil, limits) { client in
      #expect(bomb.count < 20_000)
      let large = try await send(client, bomb, json)
      #expect(large.status == .contentTooLarge && large.kind == "/problems/too-large")
      for encoding in ["br", "deflate", "gzip, gzip"] {
        let refused = try await send(
          client, compressed, [.contentType: "application/json", .contentEncoding: encoding])
        #expect(refused.status == .unsupportedMediaType, "\(encoding)")
        #expect(refused.headers[.acceptEncoding] == "gzip")
      }
      let plain = try await send(
        client, ada.utf8, [.contentType: "application/json", .contentEncoding: "identity"])
      #expect(plain.status == .created)
    }
  }

  @Test func filesMayBeCompressed() async throws {
    var limits = ServiceLimits()
    limits.importSize = 1_000_000
    let bomb = try bomb()
    let csv: HTTPFields = [.contentType: "application/json", .contentEncoding: "gzip"]
    try await withService(nil, limits) { client in
      let file: HTTPFields = [.contentType: "application/x-ndjson", .contentEncoding: "gzip"]
      let stored = try await send(client, compressed, file, to: "/api/import")
      #expect(stored.status == .ok && stored.text.contains(#""inserted":1"#), "\(stored.text)")
      let preview = try await send(client, compressed, file, to: "/api/import/preview")
      #expect(preview.json["rows"] as? Int == 1, "\(preview.text)")
      let large = try await send(client, bomb, csv, to: "/api/import")
      #expect(large.text.contains("/problems/too-large"), "\(large.text)")
      // A compressed file that no header tells of.
      let unsaid = try await send(
        client, bomb, [.contentType: "application/json"], to: "/api/import")
      #expect(unsaid.text.contains("/problems/too-large"), "\(unsaid.text)")
      let plain = try await send(client, "name\nA\n".utf8, csv, to: "/api/import")
      #expect(plain.status == .badRequest && plain.kind == "/problems/body")
    }
  }

  @Test func brokenBodiesAreTheClientsMistakes() async throws {
    let store = try await PersonStore(path: ":memory:")
    let json = "POST /api/people HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    try await withLiveService(store) { port in
      for rest in [
        "Transfer-Encoding: chunked\r\n\r\nZZ\r\n{\"name\"\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"name\"}\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: foo\r\n\r\n0\r\n\r\n", "Transfer-Encoding: chunked, foo\r\n\r\n",
        "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "Content-Length: x\r\n\r\n",
        "Content-Length: 3\r\nContent-Length: 4\r\n\r\n{} ",
        "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      ] {
        let client = try RawClient(port: port)
        try client.send(json + rest)
        let answer = try await client.answer()
        #expect(answer.status == 400, "\(rest): \(answer)")
      }
      let upload = try RawClient(port: port)
      try upload.send(
        "POST /api/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\n"
          + "Transfer-Encoding: chunked\r\n\r\nZZ\r\nname\r\n0\r\n\r\n")
      #expect(try await upload.answer().status == 400)
      #expect(try await store.people.count() == 0)
    }
  }

  @Test func theHostIsComparedWithoutCase() async throws {
    try await withLiveService(PersonStore(path: ":memory:")) { port in
      for (host, status) in [
        ("Host: LocalHost:80\r\n", 200), ("Host: LOCALHOST\r\n", 200), ("", 400),
        ("Host: evil.example\r\n", 421), ("Host: localhost.evil.example\r\n", 421),
      ] {
        let client = try RawClient(port: port)
        try client.send("GET /api/people HTTP/1.1\r\n\(host)\r\n")
        #expect(try await client.answer().status == status, "\(host)")
      }
    }
  }

  private func head(_ path: String, _ length: Int, _ more: String = "") -> String {
    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      + "Expect: 100-Continue\r\nContent-Length: \(length)\r\n\(more)\r\n"
  }

  @Test func clientsMayAskBeforeTheySend() async throws {
    let store = try await PersonStore(path: ":memory:")
    let body = ada
    try await withLiveService(store) { port in
      let client = try RawClient(port: port)
      for _ in 0..<2 {
        try client.send(head("/api/people", body.utf8.count))
        #expect(try await client.answer(hasBody: false).status == 100)
        try client.send(body)
        #expect(try await client.answer().status == 201)
      }
      try client.send(head("/api/import", body.utf8.count + 2))
      #expect(try await client.answer(hasBody: false).status == 100)
      try client.send("[\(body)]")
      #expect(try await client.answer(hasBody: false).status == 200)
      // What is refused anyway is not asked for.
      for (head, status) in [
        (head("/api/people", 2_000_000), 413), (head("/api/import", 2_000_000_000), 413),
        (head("/api/people", 10, "Sec-Fetch-Site: cross-site\r\n"), 403),
        (head("/api/nothing", 10), 404), (head("/api/people", 10, "Content-Encoding: br\r\n"), 415),
      ] {
        let client = try RawClient(port: port)
        try client.send(head)
        let answer = try await client.answer()
        #expect(answer.status == status && answer.headers["connection"] == "close")
      }
      let other = try RawClient(port: port)
      try other.send(
        "POST /api/people HTTP/1.1\r\nHost: localhost\r\nExpect: coffee\r\n"
          + "Content-Length: 2\r\n\r\n{}")
      #expect(try await other.answer().status == 417)
      #expect(try await store.people.count() == 3)
    }
  }

  @Test func answersWithPeopleAreNotStored() async throws {
    try await withService { client in
      #expect(try await client.send(.post, "/api/people", ada).status == .created)
      for path in [
        "/api/people", "/api/people/1", "/api/people/2", "/api/letters", "/api/groups",
        "/api/duplicates", "/api/attributes", "/api/imports", "/api/store", "/api/export",
        "/api/store/backup", "/api/session",
      ] {
        let answer = try await client.send(.get, path)
        #expect(answer.headers[.cacheControl] == "private, no-store", "\(path)")
      }
      let rows = try await client.send(.post, "/api/query", #"{"chain":"take(1)"}"#)
      #expect(rows.headers[.cacheControl] == "private, no-store")
      #expect(try await client.send(.get, "/").headers[.cacheControl] == "no-cache")
    }
  }
}
