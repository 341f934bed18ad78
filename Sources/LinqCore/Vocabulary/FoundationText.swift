public import Foundation

// Functions of strings that the standard library and Foundation have. Foundation's work on scalars
// and units of UTF-16, so they get the canonical form, which every spelling of a string has.

extension QueryExpression where Value: StringProtocol & Sendable {
  /// Returns the string, shortened to a length or filled up to it with another string, as
  /// Foundation does.
  ///
  /// A negative length is 0; one beyond 100,000,000 is the error
  /// ``ExpressionError/arithmeticOverflow``.
  ///
  /// ```swift
  /// people.select { $0.name.padding(toLength: 12, withPad: ".", startingAt: 0) }
  /// // SELECT swift_padding(name, ?, ?, ?) FROM person ORDER BY id
  /// ```
  ///
  /// - Parameters:
  ///   - length: the length, in units of UTF-16.
  ///   - pad: the string to fill up with, which is not empty.
  ///   - index: the index of the first unit of `pad` that is used.
  public func padding(
    toLength length: QueryExpression<Int>, withPad pad: String, startingAt index: Int
  ) -> QueryExpression<String> {
    let pad = CanonicalText.form(of: pad)
    precondition((0..<pad.utf16.count).contains(index), "the index is one of the pad's units")
    return Vocabulary.padding(
      asString, length, QueryExpression<String>(pad), QueryExpression<Int>(index))
  }

  /// Returns the string, shortened to a length or filled up to it with another string, as
  /// Foundation does.
  ///
  /// - Parameters:
  ///   - length: the length, in units of UTF-16.
  ///   - pad: the string to fill up with, which is not empty.
  ///   - index: the index of the first unit of `pad` that is used.
  public func padding(
    toLength length: Int, withPad pad: String, startingAt index: Int
  ) -> QueryExpression<String> {
    padding(toLength: QueryExpression<Int>(length), withPad: pad, startingAt: index)
  }

  /// Returns the string with each occurrence of a part replaced, as Foundation finds it.
  public func replacingOccurrences(
    of part: String, with other: String
  ) -> QueryExpression<String> {
    Vocabulary.replacingOccurrences(
      asString, QueryExpression<String>(part), QueryExpression<String>(other))
  }

  /// Returns the beginning that the string has in common with another one, as Foundation finds it.
  ///
  /// ```swift
  /// people.where { $0.name.commonPrefix(with: $0.surname).count > 2 }
  /// // … WHERE swift_count(swift_common_prefix(name, surname)) > ? …
  /// ```
  public func commonPrefix(with other: QueryExpression<String>) -> QueryExpression<String> {
    Vocabulary.commonPrefix(asString, other)
  }

  /// Returns the beginning that the string has in common with another one, as Foundation finds it.
  public func commonPrefix(with other: String) -> QueryExpression<String> {
    commonPrefix(with: QueryExpression<String>(other))
  }

  /// Returns the string without a distinction, such as that of accents, of no particular language.
  ///
  /// ```swift
  /// people.where {
  ///   $0.name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil) == "eva"
  /// }
  /// // … WHERE swift_folding(name, ?) = ? …
  /// ```
  ///
  /// - Parameters:
  ///   - options: the distinctions to leave out.
  ///   - locale: nil. The rules of a language are those of a version of the system.
  public func folding(
    options: String.CompareOptions, locale: Never?
  ) -> QueryExpression<String> {
    Vocabulary.folding(asString, QueryExpression<Int>(Int(options.rawValue)))
  }
}

extension QueryExpression where Value == String {
  /// Returns a string repeated a number of times. A negative number, and a result of more than
  /// 100,000,000 bytes, is the error ``ExpressionError/arithmeticOverflow``.
  ///
  /// ```swift
  /// people.select { QueryExpression<String>(repeating: "*", count: $0.age / 10) }
  /// // SELECT swift_repeating(?, age / ?) FROM person ORDER BY id
  /// ```
  ///
  /// - Parameters:
  ///   - text: the string to repeat.
  ///   - count: how often.
  public init(repeating text: QueryExpression<String>, count: QueryExpression<Int>) {
    self = Vocabulary.repeating(text, count)
  }

  /// Returns a string repeated a number of times.
  ///
  /// - Parameters:
  ///   - text: the string to repeat.
  ///   - count: how often.
  public init(repeating text: QueryExpression<String>, count: Int) {
    self.init(repeating: text, count: QueryExpression<Int>(count))
  }
}

extension Vocabulary {
  static let foundationTexts: [any VocabularyEntry] = [
    padding, repeating, replacingOccurrences, commonPrefix, folding, trimmingCharacters, compare,
    utf8Count,
    utf16Count, scalarCount,
  ]

  /// A longer result is an error, whatever limit an engine has.
  private static let longest = 100_000_000

  static let padding = StandardFunction(
    ".padding(toLength:withPad:startingAt:)", sql: "swift_padding", canFail: true,
    sample: #"people.select { $0.name.padding(toLength: 10, withPad: ".", startingAt: 0) }"#,
    contract: "S69",
    // A chain as text may come from outside of the program, so its texts stay short.
    literals: { arguments in
      guard let length = arguments[0] as? Int, let pad = arguments[1] as? String else {
        return false
      }
      return (0...1000).contains(length) && !pad.isEmpty && arguments[2] as? Int == 0
    }
  ) { (text: String, length: Int, pad: String, index: Int) in
    guard length <= longest else { throw ExpressionError.arithmeticOverflow }
    try MemoryBudget.checkText(length)
    // A chain as text has its pad as it is written, and SQL gets it in canonical form.
    return CanonicalText.form(of: text).padding(
      toLength: max(0, length), withPad: CanonicalText.form(of: pad), startingAt: index)
  }

  static let repeating = StandardFunction(
    sql: "swift_repeating", canFail: true
  ) { (text: String, count: Int) in
    let (bytes, overflow) = text.utf8.count.multipliedReportingOverflow(by: count)
    guard count >= 0, !overflow, bytes <= longest else {
      throw ExpressionError.arithmeticOverflow
    }
    try MemoryBudget.checkText(bytes)
    return String(repeating: text, count: text.isEmpty ? 0 : count)
  }

  static let replacingOccurrences = StandardFunction(
    ".replacingOccurrences(of:with:)", sql: "swift_replacing_occurrences",
    sample: #"people.select { $0.name.replacingOccurrences(of: "b", with: "v") }"#, contract: "S69",
    literals: { _ in true }
  ) { (text: String, part: String, other: String) in
    let (text, part) = (CanonicalText.form(of: text), CanonicalText.form(of: part))
    try TextOperation.checkReplacing(part, in: text, with: other)
    return text.replacingOccurrences(of: part, with: CanonicalText.form(of: other))
  }

  static let commonPrefix = StandardFunction(
    ".commonPrefix(with:)", sql: "swift_common_prefix",
    sample: "people.select { $0.name.commonPrefix(with: $0.surname) }", contract: "S69"
  ) { (text: String, other: String) in
    CanonicalText.form(of: text).commonPrefix(with: CanonicalText.form(of: other))
  }

  static let folding = StandardFunction(sql: "swift_folding") { (text: String, options: Int) in
    CanonicalText.form(of: text)
      .folding(options: String.CompareOptions(rawValue: UInt(options)), locale: nil)
  }
}
