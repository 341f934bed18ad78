// String literals with expressions in them: `"Product \($0.id)"`.
//
// Such a literal is an expression, not a `String`: an expression has no text before the query runs.
// Interpolating an expression into a `String` is ambiguous on purpose, so that the compiler never
// infers `String` for such a literal.

extension QueryExpression: ExpressibleByUnicodeScalarLiteral where Value == String {
  /// Creates a constant string.
  public init(unicodeScalarLiteral value: String) { self.init(value) }
}

extension QueryExpression: ExpressibleByExtendedGraphemeClusterLiteral where Value == String {
  /// Creates a constant string.
  public init(extendedGraphemeClusterLiteral value: String) { self.init(value) }
}

extension QueryExpression: ExpressibleByStringLiteral where Value == String {
  /// Creates a constant string.
  public init(stringLiteral value: String) { self.init(value) }
}

extension QueryExpression: ExpressibleByStringInterpolation where Value == String {
  /// Creates a string with values of the element in it, each formatted as Swift formats it.
  ///
  /// ```swift
  /// people.select { "\($0.name) (\($0.id))" }
  /// // SELECT name || ? || CAST(id AS TEXT) || ? FROM person ORDER BY id
  /// ```
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.text
  }

  /// The parts of a string with expressions in it.
  public struct StringInterpolation: StringInterpolationProtocol {
    private var expression: QueryExpression<String>?
    /// Constant text after the last expression.
    private var constant = ""

    /// Creates an interpolation without parts.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds constant text.
    public mutating func appendLiteral(_ literal: String) { constant += literal }

    /// Adds the text of an expression's value.
    public mutating func appendInterpolation<Part>(_ part: QueryExpression<Part>) {
      let text = QueryExpression<String>(describingValueOf: part)
      if let begin = withoutPendingConstant {
        expression = begin + text
      } else {
        expression = text
      }
      constant = ""
    }

    /// Adds the text of a value that does not depend on the element.
    public mutating func appendInterpolation<Part>(_ part: Part) { constant += "\(part)" }

    fileprivate var text: QueryExpression<String> {
      withoutPendingConstant ?? QueryExpression<String>("")
    }

    /// All parts so far, or nil if there are none.
    private var withoutPendingConstant: QueryExpression<String>? {
      guard !constant.isEmpty else { return expression }
      return expression.map { $0 + constant } ?? QueryExpression<String>(constant)
    }
  }
}

extension QueryExpression where Value == String {
  /// Creates the text that `"\(value)"` produces for the value of an expression.
  init<Part>(describingValueOf part: QueryExpression<Part>) {
    // A string is used unchanged: if it is a constant, that affects how it can be concatenated.
    if let text = part as? QueryExpression<String> {
      self = text
    } else {
      self.init(.string, part) { "\($0)" }
    }
  }
}

/// A return type that makes interpolation of an expression into a `String` ambiguous. Its name
/// appears in the compiler's error message.
@_documentation(visibility: internal)
public enum AnExpressionHasNoTextBeforeTheQueryRuns {}
/// A return type that makes interpolation of an expression into a `String` ambiguous. Its name
/// appears in the compiler's error message.
@_documentation(visibility: internal)
public enum WriteTheLiteralWhereAnExpressionIsExpected {}

extension DefaultStringInterpolation {
  /// Ambiguous on purpose: a `String` cannot hold an expression.
  @_documentation(visibility: internal)
  public mutating func appendInterpolation<Value>(
    _ expression: QueryExpression<Value>
  ) -> AnExpressionHasNoTextBeforeTheQueryRuns {
    preconditionFailure("the two overloads are ambiguous and cannot be called")
  }

  /// Ambiguous on purpose: a `String` cannot hold an expression.
  @_documentation(visibility: internal)
  public mutating func appendInterpolation<Value>(
    _ expression: QueryExpression<Value>
  ) -> WriteTheLiteralWhereAnExpressionIsExpected {
    preconditionFailure("the two overloads are ambiguous and cannot be called")
  }
}
