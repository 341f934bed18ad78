import Foundation
import HTTPTypes
import Hummingbird
import People
import Testing

@testable import PersonService

/// Pairs of people who may be one, and their merging.
@Suite struct DuplicateTests {
  private func makeStore() async throws -> PersonStore {
    let store = try await PersonStore(path: ":memory:")
    let people = try await store.people.insert([
      Person(name: "José", surname: "Müller", email: "jose@example.org", attributes: ["a": "1"]),
      Person(
        name: "Muller", surname: "Jose", age: 36, email: "JOSE@example.org",
        attributes: ["a": "2", "b": "3"]),
      Person(name: "Ann", surname: "Lee", birthDate: CalendarDate("1990-01-02")),
      Person(name: "ANN", surname: "Lee", birthDate: CalendarDate("1990-01-02")),
    ])
    try await store.groups.insert(PersonGroup(letter: "J", items: [people[1]]))
    return store
  }

  private struct Match: Decodable, Equatable {
    let by: String
    var distance: Int?
  }

  private struct Found: Decodable {
    struct Pair: Decodable {
      let first: PersonBody
      let firstTag: String
      let second: PersonBody
      let secondTag: String
      let matches: [Match]
    }

    struct LeftOut: Decodable {
      let by: String
      let value: String
      let pairs: Int
    }

    let count: Int
    let pairs: [Pair]
    let leftOut: [LeftOut]
  }

  private func found(
    _ client: ServiceClient, _ query: String = ""
  ) async throws -> Found {
    let answer = try await client.send(.get, "/api/duplicates\(query)")
    #expect(answer.status == .ok, "\(answer.text)")
    return try JSONDecoder().decode(Found.self, from: Data(answer.text.utf8))
  }

