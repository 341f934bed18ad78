package import TestModel

typealias People = Query<Person>

/// The results of chains, as texts.
package final class Log {
  package internal(set) var results: [(line: String, result: String)] = []
  /// The chains that ran in memory in part, with the reason.
  package private(set) var inMemory: [String] = []

  package init() {}

  /// The elements of a chain.
  func list<Element: Sendable>(
    _ chain: @autoclosure () throws -> Query<Element>, file: String = #fileID, line: Int = #line
  ) throws {
    let query = try chain()
    results.append((place(file, line), String(reflecting: try query.toArray())))
    if try !query.plan().isAllSQL { inMemory.append(place(file, line)) }
  }

  /// Runs all chains on a query.
  package func run(on people: Query<Person>) throws { try runAll(on: people) }
}
