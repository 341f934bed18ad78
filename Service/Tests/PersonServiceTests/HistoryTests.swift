import Foundation
import HTTPTypes
import Hummingbird
import Logging
import People
import Testing

@testable import PersonService

/// What was changed, by whom and when: the history of people, and the audit trail.
@Suite struct HistoryTests {
  private func changes(
    _ client: ServiceClient, _ path: String
  ) async throws -> [[String: Any]] {
    let answer = try await client.send(.get, path)
    return try #require(answer.json["changes"] as? [[String: Any]], "\(answer.text)")
  }

  private func texts(_ changes: [[String: Any]], _ name: String) -> [String] {
    changes.map { $0[name] as? String ?? "-" }
  }

  private func state(_ change: [String: Any], _ name: String) -> [String: Any]? {
    change[name] as? [String: Any]
  }

  @Test(arguments: TestEngine.all)
  func aPersonHasAHistory(_ engine: TestEngine) async throws {
    try await withService(engine.newStore()) { client in
      _ = try await client.send(.post, "/api/people", #"{"name":"Ada","age":36}"#)
      _ = try await client.send(.patch, "/api/people/1", #"{"age":37,"attributes":{"a":"1"}}"#)
      // What changes nothing is no change.
      _ = try await client.send(.patch, "/api/people/1", #"{"age":37}"#)
      _ = try await client.send(.put, "/api/people/1", #"{"name":"Ada B"}"#)
      #expect(try await client.send(.patch, "/api/people/1", #"{"age":-1}"#).status != .ok)
      #expect(try await client.send(.delete, "/api/people/1").status == .noContent)
      let found = try await changes(client, "/api/people/1/history")
      #expect(texts(found, "kind") == ["delete", "change", "change", "create"])
      #expect(found.map { $0["id"] as? Int } == [1, 1, 1, 1])
      #expect(found.allSatisfy { $0["user"] is NSNull && ($0["request"] as? String) != "" })
      #expect(Set(texts(found, "request")).count == 4)
      #expect(state(found[3], "before") == nil && state(found[0], "after") == nil)
      #expect(state(found[2], "before")?["age"] as? Int == 36)
      #expect(state(found[2], "after")?["attributes"] as? [String: String] == ["a": "1"])
      #expect(state(found[1], "after")?["age"] is NSNull)
      #expect(state(found[0], "before")?["name"] as? String == "Ada B")
      let time = try #require(found[0]["time"] as? String)
      #expect(time.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#) != nil, "\(time)")
      // Pages, the last change first.
      let first = try await client.send(.get, "/api/people/1/history?limit=3")
      let next = try #require(first.json["next"] as? String)
      let last = try await client.send(.get, "/api/people/1/history?limit=3&after=\(next)")
      #expect((last.json["changes"] as? [Any])?.count == 1 && last.json["next"] is NSNull)
      #expect(first.json["isRecorded"] as? Bool == true)
      // Nobody, and what is no page.
      #expect(try await client.send(.get, "/api/people/2/history").status == .notFound)
      for query in ["limit=0", "after=x", "colour=red"] {
        let answer = try await client.send(.get, "/api/people/1/history?\(query)")
        #expect(answer.status == .badRequest, "\(query)")
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func whoHasChangedSomethingIsWritten(_ engine: TestEngine) async throws {
    let made = Role.allCases.map { AccessTokens.new($0, name: "the-\($0)") }
    let (read, write, admin) = (made[0].token, made[1].token, made[2].token)
    let tokens = try AccessTokens(parsing: made.map(\.line).joined(separator: "\n"))
    try await withService(engine.newStore(), tokens: tokens) { client in
      func headers(_ token: String) -> HTTPFields { [.authorization: "Bearer \(token)"] }
      _ = try await client.send(.post, "/api/people", #"{"name":"Ada"}"#, headers: headers(write))
      let group = #"{"letter":"A","items":[1]}"#
      _ = try await client.send(.post, "/api/groups", group, headers: headers(admin))
      let answer = try await client.send(
        .get, "/api/people/1/history", headers: headers(read))
      let found = try #require(answer.json["changes"] as? [[String: Any]])
      #expect(texts(found, "user") == ["the-write"])
      // The whole trail is for administrators.
      for (token, status) in [(read, 403), (write, 403), (admin, 200)] {
        let answer = try await client.send(.get, "/api/changes", headers: headers(token))
        #expect(answer.status.code == status)
      }
      for (query, kinds) in [
        ("", ["group", "person"]), ("?user=the-write", ["person"]),
        ("?kind=create&limit=1", ["group"]),
        ("?kind=delete", []), ("?user=nobody", []),
      ] {
        let answer = try await client.send(.get, "/api/changes\(query)", headers: headers(admin))
        let found = try #require(answer.json["changes"] as? [[String: Any]], "\(answer.text)")
        #expect(texts(found, "subject") == kinds, "\(query)")
      }
      let wrong = try await client.send(
        .get, "/api/changes?kind=x", headers: headers(admin))
      #expect(wrong.status == .badRequest && wrong.fields == ["kind"])
      let forget = try await client.send(.delete, "/api/trash/1", headers: headers(write))
      #expect(forget.status == .forbidden)
    }
  }

  @Test(arguments: TestEngine.all)
  func groupsAndMergesAreWritten(_ engine: TestEngine) async throws {
    try await withService(engine.newStore()) { client in
      for name in ["Ada", "Adah", "Bo"] {
        _ = try await client.send(.post, "/api/people", #"{"name":"\#(name)"}"#)
      }
      let made = try await client.send(.post, "/api/groups", #"{"letter":"A","items":[2,3]}"#)
      let tag = try #require(made.headers[.eTag])
      let body = #"{"letter":"B","items":[3,2]}"#
      let old = try await client.send(.put, "/api/groups/1", body, headers: [.ifMatch: "\"x\""])
      #expect(old.status == .preconditionFailed && old.headers[.eTag] == tag)
      let put = try await client.send(.put, "/api/groups/1", body, headers: [.ifMatch: tag])
      #expect(put.status == .ok && put.headers[.eTag] != tag)
      let read = try await client.send(.get, "/api/groups/1")
      #expect(read.headers[.eTag] == put.headers[.eTag])
      _ = try await client.send(.post, "/api/people/1/merge", #"{"from":2}"#)
      let stale = try await client.send(.delete, "/api/groups/1", headers: [.ifMatch: tag])
      #expect(stale.status == .preconditionFailed)
      #expect(try await client.send(.delete, "/api/groups/1").status == .noContent)
      #expect(try await client.send(.put, "/api/groups/1", body).status == .notFound)
      let all = try await changes(client, "/api/changes?limit=5")
      #expect(texts(all, "kind") == ["delete", "merge", "merge", "change", "create"])
      #expect(texts(all, "subject") == ["group", "person", "person", "group", "group"])
      #expect(state(all[3], "before")?["items"] as? [Int] == [2, 3])
      #expect(state(all[3], "after")?["letter"] as? String == "B")
      #expect(all[1]["other"] as? Int == 2 && all[2]["other"] as? Int == 1)
      #expect(all[1]["request"] as? String == all[2]["request"] as? String)
      let kept = try await changes(client, "/api/people/1/history")
      #expect(state(kept[0], "after")?["attributes"] as? [String: String] == ["name (2)": "Adah"])
    }
  }

  @Test func anImportIsOneEntry() async throws {
    try await withService { client in
      _ = try await client.send(
        .post, "/api/people", #"{"name":"Cy","email":"cy@example.net"}"#)
      _ = try await client.upload(
        "name,email,a\nCy,cy@example.net,2\nAda,ada@example.net,3\n",
        "source=one.csv&onConflict=update")
      _ = try await client.upload("name\nTried\n", "dryRun=true")
      for id in [1, 2] {
        let found = try await changes(client, "/api/people/\(id)/history")
        #expect(found[0]["kind"] as? String == "import" && found[0]["id"] as? Int == 1)
        #expect(state(found[0], "after")?["source"] as? String == "one.csv")
        #expect(state(found[0], "after")?["updated"] as? Int == 1)
        #expect(found.count == (id == 1 ? 2 : 1))
      }
      #expect(try await client.send(.post, "/api/imports/1/undo").status == .ok)
      // An undo that is refused leaves nothing.
      #expect(try await client.send(.post, "/api/imports/1/undo").status == .conflict)
      let all = try await changes(client, "/api/changes")
      #expect(texts(all, "kind") == ["undo", "import", "create"])
      #expect(state(all[0], "before")?["inserted"] as? Int == 1)
      #expect(try await changes(client, "/api/people/1/history").count == 3)
    }
  }

  @Test(arguments: TestEngine.all)
  func aWriteThatFailsLeavesNoChange(_ engine: TestEngine) async throws {
    let store = try await engine.newStore()
    try await withService(store) { client in
      _ = try await client.send(.post, "/api/people", #"{"name":"A","email":"a@example.org"}"#)
      let twice = try await client.send(
        .post, "/api/people", #"{"name":"B","email":"a@example.org"}"#)
      #expect(twice.status == .conflict)
      // The same request twice is one change.
      let headers: HTTPFields = [.idempotencyKey: "k"]
      for _ in 0..<2 {
        _ = try await client.send(.post, "/api/people", #"{"name":"C"}"#, headers: headers)
      }
      #expect(try await changes(client, "/api/changes").count == 2)
      // Without its change a person is not written, either.
      try await store.pool.withWriter { try $0.run("DROP TABLE service_change") }
      let answer = try await client.send(.post, "/api/people", #"{"name":"D"}"#)
      #expect(answer.status == .internalServerError)
      #expect(try await store.people.count() == 2)
    }
  }

  @Test(.enabled(if: TestEngine.all.contains(.server), "no server installed"))
  func oldChangesGoOnAServer() async throws {
    var limits = ServiceLimits()
    (limits.changes, limits.changeAge) = (20, .seconds(500))
    let store = try await TestEngine.server.newStore()
    try await withService(store, limits) { client in
      for number in 0..<30 {
        _ = try await client.send(.post, "/api/people", #"{"name":"N\#(number)"}"#)
      }
      let found = try await changes(client, "/api/changes?limit=1000")
      #expect(found.count == 20 && found[0]["number"] as? Int == 30)
      try await store.pool.withWriter {
        _ = try $0.run("UPDATE service_change SET made_at = made_at - 1000000")
      }
      for number in 0..<2 {
        _ = try await client.send(.post, "/api/people", #"{"name":"M\#(number)"}"#)
      }
      #expect(try await changes(client, "/api/changes").count == 2)
    }
  }

  @Test(.enabled(if: TestEngine.all.contains(.server), "no server installed"))
  func anImportOnAServerIsOneEntryWithoutNumber() async throws {
    try await withService(TestEngine.server.newStore()) { client in
      _ = try await client.upload("name\nAda\nBo\n", "source=one.csv")
      let all = try await changes(client, "/api/changes")
      #expect(texts(all, "kind") == ["import"] && all[0]["id"] is NSNull)
      #expect(state(all[0], "after")?["inserted"] as? Int == 2)
      // Which people they were is not recorded there.
      #expect(try await changes(client, "/api/people/1/history").isEmpty)
    }
  }

  @Test func changesAreKeptForATimeAndUpToANumber() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "people.db").path
    var limits = ServiceLimits()
    limits.changes = 20
    try await withService(PersonStore(path: path), limits) { client in
      for number in 0..<30 {
        _ = try await client.send(.post, "/api/people", #"{"name":"N\#(number)"}"#)
      }
      let found = try await changes(client, "/api/changes?limit=1000")
      #expect(found.count == 20 && found[0]["number"] as? Int == 30)
    }
    // What is older than allowed goes with a later change.
    let store = try await PersonStore(path: path)
    try await store.pool.withWriter {
      _ = try $0.run("UPDATE service_change SET made_at = made_at - 1000000")
    }
    limits.changeAge = .seconds(500)
    try await withService(store, limits) { client in
      for number in 0..<2 {
        _ = try await client.send(.post, "/api/people", #"{"name":"M\#(number)"}"#)
      }
      #expect(try await changes(client, "/api/changes").count == 2)
    }
    limits.changeAge = .zero
    try await withService(PersonStore(path: path), limits) { client in
      _ = try await client.send(.post, "/api/people", #"{"name":"Last"}"#)
      #expect(try await client.send(.delete, "/api/people/33").status == .noContent)
      let answer = try await client.send(.get, "/api/changes")
      #expect(answer.json["isRecorded"] as? Bool == false)
      #expect((answer.json["changes"] as? [Any])?.count == 2)
      #expect(try await client.send(.get, "/api/session").json["hasHistory"] as? Bool == false)
    }
  }

  @Test func aStoreThatIsOnlyReadNeedsNoTable() async throws {
    try await withStoredPeople(1) { store in
      var limits = ServiceLimits()
      limits.isReadOnly = true
      try await withService(store, limits) { client in
        for path in ["/api/people/1/history", "/api/trash", "/api/changes"] {
          let answer = try await client.send(.get, path)
          #expect(answer.status == .ok && answer.json["isRecorded"] as? Bool == false, "\(path)")
          #expect((answer.json["changes"] as? [Any])?.isEmpty == true)
        }
        #expect(try await client.send(.get, "/api/people/2/history").status == .notFound)
        let restore = try await client.send(.post, "/api/trash/restore", #"{"ids":[1]}"#)
        #expect(restore.status == .forbidden)
      }
    }
  }
}
