// Strings are sequences of characters (extended grapheme clusters), as in Swift, however many
// scalars a character has.

extension QueryExpression where Value == String {
  /// Whether the string has no characters.
  ///
  /// Declared for `String` separately: with a literal in the same closure, the compiler would
  /// otherwise choose the property of `String`, which can only be read in memory.
  public var isEmpty: QueryExpression<Bool> {
    QueryExpression<Bool>(.isEmpty, self) { $0.isEmpty }
  }
}

extension QueryExpression where Value: StringProtocol & Sendable {
  /// Whether the string has no characters.
  public var isEmpty: QueryExpression<Bool> {
    QueryExpression<Bool>(.isEmpty, self) { $0.isEmpty }
  }

  /// The number of characters.
  public var count: QueryExpression<Int> { QueryExpression<Int>(.count, self) { $0.count } }

  /// The first character, if there is one.
  public var first: QueryExpression<Character?> {
    QueryExpression<Character?>(.first, self) { $0.first }
  }

  /// The last character, if there is one.
  public var last: QueryExpression<Character?> {
    QueryExpression<Character?>(.last, self) { $0.last }
  }

  /// Returns whether the string begins with a prefix.
  ///
  /// ```swift
  /// people.where { $0.surname.hasPrefix("Mac") }
  /// // WHERE surname >= ? AND surname < ? …
  /// ```
  public func hasPrefix(_ text: String) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.hasPrefix, self, constant: text) { $0.hasPrefix($1) }
  }

  /// Returns whether the string begins with a prefix.
  public func hasPrefix(_ text: QueryExpression<String>) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.hasPrefix, self, text) { $0.hasPrefix($1) }
  }

  /// Returns whether the string ends with a suffix.
  public func hasSuffix(_ text: String) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.hasSuffix, self, constant: text) { $0.hasSuffix($1) }
  }

  /// Returns whether the string ends with a suffix.
  public func hasSuffix(_ text: QueryExpression<String>) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.hasSuffix, self, text) { $0.hasSuffix($1) }
  }

  /// Returns whether the string contains another one. Every string contains the empty string.
  public func contains(_ text: String) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.containsText, self, constant: text) { $0.contains($1) }
  }

  /// Returns whether the string contains another one.
  public func contains(_ text: QueryExpression<String>) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.containsText, self, text) { $0.contains($1) }
  }

  /// Returns the string in uppercase.
  public func uppercased() -> QueryExpression<String> {
    QueryExpression<String>(.uppercased, self) { $0.uppercased() }
  }

  /// Returns the string in lowercase.
  public func lowercased() -> QueryExpression<String> {
    QueryExpression<String>(.lowercased, self) { $0.lowercased() }
  }

  /// The string with the first letter of each word in uppercase and the others in lowercase.
  public var capitalized: QueryExpression<String> {
    QueryExpression<String>(.capitalized, self) { TextOperation.capitalized(String($0)) }
  }

  /// Returns the characters in reverse order, as a string.
  ///
  /// In Swift, `reversed()` returns a collection of characters: this is
  /// `String($0.name.reversed())`.
  public func reversed() -> QueryExpression<String> {
    QueryExpression<String>(.reversed, self) { String($0.reversed()) }
  }

  /// Returns the string without white space and newlines at both ends.
  public func trimming() -> QueryExpression<String> {
    QueryExpression<String>(.trimming, self) { TextOperation.trimmed(String($0)) }
  }

  /// Returns the string with each occurrence of a part replaced.
  public func replacing(_ part: String, with other: String) -> QueryExpression<String> {
    let text = expressionValue
    let nodes = [
      expressionNode, QueryExpression<String>(part).expressionNode,
      QueryExpression<String>(other).expressionNode,
    ]
    return QueryExpression<String>(.operation(.replacing, nodes)) {
      TextOperation.replacing(part, in: String(try text($0)), with: other)
    }
  }
}

extension QueryExpression where Value: StringProtocol & Sendable, Value.SubSequence == Substring {
  /// Returns at most a number of characters from the beginning.
  ///
  /// ```swift
  /// people.groupBy { $0.surname.prefix(1) }
  /// ```
  public func prefix(_ count: Int) -> QueryExpression<Substring> {
    QueryExpression<Substring>(.prefix, self, constant: Swift.max(0, count)) { $0.prefix($1) }
  }

  /// Returns at most a number of characters from the end.
  public func suffix(_ count: Int) -> QueryExpression<Substring> {
    QueryExpression<Substring>(.suffix, self, constant: Swift.max(0, count)) { $0.suffix($1) }
  }

  /// Returns the string without a number of characters at the beginning.
  public func dropFirst(_ count: Int = 1) -> QueryExpression<Substring> {
    QueryExpression<Substring>(.dropFirst, self, constant: Swift.max(0, count)) { $0.dropFirst($1) }
  }

  /// Returns the string without a number of characters at the end.
  public func dropLast(_ count: Int = 1) -> QueryExpression<Substring> {
    QueryExpression<Substring>(.dropLast, self, constant: Swift.max(0, count)) { $0.dropLast($1) }
  }
}

extension QueryExpression where Value == String {
  /// Returns the concatenation of two strings.
  public static func + (left: Self, right: Self) -> Self {
    Self(.concatenate, left, right) { $0 + $1 }
  }

  /// Returns the concatenation of two strings.
  public static func + (left: Self, right: String) -> Self { left + Self(right) }

  /// Returns the concatenation of two strings.
  public static func + (left: String, right: Self) -> Self { Self(left) + right }
}
