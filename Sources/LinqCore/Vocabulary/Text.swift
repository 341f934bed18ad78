// Strings are sequences of characters (extended grapheme clusters), as in Swift, however many
// scalars a character has.

extension QueryExpression where Value == String {
  /// Whether the string has no characters.
  ///
  /// Declared for `String` separately: with a literal in the same closure, the compiler would
  /// otherwise choose the property of `String`, which can only be read in memory.
  public var isEmpty: QueryExpression<Bool> {
    Vocabulary.isEmpty(self)
  }
}

extension QueryExpression where Value: StringProtocol & Sendable {
  /// Whether the string has no characters.
  public var isEmpty: QueryExpression<Bool> {
    Vocabulary.isEmpty(asString)
  }

  /// The number of characters.
  public var count: QueryExpression<Int> { Vocabulary.count(asString) }

  /// The first character, if there is one.
  public var first: QueryExpression<Character?> { Vocabulary.first(asString) }

  /// The last character, if there is one.
  public var last: QueryExpression<Character?> { Vocabulary.last(asString) }

  /// Returns whether the string begins with a prefix.
  ///
  /// ```swift
  /// people.where { $0.surname.hasPrefix("Mac") }
  /// // WHERE surname >= ? AND surname < ? …
  /// ```
  public func hasPrefix(_ text: String) -> QueryExpression<Bool> {
    hasPrefix(QueryExpression<String>(text))
  }

  /// Returns whether the string begins with a prefix.
  public func hasPrefix(_ text: QueryExpression<String>) -> QueryExpression<Bool> {
    Vocabulary.hasPrefix(asString, text)
  }

  /// Returns whether the string begins with a part of a text of the program.
  public func hasPrefix(_ text: Substring) -> QueryExpression<Bool> { hasPrefix(String(text)) }

  /// Returns whether the string ends with a suffix.
  public func hasSuffix(_ text: String) -> QueryExpression<Bool> {
    hasSuffix(QueryExpression<String>(text))
  }

  /// Returns whether the string ends with a suffix.
  public func hasSuffix(_ text: QueryExpression<String>) -> QueryExpression<Bool> {
    Vocabulary.hasSuffix(asString, text)
  }

  /// Returns whether the string ends with a part of a text of the program.
  public func hasSuffix(_ text: Substring) -> QueryExpression<Bool> { hasSuffix(String(text)) }

  /// Returns whether the string contains another one. Every string contains the empty string.
  public func contains(_ text: String) -> QueryExpression<Bool> {
    contains(QueryExpression<String>(text))
  }

  /// Returns whether the string contains another one.
  public func contains(_ text: QueryExpression<String>) -> QueryExpression<Bool> {
    Vocabulary.contains(asString, text)
  }

  /// Returns whether the string contains a part of a text of the program.
  public func contains(_ text: Substring) -> QueryExpression<Bool> { contains(String(text)) }

  /// Returns the string in uppercase.
  public func uppercased() -> QueryExpression<String> {
    Vocabulary.uppercased(asString)
  }

  /// Returns the string in lowercase.
  public func lowercased() -> QueryExpression<String> {
    Vocabulary.lowercased(asString)
  }

  /// The string with the first letter of each word in uppercase and the others in lowercase.
  public var capitalized: QueryExpression<String> {
    Vocabulary.capitalized(asString)
  }

  /// Returns the characters in reverse order, as a string.
  ///
  /// In Swift, `reversed()` returns a collection of characters: this is
  /// `String($0.name.reversed())`.
  public func reversed() -> QueryExpression<String> {
    Vocabulary.reversed(asString)
  }

  /// Returns the string without white space and newlines at both ends.
  public func trimming() -> QueryExpression<String> {
    Vocabulary.trimming(asString)
  }

  /// Returns whether the string begins with another one: the same as `hasPrefix`.
  public func starts(with prefix: String) -> QueryExpression<Bool> { hasPrefix(prefix) }

  /// Returns whether the string begins with another one: the same as `hasPrefix`.
  public func starts(with prefix: QueryExpression<String>) -> QueryExpression<Bool> {
    hasPrefix(prefix)
  }

  /// Returns whether the string contains a character.
  @_disfavoredOverload
  public func contains(_ character: Character) -> QueryExpression<Bool> {
    contains(String(character))
  }

  /// Returns the string without a prefix, or the whole string if it does not begin with it.
  ///
  /// ```swift
  /// people.select { $0.surname.trimmingPrefix("von ") }
  /// // SELECT swift_trimming_prefix(surname, ?) FROM person ORDER BY id
  /// ```
  public func trimmingPrefix(_ prefix: String) -> QueryExpression<Substring> {
    trimmingPrefix(QueryExpression<String>(prefix))
  }

