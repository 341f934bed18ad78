import Foundation
import HTTPTypes
import Hummingbird
import People
import StoreSQLite
import Testing

@testable import PersonService

/// The order of groups among themselves.
@Suite struct GroupOrderTests {
  /// The names of the groups in their order, each with its place if it was ordered.
  private func names(_ answer: Answer) throws -> [String] {
    let groups = try JSONSerialization.jsonObject(with: Data(answer.text.utf8))
    return try #require(groups as? [[String: Any]], "\(answer.text)").map { group in
      "\(group["letter"] as? String ?? "")\((group["position"] as? Int).map { "\($0)" } ?? "")"
    }
  }

  private func order(
    _ client: ServiceClient, _ ids: String, _ headers: HTTPFields = [:]
  ) async throws -> Answer {
    try await client.send(.put, "/api/groups/order", #"{"ids":\#(ids)}"#, headers: headers)
  }

  private func groups(_ client: ServiceClient) async throws -> Answer {
    try await client.send(.get, "/api/groups")
  }

  @Test(arguments: TestEngine.all)
  func anOrderStays(_ engine: TestEngine) async throws {
    let store = try await engine.newStore()
    try await store.groups.insert("CBA".map { PersonGroup(letter: "\($0)", items: []) })
    try await withService(store) { client in
      #expect(try await names(groups(client)) == ["C", "B", "A"])
      let ordered = try await order(client, "[3,1,2]")
      #expect(ordered.status == .ok, "\(ordered.text)")
      #expect(try names(ordered) == ["A0", "C1", "B2"])
      #expect(try await names(groups(client)) == ["A0", "C1", "B2"])
      #expect(try await groups(client).headers[.eTag] == ordered.headers[.eTag])
      // A new one comes last, and so do those that are not named.
      _ = try await client.send(.post, "/api/groups", #"{"letter":"0","items":[]}"#)
      #expect(try await names(groups(client)) == ["A0", "C1", "B2", "0"])
      _ = try await client.send(.put, "/api/groups/1", #"{"letter":"D","items":[]}"#)
      #expect(try await names(groups(client)) == ["A0", "D1", "B2", "0"])
      #expect(try await names(order(client, "[4,2]")) == ["00", "B1", "D", "A"])
      _ = try await client.send(.delete, "/api/groups/4")
      #expect(try await names(groups(client)) == ["B1", "D", "A"])
      #expect(try await names(order(client, "[]")) == ["D", "B", "A"])
    }
  }

  @Test(arguments: TestEngine.all)
  func somebodyElsesOrderIsNotOverwritten(_ engine: TestEngine) async throws {
    let store = try await engine.newStore()
    try await store.groups.insert("AB".map { PersonGroup(letter: "\($0)", items: []) })
    try await withService(store) { client in
      let tag = try #require(try await groups(client).headers[.eTag])
      #expect(try await order(client, "[2,1]", [.ifMatch: tag]).status == .ok)
      let late = try await order(client, "[1,2]", [.ifMatch: tag])
      #expect(late.status == .preconditionFailed && late.headers[.eTag] != tag)
      #expect(try await names(groups(client)) == ["B0", "A1"])
      // A change in a group is none of the order; a new group is one.
      let now = try #require(late.headers[.eTag])
      _ = try await client.send(.put, "/api/groups/1", #"{"letter":"C","items":[]}"#)
      #expect(try await groups(client).headers[.eTag] == now)
      _ = try await client.send(.post, "/api/groups", #"{"letter":"D","items":[]}"#)
      #expect(try await order(client, "[1,2]", [.ifMatch: now]).status == .preconditionFailed)
      for (ids, reason) in [
        ("[1,9]", "there is no group with this id"), ("[1,2,1]", "is given twice"),
      ] {
        let wrong = try await order(client, ids)
        #expect(wrong.status == .unprocessableContent && wrong.fields == ["ids"])
        #expect(wrong.text.contains(reason))
      }
      #expect(try await names(groups(client)) == ["B0", "C1", "D"])
      #expect(try await order(client, #"["1"]"#).status == .badRequest)
    }
  }

  @Test func whoOnlyReadsDoesNotOrder() async throws {
    let made = AccessTokens.new(.read, name: "reader")
    try await withService(tokens: AccessTokens(parsing: made.line)) { client in
      let headers: HTTPFields = [.authorization: "Bearer \(made.token)"]
      let refused = try await order(client, "[]", headers)
      #expect(refused.status == .forbidden)
    }
  }

  @Test func aStoreThatIsOnlyReadNeedsNoTable() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await store.groups.insert(PersonGroup(letter: "A", items: []))
    var limits = ServiceLimits()
    limits.isReadOnly = true
    try await withService(store, limits) { client in
      let listed = try await groups(client)
      #expect(try names(listed) == ["A"])
      #expect(try await order(client, "[1]").status == .forbidden)
    }
  }

  @Test func groupsThatOtherProgramsDeleteLeaveNoPlace() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await store.groups.insert("AB".map { PersonGroup(letter: "\($0)", items: []) })
    try await withService(store) { client in
      _ = try await order(client, "[2,1]")
      try await store.groups.delete(2)
      #expect(try await names(groups(client)) == ["A1"])
      let places = try await store.read { transaction in
        try transaction.connection.query("SELECT count(*) FROM service_group_order") {
          try $0.integer(0)
        }
      }
      #expect(places == [1])
      #expect(try await store.check().isEmpty)
    }
  }
}
