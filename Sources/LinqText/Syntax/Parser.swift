internal import Foundation
internal import StoreSupport

/// Parses the tokens of a chain as Swift would.
struct Parser {
  let tokens: [Token]
  var position = 0
  private var depth = 0
  /// The number of `??` operators that are being parsed.
  private var coalescing = 0
  /// The maximum depth of parentheses, closures and the like: the parser calls itself through all
  /// levels of precedence for each of them.
  private let maximumDepth = min(60, StackSpace.parentheses)
  /// The maximum number of `??` in a row, each of which takes several levels of calls.
  private let maximumCoalescing = min(1000, StackSpace.levels) / 3
  /// The maximum depth of the syntax tree: the expressions built from it must fit the stack.
  private let maximumLevels: Int
  /// The values of the parameters of the chain.
  private let parameters: [String: String]
  /// Whether a closure may have several statements.
  let allowsStatements: Bool
  /// What `.now` is: one instant for each chain.
  private var now = Date.now.timeIntervalSince1970

  /// Parses a whole text.
  ///
  /// - Parameters:
  ///   - parameters: the values of the parameters, by their names.
  ///   - allowsStatements: whether a closure may have several statements.
  static func parse(
    _ text: String, parameters: [String: String] = [:],
    allowingStatements allowsStatements: Bool = false
  ) throws(ChainError) -> Syntax {
    var parser = Parser(
      tokens: try Lexer.tokens(of: text), maximumLevels: min(1000, StackSpace.textLevels),
      parameters: parameters, allowsStatements: allowsStatements)
    if parser.current.kind == .end { throw parser.error("a chain was expected") }
    let syntax = try parser.expression()
    while parser.accept(";") {}
    guard parser.current.kind == .end else {
      throw parser.error("\(parser.current.text) was not expected here")
    }
    return syntax
  }

  private init(
    tokens: [Token], maximumLevels: Int, parameters: [String: String],
    allowsStatements: Bool = false
  ) {
    self.tokens = tokens
    self.maximumLevels = maximumLevels
    self.parameters = parameters
    self.allowsStatements = allowsStatements
  }

  var current: Token { tokens[position] }

  func error(_ message: String) -> ChainError {
    ChainError(
      message,
      at: current.range.isEmpty
        ? current.range.lowerBound..<current.range.lowerBound + 1 : current.range)
  }

  func isAt(_ symbol: String) -> Bool { current.kind == .symbol(symbol) }

  mutating func accept(_ symbol: String) -> Bool {
    guard isAt(symbol) else { return false }
    position += 1
    return true
  }

  mutating func expect(_ symbol: String, _ why: String) throws(ChainError) {
    guard accept(symbol) else { throw error("\(symbol) was expected \(why), not \(current.text)") }
  }

  func syntax(
    _ form: Syntax.Form, from start: Int, name: Range<Int>? = nil
  ) throws(ChainError) -> Syntax {
    let range = start..<max(start, tokens[max(0, position - 1)].range.upperBound)
    let syntax = Syntax(form: form, range: range, nameRange: name ?? range)
    guard syntax.depth <= maximumLevels else { throw tooManyLevels }
    return syntax
  }

  private var tooManyLevels: ChainError {
    error("the chain has more than \(maximumLevels) levels here, which is too many")
  }

  mutating func expression() throws(ChainError) -> Syntax {
    depth += 1
    defer { depth -= 1 }
    guard depth < maximumDepth else { throw error("the chain is nested too deeply") }
    let condition = try binary(0)
    // Without a space it belongs to an optional, as in `a?["key"]`.
    guard isAt("?"), current.hasSpaceBefore else { return condition }
    position += 1
    let first = try expression()
    try expect(":", "between the two values of ? :")
    let second = try expression()
    return try syntax(.conditional(condition, first, second), from: condition.range.lowerBound)
  }

  /// Swift's binary operators, in order of increasing precedence. Three levels have rules of their
  /// own: comparisons (2) do not follow each other, `??` (3) is right-associative, and ranges (4)
  /// may lack a bound.
  private static let levels: [[String]] = [
    ["||"], ["&&"], ["==", "!=", "<", "<=", ">", ">=", "~="], ["??"], ["..<", "..."], ["+", "-"],
    ["*", "/", "%"],
  ]

