// `Double($0.age)` calls an initializer of `Double`, which cannot return an expression, so that
// closure runs in memory. The initializers of expressions can be translated to SQL.

extension QueryExpression where Value == Double {
  /// Converts an integer to a floating-point number, as `Double(…)` does in Swift.
  ///
  /// ```swift
  /// people.select { QueryExpression<Double>($0.age) / 2 }
  /// // SELECT swift_divide(CAST(age AS REAL), ?) FROM person ORDER BY id
  /// ```
  public init<Number: FixedWidthInteger & Sendable>(_ operand: QueryExpression<Number>) {
    self.init(.double, operand) { Double($0) }
  }
}

extension QueryExpression where Value == Int {
  /// Converts a floating-point number to an integer by truncating it toward zero, as `Int(…)` does
  /// in Swift. The evaluation throws ``ExpressionError/arithmeticOverflow`` if the result does not
  /// fit.
  public init(_ operand: QueryExpression<Double>) {
    self.init(.integer, operand) { value in
      guard let result = Int(exactly: value.rounded(.towardZero)) else {
        throw ExpressionError.arithmeticOverflow
      }
      return result
    }
  }

  /// Converts an integer of another type. The evaluation throws
  /// ``ExpressionError/arithmeticOverflow`` if the value does not fit.
  public init<Number: FixedWidthInteger & Sendable>(_ operand: QueryExpression<Number>) {
    self.init(.integer, operand) { value in
      guard let result = Int(exactly: value) else { throw ExpressionError.arithmeticOverflow }
      return result
    }
  }
}

extension QueryExpression where Value == String {
  /// Converts a substring to a string, as `String(…)` does in Swift.
  public init(_ operand: QueryExpression<Substring>) {
    self.init(.string, operand) { String($0) }
  }

  /// Converts a character to a string, as `String(…)` does in Swift.
  public init(_ operand: QueryExpression<Character>) {
    self.init(.string, operand) { String($0) }
  }
}

extension QueryExpression {
  /// Converts a value to an optional, as Swift does implicitly where an optional is expected.
  public init<Wrapped>(_ operand: QueryExpression<Wrapped>) where Value == Wrapped? {
    self = operand.wrapped()
  }
}
