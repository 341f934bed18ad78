public import Foundation

extension QueryExpression where Value: StringProtocol & Sendable {
  /// Returns the string without the scalars of a set at both ends, as Foundation does.
  ///
  /// ```swift
  /// people.select { $0.name.trimmingCharacters(in: .whitespaces) }
  /// // SELECT swift_trimming_characters(name, ?) FROM person ORDER BY id
  /// ```
  ///
  /// - Parameter set: the scalars to remove: the set, if Foundation has a name for it, is passed by
  ///   its name, and another one by its scalars.
  public func trimmingCharacters(in set: CharacterSet) -> QueryExpression<String> {
    Vocabulary.trimmingCharacters(
      asString, QueryExpression<String>(CharacterSetName.name(of: set)))
  }
}

extension Vocabulary {
  static let trimmingCharacters = StandardFunction(sql: "swift_trimming_characters") {
    (text: String, set: String) in
    CanonicalText.form(of: text).trimmingCharacters(in: CharacterSetName.set(named: set))
  }
}
