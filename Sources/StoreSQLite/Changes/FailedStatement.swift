internal import CStoreSQLite
internal import StoreEngine
internal import StoreSupport

/// Finds out whether the rows that a failed statement has changed are stored.
///
/// `OR FAIL` and `RAISE(FAIL)` keep them, `ABORT` undoes them, and SQLite does not tell which it
/// was. Either all of them are stored or none, so one row tells. Rows of the tables in which a
/// virtual table keeps its own do not: it may write there what earlier statements have changed.
struct FailedStatement {
  private struct Row: Hashable {
    let table: String
    let key: Int64
  }

  private struct States {
    /// The values before and after the statement, if its changes are stored; nil for no row.
    let before: [Value]?
    var after: [Value]?
  }

  private let handle: OpaquePointer
  private var rows: [Row: States] = [:]

  init(handle: OpaquePointer) { self.handle = handle }

  /// Notes a change, in the order of the changes.
  mutating func note(_ change: RowChange, newKey: Int64) {
    if newKey != change.key {
      note(Row(table: change.table, key: change.key), change.old, nil)
      note(Row(table: change.table, key: newKey), nil, change.new)
    } else {
      note(Row(table: change.table, key: change.key), change.old, change.new)
    }
  }

  private mutating func note(_ row: Row, _ old: [Value]?, _ new: [Value]?) {
    rows[row, default: States(before: old)].after = new
  }

  /// Returns whether the changes are stored; nil if no row tells.
  func isStored() -> Bool? {
    let tables = Set(rows.keys.map(\.table).filter(isOrdinary))
    for (row, states) in rows where states.before != states.after && tables.contains(row.table) {
      guard let stored = stored(row) else { continue }
      switch (stored == states.before, stored == states.after) {
      case (false, true): return true
      case (true, false): return false
      // SQLite may omit the values of columns that were added with a default value.
      default: continue
      }
    }
    return nil
  }

  /// Returns the stored values of a row, of which there are none without the row; nil if they
  /// cannot be read.
  private func stored(_ row: Row) -> [Value]?? {
    let table = row.table.enclosed(in: "\"")
    // A column may have one of the names that stand for the key, and a table without row IDs has
    // no such key.
    guard let name = ["rowid", "_rowid_", "oid"].first(where: { isKey($0, of: row.table) }) else {
      return nil
    }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let sql = "SELECT * FROM main.\(table) WHERE \(name) = ?"
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
      sqlite3_bind_int64(statement, 1, row.key) == SQLITE_OK
    else { return nil }
    switch sqlite3_step(statement) {
    case SQLITE_DONE: return .some(nil)
    case SQLITE_ROW:
      return (0..<sqlite3_column_count(statement)).map {
        sqlite3_column_value(statement, $0).map { Value(copying: $0) } ?? .null
      }
    default: return nil
    }
  }

  /// Returns whether a table is one of its own, and not one of a virtual table.
  private func isOrdinary(_ table: String) -> Bool {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let name = table.enclosed(in: "'")
    let sql =
      "SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND name = \(name) AND type = 'table'"
    return sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK
      && sqlite3_step(statement) == SQLITE_ROW
  }

  /// Returns whether a name stands for the integer key of a table.
  private func isKey(_ name: String, of table: String) -> Bool {
    var type: UnsafePointer<CChar>?
    var isKey: Int32 = 0
    let code = sqlite3_table_column_metadata(
      handle, "main", table, name, &type, nil, nil, &isKey, nil)
    return code == SQLITE_OK && isKey != 0 && type.map { sqlite3_stricmp($0, "INTEGER") } == 0
  }
}
