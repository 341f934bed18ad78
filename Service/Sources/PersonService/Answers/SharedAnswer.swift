import People
import StoreSQLite
import Synchronization

/// An answer about the whole store, which is computed once, and shared by all who ask until the
/// next commit, of any process.
///
/// Who asks gets the state after all commits that had returned by then. Those who ask while the
/// store is being read share the next reading, so that there are at most two for any number of
/// clients. A reading ends when all who wait for it have gone.
final class SharedAnswer<Value: Sendable>: Sendable {
  private struct Reading {
    let number: Int
    let task: Task<Value, any Error>
  }

  private struct State {
    var kept: (version: DatabaseVersion, value: Value)?
    /// The reading that has not begun.
    var next: Reading?
    /// The number of those who wait for each reading.
    var waiters: [Int: Int] = [:]
    var lastNumber = 0
  }

  private let store: PersonStore
  private let limits: ServiceLimits
  private let compute: @Sendable (StoreTransaction) throws -> Value
  private let state = Mutex(State())

  /// - Parameter compute: computes the answer in a snapshot.
  init(
    of store: PersonStore, _ limits: ServiceLimits,
    _ compute: @escaping @Sendable (StoreTransaction) throws -> Value
  ) {
    // Readings follow each other on one connection, which tells whether anybody has committed.
    self.store = store.reading(connections: 1)
    self.limits = limits
    self.compute = compute
  }

  /// The number of readings that somebody waits for.
  var readingCount: Int { state.withLock { $0.waiters.count } }

  /// Returns the answer.
  func value() async throws -> Value {
    let reading = join()
    return try await withTaskCancellationHandler {
      try await reading.task.value
    } onCancel: {
      leave(reading)
    }
  }

  private func join() -> Reading {
    state.withLock { state in
      let reading = state.next ?? reading(state.lastNumber + 1)
      state.lastNumber = reading.number
      state.next = reading
      state.waiters[reading.number, default: 0] += 1
      return reading
    }
  }

  private func reading(_ number: Int) -> Reading {
    let task = Task { [self] in
      defer { end(number) }
      return try await limits.withTimeout { [self] in
        try await store.read { [self] in try read($0, number) }
      }
    }
    return Reading(number: number, task: task)
  }

  private func read(_ transaction: StoreTransaction, _ number: Int) throws -> Value {
    // Who asks from here on may know of a commit that the snapshot does not have.
    begin(number)
    let version = try transaction.connection.snapshotVersion()
    if let kept = state.withLock({ $0.kept }), kept.version == version { return kept.value }
    let value = try compute(transaction)
    state.withLock { state in state.kept = version.map { ($0, value) } }
    return value
  }

  private func begin(_ number: Int) {
    state.withLock { state in
      if state.next?.number == number { state.next = nil }
    }
  }

  private func end(_ number: Int) {
    begin(number)
    state.withLock { $0.waiters[number] = nil }
  }

  private func leave(_ reading: Reading) {
    let isLast = state.withLock { state in
      guard let waiters = state.waiters[reading.number] else { return false }
      state.waiters[reading.number] = waiters - 1
      if waiters == 1, state.next?.number == reading.number { state.next = nil }
      return waiters == 1
    }
    if isLast { reading.task.cancel() }
  }
}
