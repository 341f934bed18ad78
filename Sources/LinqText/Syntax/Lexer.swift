/// Splits the text of a chain into tokens.
struct Lexer {
  private let text: [Character]
  private var place = 0
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
      let before = place
      try skipSpace()
      if place > before, !tokens.isEmpty { tokens[tokens.count - 1].hasSpaceAfter = true }
      let start = place
      var kind = try next()
      if depth > 0 {
        // An expression in a string ends at the closing parenthesis of `\(`.
        if kind == .symbol("(") { parentheses += 1 }
        if kind == .symbol(")") { parentheses -= 1 }
        if parentheses < 0 { kind = .end }
      }
      tokens.append(
        Token(kind: kind, range: start..<place, hasSpaceBefore: start > before || start == 0))
      if kind == .end { return tokens }
    }
  }

  /// Skips white space and comments.
  private mutating func skipSpace() throws(ChainError) {
    while place < text.count {
      if text[place].isWhitespace {
        place += 1
      } else if isAt("//") {
        while place < text.count, !text[place].isNewline { place += 1 }
      } else if isAt("/*") {
        let start = place
        var open = 0
        repeat {
          guard place < text.count else {
            throw ChainError("the comment is not closed", at: start..<start + 2)
          }
          if isAt("/*") {
            open += 1
            place += 2
          } else if isAt("*/") {
            open -= 1
            place += 2
          } else {
            place += 1
          }
        } while open > 0
      } else {
        return
      }
    }
  }

  private func isAt(_ symbol: String) -> Bool { text[place...].starts(with: symbol) }

  private mutating func next() throws(ChainError) -> Token.Kind {
    guard place < text.count else { return .end }
    let character = text[place]
    if character.isLetter || character == "_" {
      return .name(take(while: \.isNamePart))
    }
    if character == "$" {
      place += 1
      let digits = take(while: Self.isDigit)
      guard let index = Int(digits), index < 10 else {
        throw ChainError("$ is followed by the number of a parameter", at: place - 1..<place)
      }
      return .parameter(index)
    }
    if Self.isDigit(character) { return try number() }
    if character == "\"" { return try string() }
    for symbol in Self.symbols
    where place + symbol.count <= text.count
      && text[place..<place + symbol.count].elementsEqual(symbol)
    {
      place += symbol.count
      return .symbol(String(symbol))
    }
    throw ChainError("\(character) has no meaning in a chain", at: place..<place + 1)
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  private static func isNumberPart(_ character: Character) -> Bool {
    isDigit(character) || character == "_"
  }

  private func isDigit(at index: Int) -> Bool { index < text.count && Self.isDigit(text[index]) }

  private mutating func take(while isPart: (Character) -> Bool) -> String {
    let start = place
    while place < text.count, isPart(text[place]) { place += 1 }
    return String(text[start..<place])
  }

  private mutating func number() throws(ChainError) -> Token.Kind {
    let start = place
    var digits = take(while: Self.isNumberPart)
    var isDouble = false
    // An integer after a dot is the index of a tuple's element: `$0.0.1`.
    let isElement = tokens.last?.kind == .symbol(".")
    if !isElement {
      if place < text.count, text[place] == ".", isDigit(at: place + 1) {
        place += 1
        digits += "." + take(while: Self.isNumberPart)
        isDouble = true
      }
      if place < text.count, text[place] == "e" || text[place] == "E" {
        place += 1
        digits += "e"
        if place < text.count, text[place] == "-" || text[place] == "+" {
          digits.append(text[place])
          place += 1
        }
        digits += take(while: Self.isDigit)
        isDouble = true
      }
    }
    digits.removeAll { $0 == "_" }
    if isDouble {
      guard let value = Double(digits), value.isFinite else {
        throw ChainError("this is no number", at: start..<place)
      }
      return .double(value, digits)
    }
    guard let value = Int(digits) else {
      // The smallest integer has no counterpart without its sign, which is a token already.
      if UInt(digits) == Int.min.magnitude, followsMinusSign {
        tokens.removeLast()
        return .integer(.min)
      }
      throw ChainError("the number does not fit 64 bits", at: start..<place)
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
    let start = place
    place += 1
    var result = ""
    var literals: [String] = []
    var expressions: [[Token]] = []
    while place < text.count {
      let character = text[place]
      if character == "\"" {
        place += 1
        return expressions.isEmpty
          ? .string(result) : .interpolation(literals + [result], expressions)
      }
      guard !character.isNewline else { break }
      place += 1
      if character == "\\", place < text.count, text[place] == "(" {
        place += 1
        literals.append(result)
        result = ""
        expressions.append(try interpolated(from: place - 2))
      } else if character == "\\" {
        result.unicodeScalars.append(try escape())
      } else {
        result.append(character)
      }
    }
    throw ChainError("the text has no closing quote", at: start..<place)
  }

  /// Returns the tokens of an expression in a string.
  private mutating func interpolated(from start: Int) throws(ChainError) -> [Token] {
    guard depth < Self.maximumDepth else {
      throw ChainError("the strings are nested too deeply", at: start..<place)
    }
    var inner = Lexer(text: text)
    inner.place = place
    inner.depth = depth + 1
    let tokens = try inner.run()
    guard inner.place > place, text[inner.place - 1] == ")" else {
      throw ChainError("\\( is not closed", at: start..<place)
    }
    place = inner.place
    return tokens
  }

  private mutating func escape() throws(ChainError) -> Unicode.Scalar {
    let start = place - 1
    guard place < text.count else {
      throw ChainError("the text has no closing quote", at: start..<place)
    }
    let character = text[place]
    place += 1
    switch character {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "0": return "\0"
    case "\\", "\"", "'": return character.unicodeScalars[character.unicodeScalars.startIndex]
    case "u":
      guard place < text.count, text[place] == "{" else { break }
      place += 1
      let digits = take { $0.isHexDigit && $0.isASCII }
      guard place < text.count, text[place] == "}", let value = UInt32(digits, radix: 16),
        let scalar = Unicode.Scalar(value)
      else { throw ChainError("\\u{…} names no Unicode scalar", at: start..<place) }
      place += 1
      return scalar
    default: break
    }
    throw ChainError(
      "\\\(character) is no escape; there are \\n \\t \\r \\0 \\\\ \\\" \\u{…} \\(…)",
      at: start..<place)
  }
}
