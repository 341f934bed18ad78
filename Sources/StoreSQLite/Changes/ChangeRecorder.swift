internal import CStoreSQLite

/// Writes down the rows that a connection changes, and tells of them when they are committed.
///
/// SQLite calls its hook for each row at once, also for rows that a failing statement, a savepoint
/// or a rollback takes back later: those are struck out again here. The hooks are there only while
/// someone wants to know.
final class ChangeRecorder {
  /// Of which rows a transaction keeps its changes.
  private enum Extent {
    /// Of none.
    case none
    /// Of all, unless they are too many for the log.
    case log
    /// Of all.
    case all
  }

  private let handle: OpaquePointer
  private let configuration: DatabaseConfiguration
  private let log: CommitLog?
  private var extent = Extent.none
  /// What kept the last transaction from being committed.
  private var veto: (any Error)?
  private var changes: [RowChange] = []
  /// Whether the transaction has changed more rows than the log keeps.
  private var isOverfull = false
  /// The open savepoints, and how many changes there were when each began.
  private var savepoints: [(name: String, mark: Int)] = []
  private var isCommitting = false
  private var preparedSavepoint: SavepointCommand?
  private var fileVersion: FileVersion?

  init(handle: OpaquePointer, _ configuration: DatabaseConfiguration, log: CommitLog?) {
    self.handle = handle
    self.configuration = configuration
    self.log = log
    installAuthorizer()
  }

  /// A statement begins to run: outside of a transaction it may begin one, whose changes are wanted
  /// or not.
  func statementBegins() {
    guard sqlite3_get_autocommit(handle) != 0 else { return }
    let isTold = configuration.didCommit != nil || configuration.willCommit != nil
    let wanted: Extent =
      if isTold, configuration.wantsChanges?() ?? true {
        .all
      } else if log?.isFollowed == true {
        .log
      } else {
        .none
      }
    guard wanted != extent else { return }
    extent = wanted
    wanted == .none ? removeHooks() : installHooks()
  }

  /// The log is followed from now on: commits by others count.
  func startFollowing() {
    let version = fileVersion ?? FileVersion(handle: handle)
    fileVersion = version
    if log?.isFollowed == false { _ = version.hasChanged() }
  }

  /// Looks for commits by other connections, and for changes of the schema.
  func noteOtherCommits() {
    if let log, let fileVersion, fileVersion.hasChanged() { log.append(nil) }
  }

  /// Before the connection is closed.
  func close() { fileVersion = nil }

  /// What kept the transaction from being committed, once.
  func takeVeto() -> (any Error)? {
    defer { veto = nil }
    return veto
  }

  /// A place to go back to.
  var mark: Int { changes.count }

  /// What the statement prepared just now does to a savepoint.
  func takePreparedSavepoint() -> SavepointCommand? {
    defer { preparedSavepoint = nil }
    return preparedSavepoint
  }

  /// A statement came to its end.
  func statementEnded(_ command: SavepointCommand?) {
    switch command {
    case .begin(let name): savepoints.append((name, mark))
    case .release(let name):
      if let index = index(of: name) { savepoints.removeSubrange(index...) }
    case .rollBack(let name):
      if let index = index(of: name) {
        forget(since: savepoints[index].mark)
        savepoints.removeSubrange((index + 1)...)
      }
    case nil: break
    }
    deliver()
  }

  /// A writing statement failed. SQLite took its changes back, except those before the failure of
  /// an `OR FAIL`, which are still counted.
  func statementFailed(since mark: Int) {
    if sqlite3_changes64(handle) == 0 { forget(since: mark) }
    deliver()
  }

  /// Tells of the changes, where a transaction has just been committed.
  func deliver() {
    guard sqlite3_get_autocommit(handle) != 0 else { return }
    savepoints = []
    guard isCommitting else { return }
    isCommitting = false
    let (committed, isWhole) = (changes, !isOverfull)
    (changes, isOverfull) = ([], false)
    if let log, log.isFollowed {
      // What others have committed came before.
      noteOtherCommits()
      if !isWhole || !committed.isEmpty { log.append(isWhole ? committed : nil) }
    }
    if extent == .all, !committed.isEmpty { configuration.didCommit?(committed) }
  }

