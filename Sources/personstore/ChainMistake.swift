internal import LinqText
internal import People

extension PersonStore {
  /// Parses a chain, and explains a mistake in it.
  func parse(_ chain: String) throws -> ParsedChain {
    do {
      return try textForm.parse(chain)
    } catch let error as ChainError {
      ChainMistake(error, in: chain).explain()
      throw Outcome.usage
    }
  }
}

/// A malformed chain, which is shown with a caret under the mistake.
private struct ChainMistake {
  private let error: ChainError
  private let chain: String

  init(_ error: ChainError, in chain: String) {
    self.error = error
    self.chain = chain
  }

  func explain() {
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
