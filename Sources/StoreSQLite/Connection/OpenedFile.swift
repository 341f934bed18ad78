internal import CStoreSQLite
internal import Foundation
internal import StoreEngine
internal import StoreSupport
internal import Synchronization

/// The file that the connections of a pool have open.
///
/// It notices when the path leads to another file, or when a program has written to the file
/// without SQLite. SQLite does not: it would go on writing to a file that no path leads to,
/// checkpoint its log into the other content, and open further connections to the other file with
/// the log of this one. After that nothing is read or written, and there is no checkpoint.
final class OpenedFile: Sendable {
  /// What has happened to the file.
  private enum Replacement {
    /// The path leads to another file or to none, or the log is gone.
    case moved
    /// A program has written to the file without SQLite.
    case overwritten
  }

  /// The file as it was when no checkpoint was running.
  private struct Content: Equatable {
    let size: Int
    let written: FileStatus.Time
    /// The end of the last checkpoint.
    let copied: LogPlace
  }

  fileprivate typealias Log = (path: String, identity: FileStatus.Identity)

  private struct State {
    var file: FileStatus.Identity?
    /// The number of connections that have the file open.
    var connectionCount = 0
    var log: Log?
    var content: Content?
    /// The end of the log when the path last led to the file.
    var logEnd: LogPlace?
    var replacement: Replacement?
    /// Called once when the file has been replaced.
    var whenReplaced: (@Sendable () -> Void)?
  }

  private let path: String
  /// The path as it was given, whatever the working folder is later. SQLite follows symbolic links
  /// only when it opens the file.
  private let absolutePath: String
  private let state = Locked(State())
  /// When the file is looked at again, in milliseconds.
  private let nextLook = Atomic<UInt64>(0)
  private let isReplaced = Atomic<Bool>(false)

  init(_ path: String) {
    self.path = path
    let folder = FileManager.default.currentDirectoryPath
    absolutePath = path.utf8.first == UInt8(ascii: "/") ? path : "\(folder)/\(path)"
  }

