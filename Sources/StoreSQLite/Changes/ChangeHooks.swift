internal import CStoreSQLite
internal import StoreEngine

/// Installs SQLite's hooks, which report to a ``ChangeRecorder``.
struct ChangeHooks {
  private let handle: OpaquePointer
  /// The recorder, unretained.
  private let context: UnsafeMutableRawPointer

  init(handle: OpaquePointer, recorder: ChangeRecorder) {
    self.handle = handle
    context = Unmanaged.passUnretained(recorder).toOpaque()
  }

  /// Reports savepoints. This is always installed, because their statements are prepared once and
  /// cached.
  func observeSavepoints() {
    sqlite3_set_authorizer(
      handle,
      { context, action, operation, name, _, _ in
        if action == SQLITE_SAVEPOINT, let operation, let name {
          ChangeHooks.recorder(context)?.preparedSavepoint =
            SavepointCommand(operation: operation, name: name)
        }
        return SQLITE_OK
      }, context)
  }

  /// Reports changed rows, commits and rollbacks.
  func install() {
    sqlite3_rollback_hook(handle, { ChangeHooks.recorder($0)?.rolledBack() }, context)
    sqlite3_commit_hook(
      handle, { ChangeHooks.recorder($0)?.mayCommit() == false ? 1 : 0 }, context)
    if let hook = csqlite_find_preupdate_hook() {
      _ = hook(
        handle,
        { context, handle, operation, database, table, oldKey, newKey in
          guard let handle, let database, let table, ChangeHooks.isMain(database),
            let recorder = ChangeHooks.recorder(context), !recorder.isOverfull
          else { return }
          let old =
            operation == SQLITE_INSERT
            ? nil : ChangeHooks.values(csqlite_find_preupdate_old(), handle)
          let new =
            operation == SQLITE_DELETE
            ? nil : ChangeHooks.values(csqlite_find_preupdate_new(), handle)
          let key = operation == SQLITE_INSERT ? newKey : oldKey
          recorder.append(operation, table, key, old: old, new: new)
        }, context)
    } else {
      sqlite3_update_hook(
        handle,
        { context, operation, database, table, key in
          guard let database, let table, ChangeHooks.isMain(database) else { return }
          ChangeHooks.recorder(context)?.append(operation, table, key, old: nil, new: nil)
        }, context)
    }
  }

  /// Removes all hooks except the one that reports savepoints.
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

  /// Returns whether a database is the main file. Observers of a file are not interested in
  /// temporary tables and attached files.
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
