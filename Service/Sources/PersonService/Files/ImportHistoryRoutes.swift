import Hummingbird
import People
import PeopleIO

/// `/api/imports`: the imports are listed, and undone.
struct ImportHistoryRoutes {
  let store: PersonStore
  let log: ChangeLog

  private struct Page: Encodable {
    /// Whether the store records imports.
    let isRecorded: Bool
    /// The imports, the last one first.
    let imports: [ImportEntry]
    /// The parameter `after` of the next page; null on the last.
    let next: String?

    enum CodingKeys: CodingKey {
      case isRecorded, imports, next
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(isRecorded, forKey: .isRecorded)
      try container.encode(imports, forKey: .imports)
      try container.encode(next, forKey: .next)
    }
  }

  func add(to roles: RoleRoutes) {
    roles.read.get("imports", use: list)
    roles.write.post("imports/{number}/undo", use: undo)
  }

  private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let parameters = try Parameters(request, known: ["limit", "after"])
    let limit = try parameters.number("limit", 1...1000) ?? 50
    let after = try parameters.number("after", 1...Int.max)
    let found = try await onThread { [store] in
      try ImportHistory(of: store).last(limit + 1, before: after)
    }
    let imports = Array((found ?? []).prefix(limit))
    let next = (found?.count ?? 0) > limit ? imports.last.map { "\($0.number)" } : nil
    return Response(json: Page(isRecorded: found != nil, imports: imports, next: next))
  }

  private func undo(_ request: Request, _ context: ServiceContext) async throws -> Response {
    _ = try Parameters(request, known: [])
    let text = try context.parameters.require("number")
    guard let number = Int(text), number > 0 else {
      throw Problem(.notFound, "not-found", "There is no import \(text)")
    }
    let author = context.author
    let entry = try await onThread(of: WorkThreads.imports) { [store, log] in
      let history = ImportHistory(of: store)
      guard try history.last(1) != nil else {
        throw Problem(
          .conflict, "server", "The store is on a server",
          detail: "It records no imports, because other programs insert people meanwhile.")
      }
      return try history.undo(number) { entry, transaction in
        let file = FileState(
          source: entry.source, inserted: entry.inserted, updated: entry.updated)
        try log.record(.undo, file, number: number, by: author, in: transaction)
      }
    }
    return Response(json: entry)
  }
}
