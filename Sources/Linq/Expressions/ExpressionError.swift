/// Why an expression has no value, in memory and in SQL alike.
public enum ExpressionError: String, Error, Sendable, Hashable, CustomStringConvertible {
  /// A whole number beyond 64 bits.
  case arithmeticOverflow
  /// A division by zero, or its remainder.
  case divisionByZero

  /// What happened.
  public var description: String {
    switch self {
    case .arithmeticOverflow: "arithmetic overflow"
    case .divisionByZero: "division by zero"
    }
  }
}
