// Key paths, lists and dictionaries, and the arguments of calls with their closures.

extension Parser {
  mutating func keyPath() throws(ChainError) -> Syntax {
    let start = current.range.lowerBound
    position += 1
    var names: [Syntax.Name] = []
    if case .name = current.kind { position += 1 }  // the type, which is known
    while accept(".") {
      switch current.kind {
      case .name(let name): names.append(.init(text: name, range: current.range))
      case .integer(let index): names.append(.init(text: String(index), range: current.range))
      default: throw error("a name was expected after the dot, not \(current.text)")
      }
      position += 1
    }
    guard !names.isEmpty else { throw error("a key path begins with \\.") }
    return try syntax(.keyPath(names), from: start)
  }

  /// Parses the rest of a list or of a dictionary, after its opening bracket.
  mutating func list(from start: Int) throws(ChainError) -> Syntax {
    if accept(":") {
      try expect("]", "after [:")
      return try syntax(.dictionary(keys: [], values: []), from: start)
    }
    var (elements, values): ([Syntax], [Syntax]) = ([], [])
    var isDictionary = false
    while !isAt("]") {
      elements.append(try expression())
      if elements.count == 1 { isDictionary = isAt(":") }
      if isDictionary {
        try expect(":", "after a key")
        values.append(try expression())
      }
      guard accept(",") else { break }
    }
    try expect("]", "at the end of the \(isDictionary ? "dictionary" : "list")")
    return try syntax(
      isDictionary ? .dictionary(keys: elements, values: values) : .array(elements), from: start)
  }

  mutating func arguments() throws(ChainError) -> [Syntax.Argument] {
    var arguments: [Syntax.Argument] = []
    if accept("(") {
      while !isAt(")") {
        var label: String?
        if case .name(let name) = current.kind, tokens[position + 1].kind == .symbol(":") {
          label = name
          position += 2
        }
        arguments.append(.init(label: label, value: try expression()))
        guard accept(",") else { break }
      }
      try expect(")", "at the end of the arguments")
    }
    if isAt("{") { arguments.append(.init(label: nil, value: try closure())) }
    while case .name(let name) = current.kind, tokens[position + 1].kind == .symbol(":"),
      position + 2 < tokens.count, tokens[position + 2].kind == .symbol("{")
    {
      position += 2
      arguments.append(.init(label: name, value: try closure()))
    }
    return arguments
  }

  mutating func closure() throws(ChainError) -> Syntax {
    let start = current.range.lowerBound
    try expect("{", "at the beginning of a closure")
    var names: [Syntax.Name] = []
    let beginning = position
    while case .name(let name) = current.kind {
      names.append(.init(text: name, range: current.range))
      position += 1
      guard accept(",") else { break }
    }
    if !names.isEmpty, current.kind == .name("in") {
      position += 1
    } else {
      // There are no parameters: the names are the beginning of the body.
      names = []
      position = beginning
    }
    let body = try allowsStatements ? statements() : expression()
    guard isAt("}") else {
      throw error("} was expected at the end of the closure, not \(current.text)")
    }
    position += 1
    return try syntax(.closure(names, body), from: start)
  }

  /// Parses the statements of a closure, each on a line of its own or after a semicolon.
  private mutating func statements() throws(ChainError) -> Syntax {
    let start = current.range.lowerBound
    var statements = [try expression()]
    while accept(";") || current.startsLine {
      if isAt("}") { break }
      statements.append(try expression())
    }
    return statements.count == 1 ? statements[0] : try syntax(.statements(statements), from: start)
  }
}
