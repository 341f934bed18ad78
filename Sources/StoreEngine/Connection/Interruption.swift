internal import StoreSupport
internal import Synchronization

/// A flag that any thread may set to stop the work of a connection.
///
/// The connection checks it when a statement begins, every thousand steps of SQLite's virtual
/// machine, and while it waits for a lock. A call of `sqlite3_interrupt` between two statements
/// would have no effect.
package final class Interruption: Sendable {
  private let flag = Atomic<Bool>(false)
  private let isHeldOff = Atomic<Bool>(false)

  package init() {}

  /// Whether the connection has to stop now.
  package var isRequested: Bool {
    flag.load(ordering: .relaxed) && !isHeldOff.load(ordering: .relaxed)
  }

  private let handler = Locked<(@Sendable () -> Void)?>(nil)

  /// Called when the work is to stop, if the engine needs to be told.
  package var onRequest: (@Sendable () -> Void)? {
    get { handler.withLock { $0 } }
    set { handler.withLock { $0 = newValue } }
  }

  package func request() {
    flag.store(true, ordering: .relaxed)
    onRequest?()
  }

  package func clear() { flag.store(false, ordering: .relaxed) }

  /// Runs work that must not be interrupted, such as a rollback. A request during the work takes
  /// effect afterwards.
  ///
  /// Call this only on the connection's own thread.
  package func holdOff<Result>(while body: () throws -> Result) rethrows -> Result {
    let outer = isHeldOff.exchange(true, ordering: .relaxed)
    defer { isHeldOff.store(outer, ordering: .relaxed) }
    return try body()
  }
}
