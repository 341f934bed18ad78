public import Foundation

// `Double($0.age)` calls an initializer of `Double`, which cannot return an expression, so that
// closure runs in memory. The initializers and properties of expressions can be translated to SQL.

extension QueryExpression where Value: FixedWidthInteger & Sendable {
  /// The integer as a floating-point number, as `Double(…)` is in Swift.
  ///
  /// ```swift
  /// people.groupBy { $0.surname }.select { ($0.key, $0.count { $0.age > 40 }.double / 2) }
  /// ```
  public var double: QueryExpression<Double> { QueryExpression<Double>(self) }

  /// The integer as a decimal number, as `Decimal(…)` is in Swift.
  public var decimal: QueryExpression<Decimal> { QueryExpression<Decimal>(self) }

  /// The integer as an `Int`. The evaluation throws ``ExpressionError/arithmeticOverflow`` if it
  /// does not fit.
  public var int: QueryExpression<Int> { QueryExpression<Int>(self) }
}

extension QueryExpression where Value == Double {
  /// The number truncated toward zero, as `Int(…)` is in Swift. The evaluation throws
  /// ``ExpressionError/arithmeticOverflow`` if it does not fit.
  public var int: QueryExpression<Int> { QueryExpression<Int>(self) }
}

extension QueryExpression where Value == Float {
  /// The number as a `Double`, whose arithmetic and sums run in SQL.
  ///
  /// ```swift
  /// readings.average { $0.wind.double }
  /// // SELECT swift_average(CAST(wind AS REAL), id) FROM reading
  /// ```
  public var double: QueryExpression<Double> {
    QueryExpression<Double>(.double, self) { Double($0) }
  }
}

extension QueryExpression where Value == Decimal {
  /// The nearest floating-point number.
  public var double: QueryExpression<Double> { QueryExpression<Double>(self) }
}

extension QueryExpression where Value: StringProtocol & Sendable {
  /// The whole number that the text is, as `Int(…)` is in Swift; nil if it is none.
  ///
  /// ```swift
  /// copies.select { ($0.id, $0.barcode.dropFirst().int ?? 0) }
  /// ```
  public var int: QueryExpression<Int?> { QueryExpression<Int?>(text) }

  /// The floating-point number that the text is, as `Double(…)` is in Swift; nil if it is none.
  public var double: QueryExpression<Double?> { QueryExpression<Double?>(text) }

  private var text: QueryExpression<String> {
    if let text = self as? QueryExpression<String> { return text }
    return QueryExpression<String>(.string, self) { String($0) }
  }
}

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

  /// Converts a decimal number to the nearest floating-point number.
  ///
  /// ```swift
  /// items.select { QueryExpression<Double>($0.price).squareRoot() }
  /// // SELECT swift_sqrt(swift_double(price)) FROM item ORDER BY id
  /// ```
  public init(_ operand: QueryExpression<Decimal>) { self = Vocabulary.doubleOfDecimal(operand) }
}

extension QueryExpression where Value == Decimal {
  /// Converts an integer to a decimal number, as `Decimal(…)` does in Swift.
  ///
  /// ```swift
  /// items.select { $0.price * QueryExpression<Decimal>($0.quantity) }
  /// // SELECT swift_decimal_multiply(price, CAST(quantity AS TEXT)) FROM item ORDER BY id
  /// ```
  public init<Number: FixedWidthInteger & Sendable>(_ operand: QueryExpression<Number>) {
    // The text of an integer is that of the decimal number.
    self.init(.string, operand) { Decimal(string: "\($0)") ?? .nan }
  }
}

extension QueryExpression where Value: FixedWidthInteger & Sendable {
  /// Converts a floating-point number to an integer by truncating it toward zero, as `Int(…)` does
  /// in Swift. The evaluation throws ``ExpressionError/arithmeticOverflow`` if the result does not
  /// fit.
  public init(_ operand: QueryExpression<Double>) {
    self.init(.integer, operand) { value in
      guard let result = Value(exactly: value.rounded(.towardZero)) else {
        throw ExpressionError.arithmeticOverflow
      }
      return result
    }
  }

  /// Converts an integer of another type. The evaluation throws
  /// ``ExpressionError/arithmeticOverflow`` if the value does not fit.
  ///
  /// ```swift
  /// people.select { QueryExpression<UInt8>($0.age) }
  /// // SELECT swift_uint8(age) FROM person ORDER BY id
  /// ```
  public init<Number: FixedWidthInteger & Sendable>(_ operand: QueryExpression<Number>) {
    self.init(.integer, operand) { value in
      guard let result = Value(exactly: value) else { throw ExpressionError.arithmeticOverflow }
      return result
    }
  }

  /// Converts an integer of another type; one that does not fit becomes the nearest that does, as
  /// with `Int(clamping:)` in Swift.
  public init<Number: FixedWidthInteger & Sendable>(clamping operand: QueryExpression<Number>) {
    self.init(clamped(operand, Number(clamping: Value.min), Number(clamping: Value.max)))
  }
}

extension QueryExpression {
  /// Converts an integer of another type, as `Int(exactly:)` does in Swift; nil if it does not fit.
  public init<Number: FixedWidthInteger & Sendable, Whole: FixedWidthInteger & Sendable>(
    exactly operand: QueryExpression<Number>
  ) where Value == Whole? {
    let (low, high) = (Number(clamping: Whole.min), Number(clamping: Whole.max))
    self = .if(
      operand >= low && operand <= high, then: QueryExpression<Whole>(operand).wrapped(),
      else: Self(nil))
  }
}

extension QueryExpression where Value == Int? {
  /// Converts a floating-point number without a fraction, as `Int(exactly:)` does in Swift; nil if
  /// it has one or does not fit.
  public init(exactly operand: QueryExpression<Double>) {
    self = Vocabulary.exactInteger(operand)
  }
}

private func clamped<Number: FixedWidthInteger & Sendable>(
  _ operand: QueryExpression<Number>, _ low: Number, _ high: Number
) -> QueryExpression<Number> { min(max(operand, low), high) }

extension Vocabulary {
  static let exactInteger = StandardFunction(sql: "swift_exact_int") { (number: Double) in
    Int(exactly: number)
  }
  static let doubleOfDecimal = StandardFunction(sql: "swift_double", server: "float8") {
    (number: Decimal) in number.rounded
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

  /// Converts a number or a truth value to a string, as `String(…)` does in Swift.
  ///
  /// ```swift
  /// people.where { QueryExpression<String>($0.age).hasSuffix("0") }
  /// // … WHERE swift_has_suffix(CAST(age AS TEXT), ?) …
  /// ```
  public init<Part: LosslessStringConvertible & Sendable>(_ operand: QueryExpression<Part>) {
    self.init(describingValueOf: operand)
  }

  /// Returns the text of a value, as `String(describing:)` does in Swift.
  public init<Part>(describing operand: QueryExpression<Part>) {
    self.init(describingValueOf: operand)
  }
}

extension QueryExpression {
  /// Converts a value to an optional, as Swift does implicitly where an optional is expected.
  public init<Wrapped>(_ operand: QueryExpression<Wrapped>) where Value == Wrapped? {
    self = operand.wrapped()
  }
}
