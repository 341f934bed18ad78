import Foundation
import Hummingbird
import People
import StoreSQLite
import Synchronization

/// `/api/store`: the size and the state of the store, its check and its backup.
struct StoreRoutes {
  let store: PersonStore
  /// The store with the connections of exports.
  let files: PersonStore
  let activity: ServiceActivity
  /// The places of live queries, and those of streams.
  let live: (queries: Subscriptions, streams: Subscriptions)

  private struct Body: Encodable {
    struct Migrations: Encodable {
      let current: Int
      let pending: Int
    }

    struct Node: Encodable {
      let address: String
      let state: String?
      let lagBytes: Int?
    }

    let engine: String
    let name: String
    let bytes: Int
    let logBytes: Int?
    let people: Int
    let groups: Int
    let migrations: Migrations
    let version: String
    /// A known defect of the version.
    let note: String?
    /// The servers that replay this one.
    let nodes: [Node]
    /// The number of live queries that are open.
    let subscriptions: Int
    /// The number of streams with their events.
    let streams: Int
    /// The number of requests since the start.
    let requests: Int
    /// The time since the start in seconds.
    let uptime: Double

    init(_ info: StoreInfo, _ activity: ServiceActivity, subscriptions: Int, streams: Int) {
      let isFile = info.engine == .sqlite
      engine = isFile ? "sqlite" : "postgresql"
      // Where the file is concerns nobody who only reads.
      name = isFile ? URL(fileURLWithPath: info.name).lastPathComponent : info.name
      (bytes, logBytes, people, groups) = (info.bytes, info.logBytes, info.people, info.groups)
      migrations = Migrations(current: info.migration, pending: info.pendingMigrations)
      version = isFile ? "SQLite \(info.version)" : info.version
      note = info.defect
      nodes = info.replicas.map { Node(address: $0.name, state: $0.state, lagBytes: $0.lagBytes) }
      (self.subscriptions, self.streams) = (subscriptions, streams)
      (requests, uptime) = (activity.requests, activity.uptime)
    }
  }

  func add(to roles: RoleRoutes) {
    roles.read.get("store", use: info)
    roles.admin.post("store/check", use: check)
    roles.admin.getOfUnknownLength("store/backup", use: backup)
  }

  private func info(_ request: Request, _ context: ServiceContext) async throws -> Response {
    Response(
      json: Body(
        try await store.info(), activity, subscriptions: live.queries.taken,
        streams: live.streams.taken))
  }

  private func check(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let findings = try await store.check()
    return Response(json: ["findings": findings.map { "\($0)" }])
  }

  private func backup(_ request: Request, _ context: ServiceContext) async throws -> Response {
    guard files.pool.engine == .sqlite else {
      throw Problem(
        .conflict, "server", "The store is on a server", detail: "Use pg_dump for a backup.")
    }
    let (type, name) = ("application/vnd.sqlite3", "people.db")
    guard request.method != .head else { return Response(head: type, name: name) }
    let file = try TemporaryFile()
    try await context.whileConnected { [files] in
      try await files.pool.withReader { connection in
        try (connection as? SQLiteConnection)?.backUp(to: file.path, overwriting: true)
      }
    }
    return try await Response(file, type: type, name: name, context: context)
  }
}

/// What the service has done since its start.
final class ServiceActivity: Sendable {
  private let start = ContinuousClock.now
  private let count = Atomic<Int>(0)

  var requests: Int { count.load(ordering: .relaxed) }

  var uptime: Double { (ContinuousClock.now - start) / .seconds(1) }

  /// Counts a request.
  func countRequest() { count.wrappingAdd(1, ordering: .relaxed) }
}