  /// Sets what is called once when the file has been replaced.
  func whenReplaced(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.whenReplaced = body }
  }

  /// Called when a connection has opened the file. The first one decides which file it is.
  func opened(by connection: SQLiteConnection) throws(DatabaseError) {
    connection.isInOpenedFile = true
    state.withLock { state in
      state.connectionCount += 1
      if state.file == nil { state.file = FileStatus(connection.realPath)?.identity }
    }
    // The path may have led to another file already when it was asked for the identity.
    try look { _, _ in connection.hasMoved ? .moved : nil }
    try look(by: connection)
  }

  /// Called before a connection opens the file.
  func opens() throws(DatabaseError) {
    try look { state, path in
      state.file.map { Self.isThere($0, at: path) } ?? true ? nil : .moved
    }
  }

  /// Looks at the file, unless that was done a moment ago.
  func lookNowAndThen(by connection: SQLiteConnection) throws(DatabaseError) {
    let now = Self.milliseconds
    if now >= nextLook.load(ordering: .relaxed) {
      try look(by: connection)
    } else if isReplaced.load(ordering: .relaxed) {
      throw .replaced(path: path)
    }
  }

  /// Looks at the file.
  func look(by connection: SQLiteConnection) throws(DatabaseError) {
    nextLook.store(Self.milliseconds + 100, ordering: .relaxed)
    try look { state, path in Self.replacement(of: path, &state, connection) }
  }

  /// Looks at the file before a commit. Of the log it only asks whether it is there: when somebody
  /// has read the status of a file, the next write to it takes longer, because the system gives it
  /// an exact time.
  func lookBeforeCommit(by connection: SQLiteConnection) throws(DatabaseError) {
    try look { state, path in
      Self.replacement(of: path, &state, connection) { log in
        access(log.path, F_OK) == 0 || !Self.isMissing
      }
    }
  }

  private func look(
    _ find: (inout State, _ path: String) -> Replacement?
  ) throws(DatabaseError) {
    guard isReplaced(find) else { return }
    let call = state.withLock { state in
      defer { state.whenReplaced = nil }
      return state.whenReplaced
    }
    call?()
    throw .replaced(path: path)
  }

  private func isReplaced(_ find: (inout State, _ path: String) -> Replacement?) -> Bool {
    let isReplaced = state.withLock { state in
      state.replacement = state.replacement ?? find(&state, absolutePath)
      return state.replacement != nil
    }
    if isReplaced { self.isReplaced.store(true, ordering: .relaxed) }
    return isReplaced
  }

  /// Called when a connection has written.
  func wrote(_ connection: SQLiteConnection) {
    state.withLock { state in
      if state.log != nil { state.logEnd = connection.logState?.end }
    }
  }

  /// Called before a connection is closed. If the file has been replaced, the log is not copied
  /// into what is there now, nor is the log that is there now removed.
  func closes(_ connection: SQLiteConnection) {
    defer { forgetLog(of: connection) }
    // The pool may be closing, and is not told.
    guard isReplaced({ Self.replacement(of: $1, &$0, connection) }) else { return }
    connection.keepLog()
    guard connection.role == .writer, connection.configuration.access != .read,
      connection.writesLog
    else { return }
    let (replacement, file, logEnd) = state.withLock { ($0.replacement, $0.file, $0.logEnd) }
    if case .moved = replacement {
      // The log is copied into the file, wherever it is now, unless a program has opened another
      // file with it.
      if connection.logState?.end == logEnd, connection.emptyLog() { return }
      if FileStatus(connection.realPath)?.identity == file { return }
    }
    if connection.logState.map({ $0.end.page > 0 }) ?? true {
      ReplacementMark.leave(beside: connection.realPath)
    }
  }

  /// Forgets the log before the last connection is closed, which removes it.
  private func forgetLog(of connection: SQLiteConnection) {
    guard connection.isInOpenedFile else { return }
    connection.isInOpenedFile = false
    state.withLock { state in
      state.connectionCount -= 1
      guard state.connectionCount == 0 else { return }
      (state.log, state.logEnd, state.content) = (nil, nil, nil)
    }
  }

  private static func replacement(
    of path: String, _ state: inout State, _ connection: SQLiteConnection,
    isLogThere: (Log) -> Bool = { isThere($0.identity, at: $0.path) }
  ) -> Replacement? {
    // The log is looked at before and after the file: what another program copies meanwhile into
    // the file must not look as if it had been written without SQLite.
    let before = state.log == nil ? nil : connection.logState
    guard let file = state.file else { return nil }
    guard let status = FileStatus(path), status.identity == file else {
      return isThere(file, at: path) ? nil : .moved
    }
    guard let log = state.log else {
      // The file may have been replaced between the check of its log and its opening.
      if LogOwner.isOther(beside: connection.realPath) { return .moved }
      state.log = connection.findLog(of: file)
      return nil
    }
    guard isLogThere(log) else {
      guard !connection.writesLog else { return .moved }
      // The program has turned the log off.
      state.log = nil
      return nil
    }
    state.logEnd = before?.end
    guard let before, !before.isBeingCopied, let after = connection.logState,
      !after.isBeingCopied, after.copied == before.copied
    else { return nil }
    let content = Content(size: status.size, written: status.written, copied: before.copied)
    if let last = state.content, last != content, last.copied == content.copied {
      return .overwritten
    }
    state.content = content
    return nil
  }

  /// Returns whether a path leads to a file. A path that cannot be looked at may do so.
  private static func isThere(_ file: FileStatus.Identity, at path: String) -> Bool {
    if let status = FileStatus(path) { return status.identity == file }
    return !isMissing
  }

  /// Whether the last call of the system has found nothing at a path.
  private static var isMissing: Bool { errno == ENOENT || errno == ENOTDIR }

  /// A clock that is read at the cost of a function call.
  private static var milliseconds: UInt64 {
    var time = timespec()
    #if canImport(Darwin)
    clock_gettime(CLOCK_MONOTONIC_RAW_APPROX, &time)
    #else
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    #endif
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }
}

/// A place in the log.
private struct LogPlace: Equatable {
  /// A number that changes when the log begins anew.
  let beginning: UInt64
  /// The number of pages before it.
  let page: UInt32
}

extension SQLiteConnection {
  /// Whether the path leads to another file than the one that SQLite has opened, or to none.
  fileprivate var hasMoved: Bool {
    var hasMoved: Int32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return code == SQLITE_OK && hasMoved != 0
  }

  /// Returns the log, if the connection uses one, and notes in it to which file it belongs. A new
  /// file has none until it is read.
  fileprivate func findLog(of file: FileStatus.Identity) -> OpenedFile.Log? {
    let path = realPath + "-wal"
    guard let log = FileStatus(path), writesLog else { return nil }
    if configuration.access != .read { LogOwner(file: file, log: log.identity).note(in: path) }
    return (path, log.identity)
  }

  /// How far the log is written and copied; nil without a log.
  fileprivate var logState: csqlite_log_state? {
    var state = csqlite_log_state()
    return csqlite_read_log_state(handle, &state) == SQLITE_OK ? state : nil
  }

  /// Whether the database is written with a log.
  fileprivate var writesLog: Bool {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, OwnQuestion.journalMode, -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW, let mode = sqlite3_column_text(statement, 0)
    else { return true }
    return String(cString: mode) == "wal"
  }

  /// Leaves the log as it is when the connection closes.
  fileprivate func keepLog() {
    _ = csqlite_db_config_set(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
  }

  /// Copies the log into the file that was opened, wherever that is now, and empties it. Returns
  /// false if another program is reading.
  fileprivate func emptyLog() -> Bool {
    sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK
  }
}

extension csqlite_log_state {
  fileprivate var end: LogPlace { LogPlace(beginning: salt, page: pages) }
  fileprivate var copied: LogPlace { LogPlace(beginning: salt, page: copiedPages) }
  fileprivate var isBeingCopied: Bool { attemptedPages > copiedPages }
}
