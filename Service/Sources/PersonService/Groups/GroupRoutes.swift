import Foundation
import Hummingbird
import People
import StoreSQLite

/// `/api/groups`: stored groups of people.
struct GroupRoutes {
  let store: PersonStore
  let log: ChangeLog
  let limits: ServiceLimits
  /// Whether the store has the table of the order of groups. One that is only read may have none.
  let hasOrder: Bool

  private struct Head: Encodable, Sendable {
    let id: Int64
    let letter: String
    let people: Int
    /// The place among the groups that were ordered; nil for others, which come after them.
    let position: Int64?

    private enum CodingKeys: CodingKey {
      case id, letter, people, position
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(letter, forKey: .letter)
      try container.encode(people, forKey: .people)
      try container.encode(position, forKey: .position)
    }
  }

  /// An order of groups as a client sends one.
  private struct Order: RequestBody {
    static let fields: Set<String> = ["ids"]

    let ids: [Int64]
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
    roles.write.put("groups/order", use: order)
    roles.write.put("groups/{id}", use: replace)
    roles.write.delete("groups/{id}", use: delete)
  }

  private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
    Self.response(try await store.read { [hasOrder] in try Self.heads(hasOrder, in: $0) })
  }

  /// Orders the groups among themselves, for everybody.
  private func order(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let order = try await request.json(Order.self, upTo: limits.bodySize)
    let known = Preconditions(request)
    let heads = try await store.write(retrying: 20) { transaction in
      try Problem.check(
        known, GroupOrder.entityTag(GroupOrder.ids(in: transaction)),
        "Somebody else has made, deleted or ordered groups meanwhile")
      try GroupOrder.store(order.ids, in: transaction)
      return try Self.heads(true, in: transaction)
    }
    return Self.response(heads)
  }

  /// The groups in their order.
  private static func heads(_ hasOrder: Bool, in transaction: StoreTransaction) throws -> [Head] {
    let none = "(SELECT CAST(NULL AS bigint) AS group_id, CAST(NULL AS bigint) AS position)"
    let table = hasOrder ? GroupOrder.table : none
    return try transaction.connection.query(
      """
      SELECT g.id, g.letter, count(i.person_id), o.position FROM person_group g
      LEFT JOIN person_group_item i ON i.group_id = g.id
      LEFT JOIN \(table) o ON o.group_id = g.id
      GROUP BY g.id, g.letter, o.position ORDER BY o.position IS NULL, o.position, g.id
      """
    ) { row in
      Head(
        id: try row.integer(0), letter: try row.text(1), people: Int(try row.integer(2)),
        position: try row.isNull(3) ? nil : row.integer(3))
    }
  }

  private static func response(_ heads: [Head]) -> Response {
    Response(json: heads, headers: [.eTag: GroupOrder.entityTag(heads.map(\.id))])
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
    let (known, author) = (Preconditions(request), context.author)
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
    let (known, author) = (Preconditions(request), context.author)
    try await store.write(retrying: 20) { [log] transaction in
      let group = try Self.known(transaction.groups.find(id), id, known)
      try transaction.groups.delete(id)
      try log.record(.delete, from: group, to: nil, by: author, in: transaction)
    }
    return Response(status: .noContent)
  }

  /// Returns a stored group, if it is the one that a client knows.
  private static func known(
    _ group: PersonGroup?, _ id: Int64, _ known: Preconditions
  ) throws -> PersonGroup {
    guard let group else { throw notFound(id) }
    try Problem.check(known, group.entityTag, "Somebody else has changed the group meanwhile")
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
