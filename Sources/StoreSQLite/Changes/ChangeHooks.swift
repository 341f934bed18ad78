internal import CStoreSQLite
internal import StoreEngine

/// Installs SQLite's hooks, which report to a ``ChangeRecorder``.
///
/// A statement that deletes all rows of a table, and was prepared without hooks, passes them by;
/// ``StatementAuthorizer`` sees to that.
struct ChangeHooks {
  private let handle: OpaquePointer
  /// The recorder, unretained.
  private let context: UnsafeMutableRawPointer

  init(handle: OpaquePointer, recorder: ChangeRecorder) {
    self.handle = handle
    context = Unmanaged.passUnretained(recorder).toOpaque()
  }

  /// Whether this SQLite reports the values of all changed rows. Otherwise it reports most of them,
  /// without values: not those of tables `WITHOUT ROWID`, and not those that a `REPLACE` deletes.
  static let tellsValues = csqlite_find_preupdate_hook() != nil

  /// Reports changed rows, commits and rollbacks.
  func install() {
    sqlite3_rollback_hook(handle, { ChangeHooks.recorder($0)?.rolledBack() }, context)
    sqlite3_commit_hook(
      handle, { ChangeHooks.recorder($0)?.mayCommit() == false ? 1 : 0 }, context)
    if let hook = csqlite_find_preupdate_hook() {
      _ = hook(
        handle,
        { context, handle, operation, database, table, oldKey, newKey in
          guard let handle, let database, let table,
            let recorder = ChangeHooks.recorder(context)
          else { return }
          guard ChangeHooks.isMain(database) else { return recorder.otherDatabaseChanged() }
          guard !recorder.isOverfull else { return }
          let old =
            operation == SQLITE_INSERT
            ? nil : ChangeHooks.values(csqlite_find_preupdate_old(), handle)
          let new =
            operation == SQLITE_DELETE
            ? nil : ChangeHooks.values(csqlite_find_preupdate_new(), handle)
          let key = operation == SQLITE_INSERT ? newKey : oldKey
          recorder.append(operation, table, key, newKey: newKey, old: old, new: new)
        }, context)
    } else {
      sqlite3_update_hook(
        handle,
        { context, operation, database, table, key in
          guard let database, let table, let recorder = ChangeHooks.recorder(context) else {
            return
          }
          guard ChangeHooks.isMain(database) else { return recorder.otherDatabaseChanged() }
          recorder.append(operation, table, key, newKey: key, old: nil, new: nil)
        }, context)
    }
  }

  /// Removes all hooks.
  func remove() {
    sqlite3_rollback_hook(handle, nil, nil)
    sqlite3_commit_hook(handle, nil, nil)
    if let hook = csqlite_find_preupdate_hook() {
      _ = hook(handle, nil, nil)
    } else {
      sqlite3_update_hook(handle, nil, nil)
    }
  }

  private static func recorder(_ context: UnsafeMutableRawPointer?) -> ChangeRecorder? {
    context.map { Unmanaged<ChangeRecorder>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns whether a database is the main file, and not one of temporary tables or attached.
  private static func isMain(_ database: UnsafePointer<CChar>) -> Bool {
    sqlite3_stricmp(database, "main") == 0
  }

  /// Returns the values of the changed row.
  private static func values(
    _ read: csqlite_preupdate_value?, _ handle: OpaquePointer
  ) -> [Value]? {
    guard let read, let count = csqlite_find_preupdate_count() else { return nil }
    return (0..<count(handle)).map { column in
      var value: OpaquePointer?
      guard read(handle, column, &value) == SQLITE_OK, let value else { return .null }
      return Value(copying: value)
    }
  }
}