  @Test func pairsAreFoundByWhatTheyHaveInCommon() async throws {
    try await withService(makeStore()) { client in
      let all = try await found(client)
      #expect(all.count == 2 && all.leftOut.isEmpty)
      #expect(all.pairs.map { [$0.first.id, $0.second.id] } == [[1, 2], [3, 4]])
      #expect(
        all.pairs.map(\.matches) == [
          [Match(by: "email"), Match(by: "similar", distance: 0)], [Match(by: "name")],
        ])
      let read = try await client.send(.get, "/api/people/2")
      #expect(read.headers[.eTag] == all.pairs[0].secondTag)
      #expect(try await found(client, "?by=name").pairs.map(\.first.id) == [3])
      #expect(try await found(client, "?by=email,name").count == 2)
      let limited = try await found(client, "?limit=1")
      #expect(limited.count == 2 && limited.pairs.count == 1)
      for query in ["by=phone", "by=", "by=email,,name", "limit=0", "limit=x", "page=1"] {
        let answer = try await client.send(.get, "/api/duplicates?\(query)")
        #expect(answer.status == .badRequest, "\(query): \(answer.text)")
        #expect(answer.fields == [String(query.prefix { $0 != "=" })])
      }
    }
  }

  @Test func whatTooManyHaveInCommonIsToldAndTooManyPeopleAreRefused() async throws {
    func makeLargeStore() async throws -> PersonStore {
      let store = try await makeStore()
      try await store.people.insert((0..<46).map { _ in Person(name: "Kim", surname: "Park") })
      return store
    }
    try await withService(makeLargeStore()) { client in
      let left = try await found(client).leftOut
      #expect(left.map(\.by) == ["similar"] && left.map(\.value) == ["kim park"])
      #expect(left.map(\.pairs) == [1035])
    }
    var limits = ServiceLimits()
    limits.rowsInMemory = 49
    try await withService(makeLargeStore(), limits) { client in
      let answer = try await client.send(.get, "/api/duplicates")
      #expect(answer.status == .contentTooLarge && answer.kind == "/problems/too-many-rows")
    }
  }

  @Test func twoPeopleBecomeOne() async throws {
    let store = try await makeStore()
    try await withService(store) { client in
      let pair = try #require(try await found(client).pairs.first)
      let body = #"{"from":2,"fromTag":\#(JSONText.of(pair.secondTag)),"take":["email"]}"#
      let key = HTTPField.Name("Idempotency-Key")!
      let headers: HTTPFields = [.ifMatch: pair.firstTag, key: "once"]
      let merged = try await client.send(.post, "/api/people/1/merge", body, headers: headers)
      #expect(merged.status == .ok, "\(merged.text)")
      let person = try #require(try await store.people.find(1))
      #expect(person.email == "JOSE@example.org" && person.age == 36)
      #expect(
        person.attributes == [
          "a": "1", "a (2)": "2", "b": "3", "email (2)": "jose@example.org",
          "name (2)": "Muller", "surname (2)": "Jose",
        ])
      #expect(merged.headers[.eTag] == person.entityTag)
      #expect(merged.json["removed"] as? Int == 2)
      #expect(merged.json["groups"] as? [String] == ["J"])
      let choices = try #require(merged.json["choices"] as? [[String: Any]])
      let email = choices.first { $0["field"] as? String == "email" }
      #expect(email?["source"] as? String == "removed")
      #expect(try await client.send(.get, "/api/people/2").status == .notFound)
      // Sent once more because the answer was lost.
      let again = try await client.send(.post, "/api/people/1/merge", body, headers: headers)
      #expect(again.status == .ok && again.text == merged.text)
      #expect(try await client.send(.post, "/api/people/1/merge", body).status == .notFound)
    }
  }

  @Test func whatCannotBeMergedIsAProblem() async throws {
    let store = try await makeStore()
    let before = try await store.people.all()
    try await withService(store) { client in
      for (path, body, status, field) in [
        ("1", #"{"from":1}"#, HTTPResponse.Status.unprocessableContent, "from"),
        ("1", #"{"from":3,"take":["email"]}"#, .unprocessableContent, "take"),
        ("1", #"{"from":2,"take":["phone"]}"#, .unprocessableContent, "take"),
        ("1", #"{"take":["email"]}"#, .badRequest, "from"),
        ("1", #"{"from":2,"keep":["email"]}"#, .badRequest, "keep"),
      ] {
        let answer = try await client.send(.post, "/api/people/\(path)/merge", body)
        #expect(answer.status == status && answer.fields == [field], "\(body): \(answer.text)")
      }
      for (path, body) in [("9", #"{"from":1}"#), ("1", #"{"from":9}"#), ("x", #"{"from":1}"#)] {
        let answer = try await client.send(.post, "/api/people/\(path)/merge", body)
        #expect(answer.status == .notFound && answer.kind == "/problems/not-found", "\(path)")
      }
      let late = try await client.send(
        .post, "/api/people/1/merge", #"{"from":2}"#, headers: [.ifMatch: "\"x\""])
      #expect(late.status == .preconditionFailed && late.kind == "/problems/changed")
      let lateOther = try await client.send(
        .post, "/api/people/1/merge", #"{"from":2,"fromTag":"\"x\""}"#)
      #expect(lateOther.status == .preconditionFailed)
      #expect(try await client.send(.get, "/api/people/1/merge").status == .methodNotAllowed)
      #expect(try await store.people.all() == before)
    }
    var limits = ServiceLimits()
    limits.bodySize = 200
    let small = try await makeStore()
    try await withService(small, limits) { client in
      // Both together are larger than anybody could send.
      let large = try await client.send(.post, "/api/people/1/merge", #"{"from":2}"#)
      #expect(large.status == .unprocessableContent && large.fields == ["attributes"])
      #expect(try await small.people.all() == before)
    }
    limits.isReadOnly = true
    let closed = try await makeStore()
    try await withService(closed, limits) { client in
      let refused = try await client.send(.post, "/api/people/1/merge", #"{"from":2}"#)
      #expect(refused.status == .forbidden)
      #expect(try await closed.people.all() == before)
    }
  }
}
