import Foundation
import HTTPTypes
import Hummingbird
import People
import Testing

@testable import PersonService

/// Import, export, groups, the store, and requests that are sent twice.
@Suite struct FileTests {
  private let club = """
    first_name,family,age,mail
    Ada,Lovelace,36,ada@example.net
    Alan,Turing,old,alan@example.net
    Grace,Hopper,85,

    """
  private let map = "map=name=first_name,surname=family,email=mail"

  private func send(
    _ client: ServiceClient, _ body: String, _ query: String = "",
    type: String = "text/csv", headers: HTTPFields = [:], at path: String = "/api/import"
  ) async throws -> Answer {
    var headers = headers
    headers[.contentType] = type
    return try await client.send(.post, "\(path)?\(query)", body, headers: headers)
  }

  private func lines(_ answer: Answer) throws -> [[String: Any]] {
    try answer.text.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func aFileIsStoredOrNothing() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await withService(store) { client in
      let refused = try lines(await send(client, club, map))
      #expect((refused.first?["rejected"] as? [String: Any])?["line"] as? Int == 3)
      #expect(
        (refused.last?["problem"] as? [String: Any])?["type"] as? String
          == "/problems/too-many-rejections")
      #expect(try await store.people.count() == 0)
      let tried = try lines(await send(client, club, map + "&maxErrors=1&dryRun=true"))
      #expect(tried.last?["isDryRun"] as? Bool == true)
      #expect(try await store.people.count() == 0)
      let stored = try lines(await send(client, club, map + "&maxErrors=1"))
      let rejected = try #require(stored.first?["rejected"] as? [String: Any])
      #expect((rejected["fields"] as? [String: Any])?["mail"] as? String == "alan@example.net")
      let summary = try #require(stored.last?["summary"] as? [String: Any])
      #expect(summary["inserted"] as? Int == 2 && summary["rejected"] as? Int == 1)
      #expect(try await store.people.count() == 2)
    }
  }

  @Test func mistakesOfAnImportAreNamed() async throws {
    var limits = ServiceLimits()
    limits.importSize = 100
    try await withService(nil, limits) { client in
      #expect(try await send(client, club).kind == "/problems/too-large")
      #expect(try await send(client, "a,b\n1,2\n").kind == "/problems/mapping")
      #expect(try await send(client, "name\n", "map=nme=x").fields == ["map"])
      #expect(try await send(client, "name\n", "maxErrors=-1").fields == ["maxErrors"])
      #expect(try await send(client, "name\n", "colour=red").fields == ["colour"])
      #expect(try await send(client, "name\n", "asOf=never").fields == ["asOf"])
      let form = try await send(client, "name\n", type: "text/plain")
      #expect(form.status == .unsupportedMediaType)
    }
  }

  @Test func whatIsExportedIsImported() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await store.people.insert(
      Person(name: "=1+1", surname: "\"Quoted\", twice", age: 1, email: "a@example.net"))
    try await withService(store) { client in
      for format in ["csv", "tsv", "json", "ndjson", "vcard"] {
        let file = try await client.send(.get, "/api/export?format=\(format)&safe=false")
        let disposition = "attachment; filename=\"people.\(format)\""
        #expect(file.headers[.contentDisposition] == disposition, "\(file.status) \(file.text)")
        let answer = try await send(
          client, file.text, "onConflict=update", type: "application/octet-stream")
        #expect(try lines(answer).last?["summary"] != nil, "\(format): \(answer.text)")
      }
      for query in ["format=csv", "format=tsv", "safe=true", ""] {
        let safe = try await client.send(.get, "/api/export?\(query)")
        #expect(safe.text.contains("'=1+1"), "\(query)")
      }
      for query in ["format=json", "format=ndjson", "safe=false"] {
        let whole = try await client.send(.get, "/api/export?\(query)")
        #expect(whole.text.contains("=1+1") && !whole.text.contains("'=1+1"), "\(query)")
      }
      #expect(try await store.people.count() == 1)
    }
  }

  @Test func aRequestThatIsSentTwiceIsDoneOnce() async throws {
    let store = try await PersonStore(path: ":memory:")
    let key = HTTPField.Name("Idempotency-Key")!
    let repeated = HTTPField.Name("Idempotency-Replayed")!
    let ada = #"{"name":"Ada","age":36}"#
    try await withService(store) { client in
      let first = try await client.send(.post, "/api/people", ada, headers: [key: "k1"])
      let second = try await client.send(.post, "/api/people", ada, headers: [key: "k1"])
      #expect(first.status == .created && second.status == .created)
      #expect(first.text == second.text && second.headers[repeated] == "true")
      #expect(first.headers[.location] == second.headers[.location])
      #expect(try await store.people.count() == 1)
      let other = try await client.send(
        .post, "/api/people", #"{"name":"Eve","age":1}"#, headers: [key: "k1"])
      #expect(other.status == .unprocessableContent && other.kind == "/problems/idempotency-key")
      // A request that failed has stored no answer.
      let wrong = try await client.send(
        .post, "/api/people", #"{"name":"","age":1}"#, headers: [key: "k2"])
      #expect(wrong.status == .unprocessableContent)
      #expect(
        try await client.send(.post, "/api/people", ada, headers: [key: "k2"]).status == .created)
      let bad = try await client.send(.post, "/api/people", ada, headers: [key: "a b"])
      #expect(bad.fields == ["Idempotency-Key"])
      let file = "name,surname,age\nAda,Again,3\n"
      for _ in 0..<2 {
        let answer = try await send(client, file, headers: [key: "k3"])
        #expect(try lines(answer).last?["summary"] != nil)
      }
      #expect(try await store.people.where { $0.surname == "Again" }.count() == 1)
    }
  }

  @Test func manyEqualRequestsAreDoneOnce() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await withService(store) { client in
      try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
        for _ in 0..<20 {
          group.addTask {
            try await client.send(
              .post, "/api/people", #"{"name":"Ada","age":36}"#,
              headers: [HTTPField.Name("Idempotency-Key")!: "same"]
            ).status
          }
        }
        for try await status in group { #expect(status == .created) }
      }
      #expect(try await store.people.count() == 1)
    }
  }

  @Test func groupsAreStored() async throws {
    let store = try await PersonStore(path: ":memory:")
    let people = try await store.people.insert([
      Person(name: "Ada", surname: "Lovelace", age: 36),
      Person(name: "Lise", surname: "Levi", age: 30),
    ])
    let ids = people.map(\.id)
    try await withService(store) { client in
      let made = try await client.send(
        .post, "/api/groups", #"{"letter":"L","items":[\#(ids[1]),\#(ids[0])]}"#)
      #expect(made.status == .created)
      let path = try #require(made.headers[.location])
      let read = try await client.send(.get, path)
      #expect(
        (read.json["items"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Lise", "Ada"])
      #expect(try await client.send(.get, "/api/groups").text.contains(#""people":2"#))
      let taken = try await client.send(.post, "/api/groups", #"{"letter":"L","items":[]}"#)
      #expect(taken.status == .conflict && taken.fields == ["letter"])
      let unknown = try await client.send(.put, path, #"{"letter":"L","items":[99]}"#)
      #expect(unknown.status == .unprocessableContent && unknown.fields == ["items"])
      let changed = try await client.send(.put, path, #"{"letter":"M","items":[\#(ids[0])]}"#)
      #expect(changed.json["letter"] as? String == "M")
      #expect(try await client.send(.delete, path).status == .noContent)
      #expect(try await client.send(.delete, path).status == .notFound)
      #expect(try await client.send(.get, path).status == .notFound)
    }
  }

  @Test func theStoreIsDescribedAndCopied() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await store.people.insert(Person(name: "Ada", surname: "Lovelace", age: 36))
    try await withService(store) { client in
      let info = try await client.send(.get, "/api/store")
      #expect(info.json["people"] as? Int == 1 && info.json["engine"] as? String == "sqlite")
      #expect(info.json["requests"] as? Int == 1)
      let copy = try await client.execute(uri: "/api/store/backup", method: .get)
      #expect(copy.text.hasPrefix("SQLite format 3"))
    }
  }

  @Test func whatIsFilteredIsExported() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await store.people.insert([
      Person(name: "Ada", surname: "Lovelace", age: 36, attributes: ["city": "London", "x": "1"]),
      Person(name: "Bo", surname: "Öst", age: 85, attributes: ["city": "Paris", "y": "2"]),
      Person(name: "Cy", surname: "Zander", attributes: ["city": "London"]),
    ])
    try await withService(store) { client in
      for (query, names) in [
        ("", ["Ada", "Bo", "Cy"]), ("sort=-age", ["Bo", "Ada", "Cy"]),
        ("attributes.city=London&sort=-name", ["Cy", "Ada"]), ("search=lon", []),
        ("search=lon&searchAttributes=city&sort=best", ["Ada", "Cy"]),
        ("has.age=true", ["Ada", "Bo"]),
        ("sort=-surname&locale=de", ["Cy", "Bo", "Ada"]),
        ("contains.surname=%C3%B6&minAge=1", ["Bo"]),
      ] {
        let answer = try await client.send(.get, "/api/export?format=ndjson&\(query)")
        let found = answer.text.split(separator: "\n").compactMap {
          (try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["name"]
            as? String
        }
        #expect(found == names, "\(query) \(answer.text)")
      }
      // Only attributes of people who are written have columns.
      let file = try await client.send(.get, "/api/export?format=csv&attributes.city=London")
      #expect(file.text.hasPrefix("id,name,surname,age,email,birthDate,city,x\n"), "\(file.text)")
      for (query, field) in [
        ("limit=1", "limit"), ("after=x", "after"), ("minAge=x", "minAge"), ("sort=x", "sort"),
        ("colour=red", "colour"), ("sort=best", "sort"),
      ] {
        let answer = try await client.send(.get, "/api/export?\(query)")
        #expect(answer.status == .badRequest && answer.fields == [field], "\(query)")
      }
    }
  }
}
