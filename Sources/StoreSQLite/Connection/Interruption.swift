internal import Synchronization

/// A flag that any thread may set to stop what a connection is doing.
///
/// The connection looks at it when a statement begins, every thousand steps of SQLite's virtual
/// machine, and while it waits for a lock. `sqlite3_interrupt` would be lost between two
/// statements.
final class Interruption: Sendable {
  private let flag = Atomic<Bool>(false)
  private let isHeldOff = Atomic<Bool>(false)

  /// Whether the connection is to stop now.
  var isRequested: Bool {
    flag.load(ordering: .relaxed) && !isHeldOff.load(ordering: .relaxed)
  }

  func request() { flag.store(true, ordering: .relaxed) }

  func clear() { flag.store(false, ordering: .relaxed) }

  /// Runs what must come to its end even so, a rollback for example. A request that comes meanwhile
  /// is not lost: it counts afterwards.
  ///
  /// For the connection's own thread only.
  func holdOff<Result>(while body: () throws -> Result) rethrows -> Result {
    let outer = isHeldOff.exchange(true, ordering: .relaxed)
    defer { isHeldOff.store(outer, ordering: .relaxed) }
    return try body()
  }
}
