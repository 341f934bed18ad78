import Hummingbird
import Synchronization

/// The chains that clients run: some at once, others wait for their turn, and more of one client
/// are refused.
final class Chains: Sendable {
  private struct Waiter {
    let number: Int
    let client: String
    let turns: AsyncStream<Turn>.Continuation
  }

  private struct State {
    /// The number of places that each client has.
    var places: [String: Int] = [:]
    /// The number of chains of each client that run.
    var running: [String: Int] = [:]
    var waiters: [Waiter] = []
    var lastNumber = 0
  }

  private let state = Mutex(State())
  private let limits: ServiceLimits

  init(limits: ServiceLimits) { self.limits = limits }

  /// The number of chains that run, and of those that wait for their turn.
  var counts: (running: Int, waiting: Int) {
    state.withLock { ($0.running.values.reduce(0, +), $0.waiters.count) }
  }

  /// Runs a chain of a client when its turn comes, and ends it when the client has gone, when it
  /// takes too long or when the service stops.
  func run<Value: Sendable>(
    for context: ServiceContext, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let place = try place(for: context.client)
    return try await context.whileConnected { [limits] in
      try await ServiceLimits.untilStop {
        let turn = try await place.turn()
        defer { withExtendedLifetime(turn) {} }
        return try await limits.withTimeout(body)
      }
    }
  }

  /// Takes a place for a client.
  ///
  /// - Throws: a problem with status 429 if the client has too many.
  func place(for client: String) throws -> Place {
    let isTaken = state.withLock { state in
      guard state.places[client, default: 0] < limits.chainsAskedByClient else { return false }
      state.places[client, default: 0] += 1
      return true
    }
    guard isTaken else {
      var problem = Problem(
        .tooManyRequests, "too-many-chains", "Too many chains of this client run or wait",
        detail: "\(limits.chainsAskedByClient) may be asked at once; end some, or wait.")
      problem.headers[.retryAfter] = "5"
      throw problem
    }
    return Place(self, client)
  }

  /// Waits until a chain of a client may run.
  ///
  /// - Throws: a problem with status 503 if that takes longer than a chain may run.
  fileprivate func turn(of client: String) async throws -> Turn {
    let (turns, giving) = AsyncStream<Turn>.makeStream()
    let number = state.withLock { state in
      state.lastNumber += 1
      state.waiters.append(Waiter(number: state.lastNumber, client: client, turns: giving))
      return state.lastNumber
    }
    giveTurns()
    let alarm = Task { [limits] in
      try await Task.sleep(for: limits.time)
      giving.finish()
    }
    defer {
      alarm.cancel()
      state.withLock { $0.waiters.removeAll { $0.number == number } }
    }
    for await turn in turns { return turn }
    try Task.checkCancellation()
    throw Problem.unavailable("busy", "Other chains are running; try again", after: 5)
  }

  /// Gives turns to those who have waited longest and whose client may run one more.
  private func giveTurns() {
    let next = state.withLock { state in
      var next: [Waiter] = []
      while state.running.values.reduce(0, +) < limits.chains,
        let index = state.waiters.firstIndex(where: {
          state.running[$0.client, default: 0] < limits.chainsOfClient
        })
      {
        let waiter = state.waiters.remove(at: index)
        state.running[waiter.client, default: 0] += 1
        next.append(waiter)
      }
      return next
    }
    // A turn that nobody takes any more is given back when the stream drops it.
    for waiter in next { waiter.turns.yield(Turn(self, waiter.client)) }
  }

  private func end(_ client: String) {
    state.withLock { $0.running.decrement(client) }
    giveTurns()
  }

  private func leave(_ client: String) {
    state.withLock { $0.places.decrement(client) }
  }

  /// The place of a chain that is given back when nobody holds it any more: a response may never be
  /// written.
  final class Place: Sendable {
    private let chains: Chains
    private let client: String

    fileprivate init(_ chains: Chains, _ client: String) {
      (self.chains, self.client) = (chains, client)
    }

    /// Waits until the chain may run.
    func turn() async throws -> Turn { try await chains.turn(of: client) }

    deinit { chains.leave(client) }
  }

  /// The right of a chain to run, which ends when nobody holds it any more.
  final class Turn: Sendable {
    private let chains: Chains
    private let client: String

    fileprivate init(_ chains: Chains, _ client: String) {
      (self.chains, self.client) = (chains, client)
    }

    deinit { chains.end(client) }
  }
}
