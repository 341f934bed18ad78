// The number of units of a string. Spellings of a string differ in it, so it is that of the
// canonical form.

extension QueryExpression where Value == String.UTF8View {
  /// The number of bytes in UTF-8.
  ///
  /// ```swift
  /// people.where { $0.name.utf8.count > 20 }
  /// // … WHERE swift_utf8_count(name) > ? …
  /// ```
  public var count: QueryExpression<Int> { number(.utf8) { String($0) } }
}

extension QueryExpression where Value == String.UTF16View {
  /// The number of units in UTF-16.
  public var count: QueryExpression<Int> { number(.utf16) { String($0) } }
}

extension QueryExpression where Value == String.UnicodeScalarView {
  /// The number of Unicode scalars.
  public var count: QueryExpression<Int> { number(.scalars) { String($0) } }
}

/// A way to divide a string.
private enum TextUnit {
  case utf8
  case utf16
  case scalars

  /// The number of units as engines call it.
  var function: StandardFunction<String, Int> {
    switch self {
    case .utf8: Self.utf8Count
    case .utf16: Self.utf16Count
    case .scalars: Self.scalarCount
    }
  }

  private static let utf8Count = StandardFunction("swift_utf8_count") { (text: String) in
    CanonicalText.form(of: text).utf8.count
  }
  private static let utf16Count = StandardFunction("swift_utf16_count") { (text: String) in
    CanonicalText.form(of: text).utf16.count
  }
  private static let scalarCount = StandardFunction("swift_scalar_count") { (text: String) in
    CanonicalText.form(of: text).unicodeScalars.count
  }
}

extension QueryExpression {
  /// Returns the number of units of the string whose view this is.
  fileprivate func number(
    _ unit: TextUnit, _ text: @escaping @Sendable (Value) -> String
  ) -> QueryExpression<Int> {
    let view = expressionValue
    // A view is a member of its string, which is what engines have.
    guard case .member(let string, _) = expressionNode.form, string.type == String.self else {
      return unit.function(QueryExpression<String>(expressionNode.form) { text(try view($0)) })
    }
    return unit.function(QueryExpression<String>(string.form) { text(try view($0)) })
  }
}
