package import TestModel

typealias People = [Person]

/// The results of chains, as texts.
package final class Log {
  package private(set) var results: [(line: String, result: String)] = []

  package init() {}

  /// The elements of a chain.
  func list<Elements: Sequence>(
    _ chain: @autoclosure () throws -> Elements, file: String = #fileID, line: Int = #line
  ) throws {
    results.append((place(file, line), String(reflecting: Array(try chain()))))
  }

  /// The value of a chain's terminal.
  func value<Value>(
    _ chain: @autoclosure () throws -> Value, file: String = #fileID, line: Int = #line
  ) throws {
    results.append((place(file, line), String(reflecting: try chain())))
  }

  private func place(_ file: String, _ line: Int) -> String {
    "\(file.drop { $0 != "/" }.dropFirst()):\(line)"
  }
}

extension Log {
  /// Runs all chains on an array.
  package func run(on people: [Person]) throws {
    for chains in [
      filters, orders, projections, positions, groups, combinations, terminals, compositions,
    ] { try chains(people, self) }
  }
}