  private mutating func binary(_ level: Int) throws(ChainError) -> Syntax {
    guard level < Self.levels.count else { return try prefix() }
    if level == 4, isAt("..<") || isAt("...") { return try partialRange() }
    var left = try binary(level + 1)
    while case .symbol(let symbol) = current.kind, Self.levels[level].contains(symbol) {
      let name = current.range
      let start = left.range.lowerBound
      position += 1
      if level == 4 {
        let isOpen = !startsOperand
        let upper = isOpen ? nil : try binary(level + 1)
        if isOpen, symbol == "..<" { throw error("an upper bound was expected") }
        return try syntax(.range(left, upper, isClosed: symbol == "..."), from: start, name: name)
      }
      // `??` is right-associative.
      let right: Syntax
      if level == 3 {
        coalescing += 1
        defer { coalescing -= 1 }
        guard coalescing <= maximumCoalescing else {
          throw error("more than \(maximumCoalescing) ?? in a row are too many")
        }
        right = try binary(3)
      } else {
        right = try binary(level + 1)
      }
      left = try syntax(.binary(symbol, left, right), from: start, name: name)
      if level == 2, case .symbol(let next) = current.kind, Self.levels[2].contains(next) {
        throw error("comparisons cannot follow each other without && or ||")
      }
    }
    return left
  }

  private var startsOperand: Bool {
    switch current.kind {
    case .name, .parameter, .given, .integer, .double, .string, .interpolation: true
    case .symbol(".") where !tokens[position + 1].hasSpaceBefore:
      if case .name = tokens[position + 1].kind { true } else { false }
    case .symbol(let symbol): ["(", "[", "-", "!"].contains(symbol)
    case .end: false
    }
  }

  private mutating func partialRange() throws(ChainError) -> Syntax {
    let start = current.range.lowerBound
    let isClosed = isAt("...")
    let name = current.range
    position += 1
    let upper = try binary(5)
    return try syntax(.range(nil, upper, isClosed: isClosed), from: start, name: name)
  }

  private mutating func prefix() throws(ChainError) -> Syntax {
    let start = current.range.lowerBound
    for symbol in ["!", "-"] where isAt(symbol) {
      depth += 1
      defer { depth -= 1 }
      guard depth < maximumDepth else { throw error("the chain is nested too deeply") }
      let name = current.range
      position += 1
      let operand = try prefix()
      return try syntax(.prefix(symbol, operand), from: start, name: name)
    }
    return try postfix()
  }

  private mutating func postfix() throws(ChainError) -> Syntax {
    let start = current.range.lowerBound
    return try suffixes(of: try primary(), from: start)
  }

  /// Parses the members and calls after a value.
  private mutating func suffixes(of value: Syntax, from start: Int) throws(ChainError) -> Syntax {
    var base = value
    while isAt(".") || isAtSubscript || isAtOptionalChain {
      guard isAtOptionalChain else {
        base = try suffix(of: base, from: start)
        continue
      }
      position += 1
      depth += 1
      defer { depth -= 1 }
      guard depth < maximumDepth else { throw error("the chain is nested too deeply") }
      // Everything after it is done with the value of the optional.
      let start = current.range.lowerBound
      let first = try suffix(of: try syntax(.unwrapped, from: start), from: start)
      let rest = try suffixes(of: first, from: start)
      return try syntax(.optionalChain(base, rest), from: value.range.lowerBound)
    }
    if isAt("!"), !current.hasSpaceBefore {
      throw error("! would end the program for nil; use ?? or map")
    }
    return base
  }

  private var isAtSubscript: Bool { isAt("[") && !current.hasSpaceBefore }

  /// Whether `?.` or `?[` follows a value.
  private var isAtOptionalChain: Bool {
    isAt("?.") || isAt("?") && !current.hasSpaceBefore && tokens[position + 1].kind == .symbol("[")
  }

  /// Parses the key in brackets after a dictionary, with the value that is used if there is none.
  private mutating func subscripted(_ base: Syntax, from start: Int) throws(ChainError) -> Syntax {
    let name = current.range
    try expect("[", "before a key")
    var arguments = [Syntax.Argument(label: nil, value: try expression())]
    if accept(",") {
      guard case .name("default") = current.kind else { throw error("default: was expected") }
      position += 1
      try expect(":", "after default")
      arguments.append(.init(label: "default", value: try expression()))
    }
    try expect("]", "after a key")
    return try syntax(.call(base, Syntax.subscriptName, arguments), from: start, name: name)
  }

