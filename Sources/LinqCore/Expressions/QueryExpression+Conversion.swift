// `Double($0.age)` is an initializer of `Double`, which cannot give an expression: such a closure
// runs in memory. Initializers of expressions say the same to the database.

extension QueryExpression where Value == Double {
  /// A whole number of an element as a floating-point number: `Double(…)` of plain Swift.
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
  /// A floating-point number truncated toward zero: `Int(…)` of plain Swift; where it does not fit
  /// it is ``ExpressionError/arithmeticOverflow``.
  public init(_ operand: QueryExpression<Double>) {
    self.init(.integer, operand) { value in
      guard let result = Int(exactly: value.rounded(.towardZero)) else {
        throw ExpressionError.arithmeticOverflow
      }
      return result
    }
  }

  /// A whole number of another type; where it does not fit it is
  /// ``ExpressionError/arithmeticOverflow``.
  public init<Number: FixedWidthInteger & Sendable>(_ operand: QueryExpression<Number>) {
    self.init(.integer, operand) { value in
      guard let result = Int(exactly: value) else { throw ExpressionError.arithmeticOverflow }
      return result
    }
  }
}

extension QueryExpression where Value == String {
  /// A part of a text as a text of its own: `String(…)` of plain Swift.
  public init(_ operand: QueryExpression<Substring>) {
    self.init(.string, operand) { String($0) }
  }

  /// A character as a text: `String(…)` of plain Swift.
  public init(_ operand: QueryExpression<Character>) {
    self.init(.string, operand) { String($0) }
  }
}

extension QueryExpression {
  /// A value as an optional: what Swift does by itself where an optional is wanted.
  public init<Wrapped>(_ operand: QueryExpression<Wrapped>) where Value == Wrapped? {
    self = operand.wrapped()
  }
}
