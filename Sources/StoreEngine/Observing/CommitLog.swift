internal import StoreSupport
internal import Synchronization

/// The recent commits to a file, for observers, and for those who have read all values of a column
/// and need to know only what has changed since (`keep()`).
///
/// Commits are numbered. An observer that knows the state after one of them requests the commits
/// since then. Commits that are too old, too large, or of another process are not known, and the
/// observer reads its state again. So slow consumers hold up nothing, and see only the latest
/// state.
public final class CommitLog: Sendable {
  /// The number of changed rows that are recorded of one transaction at most, and to which the log
  /// is shortened. With more rows it is cheaper to read the state again.
  package static let capacity = 10_000
  /// The memory of the values that are recorded of one transaction at most, and to which the log is
  /// shortened, in bytes.
  package static let byteCapacity = 8 << 20
  /// The same for a log without observers.
  private static let smallCapacity = 1000

  /// A position in the sequence of commits.
  public struct Position: Sendable, Hashable, Comparable {
    let number: Int

    /// Returns whether a position is before another one.
    public static func < (left: Position, right: Position) -> Bool { left.number < right.number }
  }

  /// A commit with the rows that it changed.
  public struct Commit: Sendable {
    /// The position after the commit.
    public let position: Position
    /// The changed rows, in order.
    public let changes: [RowChange]
    /// The memory that their values take.
    fileprivate let byteCount: Int
  }

  private struct State {
    var observerCount = 0
    var last = 0
    /// The number of the last commit whose changes are not known any more.
    var floor = 0
    var commits: [Commit] = []
    var rowCount = 0
    var byteCount = 0
    /// Whether the commits are kept without observers.
    var isKept = false
    /// Whether the writer records its changes for that.
    var isRecording = false
    /// Whether a transaction has the write lock, and all commits before it have been recorded.
    var isWriting = false

    var isWanted: Bool { observerCount > 0 || isKept }
    var capacity: Int { observerCount > 0 ? CommitLog.capacity : CommitLog.smallCapacity }

    mutating func forgetAll() {
      commits = []
      (rowCount, byteCount) = (0, 0)
      floor = last
    }

    /// Removes the oldest commits, until no more rows and bytes are left than the log is shortened
    /// to.
    mutating func forgetOldest() {
      var forgotten = 0
      while rowCount > capacity || byteCount > CommitLog.byteCapacity, forgotten < commits.count {
        rowCount -= commits[forgotten].changes.count
        byteCount -= commits[forgotten].byteCount
        floor = commits[forgotten].position.number
        forgotten += 1
      }
      commits.removeFirst(forgotten)
    }
  }

  private let state = Locked(State())
  /// The number of the last commit.
  private let last = Atomic<Int>(0)
  /// Records the commits of other processes; see ``setQuestion(_:)``.
  private let question = Locked<(@Sendable () -> Bool)?>(nil)

  /// The observers that wait for the next commit.
  let observers = ObserverQueue()

  package init() {}

  /// Whether the file has observers.
  package var isObserved: Bool { state.withLock { $0.observerCount > 0 } }

  /// Whether the commits are recorded, for observers or without them.
  package var isWanted: Bool { state.withLock(\.isWanted) }

  /// Keeps the commits from now on, also without observers. The writer begins to record them with
  /// its next transaction.
  package func keep() { state.withLock { $0.isKept = true } }

  /// Returns the number of changed rows that are recorded of a transaction that begins; nil if no
  /// commits are wanted.
  ///
  /// - Parameter isFirst: whether the writer has recorded no transaction before. What was committed
  ///   earlier is not known.
  package func beginRecording(isFirst: Bool) -> Int? {
    state.withLock { state in
      if state.isKept, isFirst || !state.isRecording {
        state.isRecording = true
        add(nil, to: &state)
      }
      return state.isWanted ? state.capacity : nil
    }
  }

  /// Records that a transaction has the write lock. Before this, the commits of others have been
  /// recorded; until it ends there are none.
  package func transactionWrites() {
    state.withLock { $0.isWriting = true }
  }

