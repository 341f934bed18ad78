internal import CStoreSQLite
internal import StoreEngine

/// Records the rows that a connection changes, and reports them when they are committed.
///
/// The invariant, on which observers and delegates build: **after every commit, the log has either
/// exactly the rows that the commit changed, or says that they are not known.** Then observers run
/// their queries again, which is slower and never wrong. A commit is not known if it changed more
/// than rows (the schema, settings of the file), if it changed too many rows, or if SQLite does not
/// report the values of rows.
///
/// SQLite calls its hook for each row immediately, even if a failing statement, a savepoint or a
/// rollback undoes the change later. Such changes are removed again here. The hooks are installed
/// only while changes are wanted.
final class ChangeRecorder: RecordsChanges {
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
  private let authorizer: StatementAuthorizer
  private var hooks: ChangeHooks?
  private let configuration: DatabaseConfiguration
  private let log: CommitLog?
  /// Whether observers read on this connection, and so see its temporary tables and attached files.
  private let isObserving: Bool
  @exclusivity(unchecked) private var extent = Extent.none
  /// The number of changes that the log records.
  private var capacity = 0
  /// The error with which `willCommit` prevented the last commit.
  private var veto: (any Error)?
  @exclusivity(unchecked) private var changes: [RowChange] = []
  /// The new keys of the rows whose keys have changed, by the index of the change.
  private var movedKeys: [Int: Int64] = [:]
  /// The memory that the values of the changes take, in bytes. Those that were undone count, too.
  private var byteCount = 0
  /// Whether the transaction has changed more than the log records.
  private(set) var isOverfull = false
  /// Whether the transaction may have changed something that is not recorded.
  private var isIncomplete = false
  /// The open savepoints, each with the number of changes at its beginning.
  private var savepoints: [(name: String, mark: Int)] = []
  private var isCommitting = false
  /// How often changes have been removed again.
  private var removals = 0
  /// Whether the log knows that the transaction writes.
  private var isWriting = false
  private var fileVersion: FileVersion?

  init(
    handle: OpaquePointer, _ authorizer: StatementAuthorizer,
    _ configuration: DatabaseConfiguration, log: CommitLog?, isObserving: Bool
  ) {
    self.handle = handle
    self.authorizer = authorizer
    self.configuration = configuration
    self.log = log
    self.isObserving = isObserving
    // SQLite receives the recorder unretained. The connection and its statements retain it while
    // SQLite can call it.
    hooks = ChangeHooks(handle: handle, recorder: self)
  }

  /// Called when a statement begins to run. Outside a transaction it may begin one, so this is when
  /// the recorder determines which changes are wanted.
  func statementBegins() {
    guard sqlite3_get_autocommit(handle) != 0 else { return }
    let isTold = configuration.didCommit != nil || configuration.willCommit != nil
    let recorded = log?.beginRecording(isFirst: extent == .none)
    capacity = recorded ?? 0
    let wanted: Extent =
      if isTold, configuration.wantsChanges?() ?? true {
        .all
      } else if recorded != nil {
        .log
      } else {
        .none
      }
    guard wanted != extent else { return }
    extent = wanted
    guard wanted != .none else {
      hooks?.remove()
      return authorizer.hasHooks = false
    }
    hooks?.install()
    authorizer.hooksAreInstalled()
  }

  /// Called when a statement begins to run that changes more than rows.
  func moreThanRowsMayChange(_ actions: StatementActions) {
    if actions.changesMoreThanRows || isObserving { isIncomplete = true }
  }

  /// Called when rows of a temporary table or of an attached file change.
  func otherDatabaseChanged() {
    if isObserving { isIncomplete = true }
  }

  /// Called when the log is observed for the first time: commits of other connections count from
  /// now on.
  func startObserving() {
    let version = fileVersion ?? FileVersion(handle: handle)
    fileVersion = version
    if log?.isWanted == false { _ = version.hasChanged() }
  }

