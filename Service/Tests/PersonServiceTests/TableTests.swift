import Foundation
import Hummingbird
import People
import StoreSQLite
import Testing

@testable import PersonService

/// `/api/tables`: the tables of other programs.
@Suite struct TableTests {
  private static let schema = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL, founded TEXT) STRICT;
    CREATE TABLE album (
      id INTEGER PRIMARY KEY, artist_id INTEGER NOT NULL REFERENCES artist (id),
      title TEXT NOT NULL, price REAL, twice REAL AS (price * 2)
    ) STRICT;
    CREATE TABLE remark (text);
    CREATE TABLE "Größe" (id INTEGER PRIMARY KEY) STRICT;
    INSERT INTO artist VALUES (1, 'Nina Simone', '1954-07-01'), (2, 'Ella Fitzgerald', NULL);
    INSERT INTO album (id, artist_id, title, price) VALUES
      (1, 1, 'Little Girl Blue', 9.5), (2, 1, 'Pastel Blues', NULL), (3, 2, 'Ella and Louis', 12);
    INSERT INTO remark VALUES (1), (2);
    """

  /// Calls `body` with a client of a service of these tables, and the path of their file.
  private func withTables(
    changes: Bool = false, isReadOnly: Bool = false, tokens: AccessTokens? = nil,
    _ body: @escaping @Sendable (ServiceClient, String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "music.db").path
    try run(Self.schema, on: path)
    var configuration = DatabaseConfiguration()
    configuration.access = changes ? .write : .read
    var limits = ServiceLimits()
    (limits.changesTables, limits.isReadOnly) = (changes, isReadOnly)
    let pool = try await ConnectionPool(path: path, configuration: configuration)
    let service = try await PersonService(
      tablesIn: pool, limits: limits, tokens: tokens, logger: silent)
    try await service.application().withClient { try await body($0, path) }
    await pool.closeAndWait()
  }

  private func run(_ sql: String, on path: String) throws {
    let connection = try SQLiteConnection(path: path)
    defer { connection.close() }
    try connection.execute(sql)
  }

  private func rows(_ client: ServiceClient, _ chain: String) async throws -> [String] {
    let answer = try await client.send(
      .post, "/api/query", #"{"chain":\#(JSONText.of(chain))}"#)
    return answer.text.split(separator: "\n").map(String.init).filter { !$0.contains("columns") }
  }

  private func change(
    _ client: ServiceClient, _ chain: String, _ more: String = ""
  ) async throws -> Answer {
    try await client.send(
      .post, "/api/tables/change", #"{"chain":\#(JSONText.of(chain))\#(more)}"#)
  }

  @Test func tablesAreListedWithColumnsAndRelations() async throws {
    try await withTables { client, _ in
      let all = try await client.send(.get, "/api/tables").json["tables"] as? [[String: Any]]
      #expect(all?.compactMap { $0["name"] as? String } == ["Größe", "album", "artist", "remark"])
      #expect(try await client.send(.get, "/api/tables/Gr%C3%B6%C3%9Fe").status == .ok)
      let album = try await client.send(.get, "/api/tables/album").json
      let columns = try #require(album["columns"] as? [[String: Any]])
      #expect(
        columns.map { $0["name"] as? String } == ["id", "artist_id", "title", "price", "twice"])
      #expect(
        columns.map { $0["type"] as? String } == ["Int", "Int", "String", "Double", "Double"])
      #expect(columns.map { $0["isKey"] as? Bool } == [true, false, false, false, false])
      #expect(columns.map { $0["isGenerated"] as? Bool } == [false, false, false, false, true])
      let relation = try #require((album["relations"] as? [[String: Any]])?.first)
      #expect(relation["name"] as? String == "artist")
      #expect(relation["isOne"] as? Bool == true)
      let matches = relation["matches"] as? [[String: String]]
      #expect(matches == [["own": "artist_id", "other": "id"]])
      #expect(try await client.send(.get, "/api/tables/nothing").status == .notFound)
      let session = try await client.send(.get, "/api/session").json
      #expect(session["hasPeople"] as? Bool == false)
      #expect(session["hasTables"] as? Bool == true)
      let people = try await client.execute(uri: "/api/people", method: .get)
      #expect(people.status == .notFound)
      #expect(try await client.send(.get, "/health/ready").status == .ok)
    }
  }

  @Test func chainsAskTables() async throws {
    try await withTables { client, _ in
      #expect(
        try await rows(client, #"album.where { $0.artist.name == "Nina Simone" }.count()"#)
          == [#"{"row":2}"#, #"{"rows":1}"#])
      let names = try await client.send(
        .post, "/api/query/complete", #"{"chain":"album.where { $0.art","position":20}"#)
      #expect(names.text.contains("artist_id"))
      let mistake = try await client.send(.post, "/api/query", #"{"chain":"album.where { $0.x }"}"#)
      #expect(mistake.kind == "/problems/chain")
    }
  }

  /// A table, a column or a value that came after the start.
  @Test func whatIsNewIsFound() async throws {
    try await withTables { client, path in
      #expect(try await rows(client, "remark.sum { $0.text }").first == #"{"row":3}"#)
      try run("INSERT INTO remark VALUES ('three')", on: path)
      // The type was that of the first two values. The chain that fails makes the next one right.
      let failed = try await client.send(
        .post, "/api/query", #"{"chain":"remark.select { $0.text }"}"#)
      #expect(failed.status != .ok || failed.text.contains("problem"))
      #expect(try await rows(client, "remark.select { $0.text }").contains(#"{"row":"three"}"#))
      try run("CREATE TABLE label (id INTEGER PRIMARY KEY) STRICT", on: path)
      #expect(try await rows(client, "label.count()").first == #"{"row":0}"#)
      try run("ALTER TABLE label ADD COLUMN city TEXT", on: path)
      #expect(try await client.send(.get, "/api/tables/label").text.contains("city") == false)
      _ = try await client.send(.get, "/api/tables")
      #expect(try await client.send(.get, "/api/tables/label").text.contains("city"))
    }
  }

  @Test func rowsAreOnlyReadUnlessItIsAllowed() async throws {
    try await withTables { client, _ in
      let answer = try await change(client, "album.where { $0.id == 1 }.delete()")
      #expect((answer.status, answer.kind) == (.forbidden, "/problems/read-only"))
      let session = try await client.send(.get, "/api/session").json
      #expect(session["changesTables"] as? Bool == false)
    }
    try await withTables(changes: true, isReadOnly: true) { client, _ in
      let answer = try await change(client, "album.delete()")
      #expect(answer.status == .forbidden)
    }
    let made = AccessTokens.new(.read, name: "reader")
    let tokens = try AccessTokens(parsing: made.line)
    try await withTables(changes: true, tokens: tokens) { client, _ in
      let answer = try await client.send(
        .post, "/api/tables/change", #"{"chain":"album.delete()"}"#,
        headers: [.authorization: "Bearer \(made.token)"])
      #expect(answer.status == .forbidden)
    }
  }

  @Test func rowsAreChanged() async throws {
    try await withTables(changes: true) { client, _ in
      let chain = #"album.where { $0.id == 2 }.update { $0.set(\.price, to: 7.5) }"#
      #expect(try await change(client, chain).text == #"{"rows":1}"#)
      #expect(
        try await rows(client, "album.where { $0.id == 2 }.select { $0.price }").first
          == #"{"row":7.5}"#)
      #expect(
        try await change(client, "album.where { $0.id == 3 }.delete()").text == #"{"rows":1}"#)
      #expect(try await rows(client, "album.count()").first == #"{"row":2}"#)
      // More rows than were meant, and none.
      let tooMany = try await change(client, "album.delete()")
      #expect((tooMany.status, tooMany.kind) == (.conflict, "/problems/too-many-rows"))
      #expect(
        try await change(client, "album.where { $0.id == 9 }.delete()").text == #"{"rows":0}"#)
      #expect(try await change(client, "album.delete()", #","most":2"#).text == #"{"rows":2}"#)
      // What the database refuses, what only reads, and what is no chain.
      #expect(try await change(client, "artist.where { $0.id == 1 }.delete()").status == .ok)
      let generated = try await change(
        client, #"artist.where { $0.id == 2 }.update { $0.set(\.name, to: nil) }"#)
      #expect(generated.kind == "/problems/chain")
      #expect(try await change(client, "artist.count()").kind == "/problems/invalid")
      #expect(try await change(client, "nothing.delete()").kind == "/problems/chain")
    }
  }

  /// Own tables in the file of a store are shown, and the store's are not.
  @Test func ownTablesBesidePeople() async throws {
    try await withStoredPeople(3) { store in
      try await store.pool.withWriter {
        try $0.execute("CREATE TABLE own (id INTEGER PRIMARY KEY)")
      }
      try await withService(store) { client in
        let all = try await client.send(.get, "/api/tables").json["tables"] as? [[String: Any]]
        #expect(all?.compactMap { $0["name"] as? String } == ["own"])
        #expect(try await rows(client, "own.count()").first == #"{"row":0}"#)
        #expect(try await rows(client, "count()").first == #"{"row":3}"#)
        let session = try await client.send(.get, "/api/session").json
        #expect(session["hasPeople"] as? Bool == true)
        #expect(session["hasTables"] as? Bool == true)
      }
    }
    try await withService { client in
      let session = try await client.send(.get, "/api/session").json
      #expect(session["hasTables"] as? Bool == false)
    }
  }

  @Test func aDatabaseWithoutTablesIsRefused() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pool = try await ConnectionPool(path: folder.appending(path: "empty.db").path)
    defer { pool.close() }
    await #expect(throws: (any Error).self) { try await PersonService(tablesIn: pool) }
  }
}
