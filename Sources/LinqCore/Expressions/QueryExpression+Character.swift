// What a character is, as Swift has it, in the canonical form, which every spelling of a character
// has.

extension QueryExpression where Value == Character {
  /// Whether the character is a letter.
  ///
  /// ```swift
  /// people.where { $0.name.first.map { $0.isLetter } == true }
  /// // … WHERE CASE WHEN swift_first(name) IS NOT NULL THEN swift_is_letter(…) END IS ? …
  /// ```
  public var isLetter: QueryExpression<Bool> { CharacterTests.isLetter(self) }

  /// Whether the character is a number.
  public var isNumber: QueryExpression<Bool> { CharacterTests.isNumber(self) }

  /// Whether the character is a whole number.
  public var isWholeNumber: QueryExpression<Bool> { CharacterTests.isWholeNumber(self) }

  /// Whether the character is a hexadecimal digit.
  public var isHexDigit: QueryExpression<Bool> { CharacterTests.isHexDigit(self) }

  /// Whether the character is white space, or a newline.
  public var isWhitespace: QueryExpression<Bool> { CharacterTests.isWhitespace(self) }

  /// Whether the character is a newline.
  public var isNewline: QueryExpression<Bool> { CharacterTests.isNewline(self) }

  /// Whether the character is in uppercase.
  public var isUppercase: QueryExpression<Bool> { CharacterTests.isUppercase(self) }

  /// Whether the character is in lowercase.
  public var isLowercase: QueryExpression<Bool> { CharacterTests.isLowercase(self) }

  /// Whether the character changes where its case does.
  public var isCased: QueryExpression<Bool> { CharacterTests.isCased(self) }

  /// Whether the character is punctuation.
  public var isPunctuation: QueryExpression<Bool> { CharacterTests.isPunctuation(self) }

  /// Whether the character is a symbol.
  public var isSymbol: QueryExpression<Bool> { CharacterTests.isSymbol(self) }

  /// Whether the character is a symbol of mathematics.
  public var isMathSymbol: QueryExpression<Bool> { CharacterTests.isMathSymbol(self) }

  /// Whether the character is the symbol of a currency.
  public var isCurrencySymbol: QueryExpression<Bool> { CharacterTests.isCurrencySymbol(self) }

  /// Whether the character is an ASCII character.
  public var isASCII: QueryExpression<Bool> { CharacterTests.isASCII(self) }

  /// The number that the character stands for, if it is a whole number.
  public var wholeNumberValue: QueryExpression<Int?> { CharacterTests.wholeNumber(self) }

  /// The number that the character stands for, if it is a hexadecimal digit.
  public var hexDigitValue: QueryExpression<Int?> { CharacterTests.hexDigit(self) }

  /// Returns the character in uppercase, which may be several characters.
  public func uppercased() -> QueryExpression<String> {
    QueryExpression<String>(self).uppercased()
  }

  /// Returns the character in lowercase, which may be several characters.
  public func lowercased() -> QueryExpression<String> {
    QueryExpression<String>(self).lowercased()
  }
}

/// The properties of characters as engines call them.
private enum CharacterTests {
  static let isLetter = test("swift_is_letter") { $0.isLetter }
  static let isNumber = test("swift_is_number") { $0.isNumber }
  static let isWholeNumber = test("swift_is_whole_number") { $0.isWholeNumber }
  static let isHexDigit = test("swift_is_hex_digit") { $0.isHexDigit }
  static let isWhitespace = test("swift_is_whitespace") { $0.isWhitespace }
  static let isNewline = test("swift_is_newline") { $0.isNewline }
  static let isUppercase = test("swift_is_uppercase") { $0.isUppercase }
  static let isLowercase = test("swift_is_lowercase") { $0.isLowercase }
  static let isCased = test("swift_is_cased") { $0.isCased }
  static let isPunctuation = test("swift_is_punctuation") { $0.isPunctuation }
  static let isSymbol = test("swift_is_symbol") { $0.isSymbol }
  static let isMathSymbol = test("swift_is_math_symbol") { $0.isMathSymbol }
  static let isCurrencySymbol = test("swift_is_currency_symbol") { $0.isCurrencySymbol }
  static let isASCII = test("swift_is_ascii") { $0.isASCII }
  static let wholeNumber = test("swift_whole_number_value") { $0.wholeNumberValue }
  static let hexDigit = test("swift_hex_digit_value") { $0.hexDigitValue }

  private static func test<Result: FunctionValue>(
    _ name: String, _ body: @escaping @Sendable (Character) -> Result
  ) -> StandardFunction<Character, Result> {
    StandardFunction(name) { body(Character(CanonicalText.form(of: String($0)))) }
  }
}
