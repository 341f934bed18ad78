// What a character is, as Swift has it, in the canonical form, which every spelling of a character
// has.

extension QueryExpression where Value == Character {
  /// Whether the character is a letter.
  ///
  /// ```swift
  /// people.where { $0.name.first.map { $0.isLetter } == true }
  /// // … WHERE swift_first(name) IS NOT NULL AND swift_is_letter(swift_first(name)) …
  /// ```
  public var isLetter: QueryExpression<Bool> { Vocabulary.isLetter(self) }

  /// Whether the character is a number.
  public var isNumber: QueryExpression<Bool> { Vocabulary.isNumber(self) }

  /// Whether the character is a whole number.
  public var isWholeNumber: QueryExpression<Bool> { Vocabulary.isWholeNumber(self) }

  /// Whether the character is a hexadecimal digit.
  public var isHexDigit: QueryExpression<Bool> { Vocabulary.isHexDigit(self) }

  /// Whether the character is white space, or a newline.
  public var isWhitespace: QueryExpression<Bool> { Vocabulary.isWhitespace(self) }

  /// Whether the character is a newline.
  public var isNewline: QueryExpression<Bool> { Vocabulary.isNewline(self) }

  /// Whether the character is in uppercase.
  public var isUppercase: QueryExpression<Bool> { Vocabulary.isUppercase(self) }

  /// Whether the character is in lowercase.
  public var isLowercase: QueryExpression<Bool> { Vocabulary.isLowercase(self) }

  /// Whether the character changes where its case does.
  public var isCased: QueryExpression<Bool> { Vocabulary.isCased(self) }

  /// Whether the character is punctuation.
  public var isPunctuation: QueryExpression<Bool> { Vocabulary.isPunctuation(self) }

  /// Whether the character is a symbol.
  public var isSymbol: QueryExpression<Bool> { Vocabulary.isSymbol(self) }

  /// Whether the character is a symbol of mathematics.
  public var isMathSymbol: QueryExpression<Bool> { Vocabulary.isMathSymbol(self) }

  /// Whether the character is the symbol of a currency.
  public var isCurrencySymbol: QueryExpression<Bool> { Vocabulary.isCurrencySymbol(self) }

  /// Whether the character is an ASCII character.
  public var isASCII: QueryExpression<Bool> { Vocabulary.isASCII(self) }

  /// The number that the character stands for, if it is a whole number.
  public var wholeNumberValue: QueryExpression<Int?> { Vocabulary.wholeNumberValue(self) }

  /// The number that the character stands for, if it is a hexadecimal digit.
  public var hexDigitValue: QueryExpression<Int?> { Vocabulary.hexDigitValue(self) }

  /// The ASCII value of the character, if it is an ASCII character. Both forms of a line end have
  /// that of the line feed.
  public var asciiValue: QueryExpression<UInt8?> { Vocabulary.asciiValue(self) }

  /// Returns the character in uppercase, which may be several characters.
  public func uppercased() -> QueryExpression<String> {
    QueryExpression<String>(self).uppercased()
  }

  /// Returns the character in lowercase, which may be several characters.
  public func lowercased() -> QueryExpression<String> {
    QueryExpression<String>(self).lowercased()
  }
}

extension Vocabulary {
  static let characters: [any VocabularyEntry] = [
    isLetter, isNumber, isWholeNumber, isHexDigit, isWhitespace, isNewline, isUppercase,
    isLowercase, isCased, isPunctuation, isSymbol, isMathSymbol, isCurrencySymbol, isASCII,
    wholeNumberValue, hexDigitValue, asciiValue, uppercasedCharacter, lowercasedCharacter,
  ]

  static let isLetter = property("isLetter", sql: "swift_is_letter") { $0.isLetter }
  static let isNumber = property("isNumber", sql: "swift_is_number") { $0.isNumber }
  static let isWholeNumber = property("isWholeNumber", sql: "swift_is_whole_number") {
    $0.isWholeNumber
  }
  static let isHexDigit = property("isHexDigit", sql: "swift_is_hex_digit") { $0.isHexDigit }
  static let isWhitespace = property("isWhitespace", sql: "swift_is_whitespace") { $0.isWhitespace }
  static let isNewline = property("isNewline", sql: "swift_is_newline") { $0.isNewline }
  static let isUppercase = property("isUppercase", sql: "swift_is_uppercase") { $0.isUppercase }
  static let isLowercase = property("isLowercase", sql: "swift_is_lowercase") { $0.isLowercase }
  static let isCased = property("isCased", sql: "swift_is_cased") { $0.isCased }
  static let isPunctuation = property("isPunctuation", sql: "swift_is_punctuation") {
    $0.isPunctuation
  }
  static let isSymbol = property("isSymbol", sql: "swift_is_symbol") { $0.isSymbol }
  static let isMathSymbol = property("isMathSymbol", sql: "swift_is_math_symbol") {
    $0.isMathSymbol
  }
  static let isCurrencySymbol = property("isCurrencySymbol", sql: "swift_is_currency_symbol") {
    $0.isCurrencySymbol
  }
  static let isASCII = property("isASCII", sql: "swift_is_ascii") { $0.isASCII }
  static let wholeNumberValue = property("wholeNumberValue", sql: "swift_whole_number_value") {
    $0.wholeNumberValue
  }
  static let hexDigitValue = property("hexDigitValue", sql: "swift_hex_digit_value") {
    $0.hexDigitValue
  }

  static let asciiValue = property("asciiValue", sql: "swift_ascii_value") { $0.asciiValue }

  static let uppercasedCharacter = ComposedFunction(
    ".uppercased()", sample: "people.select { $0.name.first.map { $0.uppercased() } }",
    contract: "S09"
  ) { (character: QueryExpression<Character>) in character.uppercased() }

  static let lowercasedCharacter = ComposedFunction(
    ".lowercased()", sample: "people.select { $0.name.first.map { $0.lowercased() } }",
    contract: "S09"
  ) { (character: QueryExpression<Character>) in character.lowercased() }

  private static func property<Result: FunctionValue>(
    _ name: String, sql: String, _ body: @escaping @Sendable (Character) -> Result
  ) -> StandardFunction<Character, Result> {
    let map = Result.self is Bool.Type ? "map" : "flatMap"
    return StandardFunction(
      ".\(name)", sql: sql, sample: "people.select { $0.name.first.\(map) { $0.\(name) } }",
      contract: "S70"
    ) { body(Character(CanonicalText.form(of: String($0)))) }
  }
}
