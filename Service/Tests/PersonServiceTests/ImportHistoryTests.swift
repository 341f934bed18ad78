import Foundation
import HTTPTypes
import Hummingbird
import People
import Testing

@testable import PersonService

/// Imports that are listed and undone.
@Suite struct ImportHistoryTests {
  private func imports(
    _ client: ServiceClient, _ query: String = ""
  ) async throws -> [[String: Any]] {
    let answer = try await client.send(.get, "/api/imports\(query)")
    return try #require(answer.json["imports"] as? [[String: Any]], "\(answer.text)")
  }

  private func undo(_ client: ServiceClient, _ number: String) async throws -> Answer {
    try await client.send(.post, "/api/imports/\(number)/undo")
  }

  @Test func twoImportsAreUndoneOneAfterAnother() async throws {
    let store = try await PersonStore(path: ":memory:")
    let before = try await store.people.insert(
      Person(name: "Cy", surname: "Old", email: "cy@example.net", attributes: ["a": "1"]))
    try await withService(store) { client in
      #expect(try await imports(client).isEmpty)
      let first = try await client.upload("name,email\nAda,ada@example.net\n", "source=one.csv")
      #expect(first.summary?["number"] as? Int == 1)
      let second = try await client.upload(
        "name,email,a\nCy,cy@example.net,2\nAda,ada@example.net,3\nBo,bo@example.net,4\n",
        "source=two.csv&onConflict=update")
      #expect(second.summary?["number"] as? Int == 2)
      let listed = try await imports(client)
      #expect(listed.map { $0["number"] as? Int } == [2, 1])
      #expect(listed[0]["source"] as? String == "two.csv" && listed[0]["undoneAt"] == nil)
      #expect(listed[0]["inserted"] as? Int == 1 && listed[0]["updated"] as? Int == 2)
      // The second one has changed somebody of the first one.
      let early = try await undo(client, "1")
      #expect(early.status == .conflict && early.kind == "/problems/changed")
      #expect((early.json["detail"] as? String)?.contains("id 2") == true, "\(early.text)")
      #expect(try await store.people.count() == 3)
      let undone = try await undo(client, "2")
      #expect(undone.status == .ok && undone.json["undoneAt"] as? String != nil)
      #expect(try await store.people.find(1) == before)
      #expect(try await undo(client, "1").status == .ok)
      #expect(try await store.people.toArray() == [before])
      #expect(try await imports(client).allSatisfy { $0["undoneAt"] is String })
      let again = try await undo(client, "1")
      #expect(again.status == .conflict && again.kind == "/problems/undone")
    }
  }

  @Test func whatHasChangedSinceIsKept() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await withService(store) { client in
      _ = try await client.upload("name\nAda\nBo\n")
      _ = try await client.send(.patch, "/api/people/1", #"{"age":3}"#)
      let changed = try await undo(client, "1")
      #expect(changed.status == .conflict && changed.kind == "/problems/changed")
      _ = try await client.upload("name\nCy\n")
      _ = try await client.send(.post, "/api/groups", #"{"letter":"C","items":[3]}"#)
      let grouped = try await undo(client, "2")
      #expect(grouped.status == .conflict && grouped.kind == "/problems/in-groups")
      #expect(try await store.people.count() == 3)
    }
  }

  @Test func otherNumbersAreNotFound() async throws {
    try await withService { client in
      for number in ["1", "0", "-1", "x", "99999999999999999999", "9223372036854775807"] {
        let answer = try await undo(client, number)
        #expect(answer.status == .notFound && answer.kind == "/problems/not-found", "\(number)")
      }
      #expect(try await client.send(.get, "/api/imports/1/undo").status == .methodNotAllowed)
      let parameter = try await client.send(.post, "/api/imports/1/undo?force=true")
      #expect(parameter.status == .badRequest && parameter.fields == ["force"])
    }
  }

  @Test func thePagesOfTheHistoryFollowOneAnother() async throws {
    try await withService { client in
      for number in 1...5 { _ = try await client.upload("name\nn\(number)\n") }
      var found: [Int] = []
      var query = "?limit=2"
      while true {
        let answer = try await client.send(.get, "/api/imports\(query)")
        let page = try #require(answer.json["imports"] as? [[String: Any]])
        found += page.compactMap { $0["number"] as? Int }
        guard let next = answer.json["next"] as? String else { break }
        query = "?limit=2&after=\(next)"
      }
      #expect(found == [5, 4, 3, 2, 1])
      for (query, field) in [
        ("limit=0", "limit"), ("limit=1001", "limit"), ("after=x", "after"), ("of=1", "of"),
      ] {
        let answer = try await client.send(.get, "/api/imports?\(query)")
        #expect(answer.status == .badRequest && answer.fields == [field])
      }
    }
  }

  @Test func whatStoresNothingHasNoNumber() async throws {
    try await withService { client in
      for query in ["dryRun=true", "noUndo=true"] {
        let answer = try await client.upload("name\nAda\n", query)
        #expect(answer.summary != nil && answer.summary?["number"] == nil, "\(answer.text)")
      }
      #expect(try await imports(client).isEmpty)
    }
  }

  @Test func onlyWhoMayWriteUndoes() async throws {
    let made = Role.allCases.map { AccessTokens.new($0, name: "the-\($0)") }
    let tokens = try AccessTokens(parsing: made.map(\.line).joined(separator: "\n"))
    @Sendable func bearer(_ place: Int) -> HTTPFields {
      [.authorization: "Bearer \(made[place].token)"]
    }
    try await withService(tokens: tokens) { client in
      let stored = try await client.upload("name\nAda\n", headers: bearer(1))
      #expect(stored.summary?["number"] as? Int == 1)
      let path = "/api/imports/1/undo"
      #expect(try await client.send(.post, path).status == .unauthorized)
      #expect(try await client.send(.post, path, headers: bearer(0)).status == .forbidden)
      #expect(try await client.send(.get, "/api/imports").status == .unauthorized)
      #expect(try await client.send(.get, "/api/imports", headers: bearer(0)).status == .ok)
      var foreign = bearer(1)
      foreign[.origin] = "https://evil.example"
      #expect(try await client.send(.post, path, headers: foreign).status == .forbidden)
      #expect(try await client.send(.post, path, headers: bearer(1)).status == .ok)
    }
    var limits = ServiceLimits()
    limits.isReadOnly = true
    try await withService(nil, limits) { client in
      let refused = try await undo(client, "1")
      #expect(refused.status == .forbidden && refused.kind == "/problems/read-only")
      #expect(try await client.send(.get, "/api/imports").status == .ok)
    }
  }
}