  /// Records that the transaction is about to be committed, or has ended. From then on readers may
  /// see it, and others may commit.
  package func transactionEnds() {
    state.withLock { $0.isWriting = false }
  }

  /// Sets how the log learns of the commits of other processes: a closure that asks the writer, and
  /// returns false if that is in use.
  func setQuestion(_ question: @escaping @Sendable () -> Bool) {
    self.question.withLock { $0 = question }
  }

  /// Returns all rows that may have been changed by what a snapshot sees, and a position before it
  /// does not; nil if they are not known.
  ///
  /// - Parameters:
  ///   - position: a position before the snapshot, up to which the rows are known.
  ///   - isWriter: whether the snapshot is one of the writer itself.
  package func changes(
    since position: Position, isWriter: Bool
  ) -> (changes: [RowChange], position: Position)? {
    // A transaction that writes keeps others from committing. Between transactions, the writer is
    // free, or about to begin one. While it commits, it is neither.
    for attempt in 0..<Self.attempts {
      if isWriter || state.withLock(\.isWriting) { break }
      if let question = question.withLock(\.self), question() { break }
      guard attempt < Self.attempts - 1 else { return nil }
      // A run that is asked to end notices it at its next step.
      try? Interruption.sleep(microseconds: 50)
    }
    return state.withLock { state in
      guard state.isRecording, position.number >= state.floor else { return nil }
      let commits = state.commits.suffix(state.last - position.number)
      return (commits.flatMap(\.changes), Position(number: state.last))
    }
  }

  private static let attempts = 20

  /// Counts a new observer, and returns whether it is the first.
  func retain() -> Bool {
    state.withLock { state in
      state.observerCount += 1
      return state.observerCount == 1
    }
  }

  /// Counts a new observer if there are others, and returns whether there are.
  func retainIfObserved() -> Bool {
    state.withLock { state in
      guard state.observerCount > 0 else { return false }
      state.observerCount += 1
      return true
    }
  }

  /// Removes an observer from the count, and returns whether it was the last.
  func release() -> Bool {
    state.withLock { state in
      state.observerCount -= 1
      guard state.observerCount == 0 else { return false }
      if !state.isKept { state.forgetAll() }
      return true
    }
  }

  /// Adds a commit; `changes` is nil if they are not known. Only the writer's thread calls this.
  package func append(_ changes: [RowChange]?) {
    let last = state.withLock { state in
      add(changes, to: &state)
      return state.last
    }
    observers.announce(last)
  }

  private func add(_ changes: [RowChange]?, to state: inout State) {
    state.last += 1
    last.store(state.last, ordering: .releasing)
    guard let changes, changes.count <= state.capacity else { return state.forgetAll() }
    let byteCount = changes.reduce(0) { $0 + $1.byteCount }
    guard byteCount <= Self.byteCapacity else { return state.forgetAll() }
    state.commits.append(
      Commit(
        position: Position(number: state.last), changes: changes, byteCount: byteCount))
    state.rowCount += changes.count
    state.byteCount += byteCount
    if state.rowCount > 2 * state.capacity || state.byteCount > 2 * Self.byteCapacity {
      state.forgetOldest()
    }
  }

  /// The position up to which the changes are not known any more.
  package var floor: Position { Position(number: state.withLock(\.floor)) }

  /// The number of observers that have seen all commits so far, and wait for the next one.
  package var idleObserverCount: Int { observers.idleCount }

  /// Sets what is called each time that an observer begins to wait.
  package func whenObserverWaits(_ body: (@Sendable () -> Void)?) { observers.whenOneWaits(body) }

  /// The position after the last commit.
  package var position: Position { Position(number: last.load(ordering: .acquiring)) }

  /// Returns the commits after a position, and the position after them. The commits are nil if some
  /// of them are not known.
  func commits(since position: Position) -> (commits: [Commit]?, position: Position) {
    state.withLock { state in
      let last = Position(number: state.last)
      guard position.number >= state.floor else { return (nil, last) }
      return (Array(state.commits.suffix(state.last - position.number)), last)
    }
  }
}
