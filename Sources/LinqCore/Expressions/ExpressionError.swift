/// Why an expression has no value, in memory and in SQL alike.
public enum ExpressionError: String, Error, Sendable, Hashable, CustomStringConvertible {
  /// A whole number beyond 64 bits.
  case arithmeticOverflow
  /// A division by zero, or its remainder.
  case divisionByZero
  /// A floating-point operation without a result: 0 / 0, or infinity less infinity. Databases
  /// cannot keep it.
  case notANumber
  /// A closure of a query turned an expression into text, or looked into it (`String(describing:)`,
  /// `print`, `dump`), instead of using it: its value is known only when the query runs.
  case describedExpression

  /// What happened.
  public var description: String {
    switch self {
    case .arithmeticOverflow: "arithmetic overflow"
    case .divisionByZero: "division by zero"
    case .notANumber: "not a number"
    case .describedExpression:
      "a closure of the query describes an expression (String(describing:), print, dump), whose "
        + "value is known only when the query runs; write \"\\(…)\" for its text, or a closure "
        + "that takes the element itself"
    }
  }
}
