internal import StoreSupport

/// The statements that closures of a running query run, such as one for each element in
/// `people.where { person in try orders.any { $0.personID == person.id } }`.
final class NestedStatements {
  /// The number of runs of each statement.
  private(set) var counts: [String: Int] = [:]

  // A closure runs on the thread that pulls the elements of its query, and a statement belongs to
  // the innermost query of its thread.
  private static let running = ThreadValue<NestedStatements>()

  /// Calls a function and returns its result and the statements that ran on this thread meanwhile.
  static func recording<Result>(
    _ body: () throws -> Result
  ) rethrows -> (Result, NestedStatements) {
    let statements = NestedStatements()
    return (try running.during(statements, body), statements)
  }

  /// Records a statement that is about to run on this thread.
  static func record(_ sql: @autoclosure () -> String) {
    running.value?.counts[sql(), default: 0] += 1
  }
}
