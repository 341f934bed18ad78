import StoreSQLite
import StoreSupport

/// The rows that a connection has told of its commits.
final class ToldRows: Sendable {
  private struct Veto: Error {}

  private struct State: Sendable {
    var isWanted = false
    /// The rows of the commit that is about to come.
    var coming: [RowChange] = []
    var rows: [RowChange] = []
    var problem: String?
  }

  private let state = Locked(State())

  /// Whether a delegate is there.
  var isWanted: Bool {
    get { state.withLock { $0.isWanted } }
    set { state.withLock { $0.isWanted = newValue } }
  }

  func begin() { state.withLock { ($0.rows, $0.problem) = ([], nil) } }

  func willCommit(_ changes: [RowChange]) throws {
    state.withLock { $0.coming = changes }
    // Some rows are refused.
    if changes.contains(where: { $0.new?.contains(.integer(77)) == true }) { throw Veto() }
  }

  func didCommit(_ changes: [RowChange]) {
    state.withLock { state in
      if state.coming != changes { state.problem = "asked of \(state.coming), told \(changes)" }
      state.rows += changes
    }
  }

  /// Returns how the told rows differ from the difference of the tables, if they do.
  func difference(from before: TableRows, to after: TableRows) -> String? {
    let state = state.withLock { $0 }
    if let problem = state.problem { return problem }
    var tables = before.rows
    for change in state.rows {
      guard let columns = before.columns[change.table] else { continue }
      func row(_ values: [Value]) -> [Value] {
        ["id", "name", "number", "parent"].map { name in
          columns.firstIndex(of: name).map { values[$0] } ?? .null
        }
      }
      if let old = change.old.map(row), tables[change.table]?.remove(old) == nil {
        return "told \(change), but there was no such row"
      }
      if let new = change.new.map(row), tables[change.table]?.insert(new).inserted == false {
        return "told \(change), but there was such a row"
      }
    }
    for (table, rows) in after.rows where tables[table] != rows {
      let (missing, invented) = (
        rows.subtracting(tables[table] ?? []), (tables[table] ?? []).subtracting(rows)
      )
      return "told rows of \(table): missing \(missing), invented \(invented)"
    }
    return nil
  }
}