  /// Returns the string without a prefix, or the whole string if it does not begin with it.
  public func trimmingPrefix(_ prefix: QueryExpression<String>) -> QueryExpression<Substring> {
    Vocabulary.trimmingPrefix(asString, prefix)
  }

  /// Returns the string with each occurrence of a part replaced.
  public func replacing(_ part: String, with other: String) -> QueryExpression<String> {
    Vocabulary.replacing(
      asString, QueryExpression<String>(part), QueryExpression<String>(other))
  }
}

extension QueryExpression where Value: StringProtocol & Sendable, Value.SubSequence == Substring {
  /// Returns at most a number of characters from the beginning.
  ///
  /// ```swift
  /// people.groupBy { $0.surname.prefix(1) }
  /// ```
  public func prefix(_ count: Int) -> QueryExpression<Substring> {
    Vocabulary.prefix(asString, QueryExpression<Int>(Swift.max(0, count)))
  }

  /// Returns at most a number of characters from the end.
  public func suffix(_ count: Int) -> QueryExpression<Substring> {
    Vocabulary.suffix(asString, QueryExpression<Int>(Swift.max(0, count)))
  }

  /// Returns the string without a number of characters at the beginning.
  public func dropFirst(_ count: Int = 1) -> QueryExpression<Substring> {
    Vocabulary.dropFirst(asString, QueryExpression<Int>(Swift.max(0, count)))
  }

  /// Returns the string without a number of characters at the end.
  public func dropLast(_ count: Int = 1) -> QueryExpression<Substring> {
    Vocabulary.dropLast(asString, QueryExpression<Int>(Swift.max(0, count)))
  }
}

extension QueryExpression where Value == String {
  /// Returns the concatenation of two strings.
  public static func + (left: Self, right: Self) -> Self {
    Vocabulary.concatenate(left, right)
  }

  /// Returns the concatenation of two strings.
  public static func + (left: Self, right: String) -> Self { left + Self(right) }

  /// Returns the concatenation of two strings.
  public static func + (left: String, right: Self) -> Self { Self(left) + right }
}

extension QueryExpression where Value: StringProtocol & Sendable {
  /// The value as a `String`.
  var asString: QueryExpression<String> {
    // A cast would take longer than the rest of building an expression.
    if Value.self == String.self { return unsafeBitCast(self, to: QueryExpression<String>.self) }
    return QueryExpression<String>(.string, self) { String($0) }
  }
}

extension Vocabulary {
  static let texts: [any VocabularyEntry] = [
    count, isEmpty, first, last, prefix, suffix, dropFirst, dropFirstOne, dropLast, dropLastOne,
    hasPrefix, hasSuffix, contains, startsWith, uppercased, lowercased, capitalized, reversed,
    trimming, trimmingPrefix, replacing, concatenate, folded, localized, localizedStandard,
  ]

  static let count = StandardFunction(
    ".count", sql: "swift_count", server: "swift.count",
    sample: "people.select { $0.name.count }", contract: "S08",
    shortcut: .count
  ) { (text: String) in text.count }

  package static let isEmpty = StandardFunction(
    ".isEmpty", sql: "swift_is_empty",
    sample: "people.where { !$0.name.isEmpty }", contract: "S08"
  ) { (text: String) in text.isEmpty }

  static let first = StandardFunction(
    ".first", sql: "swift_first", server: "swift.first",
    sample: "people.select { $0.name.first }", contract: "S08"
  ) { (text: String) in text.first }

  static let last = StandardFunction(
    ".last", sql: "swift_last", server: "swift.last",
    sample: "people.select { $0.name.last }", contract: "S08"
  ) { (text: String) in text.last }

  static let prefix = StandardFunction(
    ".prefix(_:)", sql: "swift_prefix", server: "swift.prefix",
    sample: "people.select { $0.name.prefix(2) }", contract: "S08",
    literals: isCount, shortcut: .part { $0.prefix($1) }
  ) { (text: String, count: Int) in text.prefix(max(0, count)) }

  static let suffix = StandardFunction(
    ".suffix(_:)", sql: "swift_suffix", server: "swift.suffix",
    sample: "people.select { $0.name.suffix(2) }", contract: "S08",
    literals: isCount, shortcut: .part { $0.suffix($1) }
  ) { (text: String, count: Int) in text.suffix(max(0, count)) }

  static let dropFirst = StandardFunction(
    ".dropFirst(_:)", sql: "swift_drop_first", server: "swift.drop_first",
    sample: "people.select { $0.name.dropFirst(2) }", contract: "S08",
    literals: isCount, shortcut: .part { $0.dropFirst($1) }
  ) { (text: String, count: Int) in text.dropFirst(max(0, count)) }

