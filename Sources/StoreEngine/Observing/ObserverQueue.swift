internal import Dispatch
internal import StoreSupport

/// A queue in which the observers of a file wait for its next commit.
///
/// Observers are woken in rounds of limited size, with a pause after each round. So many small
/// commits are combined, and a writer waits for a few observers at most, not for all of them.
final class ObserverQueue: Sendable {
  /// The number of observers that are woken in one round.
  private static let wokenAtOnce = 32

  /// The state of one observer in the queue.
  ///
  /// `@unchecked Sendable`: `round` is accessed in this file only, in `rest(_:)` and `wake()`,
  /// while the lock of `state` is held. An observer uses its mark in one queue.
  final class Mark: @unchecked Sendable {
    /// The round in which the observer was woken, until it has finished its work.
    fileprivate var round: Int?
  }

  private struct Waiter: Sendable {
    let number: Int
    let mark: Mark
    let wake: @Sendable (Result<Bool, any Error>) -> Void
  }

  /// The period in which some observers are woken and do their work, and the pause after it.
  private struct Round {
    let number: Int
    let start = DispatchTime.now()
    var atWork = 0
    var isOver = false
  }

  private struct State {
    /// The number of the last commit.
    var last = 0
    var waiters: [Int: Waiter] = [:]
    var nextTicket = 0
    var cancelled: Set<Int> = []
    var round: Round?
    var roundCount = 0
    /// What those who wait get once the queue is closed.
    var ending: Result<Bool, any Error>?
    /// Called when an observer begins to wait.
    var didWait: (@Sendable () -> Void)?

    var isSomeoneBehind: Bool { waiters.values.contains { $0.number < last } }

    /// Begins a round. Returns false if one is running.
    mutating func beginRound() -> Bool {
      guard round == nil else { return false }
      roundCount += 1
      round = Round(number: roundCount)
      return true
    }

    /// Ends a round and returns it; nil if it has ended before.
    mutating func end(_ number: Int) -> Round? {
      guard let round, round.number == number, !round.isOver else { return nil }
      self.round?.isOver = true
      return round
    }
  }

  private let state = Locked(State())
  /// The dispatch queue on which observers are woken, so that a commit does not wait for them.
  private let waking = DispatchQueue(label: "sqlite observers")

  /// Reports the number of a new commit.
  func announce(_ last: Int) {
    let begins = state.withLock { state in
      state.last = last
      return state.waiters.isEmpty ? false : state.beginRound()
    }
    if begins { waking.async { self.wake() } }
  }

  /// Suspends until there is a commit after the one with this number. Returns false once the queue
  /// is closed.
  func wait(after number: Int, _ mark: Mark) async throws -> Bool {
    rest(mark)
    let ticket = state.withLock { state in
      state.nextTicket += 1
      return state.nextTicket
    }
    defer { _ = state.withLock { $0.cancelled.remove(ticket) } }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        stand(ticket, Waiter(number: number, mark: mark) { continuation.resume(with: $0) })
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

  /// The number of observers that have seen all commits, and wait for the next one.
  var idleCount: Int {
    state.withLock { state in state.waiters.values.count { $0.number >= state.last } }
  }

  /// Sets what is called when an observer begins to wait.
  func whenOneWaits(_ body: (@Sendable () -> Void)?) { state.withLock { $0.didWait = body } }

  private func stand(_ ticket: Int, _ waiter: Waiter) {
    let (answer, begins, didWait) = state.withLock {
      state -> (Result<Bool, any Error>?, Bool, (@Sendable () -> Void)?) in
      if state.cancelled.remove(ticket) != nil {
        return (.failure(CancellationError()), false, nil)
      }
      if let ending = state.ending { return (ending, false, nil) }
      state.waiters[ticket] = waiter
      return (nil, waiter.number < state.last ? state.beginRound() : false, state.didWait)
    }
    didWait?()
    if let answer { waiter.wake(answer) }
    if begins { waking.async { self.wake() } }
  }

  /// Reports that an observer has finished its work for now.
  func rest(_ mark: Mark) {
    let ended: Round? = state.withLock { state in
      guard let number = mark.round else { return nil }
      mark.round = nil
      guard state.round?.number == number else { return nil }
      state.round?.atWork -= 1
      return state.round?.atWork == 0 ? state.end(number) : nil
    }
    if let ended { leaveTime(after: ended) }
  }

  /// Closes the queue, which ends all waits, with an error if there is one.
  func close(because error: DatabaseError? = nil) {
    let ending = error.map { Result<Bool, any Error>.failure($0) } ?? .success(false)
    let waiters = state.withLock { state in
      if state.ending == nil { state.ending = ending }
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.wake(ending) }
  }

  /// Wakes the observers that have waited longest for a new commit.
  private func wake() {
    let (ready, number) = state.withLock { state in
      let behind = state.waiters.filter { $0.value.number < state.last }
      let ready = behind.sorted { $0.key < $1.key }.prefix(Self.wokenAtOnce)
      for (ticket, waiter) in ready {
        state.waiters[ticket] = nil
        waiter.mark.round = state.round?.number
      }
      state.round?.atWork = ready.count
      if ready.isEmpty { state.round = nil }
      return (ready, state.round?.number)
    }
    for (_, waiter) in ready { waiter.wake(.success(true)) }
    guard let number else { return }
    // An observer that takes longer does not hold up the others.
    waking.asyncAfter(deadline: .now() + .milliseconds(100)) {
      let ended = self.state.withLock { $0.end(number) }
      if let ended { self.leaveTime(after: ended) }
    }
  }

  /// Pauses after a round for as long as it took, within bounds: observers work at most half of the
  /// time, and leave the rest to writers.
  private func leaveTime(after round: Round) {
    let took = DispatchTime.now().uptimeNanoseconds - round.start.uptimeNanoseconds
    let pause = min(max(took, 200_000), 200_000_000)
    waking.asyncAfter(deadline: .now() + .nanoseconds(Int(pause))) {
      let isNeeded = self.state.withLock { state in
        state.round = nil
        return state.isSomeoneBehind ? state.beginRound() : false
      }
      if isNeeded { self.wake() }
    }
  }
}
