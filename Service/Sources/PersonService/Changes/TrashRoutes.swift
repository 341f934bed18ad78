import Foundation
import Hummingbird
import People
import StoreSQLite

/// `/api/trash`: people who were deleted are listed, restored and forgotten.
struct TrashRoutes {
  let store: PersonStore
  let log: ChangeLog
  let limits: ServiceLimits
  /// Whether the store has the table of changes.
  let hasTable: Bool

  /// The body of a request to restore people.
  private struct Restore: RequestBody {
    static let fields: Set<String> = ["ids"]

    let ids: [Int64]
  }

  private struct Restored: Encodable {
    let people: [PersonBody]
  }

  func add(to roles: RoleRoutes) {
    roles.read.get("trash", use: list)
    roles.write.post("trash/restore", use: restore)
    roles.admin.delete("trash/{id}", use: forget)
  }

  private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let page = try ChangesPosition(Parameters(request, known: ChangesPosition.parameters))
    let found = try await store.read { [hasTable] transaction -> [StoredChange] in
      guard hasTable else { return [] }
      return try page.take(transaction.rows(of: StoredChange.table).where { $0.isTrash == 1 })
    }
    context.record.rows = min(found.count, page.limit)
    return Response(
      json: ChangesPage(found, limit: page.limit, isRecorded: hasTable && log.isOn))
  }

  /// Stores deleted people again, all or none: with their ids and values, and in those of their
  /// groups that still are there.
  private func restore(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let (body, key) = try await request.keyedJSON(Restore.self, upTo: limits.bodySize, context)
    let author = context.author
    return try await store.answer(to: key) { [log] transaction in
      let people = try Set(body.ids).sorted().map { id in
        try Self.restore(id, by: author, log, in: transaction)
      }
      return Answer(.ok, json: Restored(people: people.map(PersonBody.init)))
    }
  }

  private static func restore(
    _ id: Int64, by author: ChangeAuthor, _ log: ChangeLog, in transaction: StoreTransaction
  ) throws -> Person {
    guard let deletion = try deletion(of: id, in: transaction), let before = deletion.before
    else { throw notFound(id) }
    let deleted = try JSONDecoder().decode(DeletedPerson.self, from: Data(before.utf8))
    let person = try transaction.people.insert(deleted.person.person)
    for place in deleted.groups { try put(person.id, at: place, in: transaction) }
    try takeOut(deletion, in: transaction)
    try log.record(.restore, from: nil, to: person, by: author, in: transaction)
    return person
  }

  /// Puts a person into a group that still is there: at the place from before, or at the end.
  private static func put(
    _ id: Int64, at place: DeletedPerson.Place, in transaction: StoreTransaction
  ) throws {
    let connection = transaction.connection
    let taken = try connection.query(
      "SELECT position FROM person_group_item WHERE group_id = ? ORDER BY position",
      [.integer(place.id)]
    ) { try $0.integer(0) }
    let position = taken.contains(place.position) ? (taken.last ?? -1) + 1 : place.position
    try connection.run(
      """
      INSERT INTO person_group_item (group_id, position, person_id)
      SELECT id, ?, ? FROM person_group WHERE id = ?
      """, [.integer(position), .integer(id), .integer(place.id)])
  }

  /// Takes the values of a deleted person out of the trash and the history for good.
  private func forget(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let (id, author) = (try context.id(), context.author)
    try await store.write(retrying: 20) { [log, hasTable] transaction in
      guard hasTable, try Self.deletion(of: id, in: transaction) != nil else {
        throw Self.notFound(id)
      }
      try transaction.connection.run(
        """
        UPDATE service_change SET before = NULL, after = NULL, is_trash = 0
        WHERE subject = 'person' AND subject_id = ?
        """, [.integer(id)])
      try log.recordForgotten(id, by: author, in: transaction)
    }
    return Response(status: .noContent)
  }

  private static func deletion(
    of id: Int64, in transaction: StoreTransaction
  ) throws -> StoredChange? {
    try transaction.rows(of: StoredChange.table)
      .where { $0.subject == "person" && $0.subjectID == id && $0.isTrash == 1 }
      .sortDescending { $0.id }.firstOrNil()
  }

  private static func takeOut(_ deletion: StoredChange, in transaction: StoreTransaction) throws {
    try transaction.connection.run(
      "UPDATE service_change SET is_trash = 0 WHERE id = ?", [.integer(deletion.id)])
  }

  private static func notFound(_ id: Int64) -> Problem {
    Problem(.notFound, "not-found", "There is no person with id \(id) in the trash")
  }
}