  /// Parses the member or the call after a dot, or a key in brackets.
  private mutating func suffix(of base: Syntax, from start: Int) throws(ChainError) -> Syntax {
    if isAtSubscript { return try subscripted(base, from: start) }
    _ = accept(".")
    let token = current
    switch token.kind {
    case .name(let name):
      position += 1
      guard isAt("(") || isAt("{") else {
        return try syntax(.member(base, name), from: start, name: token.range)
      }
      return try syntax(.call(base, name, try arguments()), from: start, name: token.range)
    case .integer(let index):
      position += 1
      return try syntax(.member(base, String(index)), from: start, name: token.range)
    default: throw error("a name was expected after the dot, not \(token.text)")
    }
  }

  private mutating func primary() throws(ChainError) -> Syntax {
    let token = current
    let start = token.range.lowerBound
    switch token.kind {
    case .integer(let value):
      position += 1
      return try syntax(.integer(value), from: start)
    case .double(let value, let text):
      position += 1
      return try syntax(.double(value, text), from: start)
    case .string(let value):
      position += 1
      return try syntax(.string(value), from: start)
    case .interpolation(let literals, let expressions):
      position += 1
      return try syntax(
        .interpolation(literals, try expressions.map(interpolated)), from: start)
    case .parameter(let index):
      position += 1
      return try syntax(.parameter(index), from: start)
    case .given(let name):
      guard let value = parameters[name] else { throw unknown(name) }
      position += 1
      return try syntax(Self.form(of: value), from: start)
    case .name(let name):
      position += 1
      switch name {
      case "true", "false": return try syntax(.bool(name == "true"), from: start)
      case "nil": return try syntax(.nil, from: start)
      default: break
      }
      if isAt("(") || isAt("{") {
        return try syntax(.call(nil, name, try arguments()), from: start, name: token.range)
      }
      return try syntax(.name(name), from: start)
    case .symbol("."):
      // `.if(…)` and `.iso8601` are members of the expected type.
      position += 1
      guard case .name(let name) = current.kind else { throw error("a name was expected") }
      let range = current.range
      position += 1
      if name == "now", !isAt("(") { return try instant(from: start, name: range) }
      guard isAt("(") else { return try syntax(.name("." + name), from: start) }
      return try syntax(.call(nil, name, try arguments()), from: start, name: range)
    case .symbol("("):
      position += 1
      var elements = [try expression()]
      while accept(",") { elements.append(try expression()) }
      try expect(")", "after the values in parentheses")
      return elements.count == 1 ? elements[0] : try syntax(.tuple(elements), from: start)
    case .symbol("["):
      position += 1
      return try list(from: start)
    case .symbol("\\"): return try keyPath()
    case .symbol("{"): return try closure()
    default: throw error("a value was expected, not \(token.text)")
    }
  }

  private func unknown(_ name: String) -> ChainError {
    let nearest = nearest(to: name, among: parameters.keys.sorted())
    return error(
      "the parameter $\(name) has no value\(nearest.map { "; did you mean $\($0)?" } ?? "")")
  }

  /// Returns the form of a parameter's value: in quotes it is a text at every place.
  private static func form(of value: String) -> Syntax.Form {
    let isQuoted = value.count > 1 && value.first == "\"" && value.last == "\""
    return isQuoted ? .string(String(value.dropFirst().dropLast())) : .given(value)
  }

  /// Returns `.now` as the call that makes it.
  private func instant(from start: Int, name: Range<Int>) throws(ChainError) -> Syntax {
    let seconds = try syntax(.double(now, "\(now)"), from: start)
    return try syntax(
      .call(
        nil, LiteralCall.time.rawValue, [.init(label: "timeIntervalSince1970", value: seconds)]),
      from: start, name: name)
  }

  /// Parses an expression in a string.
  private func interpolated(_ tokens: [Token]) throws(ChainError) -> Syntax {
    var parser = Parser(tokens: tokens, maximumLevels: maximumLevels, parameters: parameters)
    parser.depth = depth
    parser.now = now
    let syntax = try parser.expression()
    guard parser.current.kind == .end else {
      throw parser.error("\(parser.current.text) was not expected here")
    }
    return syntax
  }
}
