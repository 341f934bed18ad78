internal import StoreSupport

/// The recent commits to a file, for observers.
///
/// Commits are numbered. An observer that knows the state after one of them requests the commits
/// since then. Commits that are too old, too large, or of another process are not known, and the
/// observer reads its state again. So slow consumers hold up nothing, and see only the latest
/// state.
public final class CommitLog: Sendable {
  /// The number of changed rows that are recorded of one transaction at most, and to which the log
  /// is shortened. With more rows it is cheaper to read the state again.
  package static let capacity = 10_000

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
  }

  private struct State {
    var observerCount = 0
    var last = 0
    /// The number of the last commit whose changes are not known any more.
    var floor = 0
    var commits: [Commit] = []
    var rowCount = 0

    mutating func forgetAll() {
      commits = []
      rowCount = 0
      floor = last
    }

    /// Removes the oldest commits, until no more than `capacity` rows are left.
    mutating func forgetOldest() {
      var forgotten = 0
      while rowCount > CommitLog.capacity, forgotten < commits.count {
        rowCount -= commits[forgotten].changes.count
        floor = commits[forgotten].position.number
        forgotten += 1
      }
      commits.removeFirst(forgotten)
    }
  }

  private let state = Locked(State())

  /// The observers that wait for the next commit.
  let observers = ObserverQueue()

  package init() {}

  /// Whether the file has observers.
  package var isObserved: Bool { state.withLock { $0.observerCount > 0 } }

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
      state.forgetAll()
      return true
    }
  }

  /// Adds a commit; `changes` is nil if they are not known. Only the writer's thread calls this.
  package func append(_ changes: [RowChange]?) {
    let last = state.withLock { state in
      state.last += 1
      if let changes, changes.count <= Self.capacity {
        state.commits.append(Commit(position: Position(number: state.last), changes: changes))
        state.rowCount += changes.count
        if state.rowCount > 2 * Self.capacity { state.forgetOldest() }
      } else {
        state.forgetAll()
      }
      return state.last
    }
    observers.announce(last)
  }

  /// The number of observers that have seen all commits so far, and wait for the next one.
  package var idleObserverCount: Int { observers.idleCount }

  /// Sets what is called each time that an observer begins to wait.
  package func whenObserverWaits(_ body: (@Sendable () -> Void)?) { observers.whenOneWaits(body) }

  /// The position after the last commit.
  package var position: Position { state.withLock { Position(number: $0.last) } }

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
