internal import StoreSupport
internal import Synchronization

/// The statements that closures of a running query run, such as one for each element in
/// `people.where { person in try orders.any { $0.personID == person.id } }`.
final class NestedStatements {
  /// The number of runs of each statement.
  private(set) var counts: [String: Int] = [:]

  // A closure runs on the thread that pulls the elements of its query, and a statement belongs to
  // the innermost query of its thread.
  private static let running = Locked<[ThreadIdentity: NestedStatements]>([:])
  private static let count = Atomic<Int>(0)

  /// Calls a function and returns its result and the statements that ran on this thread meanwhile.
  static func recording<Result>(
    _ body: () throws -> Result
  ) rethrows -> (Result, NestedStatements) {
    let statements = NestedStatements()
    let thread = ThreadIdentity.current
    let outer = exchange(statements, thread)
    defer { _ = exchange(outer, thread) }
    return (try body(), statements)
  }

  /// Records a statement that is about to run on this thread.
  static func record(_ sql: @autoclosure () -> String) {
    guard count.load(ordering: .relaxed) > 0 else { return }
    let statements = running.withLock { $0[.current] }
    statements?.counts[sql(), default: 0] += 1
  }

  private static func exchange(
    _ new: NestedStatements?, _ thread: ThreadIdentity
  ) -> NestedStatements? {
    running.withLock { running in
      let old = running[thread]
      running[thread] = new
      count.store(running.count, ordering: .relaxed)
      return old
    }
  }
}
