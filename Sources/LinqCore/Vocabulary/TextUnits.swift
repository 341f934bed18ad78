// The number of units of a string. Spellings of a string differ in it, so it is that of the
// canonical form.

extension QueryExpression where Value == String.UTF8View {
  /// The number of bytes in UTF-8.
  ///
  /// ```swift
  /// people.where { $0.name.utf8.count > 20 }
  /// // … WHERE swift_utf8_count(name) > ? …
  /// ```
  public var count: QueryExpression<Int> { number(Vocabulary.utf8Count) { String($0) } }
}

extension QueryExpression where Value == String.UTF16View {
  /// The number of units in UTF-16.
  public var count: QueryExpression<Int> { number(Vocabulary.utf16Count) { String($0) } }
}

extension QueryExpression where Value == String.UnicodeScalarView {
  /// The number of Unicode scalars.
  public var count: QueryExpression<Int> { number(Vocabulary.scalarCount) { String($0) } }
}

extension QueryExpression {
  /// Returns the number of units of the string whose view this is.
  fileprivate func number(
    _ count: StandardFunction<String, Int>, _ text: @escaping @Sendable (Value) -> String
  ) -> QueryExpression<Int> {
    let view = expressionValue
    // A view is a member of its string, which is what engines have.
    guard case .member(let string, _) = expressionNode.form, string.type == String.self else {
      return count(QueryExpression<String>(expressionNode.form) { text(try view($0)) })
    }
    return count(QueryExpression<String>(string.form) { text(try view($0)) })
  }
}

extension Vocabulary {
  static let utf8Count = StandardFunction(sql: "swift_utf8_count") { (text: String) in
    CanonicalText.form(of: text).utf8.count
  }
  static let utf16Count = StandardFunction(sql: "swift_utf16_count") { (text: String) in
    CanonicalText.form(of: text).utf16.count
  }
  static let scalarCount = StandardFunction(sql: "swift_scalar_count") { (text: String) in
    CanonicalText.form(of: text).unicodeScalars.count
  }
}
