internal import StoreSupport

/// The latest commits to a file, for those who observe it.
///
/// Commits are numbered. Whoever knows the state after one of them asks for what came since; what
/// is too long ago, too large, or by another process is not known, and is read anew. So a slow
/// observer holds up nothing and nobody: it finds the latest state whenever it asks.
public final class CommitLog: Sendable {
  /// How many changed rows are kept, and recorded of one transaction. More are cheaper read anew.
  package static let capacity = 10_000

  /// A place in the row of commits.
  public struct Position: Sendable, Hashable, Comparable {
    let number: Int

    /// Whether a commit was before another one.
    public static func < (left: Position, right: Position) -> Bool { left.number < right.number }
  }

  /// A commit with the rows that it changed.
  public struct Commit: Sendable {
    /// The place after the commit.
    public let position: Position
    /// The changed rows, in order.
    public let changes: [RowChange]
  }

  private struct State {
    var observerCount = 0
    var last = 0
    /// The commits up to this one are not known.
    var floor = 0
    var commits: [Commit] = []
    var rowCount = 0

    mutating func forgetAll() {
      commits = []
      rowCount = 0
      floor = last
    }

    /// Forgets the older half of the rows.
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

  /// Those who wait for the next commit.
  let observers = ObserverQueue()

  init() {}

  /// Whether someone observes the file.
  var isObserved: Bool { state.withLock { $0.observerCount > 0 } }

  /// Notes a observer; true for the first.
  func retain() -> Bool {
    state.withLock { state in
      state.observerCount += 1
      return state.observerCount == 1
    }
  }

  /// Notes that a observer is gone; true for the last.
  func release() -> Bool {
    state.withLock { state in
      state.observerCount -= 1
      guard state.observerCount == 0 else { return false }
      state.forgetAll()
      return true
    }
  }

  /// Adds a commit; nil for changes that are not known. The writer's thread alone does this.
  func append(_ changes: [RowChange]?) {
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

  /// The place after the last commit.
  var position: Position { state.withLock { Position(number: $0.last) } }

  /// The commits after a place, and the place after them; nil where some of them are not known.
  func commits(since position: Position) -> (commits: [Commit]?, position: Position) {
    state.withLock { state in
      let last = Position(number: state.last)
      guard position.number >= state.floor else { return (nil, last) }
      return (Array(state.commits.suffix(state.last - position.number)), last)
    }
  }
}
