internal import Foundation

// Numbers and truth values as texts, and read from texts.

extension QueryExpression where Value == Int? {
  /// Converts a text to a whole number, as `Int(…)` does in Swift; nil if the text is none.
  ///
  /// ```swift
  /// people.where { QueryExpression<Int?>($0.surname) != nil }
  /// ```
  public init(_ text: QueryExpression<String>) { self = Vocabulary.parseInt(text) }

  /// Converts a part of a text to a whole number; nil if it is none.
  public init(_ text: QueryExpression<Substring>) { self.init(QueryExpression<String>(text)) }

  /// Converts a text to a whole number, as `Int(_:radix:)` does in Swift; nil if the text is none.
  ///
  /// - Parameters:
  ///   - text: digits, and a sign before them.
  ///   - radix: the base of the digits, 2 to 36. Another one ends the program, as in Swift.
  public init(_ text: QueryExpression<String>, radix: Int) {
    self = Vocabulary.parseDigits(text, QueryExpression<Int>(checked(radix: radix)))
  }
}

extension QueryExpression where Value == Double? {
  /// Converts a text to a floating-point number, as `Double(…)` does in Swift; nil if the text is
  /// none, or is not a number.
  public init(_ text: QueryExpression<String>) { self = Vocabulary.parseDouble(text) }

  /// Converts a part of a text to a floating-point number; nil if it is none.
  public init(_ text: QueryExpression<Substring>) { self.init(QueryExpression<String>(text)) }
}

extension QueryExpression where Value == Bool? {
  /// Converts the texts `true` and `false`, as `Bool(…)` does in Swift; nil for other texts.
  public init(_ text: QueryExpression<String>) { self = Vocabulary.parseBool(text) }
}

extension QueryExpression where Value == String {
  /// Converts a whole number to digits of a base, as `String(_:radix:uppercase:)` does in Swift.
  ///
  /// ```swift
  /// people.select { QueryExpression<String>($0.age, radix: 16) }
  /// // SELECT swift_digits(age, ?, ?) FROM person ORDER BY id
  /// ```
  ///
  /// - Parameters:
  ///   - number: the number.
  ///   - radix: the base of the digits, 2 to 36. Another one ends the program, as in Swift.
  ///   - uppercase: whether the digits above 9 are capital letters.
  public init(_ number: QueryExpression<Int>, radix: Int, uppercase: Bool = false) {
    self = Vocabulary.digits(
      number, QueryExpression<Int>(checked(radix: radix)), QueryExpression<Bool>(uppercase))
  }
}

private func checked(radix: Int) -> Int {
  precondition((2...36).contains(radix), "a radix is 2 to 36")
  return radix
}

extension Vocabulary {
  static let conversions: [any VocabularyEntry] = [
    parseInt, parseDigits, parseDouble, parseBool, digits, exactInteger, doubleOfDecimal, parseUUID,
    uuidString, intAsDouble, intAsDecimal, intAsInt, doubleAsInt, decimalAsDouble, textAsInt,
    textAsDouble,
  ]

  /// The conversions of the other integers, which have the names of those of `Int`.
  static let integerConversions: [any VocabularyEntry] =
    asNumbers(Int64.self) + asNumbers(Int32.self) + asNumbers(Int16.self) + asNumbers(Int8.self)
    + asNumbers(UInt.self) + asNumbers(UInt64.self) + asNumbers(UInt32.self)
    + asNumbers(UInt16.self) + asNumbers(UInt8.self)

  private static func asNumbers<Number: FixedWidthInteger & Sendable>(
    _ type: Number.Type
  ) -> [any VocabularyEntry] {
    [
      ComposedFunction(".double") { (number: QueryExpression<Number>) in number.double },
      ComposedFunction(".decimal") { (number: QueryExpression<Number>) in number.decimal },
      ComposedFunction(".int") { (number: QueryExpression<Number>) in number.int },
    ]
  }

  static let intAsDouble = ComposedFunction(
    ".double", sample: "people.select { $0.age.double / 2.0 }", contract: "S11"
  ) { (number: QueryExpression<Int>) in number.double }
  static let intAsDecimal = ComposedFunction(
    ".decimal", sample: "people.select { $0.age.decimal }", contract: "S73"
  ) { (number: QueryExpression<Int>) in number.decimal }
  static let intAsInt = ComposedFunction(".int") { (number: QueryExpression<Int>) in number.int }
  static let doubleAsInt = ComposedFunction(
    ".int", sample: "people.select { ($0.age.double / 8.0).int }", contract: "S11"
  ) { (number: QueryExpression<Double>) in number.int }
  static let decimalAsDouble = ComposedFunction(
    ".double"
  ) { (number: QueryExpression<Decimal>) in number.double }
  static let textAsInt = ComposedFunction(
    ".int", sample: "people.select { $0.name.dropFirst(3).int ?? 0 }", contract: "S53"
  ) { (text: QueryExpression<String>) in text.int }
  static let textAsDouble = ComposedFunction(
    ".double", sample: "people.select { $0.name.double ?? 0.5 }", contract: "S53"
  ) { (text: QueryExpression<String>) in text.double }

  static let parseInt = StandardFunction<String, Int?>(sql: "swift_parse_int") { Int($0) }
  static let parseDigits = StandardFunction(sql: "swift_parse_digits") {
    (text: String, radix: Int) in Int(text, radix: radix)
  }
  static let parseDouble = StandardFunction<String, Double?>(sql: "swift_parse_double") { text in
    Double(text).flatMap { $0.isNaN ? nil : $0 }
  }
  static let parseBool = StandardFunction(sql: "swift_parse_bool") { (text: String) in Bool(text) }
  static let digits = StandardFunction(sql: "swift_digits") {
    (number: Int, radix: Int, uppercase: Bool) in
    String(number, radix: radix, uppercase: uppercase)
  }
}
