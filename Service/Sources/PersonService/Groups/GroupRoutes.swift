import Crypto
import Foundation
import Hummingbird
import People

/// `/api/groups`: stored groups of people.
struct GroupRoutes {
  let store: PersonStore
  let limits: ServiceLimits

  private struct Head: Encodable {
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
          var problem = Problem(.unprocessableContent, "invalid", "The values are not valid")
          problem.fields = [
            .init(field: "items", value: "\(id)", reason: "there is no person with this id")
          ]
          throw problem
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
    let groups = try await store.groups.all()
    return Response(
      json: groups.map { Head(id: $0.id, letter: $0.letter, people: $0.items.count) })
  }

  private func read(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let id = try context.id()
    guard let group = try await store.groups.find(id) else { throw Self.notFound(id) }
    return Response(json: Body(group))
  }

  private func create(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let bytes = try await request.json(upTo: limits.bodySize)
    let new = try NewGroup(json: bytes)
    let key = try RequestKey(request, context, body: SHA256.hash(data: bytes))
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