  private func index(of savepoint: String) -> Int? {
    savepoints.lastIndex { $0.name == savepoint }
  }

  private func forget(since mark: Int) {
    changes.removeSubrange(min(mark, changes.count)...)
  }

  /// Whether SQLite may commit.
  private func mayCommit() -> Bool {
    do {
      if extent == .all, !changes.isEmpty { try configuration.willCommit?(changes) }
      isCommitting = true
      return true
    } catch {
      veto = error
      return false
    }
  }

  private func rolledBack() {
    changes = []
    isOverfull = false
    savepoints = []
    isCommitting = false
  }

  private func append(
    _ operation: Int32, _ table: UnsafePointer<CChar>, _ key: Int64, old: [Value]?, new: [Value]?
  ) {
    if extent == .log, changes.count == CommitLog.capacity {
      isOverfull = true
      changes = []
    }
    guard !isOverfull else { return }
    let kind: RowChange.Operation =
      switch operation {
      case SQLITE_INSERT: .insert
      case SQLITE_UPDATE: .update
      default: .delete
      }
    changes.append(
      RowChange(operation: kind, table: String(cString: table), key: key, old: old, new: new))
  }
}

extension ChangeRecorder {
  // SQLite gets the recorder unretained: connection and statements keep it while SQLite can call.
  private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Savepoints are followed always: their statements are kept prepared.
  private func installAuthorizer() {
    sqlite3_set_authorizer(
      handle,
      { context, action, operation, name, _, _ in
        if action == SQLITE_SAVEPOINT, let operation, let name {
          ChangeRecorder.from(context)?.preparedSavepoint =
            SavepointCommand(operation: operation, name: name)
        }
        return SQLITE_OK
      }, context)
  }

  private func removeHooks() {
    sqlite3_rollback_hook(handle, nil, nil)
    sqlite3_commit_hook(handle, nil, nil)
    if let hook = csqlite_find_preupdate_hook() {
      _ = hook(handle, nil, nil)
    } else {
      sqlite3_update_hook(handle, nil, nil)
    }
  }

  private func installHooks() {
    sqlite3_rollback_hook(handle, { ChangeRecorder.from($0)?.rolledBack() }, context)
    sqlite3_commit_hook(
      handle,
      { context in
        ChangeRecorder.from(context)?.mayCommit() == false ? 1 : 0
      }, context)
    if let hook = csqlite_find_preupdate_hook() {
      _ = hook(
        handle,
        { context, _, operation, database, table, oldKey, newKey in
          guard let database, let table, ChangeRecorder.isMain(database) else { return }
          ChangeRecorder.from(context)?.record(operation, table, oldKey, newKey)
        }, context)
    } else {
      sqlite3_update_hook(
        handle,
        { context, operation, database, table, key in
          guard let database, let table, ChangeRecorder.isMain(database) else { return }
          ChangeRecorder.from(context)?.append(operation, table, key, old: nil, new: nil)
        }, context)
    }
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> ChangeRecorder? {
    context.map { Unmanaged<ChangeRecorder>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Temporary tables and attached files are not what the observers of a file ask about.
  private static func isMain(_ database: UnsafePointer<CChar>) -> Bool {
    sqlite3_stricmp(database, "main") == 0
  }

  private func record(
    _ operation: Int32, _ table: UnsafePointer<CChar>, _ oldKey: Int64, _ newKey: Int64
  ) {
    guard !isOverfull else { return }
    let old = operation == SQLITE_INSERT ? nil : values(csqlite_find_preupdate_old())
    let new = operation == SQLITE_DELETE ? nil : values(csqlite_find_preupdate_new())
    append(operation, table, operation == SQLITE_INSERT ? newKey : oldKey, old: old, new: new)
  }

  private func values(_ read: csqlite_preupdate_value?) -> [Value]? {
    guard let read, let count = csqlite_find_preupdate_count() else { return nil }
    return (0..<count(handle)).map { column in
      var value: OpaquePointer?
      guard read(handle, column, &value) == SQLITE_OK, let value else { return .null }
      return Value(copying: value)
    }
  }
}
