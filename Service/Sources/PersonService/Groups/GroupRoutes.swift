import Foundation
import Hummingbird
import People
import StoreSQLite

/// `/api/groups`: stored groups of people.
struct GroupRoutes {
  let store: PersonStore
  let limits: ServiceLimits

  private struct Head: Encodable, Sendable {
    let id: Int64
    let letter: String
    let people: Int
  }

  private struct Body: Encodable {
    let id: Int64
    let letter: String
    let items: [PersonBody]

    init(_ group: PersonGroup) {
      (id, letter, items) = (group.id, group.letter, group.items.map(PersonBody.init))
    }
  }

  /// A group as a client sends one.
  private struct NewGroup: RequestBody {
    static let fields: Set<String> = ["letter", "items"]

    let letter: String
    /// The ids of the people, in order.
    let items: [Int64]

    /// The group with the stored people.
    func group(id: Int64 = 0, in transaction: StoreTransaction) throws -> PersonGroup {
      let wanted = items
      let people = try transaction.people.where { wanted.contains($0.id) }
        .toDictionary { $0.id }
      let found = try items.map { id in
        guard let person = people[id] else {
          throw Problem.invalid([
            .init(field: "items", value: "\(id)", reason: "there is no person with this id")
          ])
        }
        return person
      }
      return PersonGroup(id: id, letter: letter, items: found)
    }
  }

  func add(to roles: RoleRoutes) {
    roles.read.get("groups", use: list)
    roles.read.get("groups/{id}", use: read)
    roles.write.post("groups", use: create)
    roles.write.put("groups/{id}", use: replace)
    roles.write.delete("groups/{id}", use: delete)
  }

  private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let heads = try await store.read { transaction in
      try transaction.connection.query(
        """
        SELECT g.id, g.letter, count(i.person_id) FROM person_group g
        LEFT JOIN person_group_item i ON i.group_id = g.id GROUP BY g.id, g.letter ORDER BY g.id
        """
      ) { Head(id: try $0.integer(0), letter: try $0.text(1), people: Int(try $0.integer(2))) }
    }
    return Response(json: heads)
  }

  private func read(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let id = try context.id()
    guard let group = try await store.groups.find(id) else { throw Self.notFound(id) }
    return Response(json: Body(group))
  }

  private func create(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let (new, key) = try await request.keyedJSON(NewGroup.self, upTo: limits.bodySize, context)
    return try await store.answer(to: key) { transaction in
      let stored = try transaction.groups.insert(new.group(in: transaction))
      var answer = Answer(.created, json: Body(stored))
      answer.location = "/api/groups/\(stored.id)"
      return answer
    }
  }

  private func replace(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let id = try context.id()
    let new = try await request.json(NewGroup.self, upTo: limits.bodySize)
    let group = try await store.write(retrying: 20) { transaction in
      let group = try new.group(id: id, in: transaction)
      try transaction.groups.update(group)
      return try transaction.groups.find(id) ?? group
    }
    return Response(json: Body(group))
  }

  private func delete(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let id = try context.id()
    guard try await store.groups.delete(id) else { throw Self.notFound(id) }
    return Response(status: .noContent)
  }

  private static func notFound(_ id: Int64) -> Problem {
    Problem(.notFound, "not-found", "There is no group with id \(id)")
  }
}
