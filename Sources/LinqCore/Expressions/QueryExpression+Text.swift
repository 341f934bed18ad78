// Text is a sequence of characters, as in Swift: what a reader sees as one, however many scalars it
// has.

extension QueryExpression where Value == String {
  /// Whether the text has no characters.
  ///
  /// Declared for `String` by itself: beside a literal in the same closure the compiler would
  /// otherwise take the property of `String`, which only memory can read.
  public var isEmpty: QueryExpression<Bool> {
    QueryExpression<Bool>(.isEmpty, self) { $0.isEmpty }
  }
}

extension QueryExpression where Value: StringProtocol & Sendable {
  /// Whether the text has no characters.
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

  /// Whether the text begins with these characters.
  ///
  /// ```swift
  /// people.where { $0.surname.hasPrefix("Mac") }
  /// // WHERE surname >= ? AND surname < ? …
  /// ```
  public func hasPrefix(_ text: String) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.hasPrefix, self, constant: text) { $0.hasPrefix($1) }
  }

  /// Whether the text begins with these characters.
  public func hasPrefix(_ text: QueryExpression<String>) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.hasPrefix, self, text) { $0.hasPrefix($1) }
  }

  /// Whether the text ends in these characters.
  public func hasSuffix(_ text: String) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.hasSuffix, self, constant: text) { $0.hasSuffix($1) }
  }

  /// Whether the text ends in these characters.
  public func hasSuffix(_ text: QueryExpression<String>) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.hasSuffix, self, text) { $0.hasSuffix($1) }
  }

  /// Whether the text has these characters in a row somewhere; every text has the empty one.
  public func contains(_ text: String) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.containsText, self, constant: text) { $0.contains($1) }
  }

  /// Whether the text has these characters in a row somewhere.
  public func contains(_ text: QueryExpression<String>) -> QueryExpression<Bool> {
    QueryExpression<Bool>(.containsText, self, text) { $0.contains($1) }
  }

  /// The text in capitals.
  public func uppercased() -> QueryExpression<String> {
    QueryExpression<String>(.uppercased, self) { $0.uppercased() }
  }

  /// The text in small letters.
  public func lowercased() -> QueryExpression<String> {
    QueryExpression<String>(.lowercased, self) { $0.lowercased() }
  }

  /// The text with a capital at the beginning of each word and small letters after it.
  public var capitalized: QueryExpression<String> {
    QueryExpression<String>(.capitalized, self) { TextOperation.capitalized(String($0)) }
  }

  /// The characters in the opposite order, as a text.
  ///
  /// In Swift `reversed()` gives the characters as a collection; `String($0.name.reversed())` is
  /// the same as this.
  public func reversed() -> QueryExpression<String> {
    QueryExpression<String>(.reversed, self) { String($0.reversed()) }
  }

  /// The text without white space and line ends at both ends.
  public func trimming() -> QueryExpression<String> {
    QueryExpression<String>(.trimming, self) { TextOperation.trimmed(String($0)) }
  }

  /// The text with another one instead of each occurrence of a part.
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
  /// The first characters, at most as many.
  ///
  /// ```swift
  /// people.groupBy { $0.surname.prefix(1) }
  /// ```
  public func prefix(_ count: Int) -> QueryExpression<Substring> {
    QueryExpression<Substring>(.prefix, self, constant: Swift.max(0, count)) { $0.prefix($1) }
  }

  /// The last characters, at most as many.
  public func suffix(_ count: Int) -> QueryExpression<Substring> {
    QueryExpression<Substring>(.suffix, self, constant: Swift.max(0, count)) { $0.suffix($1) }
  }

  /// The text without its first characters.
  public func dropFirst(_ count: Int = 1) -> QueryExpression<Substring> {
    QueryExpression<Substring>(.dropFirst, self, constant: Swift.max(0, count)) { $0.dropFirst($1) }
  }

  /// The text without its last characters.
  public func dropLast(_ count: Int = 1) -> QueryExpression<Substring> {
    QueryExpression<Substring>(.dropLast, self, constant: Swift.max(0, count)) { $0.dropLast($1) }
  }
}

extension QueryExpression where Value == String {
  /// Two texts, one at a time.
  public static func + (left: Self, right: Self) -> Self {
    Self(.concatenate, left, right) { $0 + $1 }
  }

  /// Two texts, one at a time.
  public static func + (left: Self, right: String) -> Self { left + Self(right) }

  /// Two texts, one at a time.
  public static func + (left: String, right: Self) -> Self { Self(left) + right }
}
