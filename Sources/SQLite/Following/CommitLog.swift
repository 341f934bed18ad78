internal import Dispatch

/// The latest commits to a file, for those who follow it.
///
/// Commits are numbered. Whoever knows the state after one of them asks for what came since; what is too
/// long ago, too large, or by another process is not known, and is read anew. So a slow follower holds up
/// nothing and nobody: it finds the latest state whenever it asks.
public final class CommitLog: Sendable {
  /// How many changed rows are kept, and recorded of one transaction. More are cheaper read anew.
  static let capacity = 10_000

  /// A place in the row of commits.
  public struct Position: Sendable, Hashable, Comparable {
    let number: Int

    /// Whether a commit was before another one.
    public static func < (left: Position, right: Position) -> Bool { left.number < right.number }
  }

  /// A commit with the rows that it changed.
  public struct Commit: Sendable {
    /// The place behind the commit.
    public let position: Position
    /// The changed rows, in order.
    public let changes: [RowChange]
  }

  fileprivate typealias Waiter = @Sendable (Result<Bool, any Error>) -> Void

  fileprivate struct State {
    var followerCount = 0
    var last = 0
    /// The commits up to this one are not known.
    var floor = 0
    var commits: [Commit] = []
    var rowCount = 0
    var waiters: [Int: (position: Position, wake: Waiter)] = [:]
    var nextTicket = 0
    var cancelled: Set<Int> = []
    var isWaking = false
    var isClosed = false
  }

  private let state = Locked(State())
  /// Where followers are woken: whoever commits does not wait for them.
  private let waking = DispatchQueue(label: "sqlite followers")

  init() {}

  /// Whether someone follows the file.
  var isFollowed: Bool { state.withLock { $0.followerCount > 0 } }

  /// Notes a follower; true for the first.
  func retain() -> Bool {
    state.withLock { state in
      state.followerCount += 1
      return state.followerCount == 1
    }
  }

  /// Notes that a follower is gone; true for the last.
  func release() -> Bool {
    state.withLock { state in
      state.followerCount -= 1
      guard state.followerCount == 0 else { return false }
      state.forgetAll()
      return true
    }
  }

  /// Adds a commit; nil for changes that are not known.
  func append(_ changes: [RowChange]?) {
    let wakes = state.withLock { state in
      state.last += 1
      if let changes, changes.count <= Self.capacity {
        state.commits.append(
          Commit(position: Position(number: state.last), changes: changes))
        state.rowCount += changes.count
        if state.rowCount > 2 * Self.capacity { state.forgetOldest() }
      } else {
        state.forgetAll()
      }
      guard !state.waiters.isEmpty, !state.isWaking else { return false }
      state.isWaking = true
      return true
    }
    if wakes { waking.async { self.wake() } }
  }

  /// The place behind the last commit.
  var position: Position { state.withLock { Position(number: $0.last) } }

  /// The commits behind a place, and the place behind them; nil where some of them are not known.
  func commits(since position: Position) -> (commits: [Commit]?, position: Position) {
    state.withLock { state in
      let last = Position(number: state.last)
      guard position.number >= state.floor else { return (nil, last) }
      let count = state.last - position.number
      return (Array(state.commits.suffix(count)), last)
    }
  }

  /// Suspends until there is a commit behind a place; false once the file is closed.
  func wait(after position: Position) async throws -> Bool {
    let ticket = state.withLock { state in
      state.nextTicket += 1
      return state.nextTicket
    }
    defer { _ = state.withLock { $0.cancelled.remove(ticket) } }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Bool, any Error>? = state.withLock { state in
          if state.cancelled.remove(ticket) != nil { return .failure(CancellationError()) }
          if state.isClosed { return .success(false) }
          if state.last > position.number { return .success(true) }
          state.waiters[ticket] = (position, { continuation.resume(with: $0) })
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        let waiter = state.waiters.removeValue(forKey: ticket)
        if waiter == nil { state.cancelled.insert(ticket) }
        return waiter
      }
      waiter?.wake(.failure(CancellationError()))
    }
  }

  /// Ends all waiting.
  func close() {
    let waiters = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.wake(.success(false)) }
  }

  /// Wakes those who wait, and leaves them some time for the work before it does so again: many small
  /// commits are one piece of news for them.
  private func wake() {
    let ready = state.withLock { state in
      let ready = state.waiters.filter { $0.value.position.number < state.last }
      for ticket in ready.keys { state.waiters[ticket] = nil }
      return ready
    }
    for waiter in ready.values { waiter.wake(.success(true)) }
    let pause = DispatchTimeInterval.microseconds(500 + 20 * ready.count)
    waking.asyncAfter(deadline: .now() + pause) { self.wakeAgain() }
  }

  private func wakeAgain() {
    let isNeeded = state.withLock { state in
      let isNeeded = state.waiters.values.contains { $0.position.number < state.last }
      if !isNeeded { state.isWaking = false }
      return isNeeded
    }
    if isNeeded { wake() }
  }
}

extension CommitLog.State {
  fileprivate mutating func forgetAll() {
    commits = []
    rowCount = 0
    floor = last
  }

  /// Forgets the older half of the rows.
  fileprivate mutating func forgetOldest() {
    var forgotten = 0
    while rowCount > CommitLog.capacity, forgotten < commits.count {
      rowCount -= commits[forgotten].changes.count
      floor = commits[forgotten].position.number
      forgotten += 1
    }
    commits.removeFirst(forgotten)
  }
}
