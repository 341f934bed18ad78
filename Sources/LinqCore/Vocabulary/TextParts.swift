internal import Foundation

// The parts of strings, as arrays with the operators of arrays. In Swift, most of these functions
// return substrings.

extension QueryExpression where Value: StringProtocol & Sendable {
  /// Returns the parts of the string between separators.
  ///
  /// ```swift
  /// people.where { $0.name.split(separator: " ").count > 2 }
  /// // SELECT … FROM person
  /// // WHERE (SELECT count(*) FROM temp.json_each(swift_split(person.name, ?, ?, ?)) AS t1) > ?
  /// // ORDER BY id
  /// ```
  ///
  /// - Parameters:
  ///   - separator: the string between two parts.
  ///   - maxSplits: the number of separators after which the rest is one part.
  ///   - omittingEmptySubsequences: whether parts without characters are left out.
  public func split(
    separator: String, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
  ) -> QueryExpression<[String]> {
    let text = asString.expressionValue
    let arguments = [
      asString.expressionNode, .constant(separator), .constant(maxSplits),
      .constant(omittingEmptySubsequences),
    ]
    precondition(maxSplits >= 0, "a string is split at no or some separators")
    return QueryExpression<[String]>(.function(TextParts.split, arguments)) {
      TextParts.split(try text($0), separator, maxSplits, omittingEmptySubsequences)
    }
  }

  /// Returns the parts of the string between separators.
  ///
  /// - Parameters:
  ///   - separator: the character between two parts.
  ///   - maxSplits: the number of separators after which the rest is one part.
  ///   - omittingEmptySubsequences: whether parts without characters are left out.
  @_disfavoredOverload
  public func split(
    separator: Character, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
  ) -> QueryExpression<[String]> {
    split(
      separator: String(separator), maxSplits: maxSplits,
      omittingEmptySubsequences: omittingEmptySubsequences)
  }

  /// Returns the parts of the string between separators, the empty ones too, as Foundation finds
  /// them.
  public func components(separatedBy separator: String) -> QueryExpression<[String]> {
    let text = asString.expressionValue
    let arguments = [asString.expressionNode, .constant(separator)]
    return QueryExpression<[String]>(.function(TextParts.components, arguments)) {
      TextParts.components(try text($0), separator)
    }
  }
}

/// The functions as engines call them.
private enum TextParts {
  static let split = TextListFunction("swift_split", argumentCount: 4) { arguments in
    split(
      try String.read(from: arguments, at: 0), try String.read(from: arguments, at: 1),
      try Int.read(from: arguments, at: 2), try Bool.read(from: arguments, at: 3))
  }
  static let components = TextListFunction("swift_components", argumentCount: 2) { arguments in
    components(
      try String.read(from: arguments, at: 0), try String.read(from: arguments, at: 1))
  }

  static func split(
    _ text: String, _ separator: String, _ maxSplits: Int, _ omittingEmpty: Bool
  ) -> [String] {
    text.split(
      separator: separator, maxSplits: maxSplits, omittingEmptySubsequences: omittingEmpty
    ).map { String($0) }
  }

  static func components(_ text: String, _ separator: String) -> [String] {
    CanonicalText.form(of: text).components(separatedBy: CanonicalText.form(of: separator))
  }
}
