import Foundation
import HTTPTypes
import Hummingbird
import People
import Testing

@testable import PersonService

/// People who are deleted and restored, one by one and many at once.
@Suite struct TrashTests {
  private func trash(_ client: ServiceClient) async throws -> [Int] {
    let answer = try await client.send(.get, "/api/trash")
    let changes = try #require(answer.json["changes"] as? [[String: Any]], "\(answer.text)")
    return changes.compactMap { $0["id"] as? Int }
  }

  private func restore(_ client: ServiceClient, _ ids: String) async throws -> Answer {
    try await client.send(.post, "/api/trash/restore", #"{"ids":\#(ids)}"#)
  }

  @Test(arguments: TestEngine.all)
  func aDeletedPersonComesBack(_ engine: TestEngine) async throws {
    let store = try await engine.newStore()
    let ada = try await store.people.insert(
      Person(
        name: "Ada", surname: "Lovelace", age: 36, email: "ada@example.org",
        birthDate: CalendarDate("1815-12-10"), attributes: ["": "x", "a.b": "\n\"'"]))
    let bo = try await store.people.insert(Person(name: "Bo", surname: ""))
    try await store.groups.insert(PersonGroup(letter: "A", items: [bo, ada, bo]))
    try await store.groups.insert(PersonGroup(letter: "B", items: [ada]))
    try await withService(store) { client in
      for _ in 0..<2 {
        #expect(try await client.send(.delete, "/api/people/1").status == .noContent)
        #expect(try await trash(client) == [1])
        _ = try await client.send(.delete, "/api/groups/2")
        let answer = try await restore(client, "[1]")
        #expect(answer.status == .ok, "\(answer.text)")
        #expect(try await store.people.find(1) == ada)
        // Groups that are gone stay gone; in the others everybody is at the place from before.
        #expect(try await store.groups.find(1)?.items.map(\.id) == [2, 1, 2])
        #expect(try await trash(client).isEmpty)
      }
      // The place is taken: the person comes last.
      _ = try await client.send(.delete, "/api/people/1")
      _ = try await client.send(.put, "/api/groups/1", #"{"letter":"A","items":[2,2,2]}"#)
      _ = try await restore(client, "[1]")
      #expect(try await store.groups.find(1)?.items.map(\.id) == [2, 2, 2, 1])
      let history = try await client.send(.get, "/api/people/1/history?limit=2")
      let kinds = (history.json["changes"] as? [[String: Any]])?.map { $0["kind"] as? String }
      #expect(kinds == ["restore", "delete"])
    }
  }

  @Test(arguments: TestEngine.all)
  func nobodyIsRestoredTwiceOrOverSomebody(_ engine: TestEngine) async throws {
    let store = try await engine.newStore()
    try await withService(store) { client in
      for name in ["a", "b"] {
        _ = try await client.send(
          .post, "/api/people", #"{"name":"\#(name)","email":"\#(name)@example.org"}"#)
      }
      _ = try await client.send(.delete, "/api/people/1")
      _ = try await client.send(.delete, "/api/people/2")
      _ = try await client.send(.post, "/api/people", #"{"name":"c","email":"b@example.org"}"#)
      // All or none.
      let taken = try await restore(client, "[1,2]")
      #expect(taken.status == .conflict && taken.fields == ["email"])
      #expect(try await store.people.count() == 1)
      #expect(try await trash(client) == [2, 1])
      #expect(try await restore(client, "[1,1]").status == .ok)
      for ids in ["[1]", "[3]", "[99]", "[0]", "[1,2]"] {
        let answer = try await restore(client, ids)
        #expect(answer.status == .notFound && answer.kind == "/problems/not-found", "\(ids)")
      }
      #expect(try await restore(client, "[\"x\"]").status == .badRequest)
      #expect(try await restore(client, "[]").status == .ok)
      // The addresses of neither are ids.
      for path in ["/api/trash/restore", "/api/people/batch"] {
        for method in [HTTPRequest.Method.get, .delete, .put] {
          let answer = try await client.send(method, path)
          #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == "POST")
        }
      }
      let known = try await client.send(.post, "/api/trash/restore", #"{"ids":[2],"id":2}"#)
      #expect(known.status == .badRequest)
    }
  }

  @Test(arguments: TestEngine.all)
  func aMergedPersonIsInTheTrash(_ engine: TestEngine) async throws {
    let store = try await engine.newStore()
    try await store.people.insert([
      Person(name: "Ada", surname: ""), Person(name: "Adah", surname: "", age: 3),
    ])
    try await withService(store) { client in
      _ = try await client.send(.post, "/api/people/1/merge", #"{"from":2}"#)
      #expect(try await trash(client) == [2])
      #expect(try await restore(client, "[2]").status == .ok)
      #expect(try await store.people.find(2)?.age == 3)
      #expect(try await store.people.find(1)?.age == 3)
    }
  }

  @Test(arguments: TestEngine.all)
  func whoIsForgottenLeavesNoValues(_ engine: TestEngine) async throws {
    try await withService(engine.newStore()) { client in
      _ = try await client.send(.post, "/api/people", #"{"name":"Secret"}"#)
      #expect(try await client.send(.delete, "/api/trash/1").status == .notFound)
      _ = try await client.send(.patch, "/api/people/1", #"{"surname":"Secret"}"#)
      _ = try await client.send(.delete, "/api/people/1")
      #expect(try await client.send(.delete, "/api/trash/1").status == .noContent)
      #expect(try await client.send(.delete, "/api/trash/1").status == .notFound)
      #expect(try await trash(client).isEmpty)
      #expect(try await restore(client, "[1]").status == .notFound)
      let history = try await client.send(.get, "/api/people/1/history")
      #expect(!history.text.contains("Secret"))
      let kinds = (history.json["changes"] as? [[String: Any]])?.map { $0["kind"] as? String }
      #expect(kinds == ["forget", "delete", "change", "create"])
    }
  }

  @Test(arguments: TestEngine.all)
  func manyAreChangedAndDeletedAtOnce(_ engine: TestEngine) async throws {
    let store = try await engine.newStore()
    try await store.people.insert(
      (1...5).map { Person(name: "P\($0)", surname: "", email: "p\($0)@example.org") })
    try await withService(store) { client in
      func batch(_ body: String) async throws -> Answer {
        try await client.send(.post, "/api/people/batch", body)
      }
      let changed = try await batch(
        #"{"ids":[1,2,2,9],"change":{"surname":"S","attributes":{"a":"1"}}}"#)
      #expect(changed.status == .ok, "\(changed.text)")
      #expect(changed.text == #"{"done":[1,2],"missing":[9]}"#)
      #expect(try await store.people.where { $0.surname == "S" }.count() == 2)
      // All or none: two people cannot have one address.
      let twice = try await batch(#"{"ids":[3,4],"change":{"email":"x@example.org"}}"#)
      #expect(twice.status == .conflict && twice.fields == ["email"])
      #expect((twice.json["detail"] as? String)?.hasPrefix("Person 4: ") == true)
      let invalid = try await batch(#"{"ids":[3],"change":{"age":-1}}"#)
      #expect(invalid.status == .unprocessableContent && invalid.fields == ["age"])
      #expect(try await store.people.find(3)?.email == "p3@example.org")
      let deleted = try await batch(#"{"ids":[1,3,9],"delete":true}"#)
      #expect(deleted.text == #"{"done":[1,3],"missing":[9]}"#)
      #expect(try await trash(client).sorted() == [1, 3])
      #expect(try await restore(client, "[3,1]").status == .ok)
      #expect(try await store.people.count() == 5)
      // One request is one id in the trail.
      let all = try await client.send(.get, "/api/changes")
      let requests = (all.json["changes"] as? [[String: Any]])?.map { $0["request"] as? String }
      #expect(requests?.count == 6 && Set(requests ?? []).count == 3)
      let many = Array(repeating: "1", count: 10_001).joined(separator: ",")
      for (body, field) in [
        (#"{"ids":[],"delete":true}"#, "ids"), (#"{"ids":[1]}"#, "change"),
        (#"{"ids":[1],"delete":false}"#, "change"),
        (#"{"ids":[1],"delete":true,"change":{"age":1}}"#, "change"),
        (#"{"ids":[1],"change":{"agee":1}}"#, "change.agee"),
        (#"{"ids":[1],"change":{"id":1}}"#, "change.id"), (#"{"delete":true}"#, "ids"),
        (#"{"ids":[\#(many)],"delete":true}"#, "ids"),
      ] {
        let answer = try await batch(body)
        #expect((400...422).contains(answer.status.code), "\(answer.text)")
        #expect(answer.fields == [field], "\(body.prefix(80)) \(answer.text)")
      }
    }
  }
}
