import Foundation
import Hummingbird
import People
import StoreSQLite

/// `/api/people/{id}/history` and `/api/changes`: what was changed, by whom and when.
struct ChangeRoutes {
  let store: PersonStore
  let log: ChangeLog
  /// Whether the store has the table of changes.
  let hasTable: Bool

  func add(to roles: RoleRoutes) {
    roles.read.get("people/{id}/history", use: history)
    roles.admin.get("changes", use: list)
  }

  /// The changes of one person, also of one who is deleted.
  private func history(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let id = try context.id()
    let page = try ChangesPosition(Parameters(request, known: ChangesPosition.parameters))
    let found = try await store.read { [hasTable] transaction -> [StoredChange] in
      let isStored = try transaction.people.find(id) != nil
      guard hasTable else {
        guard isStored else { throw PeopleRoutes.notFound(id) }
        return []
      }
      let changes = transaction.rows(of: StoredChange.table)
      let imports = try Self.imports(of: id, in: transaction)
      let own = changes.where { $0.subject == "person" && $0.subjectID == id }
      let ofFiles = changes.where { change in
        change.subject == "file" && change.subjectID.map { imports.contains($0) } == true
      }
      var found = try page.take(own)
      if !imports.isEmpty {
        found = Array(
          (found + (try page.take(ofFiles))).sorted { $0.id > $1.id }.prefix(page.limit + 1))
      }
      guard isStored || !found.isEmpty || page.after != nil else {
        throw PeopleRoutes.notFound(id)
      }
      return found
    }
    return Response(
      json: ChangesPage(found, limit: page.limit, isRecorded: hasTable && log.isOn))
  }

  /// The numbers of the imports that have inserted or changed a person.
  private static func imports(
    of id: Int64, in transaction: StoreTransaction
  ) throws -> [Int64] {
    guard transaction.connection.engine == .sqlite else { return [] }
    return try transaction.connection.query(
      """
      SELECT import_id FROM person_import_insert WHERE ? BETWEEN first_id AND last_id
      UNION SELECT import_id FROM person_import_update WHERE person_id = ? ORDER BY 1
      """, [.integer(id), .integer(id)]
    ) { try $0.integer(0) }
  }

  private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let parameters = try Parameters(
      request, known: ChangesPosition.parameters.union(["user", "kind"]))
    let page = try ChangesPosition(parameters)
    let (user, kind) = (parameters["user"], try parameters.choice("kind", StoredChange.Kind.self))
    let found = try await store.read { [hasTable] transaction -> [StoredChange] in
      guard hasTable else { return [] }
      var changes = transaction.rows(of: StoredChange.table).query
      if let user { changes = changes.where { $0.author == user } }
      if let kind = kind?.rawValue { changes = changes.where { $0.kind == kind } }
      return try page.take(changes)
    }
    context.record.rows = min(found.count, page.limit)
    return Response(
      json: ChangesPage(found, limit: page.limit, isRecorded: hasTable && log.isOn))
  }
}

/// The place of a page of changes.
struct ChangesPosition: Sendable {
  static let parameters: Set<String> = ["limit", "after"]

  let limit: Int
  /// The number of the last change of the page before.
  let after: Int64?

  init(_ parameters: Parameters) throws {
    limit = try parameters.number("limit", 1...1000) ?? 50
    after = try parameters.number("after", 1...Int.max).map(Int64.init)
  }

  /// Returns the changes of the page, the last one first, and one more if there is a next page.
  func take(_ changes: some Queryable<StoredChange>) throws -> [StoredChange] {
    var page = changes.query
    if let after { page = page.where { $0.id < after } }
    return try page.sortDescending { $0.id }.take(limit + 1).toArray()
  }
}
