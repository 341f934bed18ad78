/// Splits the text of a chain into tokens.
struct Lexer {
  private let text: [Character]
  private var place = 0
  private var tokens: [Token] = []

  /// Returns the tokens of a text. The last one is the end.
  static func tokens(of text: String) throws(ChainError) -> [Token] {
    var lexer = Lexer(text: Array(text))
    return try lexer.run()
  }

  private init(text: [Character]) { self.text = text }

  private static let symbols = [
    "...", "..<", "??", "&&", "||", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "!",
    "?", ":", ",", ".", "(", ")", "[", "]", "{", "}", "\\", "=", ";",
  ].map(Array.init)

  private mutating func run() throws(ChainError) -> [Token] {
    while true {
      let before = place
      while place < text.count, text[place].isWhitespace { place += 1 }
      if place > before, !tokens.isEmpty { tokens[tokens.count - 1].hasSpaceAfter = true }
      let start = place
      let kind = try next()
      tokens.append(
        Token(kind: kind, range: start..<place, hasSpaceBefore: start > before || start == 0))
      if kind == .end { return tokens }
    }
  }

  private mutating func next() throws(ChainError) -> Token.Kind {
    guard place < text.count else { return .end }
    let character = text[place]
    if character.isLetter || character == "_" {
      return .name(take(while: Self.isNamePart))
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
    if character == "\"" { return .string(try string()) }
    for symbol in Self.symbols
    where place + symbol.count <= text.count
      && text[place..<place + symbol.count].elementsEqual(symbol)
    {
      place += symbol.count
      return .symbol(String(symbol))
    }
    throw ChainError("\(character) has no meaning in a chain", at: place..<place + 1)
  }

  private static func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
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
      return .double(value)
    }
    guard let value = Int(digits) else {
      throw ChainError("the number does not fit 64 bits", at: start..<place)
    }
    return .integer(value)
  }

  private mutating func string() throws(ChainError) -> String {
    let start = place
    place += 1
    var result = ""
    while place < text.count {
      let character = text[place]
      if character == "\"" {
        place += 1
        return result
      }
      guard !character.isNewline else { break }
      place += 1
      if character == "\\" {
        result.unicodeScalars.append(try escape())
      } else {
        result.append(character)
      }
    }
    throw ChainError("the text has no closing quote", at: start..<place)
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
      "\\\(character) is no escape; there are \\n \\t \\r \\0 \\\\ \\\" \\u{…}", at: start..<place)
  }
}
