internal import Dispatch
internal import StoreSupport

extension ConnectionPool {
  /// Runs work on a reader, and at the same time on other readers that are idle. All of them see
  /// one state of the database.
  ///
  /// The work of another reader begins when a thread is free for it, and does not begin after that
  /// of the first one has ended. A reader that would see another state does not take part.
  ///
  /// - Parameters:
  ///   - connection: a reader that is being used on this thread. Its transaction has begun and has
  ///     not read anything.
  ///   - count: the number of other readers.
  ///   - makeWork: called in the snapshot of the first reader. Returns what is called once on each
  ///     connection; nil for nothing.
  /// - Returns: once all work has ended; false if there was none, or no other reader is idle.
  /// - Throws: the first error of the work. It ends the work of the others.
  package func readTogether(
    _ connection: Connection, withOthers count: Int,
    _ makeWork: () throws -> (@Sendable (Connection) throws -> Void)?
  ) throws -> Bool {
    let helpers = (0..<count).compactMap { _ in helper() }
    guard !helpers.isEmpty else { return false }
    var isGivenBack = false
    defer { if !isGivenBack { for helper in helpers { readers.give(helper.reader) } } }
    // No commit between both versions of a reader means that all see the state in between.
    try connection.beginSnapshot()
    guard let work = try makeWork() else { return false }
    isGivenBack = true
    let team = Team()
    for (reader, version) in helpers {
      reader.runOnWorker(team.interruption, reading: true) { connection in
        try team.join {
          try connection.snapshot {
            guard try connection.snapshotVersion() == version else { return }
            try work(connection)
          }
        }
      } then: { [readers] _ in
        readers.give(reader)
      }
    }
    try team.lead { try work(connection) }
    return true
  }

  /// Takes an idle reader and asks for the state that it sees; nil if there is none that tells.
  private func helper() -> (reader: PooledConnection, version: DatabaseVersion)? {
    guard let reader = readers.takeIdle() else { return nil }
    let version = try? reader.run(reading: true) { connection in
      try connection.snapshot { try connection.snapshotVersion() }
    }
    if let version { return (reader, version) }
    readers.give(reader)
    return nil
  }
}

/// Threads that work on the same thing: one that leads, and helpers that may join until it is done.
private final class Team: Sendable {
  /// The interruption of the helpers.
  let interruption = Interruption()
  private let state = Locked(State())
  private let left = DispatchSemaphore(value: 0)

  private struct State {
    var isOver = false
    var helperCount = 0
    var failure: (any Error)?
  }

  /// Runs the work of a helper, unless the work is over.
  func join(_ work: () throws -> Void) throws {
    let joins = state.withLock { state in
      if !state.isOver { state.helperCount += 1 }
      return !state.isOver
    }
    guard joins else { return }
    var failure: (any Error)?
    do { try work() } catch { failure = error }
    state.withLock { state in
      state.helperCount -= 1
      if state.failure == nil { state.failure = failure }
    }
    left.signal()
  }

  /// Runs the work of the leading thread, and waits for the helpers.
  func lead(_ work: () throws -> Void) throws {
    var failure: (any Error)?
    do { try work() } catch {
      failure = error
      interruption.request()
    }
    var isWaiting = state.withLock { state in
      state.isOver = true
      return state.helperCount > 0
    }
    while isWaiting {
      if Interruption.isRequested { interruption.request() }
      _ = left.wait(timeout: .now() + .milliseconds(10))
      isWaiting = state.withLock { $0.helperCount > 0 }
    }
    if let failure = failure ?? state.withLock({ $0.failure }) { throw failure }
    try Interruption.check()
  }
}