  /// Records commits of other connections and changes of the schema, if there are any.
  func noteOtherCommits() {
    guard let log, log.isWanted else { return }
    // A connection that was opened again does not know what has happened before. That counts as
    // unknown changes, which its first question gives.
    let version = fileVersion ?? FileVersion(handle: handle)
    fileVersion = version
    if version.hasChanged() { log.append(nil) }
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

  /// The changed rows of the open transaction; nil if not all are known.
  var uncommitted: UncommittedChanges? {
    guard sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE else {
      return UncommittedChanges(rows: [], removals: removals)
    }
    guard extent != .none, knowsChanges else { return nil }
    return UncommittedChanges(rows: changes, removals: removals)
  }

  /// Whether all changes of the transaction are recorded, with their values.
  private var knowsChanges: Bool { !isOverfull && !isIncomplete && ChangeHooks.tellsValues }

  /// Called when a statement has reached its end.
  ///
  /// - Parameters:
  ///   - actions: what it does.
  ///   - mark: the number of changes before it.
  func statementEnded(_ actions: StatementActions, since mark: Int) {
    // Whether SQLite deletes the rows of a table before it drops it depends on the foreign keys, so
    // they are never reported as deleted.
    if actions.dropsTable { forget(since: mark) }
    switch actions.savepoint {
    case .begin(let name): savepoints.append((name, self.mark))
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

  /// Called when a writing statement has failed. SQLite has undone its changes, unless a failed
  /// constraint or a trigger has kept them.
  func statementFailed(since mark: Int, isConstraint: Bool) {
    // Outside a transaction, SQLite has committed them or has rolled them back, and called the
    // hooks for that.
    if sqlite3_get_autocommit(handle) == 0, changes.count > mark {
      // A statement that was undone has changed no rows; one that was not has changed none either,
      // if it failed at its first row, after a trigger has written others.
      if !isConstraint {
        forget(since: mark)
      } else if sqlite3_changes64(handle) == 0 {
        settleChanges(since: mark)
      }
    }
    deliver()
  }

  private func settleChanges(since mark: Int) {
    var failed = FailedStatement(handle: handle)
    for (index, change) in changes[mark...].enumerated() {
      failed.note(change, newKey: movedKeys[mark + index] ?? change.key)
    }
    switch failed.isStored() {
    case true?: break
    case false?: forget(since: mark)
    case nil:
      isIncomplete = true
      forget(since: mark)
    }
  }

  /// Reports the changes if a transaction has just been committed.
  func deliver() {
    guard sqlite3_get_autocommit(handle) != 0 else { return noteWriting() }
    endWriting()
    savepoints = []
    // Some statements, such as VACUUM, commit without the hook.
    guard isCommitting || isIncomplete else { return }
    let (committed, isCommitted, isKnown) = (changes, isCommitting, knowsChanges)
    reset()
    if let log, log.isWanted {
      // Commits of other connections came before this one.
      noteOtherCommits()
      if !isKnown || !committed.isEmpty { log.append(isKnown ? committed : nil) }
    }
    if isCommitted, extent == .all, !committed.isEmpty { configuration.didCommit?(committed) }
  }

  /// Tells the log that the open transaction has the write lock, once it has.
  private func noteWriting() {
    guard !isWriting, extent != .none, let log,
      sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE
    else { return }
    isWriting = true
    noteOtherCommits()
    log.transactionWrites()
  }

  private func endWriting() {
    guard isWriting else { return }
    isWriting = false
    log?.transactionEnds()
  }

  private func reset() {
    removals += 1
    changes = []
    movedKeys = [:]
    byteCount = 0
    (isCommitting, isOverfull, isIncomplete) = (false, false, false)
  }

  private func index(of savepoint: String) -> Int? {
    savepoints.lastIndex { $0.name == savepoint }
  }

  private func forget(since mark: Int) {
    removals += 1
    changes.removeSubrange(min(mark, changes.count)...)
    if !movedKeys.isEmpty { movedKeys = movedKeys.filter { $0.key < mark } }
  }

  /// Returns whether SQLite may commit.
  func mayCommit() -> Bool {
    do {
      if extent == .all, !changes.isEmpty { try configuration.willCommit?(changes) }
      isCommitting = true
      endWriting()
      return true
    } catch {
      veto = error
      return false
    }
  }

  /// Called when a transaction has been rolled back.
  func rolledBack() {
    reset()
    savepoints = []
    endWriting()
  }

  /// Records the change of a row. Its values are nil if SQLite does not provide them.
  func append(
    _ operation: Int32, _ table: UnsafePointer<CChar>, _ key: Int64, newKey: Int64,
    old: [Value]?, new: [Value]?
  ) {
    if extent == .log, changes.count == capacity || byteCount > CommitLog.byteCapacity {
      isOverfull = true
      changes = []
      movedKeys = [:]
    }
    guard !isOverfull else { return }
    let name = String(cString: table)
    if configuration.isHidden?(name) == true { return }
    let kind: RowChange.Operation =
      switch operation {
      case SQLITE_INSERT: .insert
      case SQLITE_UPDATE: .update
      default: .delete
      }
    if kind == .update, key != newKey { movedKeys[changes.count] = newKey }
    let change = RowChange(operation: kind, table: name, key: key, old: old, new: new)
    if extent == .log { byteCount += change.byteCount }
    changes.append(change)
  }
}
