internal import Dispatch

/// The latest commits to a file, for those who follow it.
///
/// Commits are numbered. Whoever knows the state after one of them asks for what came since; what is too
/// long ago, too large, or by another process is not known, and is read anew. So a slow follower holds up
/// nothing and nobody: it finds the latest state whenever it asks.
public final class CommitLog: Sendable {
  /// How many changed rows are kept, and recorded of one transaction. More are cheaper read anew.
  static let capacity = 10_000

  /// How many followers work at a time.
  private static let wokenAtOnce = 32

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

  /// What the log knows of a follower; touched only with the log's lock held.
  final class Mark: @unchecked Sendable {
    /// Whether the follower was woken and has not come to the end of its work since.
    fileprivate var isAtWork = false
  }

  fileprivate struct Waiter: Sendable {
    let position: Position
    let mark: Mark
    let wake: @Sendable (Result<Bool, any Error>) -> Void
  }

  fileprivate struct State {
    var followerCount = 0
    var last = 0
    /// The commits up to this one are not known.
    var floor = 0
    var commits: [Commit] = []
    var rowCount = 0
    var waiters: [Int: Waiter] = [:]
    var nextTicket = 0
    var cancelled: Set<Int> = []
    /// The time in which followers are woken, work, and leave time to others.
    var round: Round?
    var roundCount = 0
    var isClosed = false
  }

  fileprivate struct Round {
    let number: Int
    let start = DispatchTime.now()
    var atWork = 0
    var isOver = false
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
    let begins = state.withLock { state in
      state.last += 1
      if let changes, changes.count <= Self.capacity {
        state.commits.append(
          Commit(position: Position(number: state.last), changes: changes))
        state.rowCount += changes.count
        if state.rowCount > 2 * Self.capacity { state.forgetOldest() }
      } else {
        state.forgetAll()
      }
      return state.waiters.isEmpty ? false : state.beginRound()
    }
    if begins { waking.async { self.wake() } }
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
  func wait(after position: Position, _ mark: Mark) async throws -> Bool {
    let ticket = state.withLock { state in
      state.nextTicket += 1
      return state.nextTicket
    }
    rest(mark)
    defer { _ = state.withLock { $0.cancelled.remove(ticket) } }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Bool, any Error>? = state.withLock { state in
          if state.cancelled.remove(ticket) != nil { return .failure(CancellationError()) }
          if state.isClosed { return .success(false) }
          state.waiters[ticket] = Waiter(position: position, mark: mark) {
            continuation.resume(with: $0)
          }
          if state.last > position.number, state.beginRound() { waking.async { self.wake() } }
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

  /// A follower has come to the end of its work for now.
  func rest(_ mark: Mark) {
    let ended: CommitLog.Round? = state.withLock { state in
      guard mark.isAtWork else { return nil }
      mark.isAtWork = false
      state.round?.atWork -= 1
      return state.round?.atWork == 0 ? state.endRound() : nil
    }
    if let ended { leaveTime(after: ended) }
  }

  /// Wakes those who wait for what has come, some at a time: whoever writes meanwhile stands behind a few of
  /// them, not behind all.
  private func wake() {
    let (ready, number) = state.withLock { state in
      let behind = state.waiters.filter { $0.value.position.number < state.last }
      let ready = behind.sorted { $0.key < $1.key }.prefix(Self.wokenAtOnce)
      for (ticket, waiter) in ready {
        state.waiters[ticket] = nil
        waiter.mark.isAtWork = true
      }
      state.round?.atWork = ready.count
      if ready.isEmpty { state.round = nil }
      return (ready, state.round?.number)
    }
    for (_, waiter) in ready { waiter.wake(.success(true)) }
    guard let number else { return }
    // Whoever takes longer does not hold up the others.
    waking.asyncAfter(deadline: .now() + .milliseconds(100)) {
      let ended = self.state.withLock { $0.round?.number == number ? $0.endRound() : nil }
      if let ended { self.leaveTime(after: ended) }
    }
  }

  /// Followers work half of the time at most: the other half belongs to those who write. Many small commits
  /// are one piece of news then.
  private func leaveTime(after round: Round) {
    let took = DispatchTime.now().uptimeNanoseconds - round.start.uptimeNanoseconds
    let pause = min(max(took, 200_000), 200_000_000)
    waking.asyncAfter(deadline: .now() + .nanoseconds(Int(pause))) {
      let isNeeded = self.state.withLock { state in
        state.round = nil
        let isBehind = state.waiters.values.contains { $0.position.number < state.last }
        return isBehind ? state.beginRound() : false
      }
      if isNeeded { self.wake() }
    }
  }
}

extension CommitLog.State {
  /// Begins a round; false where one is under way.
  fileprivate mutating func beginRound() -> Bool {
    guard round == nil else { return false }
    roundCount += 1
    round = CommitLog.Round(number: roundCount)
    return true
  }

  /// Ends the round, once.
  fileprivate mutating func endRound() -> CommitLog.Round? {
    guard round?.isOver == false else { return nil }
    round?.isOver = true
    return round
  }

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
