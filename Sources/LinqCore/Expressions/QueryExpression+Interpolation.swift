// String literals with expressions in them: `"Product \($0.id)"`.
//
// The literal is an expression of its own, not a `String`: an expression has no text before a query
// runs. So that the compiler never takes such a literal for a `String`, interpolating an expression
// into a `String` is made ambiguous below.

extension QueryExpression: ExpressibleByUnicodeScalarLiteral where Value == String {
  /// A constant text.
  public init(unicodeScalarLiteral value: String) { self.init(value) }
}

extension QueryExpression: ExpressibleByExtendedGraphemeClusterLiteral where Value == String {
  /// A constant text.
  public init(extendedGraphemeClusterLiteral value: String) { self.init(value) }
}

extension QueryExpression: ExpressibleByStringLiteral where Value == String {
  /// A constant text.
  public init(stringLiteral value: String) { self.init(value) }
}

extension QueryExpression: ExpressibleByStringInterpolation where Value == String {
  /// A text with values of the element in it; each has the text that Swift gives it.
  ///
  /// ```swift
  /// people.select { "\($0.name) (\($0.id))" }
  /// // SELECT name || ' (' || CAST(id AS TEXT) || ')' FROM person ORDER BY id
  /// ```
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.text
  }

  /// The parts of a text with expressions in it.
  public struct StringInterpolation: StringInterpolationProtocol {
    private var expression: QueryExpression<String>?
    /// Constant text after the last expression.
    private var constant = ""

    /// Nothing yet.
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

    /// All parts so far; nil where there are none.
    private var withoutPendingConstant: QueryExpression<String>? {
      guard !constant.isEmpty else { return expression }
      return expression.map { $0 + constant } ?? QueryExpression<String>(constant)
    }
  }
}

extension QueryExpression where Value == String {
  /// The text that Swift's `"\(value)"` gives for the value of an expression.
  init<Part>(describingValueOf part: QueryExpression<Part>) {
    // A text is its own; as a constant it decides how it may be put together with others.
    if let text = part as? QueryExpression<String> {
      self = text
    } else {
      self.init(.string, part) { "\($0)" }
    }
  }
}

/// Named in the compiler's message where an expression is interpolated into a `String`.
public enum AnExpressionHasNoTextBeforeTheQueryRuns {}
/// Named in the compiler's message where an expression is interpolated into a `String`.
public enum WriteTheLiteralWhereAnExpressionIsExpected {}

extension DefaultStringInterpolation {
  /// Ambiguous on purpose: a `String` cannot hold an expression.
  public mutating func appendInterpolation<Value>(
    _ expression: QueryExpression<Value>
  ) -> AnExpressionHasNoTextBeforeTheQueryRuns {
    preconditionFailure("the two overloads are ambiguous and cannot be called")
  }

  /// Ambiguous on purpose: a `String` cannot hold an expression.
  public mutating func appendInterpolation<Value>(
    _ expression: QueryExpression<Value>
  ) -> WriteTheLiteralWhereAnExpressionIsExpected {
    preconditionFailure("the two overloads are ambiguous and cannot be called")
  }
}
