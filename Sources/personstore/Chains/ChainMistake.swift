internal import LinqCore
internal import LinqText
internal import People

extension TextForm {
  /// Parses a chain, and explains a mistake in it.
  func parse(_ chain: ChainText) throws -> ParsedChain {
    try ChainMistake.explaining(chain.text, in: chain.name) { try parse(chain.text) }
  }

  /// Parses a chain with parameters, and explains a mistake in it.
  func parse(_ chain: ChainText, _ parameters: ChainParameters) throws -> ParsedChain {
    try ChainMistake.explaining(chain.text, in: chain.name, hasParameters: true) {
      let parsed = try parse(chain.text, parameters: parameters.values)
      try parameters.checkUse(in: chain.text, self)
      return parsed
    }
  }

  /// Parses a chain that may be a change of people, and explains a mistake in it.
  ///
  /// - Returns: the change; nil for a chain that only reads.
  func change(_ chain: ChainText, _ parameters: ChainParameters) throws -> ParsedChange<Person>? {
    try ChainMistake.explaining(chain.text, in: chain.name, hasParameters: true) {
      let change = try parseChange(chain.text, of: Person.self, parameters: parameters.values)
      if change != nil { try parameters.checkUse(in: chain.text, self) }
      return change
    }
  }
}

extension StoreTransaction {
  /// Returns the people for whom a condition holds, and explains a mistake in it. Tells about
  /// attributes in it that no person has.
  func people(where condition: String) throws -> Query<Person> {
    let chain = try ChainMistake.explaining(condition) { try textForm.parse(condition: condition) }
    guard let query = chain.query(of: Person.self) else {
      preconditionFailure("a condition of other elements than people")
    }
    try UnknownAttributes.tell(in: condition, in: self)
    return query
  }
}

/// A malformed chain, which is shown with a caret under the mistake.
struct ChainMistake {
  private let error: ChainError
  private let chain: String
  /// The name of the file with the chain, if it is in one.
  private let file: String?
  /// Whether the command has the option that gives values to parameters.
  private let hasParameters: Bool

  /// Calls `body`, and explains the mistake that it finds in a chain.
  static func explaining<Result>(
    _ chain: String, in file: String? = nil, hasParameters: Bool = false,
    _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as ChainError {
      ChainMistake(error: error, chain: chain, file: file, hasParameters: hasParameters).explain()
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
    let line = characters[..<place].count(where: \.isNewline) + 1
    let source = file.map { "\($0), line \(line): " } ?? ""
    Terminal.say("personstore: \(source)\(error.message)\(remedy(at: characters[place...]))")
  }

  /// Returns the option that gives a value to a parameter which has none, or the command that gives
  /// one to an attribute.
  private func remedy(at text: ArraySlice<Character>) -> String {
    if text.starts(with: #"\.attributes["#), error.message.hasPrefix("set changes") {
      return "; the attribute of one person: personstore set ID name=value"
    }
    let name = text.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard hasParameters, text.first == "$", let first = name.first, !first.isNumber,
      error.message.hasPrefix("the parameter $")
    else { return "" }
    return "; give it one with --param \(String(name))=…"
  }
}
