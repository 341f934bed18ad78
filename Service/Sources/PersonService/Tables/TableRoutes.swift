import Foundation
import Hummingbird
import LinqModels
import LinqText
import People

/// `/api/tables`: the tables of the database that are not the store's, whose rows chains read.
struct TableRoutes {
  let sources: ChainSources
  let limits: ServiceLimits

  private struct Outline: Encodable {
    let tables: [DatabaseTable]
    /// The tables that are left out, with the reasons.
    let notes: [String]
  }

  /// The body of a change.
  private struct Change: RequestBody {
    static let fields: Set<String> = ["chain", "most"]

    let chain: String
    /// The number of rows above which nothing is changed.
    let most: Int?
  }

  func add(to roles: RoleRoutes) {
    roles.read.get("tables", use: tables)
    roles.read.get("tables/{table}", use: table)
    roles.write.post("tables/change", use: change)
  }

  /// Returns all tables with the types that the schema tells.
  private func tables(_ request: Request, _ context: ServiceContext) async throws -> Response {
    _ = try Parameters(request, known: [])
    let outline = try await onThread(of: WorkThreads.tables) { [sources] in
      try sources.tables.outline()
    }
    return Response(json: Outline(tables: outline.tables, notes: outline.notes))
  }

  /// Returns a table with the types that all of its values have.
  private func table(_ request: Request, _ context: ServiceContext) async throws -> Response {
    _ = try Parameters(request, known: [])
    let given = try context.parameters.require("table")
    let name = given.removingPercentEncoding ?? given
    let table = try await context.whileConnected { [sources] in
      try await onThread(of: WorkThreads.tables) { try sources.tables.table(name) }
    }
    guard let table else {
      throw Problem(.notFound, "not-found", "There is no table \(name)")
    }
    return Response(json: table)
  }

  /// Changes the rows of a chain that ends in `update` or `delete`, all or none of them.
  private func change(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let body = try await request.json(Change.self, upTo: limits.bodySize)
    guard limits.changesTables else {
      throw Problem(
        .forbidden, "read-only", "The rows of tables are only read",
        detail: "Whoever runs the service can allow changes with --change-tables.")
    }
    guard let change = try await sources.change(body.chain) else {
      throw Problem.invalid([
        .init(field: "chain", value: nil, reason: "must end in update { … } or delete()")
      ])
    }
    let most = body.most ?? 1
    let count = try await limits.withTimeout {
      do {
        let count = try await change.rows.count()
        guard count <= most else {
          throw Problem(
            .conflict, "too-many-rows", "The chain changes more rows than it may",
            detail: "\(count) rows would be changed, and at most \(most) may be; nothing is.")
        }
        return try await change.run()
      } catch {
        throw Problem(error, chain: body.chain)
      }
    }
    return Response(json: ["rows": count])
  }
}
