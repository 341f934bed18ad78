extension Log {
  /// The value of a chain's terminal.
  func value<Value>(
    _ chain: @autoclosure () throws -> Value, file: String = #fileID, line: Int = #line
  ) throws {
    results.append((place(file, line), String(reflecting: try chain())))
  }

  func place(_ file: String, _ line: Int) -> String {
    "\(file.drop { $0 != "/" }.dropFirst()):\(line)"
  }

  /// Runs all chains.
  func runAll(on people: People) throws {
    for chains in [
      filters, orders, projections, positions, groups, combinations, terminals, compositions,
    ] { try chains(people, self) }
  }
}
