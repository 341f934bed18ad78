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
  private var hooks: ChangeHooks?
  private let configuration: DatabaseConfiguration
  private let log: CommitLog?
  private var extent = Extent.none
  /// What kept the last transaction from being committed.
  private var veto: (any Error)?
  private var changes: [RowChange] = []
  /// Whether the transaction has changed more rows than the log keeps.
  private(set) var isOverfull = false
  /// The open savepoints, and how many changes there were when each began.
  private var savepoints: [(name: String, mark: Int)] = []
  private var isCommitting = false
  /// What the statement being prepared does to a savepoint.
  var preparedSavepoint: SavepointCommand?
  private var fileVersion: FileVersion?

  init(handle: OpaquePointer, _ configuration: DatabaseConfiguration, log: CommitLog?) {
    self.handle = handle
    self.configuration = configuration
    self.log = log
    // SQLite gets the recorder unretained: connection and statements keep it while SQLite can call.
    let hooks = ChangeHooks(handle: handle, recorder: self)
    hooks.observeSavepoints()
    self.hooks = hooks
  }

  /// A statement begins to run: outside of a transaction it may begin one, whose changes are wanted
  /// or not.
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

  /// The log is observed from now on: commits by others count.
  func startObserving() {
    let version = fileVersion ?? FileVersion(handle: handle)
    fileVersion = version
    if log?.isObserved == false { _ = version.hasChanged() }
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
    if let log, log.isObserved {
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

  /// A transaction was rolled back.
  func rolledBack() {
    changes = []
    isOverfull = false
    savepoints = []
    isCommitting = false
  }

  /// A row was changed; its values are nil where SQLite does not give them.
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
