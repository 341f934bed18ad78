import Foundation
import Hummingbird
import People
import StoreSQLite

/// `/api/groups`: stored groups of people.
struct GroupRoutes {
  let store: PersonStore
  let log: ChangeLog
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
    return Response(json: Body(group), headers: [.eTag: group.entityTag])
  }

  private func create(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let (new, key) = try await request.keyedJSON(NewGroup.self, upTo: limits.bodySize, context)
    let author = context.author
    return try await store.answer(to: key) { [log] transaction in
      let stored = try transaction.groups.insert(new.group(in: transaction))
      try log.record(.create, from: nil, to: stored, by: author, in: transaction)
      var answer = Answer(.created, json: Body(stored))
      (answer.location, answer.entityTag) = ("/api/groups/\(stored.id)", stored.entityTag)
      return answer
    }
  }

  private func replace(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let id = try context.id()
    let new = try await request.json(NewGroup.self, upTo: limits.bodySize)
    let (known, author) = (request.headers[.ifMatch], context.author)
    let group = try await store.write(retrying: 20) { [log] transaction in
      let before = try Self.known(transaction.groups.find(id), id, known)
      let group = try new.group(id: id, in: transaction)
      try transaction.groups.update(group)
      let stored = try transaction.groups.find(id) ?? group
      try log.record(.change, from: before, to: stored, by: author, in: transaction)
      return stored
    }
    return Response(json: Body(group), headers: [.eTag: group.entityTag])
  }

  private func delete(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let id = try context.id()
    let (known, author) = (request.headers[.ifMatch], context.author)
    try await store.write(retrying: 20) { [log] transaction in
      let group = try Self.known(transaction.groups.find(id), id, known)
      try transaction.groups.delete(id)
      try log.record(.delete, from: group, to: nil, by: author, in: transaction)
    }
    return Response(status: .noContent)
  }

  /// Returns a stored group, if it is the one that a client knows.
  ///
  /// - Parameter tags: the entity tags in `If-Match`; nil if the client did not say.
  private static func known(
    _ group: PersonGroup?, _ id: Int64, _ tags: String?
  ) throws -> PersonGroup {
    guard let group else { throw notFound(id) }
    try Problem.check(tags, group.entityTag, "Somebody else has changed the group meanwhile")
    return group
  }

  private static func notFound(_ id: Int64) -> Problem {
    Problem(.notFound, "not-found", "There is no group with id \(id)")
  }
}

extension PersonGroup {
  /// The entity tag of the letter and the items: who they are and in which order, not their values.
  var entityTag: String {
    var hash = StableHash()
    for text in ["\(id)", letter] + items.map({ "\($0.id)" }) { hash.add(text) }
    return "\"\(hash.text)\""
  }
}
