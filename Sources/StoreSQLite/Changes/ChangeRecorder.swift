internal import CStoreSQLite
internal import StoreEngine

/// Records the rows that a connection changes, and reports them when they are committed.
///
/// SQLite calls its hook for each row immediately, even if a failing statement, a savepoint or a
/// rollback undoes the change later. Such changes are removed again here. The hooks are installed
/// only while changes are wanted.
final class ChangeRecorder {
  /// The changes of a transaction that are recorded.
  private enum Extent {
    /// No changes.
    case none
    /// All changes, unless there are too many for the log.
    case log
    /// All changes.
    case all
  }

  private let handle: OpaquePointer
  private var hooks: ChangeHooks?
  private let configuration: DatabaseConfiguration
  private let log: CommitLog?
  private var extent = Extent.none
  /// The error with which `willCommit` prevented the last commit.
  private var veto: (any Error)?
  private var changes: [RowChange] = []
  /// Whether the transaction has changed more rows than the log records.
  private(set) var isOverfull = false
  /// The open savepoints, each with the number of changes at its beginning.
  private var savepoints: [(name: String, mark: Int)] = []
  private var isCommitting = false
  /// The savepoint command of the statement that is being prepared.
  var preparedSavepoint: SavepointCommand?
  private var fileVersion: FileVersion?

  init(handle: OpaquePointer, _ configuration: DatabaseConfiguration, log: CommitLog?) {
    self.handle = handle
    self.configuration = configuration
    self.log = log
    // SQLite receives the recorder unretained. The connection and its statements retain it while
    // SQLite can call it.
    let hooks = ChangeHooks(handle: handle, recorder: self)
    hooks.observeSavepoints()
    self.hooks = hooks
  }

  /// Called when a statement begins to run. Outside a transaction it may begin one, so this is when
  /// the recorder determines which changes are wanted.
  func statementBegins() {
    guard sqlite3_get_autocommit(handle) != 0 else { return }
    let isTold = configuration.didCommit != nil || configuration.willCommit != nil
    let wanted: Extent =
      if isTold, configuration.wantsChanges?() ?? true {
        .all
      } else if log?.isObserved == true {
        .log
      } else {
        .none
      }
    guard wanted != extent else { return }
    extent = wanted
    wanted == .none ? hooks?.remove() : hooks?.install()
  }

  /// Called when the log is observed for the first time: commits of other connections count from
  /// now on.
  func startObserving() {
    let version = fileVersion ?? FileVersion(handle: handle)
    fileVersion = version
    if log?.isObserved == false { _ = version.hasChanged() }
  }

  /// Records commits of other connections and changes of the schema, if there are any.
  func noteOtherCommits() {
    if let log, let fileVersion, fileVersion.hasChanged() { log.append(nil) }
  }

  /// Called before the connection is closed.
  func close() { fileVersion = nil }

  /// Returns the error with which `willCommit` prevented the commit, and clears it.
  func takeVeto() -> (any Error)? {
    defer { veto = nil }
    return veto
  }

  /// The number of recorded changes, to which the recorder can return.
  var mark: Int { changes.count }

  /// Returns the savepoint command of the statement that was just prepared, and clears it.
  func takePreparedSavepoint() -> SavepointCommand? {
    defer { preparedSavepoint = nil }
    return preparedSavepoint
  }

  /// Called when a statement has reached its end.
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

  /// Called when a writing statement has failed. SQLite has undone its changes, except for those
  /// that an `OR FAIL` made before the failure, which it still counts.
  func statementFailed(since mark: Int) {
    if sqlite3_changes64(handle) == 0 { forget(since: mark) }
    deliver()
  }

  /// Reports the changes if a transaction has just been committed.
  func deliver() {
    guard sqlite3_get_autocommit(handle) != 0 else { return }
    savepoints = []
    guard isCommitting else { return }
    isCommitting = false
    let (committed, isWhole) = (changes, !isOverfull)
    (changes, isOverfull) = ([], false)
    if let log, log.isObserved {
      // Commits of other connections came before this one.
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

  /// Returns whether SQLite may commit.
  func mayCommit() -> Bool {
    do {
      if extent == .all, !changes.isEmpty { try configuration.willCommit?(changes) }
      isCommitting = true
      return true
    } catch {
      veto = error
      return false
    }
  }

  /// Called when a transaction has been rolled back.
  func rolledBack() {
    changes = []
    isOverfull = false
    savepoints = []
    isCommitting = false
  }

  /// Records the change of a row. Its values are nil if SQLite does not provide them.
  func append(
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
