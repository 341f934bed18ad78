internal import LinqCore
internal import LinqText
internal import People

extension PersonStore {
  /// Parses a chain, and explains a mistake in it.
  func parse(_ chain: String) throws -> ParsedChain {
    try ChainMistake.explaining(chain) { try textForm.parse(chain) }
  }
}

extension StoreTransaction {
  /// Returns the people for whom a condition holds, and explains a mistake in it.
  func people(where condition: String) throws -> Query<Person> {
    let chain = try ChainMistake.explaining(condition) { try textForm.parse(condition: condition) }
    guard let query = chain.query(of: Person.self) else {
      preconditionFailure("a condition of other elements than people")
    }
    return query
  }
}

/// A malformed chain, which is shown with a caret under the mistake.
struct ChainMistake {
  private let error: ChainError
  private let chain: String

  /// Calls `body`, and explains the mistake that it finds in a chain.
  static func explaining<Result>(_ chain: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as ChainError {
      ChainMistake(error: error, chain: chain).explain()
      throw Outcome.usage
    }
  }

  private func explain() {
    // The line with the mistake, and the text before it in that line.
    let characters = Array(chain)
    let place = min(error.range.lowerBound, characters.count)
    let start = characters[..<place].lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0
    let end = characters[place...].firstIndex(where: \.isNewline) ?? characters.count
    let before = Terminal.printable(String(characters[start..<place]))
    let last = min(max(error.range.upperBound, place + 1), max(end, place + 1))
    let marked = Terminal.printable(String(characters[min(place, end)..<min(last, end)]))
    let carets = String(repeating: "^", count: max(1, DisplayWidth.of(marked)))
    Terminal.say(Terminal.printable(String(characters[start..<end])))
    Terminal.say(String(repeating: " ", count: DisplayWidth.of(before)) + carets)
    Terminal.say("personstore: \(error.message)")
  }
}