  static let dropFirstOne = ComposedFunction(".dropFirst()") {
    (text: QueryExpression<String>) in text.dropFirst()
  }

  static let dropLast = StandardFunction(
    ".dropLast(_:)", sql: "swift_drop_last", server: "swift.drop_last",
    sample: "people.select { $0.name.dropLast(2) }", contract: "S08",
    literals: isCount, shortcut: .part { $0.dropLast($1) }
  ) { (text: String, count: Int) in text.dropLast(max(0, count)) }

  static let dropLastOne = ComposedFunction(".dropLast()") {
    (text: QueryExpression<String>) in text.dropLast()
  }

  package static let hasPrefix = StandardFunction(
    ".hasPrefix(_:)", sql: "swift_has_prefix", server: "swift.has_prefix",
    sample: #"people.where { $0.name.hasPrefix("b") }"#, contract: "S07",
    shortcut: .test { text, part in
      text.count >= part.count && text.prefix(part.count).elementsEqual(part)
    }
  ) { (text: String, prefix: String) in text.hasPrefix(prefix) }

  package static let hasSuffix = StandardFunction(
    ".hasSuffix(_:)", sql: "swift_has_suffix", server: "swift.has_suffix",
    sample: #"people.where { $0.name.hasSuffix("b") }"#, contract: "S07",
    shortcut: .test { text, part in
      text.count >= part.count && text.suffix(part.count).elementsEqual(part)
    }
  ) { (text: String, suffix: String) in text.hasSuffix(suffix) }

  package static let contains = StandardFunction(
    ".contains(_:)", sql: "swift_contains", server: "swift.contains",
    sample: #"people.where { $0.name.contains("o") }"#, contract: "S07",
    shortcut: .test { text, part in
      guard let first = part.first else { return true }
      guard text.count >= part.count else { return false }
      for start in 0...(text.count - part.count) where text[start] == first {
        if (1..<part.count).allSatisfy({ text[start + $0] == part[$0] }) { return true }
      }
      return false
    }
  ) { (text: String, part: String) in text.contains(part) }

  static let startsWith = ComposedFunction(
    ".starts(with:)", sample: #"people.where { $0.name.starts(with: "b") }"#, contract: "S07"
  ) { (text: QueryExpression<String>, prefix: QueryExpression<String>) in
    text.hasPrefix(prefix)
  }

  package static let uppercased = StandardFunction(
    ".uppercased()", sql: "swift_uppercased", server: "swift.uppercased",
    sample: "people.select { $0.name.uppercased() }", contract: "S09"
  ) { (text: String) in text.uppercased() }

  package static let lowercased = StandardFunction(
    ".lowercased()", sql: "swift_lowercased", server: "swift.lowercased",
    sample: "people.select { $0.name.lowercased() }", contract: "S09"
  ) { (text: String) in text.lowercased() }

  static let capitalized = StandardFunction(
    ".capitalized", sql: "swift_capitalized",
    sample: "people.select { $0.name.capitalized }", contract: "S09"
  ) { (text: String) in TextOperation.capitalized(text) }

  static let reversed = StandardFunction(
    ".reversed()", sql: "swift_reversed", server: "swift.reversed",
    sample: "people.select { $0.name.reversed() }", contract: "S08"
  ) { (text: String) in String(text.reversed()) }

  static let trimming = StandardFunction(
    ".trimming()", sql: "swift_trimming", server: "swift.trimming",
    sample: "people.select { $0.name.trimming() }", contract: "S10"
  ) { (text: String) in TextOperation.trimmed(text) }

  static let trimmingPrefix = StandardFunction(
    ".trimmingPrefix(_:)", sql: "swift_trimming_prefix",
    sample: #"people.select { $0.name.trimmingPrefix("b") }"#, contract: "S69"
  ) { (text: String, prefix: String) in text.trimmingPrefix(prefix) }

  static let replacing = StandardFunction(
    ".replacing(_:with:)", sql: "swift_replacing", server: "swift.replacing",
    sample: #"people.select { $0.name.replacing("b", with: "v") }"#, contract: "S07",
    literals: { _ in true }
  ) { (text: String, part: String, other: String) in
    try TextOperation.checkReplacing(part, in: text, with: other)
    return TextOperation.replacing(part, in: text, with: other)
  }

  package static let concatenate = StandardFunction(
    sql: "swift_concatenate", server: "swift.concatenate",
    sample: "people.select { $0.name + $0.surname }", contract: "S05"
  ) { (left: String, right: String) in
    try MemoryBudget.checkText(left.utf8.count + right.utf8.count)
    return left + right
  }

  /// Whether the only argument is a number of characters.
  private static let isCount: LiteralTest = { ($0[0] as? Int).map { $0 >= 0 } ?? false }
}
