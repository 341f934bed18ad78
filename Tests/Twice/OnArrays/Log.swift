package import TestModel

typealias People = [Person]

/// The results of chains, as texts.
package final class Log {
  package internal(set) var results: [(line: String, result: String)] = []

  package init() {}

  /// The elements of a chain.
  func list<Elements: Sequence>(
    _ chain: @autoclosure () throws -> Elements, file: String = #fileID, line: Int = #line
  ) throws {
    results.append((place(file, line), String(reflecting: Array(try chain()))))
  }

  /// Runs all chains on an array.
  package func run(on people: [Person]) throws { try runAll(on: people) }
}
