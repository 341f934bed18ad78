/// Splits the text of a chain into tokens.
struct Lexer {
  private let text: [Character]
  private var position = 0
  private var tokens: [Token] = []
  /// The number of strings that the text is an expression of.
  private var depth = 0
  private static let maximumDepth = 20

  /// Returns the tokens of a text. The last one is the end.
  static func tokens(of text: String) throws(ChainError) -> [Token] {
    var lexer = Lexer(text: Array(text))
    return try lexer.run()
  }

  private init(text: [Character]) { self.text = text }

  // A longer symbol comes before those that it begins with.
  private static let symbols = [
    "...", "..<", "??", "?.", "~=", "&&", "||", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*",
    "/", "%", "!",
    "?", ":", ",", ".", "(", ")", "[", "]", "{", "}", "\\", "=", ";",
  ].map(Array.init)

  private mutating func run() throws(ChainError) -> [Token] {
    var parentheses = 0
    while true {
      let before = position
      try skipSpace()
      let start = position
      var kind = try next()
      if depth > 0 {
        // An expression in a string ends at the closing parenthesis of `\(`.
        if kind == .symbol("(") { parentheses += 1 }
        if kind == .symbol(")") { parentheses -= 1 }
        if parentheses < 0 { kind = .end }
      }
      tokens.append(
        Token(
          kind: kind, range: start..<position, hasSpaceBefore: start > before || start == 0,
          startsLine: text[before..<start].contains(where: \.isNewline)))
      if kind == .end { return tokens }
    }
  }

  /// Skips white space and comments.
  private mutating func skipSpace() throws(ChainError) {
    while position < text.count {
      if text[position].isWhitespace {
        position += 1
      } else if isAt("//") {
        while position < text.count, !text[position].isNewline { position += 1 }
      } else if isAt("/*") {
        let start = position
        var open = 0
        repeat {
          guard position < text.count else {
            throw ChainError("the comment is not closed", at: start..<start + 2)
          }
          if isAt("/*") {
            open += 1
            position += 2
          } else if isAt("*/") {
            open -= 1
            position += 2
          } else {
            position += 1
          }
        } while open > 0
      } else {
        return
      }
    }
  }

  private func isAt(_ symbol: String) -> Bool { text[position...].starts(with: symbol) }

  private mutating func next() throws(ChainError) -> Token.Kind {
    guard position < text.count else { return .end }
    let character = text[position]
    if character.isLetter || character == "_" {
      return .name(take(while: \.isNamePart))
    }
    if character == "$" {
      position += 1
      if position < text.count, text[position].isLetter || text[position] == "_" {
        return .given(take(while: \.isNamePart))
      }
      let digits = take(while: Self.isDigit)
      guard let index = Int(digits), index < 10 else {
        throw ChainError(
          "$ is followed by the number or the name of a parameter", at: position - 1..<position)
      }
      return .parameter(index)
    }
    if Self.isDigit(character) { return try number() }
    if character == "\"" { return try string() }
    for symbol in Self.symbols
    where position + symbol.count <= text.count
      && text[position..<position + symbol.count].elementsEqual(symbol)
    {
      position += symbol.count
      return .symbol(String(symbol))
    }
    throw ChainError("\(character) has no meaning in a chain", at: position..<position + 1)
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  private static func isNumberPart(_ character: Character) -> Bool {
    isDigit(character) || character == "_"
  }

  private func isDigit(at index: Int) -> Bool { index < text.count && Self.isDigit(text[index]) }

  private mutating func take(while isPart: (Character) -> Bool) -> String {
    let start = position
    while position < text.count, isPart(text[position]) { position += 1 }
    return String(text[start..<position])
  }

  private mutating func number() throws(ChainError) -> Token.Kind {
    let start = position
    var digits = take(while: Self.isNumberPart)
    var isDouble = false
    // An integer after a dot is the index of a tuple's element: `$0.0.1`.
    let isElement = tokens.last?.kind == .symbol(".")
    if !isElement {
      if position < text.count, text[position] == ".", isDigit(at: position + 1) {
        position += 1
        digits += "." + take(while: Self.isNumberPart)
        isDouble = true
      }
      if position < text.count, text[position] == "e" || text[position] == "E" {
        position += 1
        digits += "e"
        if position < text.count, text[position] == "-" || text[position] == "+" {
          digits.append(text[position])
          position += 1
        }
        digits += take(while: Self.isDigit)
        isDouble = true
      }
    }
    digits.removeAll { $0 == "_" }
    if isDouble {
      guard let value = Double(digits), value.isFinite else {
        throw ChainError("this is no number", at: start..<position)
      }
      return .double(value, digits)
    }
    guard let value = Int(digits) else {
      // The smallest integer has no counterpart without its sign, which is a token already.
      if UInt(digits) == Int.min.magnitude, followsMinusSign {
        tokens.removeLast()
        return .integer(.min)
      }
      throw ChainError("the number does not fit 64 bits", at: start..<position)
    }
    return .integer(value)
  }

  /// Whether the last token is the sign of a number, not a subtraction.
  private var followsMinusSign: Bool {
    guard tokens.last?.kind == .symbol("-") else { return false }
    guard let before = tokens.dropLast().last?.kind else { return true }
    guard case .symbol(let symbol) = before else { return false }
    return ![")", "]", "}"].contains(symbol)
  }

  private mutating func string() throws(ChainError) -> Token.Kind {
    let start = position
    position += 1
    var result = ""
    var literals: [String] = []
    var expressions: [[Token]] = []
    while position < text.count {
      let character = text[position]
      if character == "\"" {
        position += 1
        return expressions.isEmpty
          ? .string(result) : .interpolation(literals + [result], expressions)
      }
      guard !character.isNewline else { break }
      position += 1
      if character == "\\", position < text.count, text[position] == "(" {
        position += 1
        literals.append(result)
        result = ""
        expressions.append(try interpolated(from: position - 2))
      } else if character == "\\" {
        result.unicodeScalars.append(try escape())
      } else {
        result.append(character)
      }
    }
    throw ChainError("the text has no closing quote", at: start..<position)
  }

  /// Returns the tokens of an expression in a string.
  private mutating func interpolated(from start: Int) throws(ChainError) -> [Token] {
    guard depth < Self.maximumDepth else {
      throw ChainError("the strings are nested too deeply", at: start..<position)
    }
    var inner = Lexer(text: text)
    inner.position = position
    inner.depth = depth + 1
    let tokens = try inner.run()
    guard inner.position > position, text[inner.position - 1] == ")" else {
      throw ChainError("\\( is not closed", at: start..<position)
    }
    position = inner.position
    return tokens
  }

  private mutating func escape() throws(ChainError) -> Unicode.Scalar {
    let start = position - 1
    guard position < text.count else {
      throw ChainError("the text has no closing quote", at: start..<position)
    }
    let character = text[position]
    position += 1
    switch character {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "0": return "\0"
    case "\\", "\"", "'": return character.unicodeScalars[character.unicodeScalars.startIndex]
    case "u":
      guard position < text.count, text[position] == "{" else { break }
      position += 1
      let digits = take { $0.isHexDigit && $0.isASCII }
      guard position < text.count, text[position] == "}", let value = UInt32(digits, radix: 16),
        let scalar = Unicode.Scalar(value)
      else { throw ChainError("\\u{…} names no Unicode scalar", at: start..<position) }
      position += 1
      return scalar
    default: break
    }
    throw ChainError(
      "\\\(character) is no escape; there are \\n \\t \\r \\0 \\\\ \\\" \\u{…} \\(…)",
      at: start..<position)
  }
}
