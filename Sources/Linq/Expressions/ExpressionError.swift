/// Why an expression has no value, in memory and in SQL alike.
public enum ExpressionError: String, Error, Sendable, Hashable, CustomStringConvertible {
  /// A whole number beyond 64 bits.
  case arithmeticOverflow
  /// A division by zero, or its remainder.
  case divisionByZero
  /// A floating-point operation without a result: 0 / 0, or infinity less infinity. Databases cannot
  /// keep it.
  case notANumber

  /// What happened.
  public var description: String {
    switch self {
    case .arithmeticOverflow: "arithmetic overflow"
    case .divisionByZero: "division by zero"
    case .notANumber: "not a number"
    }
  }
}
