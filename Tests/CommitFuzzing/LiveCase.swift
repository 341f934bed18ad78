import LinqCore
import LinqSQL
import StoreSQLite
import StoreSupport
import TestSupport

/// What the loop of a live query has seen.
private struct LiveState<Element: Sendable>: Sendable {
  var last: [Element]?
  var error: String?
  var hasEnded = false
}

/// A live query, and the same query run afresh.
final class LiveCase: Sendable {
  let name: String
  private let begin: @Sendable () -> Task<Void, Never>
  private let difference: @Sendable () -> String?
  private let task = Locked<Task<Void, Never>?>(nil)
  private let isOver: @Sendable () -> Bool

  init<Element: Sendable & Equatable>(
    _ name: String, _ query: Query<Element>, _ events: Events
  ) {
    self.name = name
    let state = Locked(LiveState<Element>())
    begin = {
      state.withLock { $0 = LiveState() }
      return Task {
        do {
          for try await result in query.live() { state.withLock { $0.last = result } }
        } catch {
          state.withLock { $0.error = "\(error)" }
        }
        state.withLock { $0.hasEnded = true }
        events.post()
      }
    }
    isOver = { state.withLock { $0.hasEnded } }
    difference = {
      let state = state.withLock { $0 }
      do {
        let fresh = try query.toArray()
        guard state.error == nil else {
          return "\(name): ended with \(state.error ?? ""), afresh \(fresh)"
        }
        guard state.last == fresh else {
          return "\(name): shows \(state.last as Any), afresh \(fresh)"
        }
        return nil
      } catch {
        return state.error != nil ? nil : "\(name): shows \(state.last as Any), afresh \(error)"
      }
    }
  }

  var hasEnded: Bool { isOver() }

  /// Begins to observe, again if the loop has ended.
  func start() { task.withLock { if $0 == nil || hasEnded { $0 = begin() } } }

  func stop() async {
    let task = task.withLock { $0 }
    task?.cancel()
    await task?.value
  }

  /// Returns how what the loop shows differs from the query run afresh, if it does.
  func check() -> String? { difference() }
}

/// Queries of many shapes on the tables and views of a schema.
struct LiveCases {
  let schema: FuzzSchema
  let pool: ConnectionPool
  let events: Events
  let isInMemory: Bool

  /// Returns some of them.
  func some(_ count: Int, _ random: inout Seed.Generator) -> [LiveCase] {
    Array(all(&random).shuffled(using: &random).prefix(count))
  }

  private func all(_ random: inout Seed.Generator) -> [LiveCase] {
    let rows = FuzzSchema.tables.indices.shuffled(using: &random).map {
      Repository(schema.declaration($0), in: pool)
    }
    let views = FuzzSchema.views.shuffled(using: &random).map {
      Repository(FuzzSchema.rows($0), in: pool)
    }
    let log = Repository(FuzzSchema.rows("log"), in: pool)
    let found = Repository(FuzzSchema.found, in: pool)
    let (a, b, v, w) = (rows[0], rows[1], views[0], views[1])
    let database = self.pool
    func live<Element: Sendable & Equatable>(_ name: String, _ query: Query<Element>) -> LiveCase {
      LiveCase("\(name) of \(a.table.name), \(b.table.name), \(v.table.name)", query, events)
    }
    var cases = [
      live("all", a.query),
      live("where", a.where { $0.number < 40 }),
      live("where, select", b.where { $0.number > 30 }.select { $0.name }),
      live("equal name", a.where { $0.name == "a1" }.select { $0.number }),
      live("equal key", b.where { $0.id == 7 }),
      live("sort, take", a.where { $0.number > 10 }.sort { $0.name }.take(4).select { $0.id }),
      live(
        "join",
        a.where { $0.number < 60 }.join(b, on: { $0.id }, equals: { $0.id }).select {
          $0.0.name + $0.1.name
        }),
      live("join of a view", a.join(v, on: { $0.id }, equals: { $0.id }).select { $0.1.number }),
      live("union of views", a.select { $0.name }.union(v.select { $0.name })),
      live("matching a view", b.where { row in v.matching { $0.name == row.name }.any() }),
      live("contained in a view", b.where { v.select { $0.id }.contains($0.id) }.select { $0.id }),
      live("a view", v.query),
      live("a view and a view", v.concat(w)),
      live("groups", a.groupBy { $0.name }.select { $0.count }),
      live("full text", found.query),
      live("matching full text", a.where { row in found.matching { $0.id == row.id }.any() }),
      live("log", log.query),
      live("where of log", log.where { $0.number > 0 }.select { $0.name }),
      live("log with a table", log.where { row in a.matching { $0.id == row.id }.any() }),
      live(
        "SQL of its own",
        Query("counts", from: database) {
          try database.read { try $0.query("SELECT count(*) FROM t0, v0") { try $0.integer(0) } }
        }),
      live(
        "a setting",
        Query("version", from: database) {
          try database.read { try $0.query("PRAGMA user_version") { try $0.integer(0) } }
        }),
    ]
    if isInMemory {
      let brief = Repository(FuzzSchema.rows("brief"), in: pool)
      cases.append(live("temporary", brief.query))
      cases.append(
        live("matching temporary", a.where { row in brief.matching { $0.id == row.id }.any() }))
    }
    return cases
  }
}
