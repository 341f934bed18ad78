internal import LinqCore

/// The properties of characters, with their names in Swift.
enum CharacterMembers {
  private static let tests:
    [String: @Sendable (QueryExpression<Character>) -> QueryExpression<Bool>] = [
      "isLetter": { $0.isLetter }, "isNumber": { $0.isNumber },
      "isWholeNumber": { $0.isWholeNumber }, "isHexDigit": { $0.isHexDigit },
      "isWhitespace": { $0.isWhitespace }, "isNewline": { $0.isNewline },
      "isUppercase": { $0.isUppercase }, "isLowercase": { $0.isLowercase },
      "isCased": { $0.isCased }, "isPunctuation": { $0.isPunctuation },
      "isSymbol": { $0.isSymbol }, "isMathSymbol": { $0.isMathSymbol },
      "isCurrencySymbol": { $0.isCurrencySymbol }, "isASCII": { $0.isASCII },
    ]

  /// The names of the properties.
  static let names = tests.keys.sorted() + ["hexDigitValue", "wholeNumberValue"]

  /// Returns a property of a character, or nil if it has none with this name.
  static func property(_ name: String, of character: QueryExpression<Character>) -> Term? {
    switch name {
    case "wholeNumberValue": Term(character.wholeNumberValue)
    case "hexDigitValue": Term(character.hexDigitValue)
    default: tests[name].map { Term($0(character)) }
    }
  }
}
