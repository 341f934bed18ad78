public import Foundation

extension QueryExpression where Value: StringProtocol & Sendable {
  /// Returns how the string is ordered against another one, without the rules of a language.
  ///
  /// ```swift
  /// people.where { $0.name.compare("bob", options: .caseInsensitive) == .orderedSame }
  /// // … WHERE swift_compare(name, ?, ?) = ? …
  /// ```
  ///
  /// - Parameters:
  ///   - other: the string to compare with.
  ///   - options: what the comparison ignores, or takes for a number.
  public func compare(
    _ other: QueryExpression<String>, options: String.CompareOptions = []
  ) -> QueryExpression<ComparisonResult> {
    Vocabulary.compare(asString, other, QueryExpression<Int>(Int(options.rawValue)))
  }

  /// Returns how the string is ordered against another one, without the rules of a language.
  ///
  /// - Parameters:
  ///   - other: the string to compare with.
  ///   - options: what the comparison ignores, or takes for a number.
  public func compare(
    _ other: String, options: String.CompareOptions = []
  ) -> QueryExpression<ComparisonResult> {
    compare(QueryExpression<String>(other), options: options)
  }

  /// Returns how the string is ordered against another one if the case of letters does not count.
  ///
  /// ```swift
  /// people.where { $0.name.caseInsensitiveCompare("bob") == .orderedSame }
  /// // … WHERE swift_compare(name, ?, ?) = ? …
  /// ```
  public func caseInsensitiveCompare(_ other: String) -> QueryExpression<ComparisonResult> {
    compare(other, options: .caseInsensitive)
  }

  /// Returns how the string is ordered against another one if the case of letters does not count.
  public func caseInsensitiveCompare(
    _ other: QueryExpression<String>
  ) -> QueryExpression<ComparisonResult> { compare(other, options: .caseInsensitive) }
}

extension Vocabulary {
  static let compare = StandardFunction(sql: "swift_compare") {
    (text: String, other: String, options: Int) in
    CanonicalText.form(of: text).compare(
      CanonicalText.form(of: other), options: String.CompareOptions(rawValue: UInt(options)))
  }
}

extension ComparisonResult: FunctionValue {}
