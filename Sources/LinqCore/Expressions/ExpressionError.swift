/// An error in the evaluation of an expression. It is the same in memory and in SQL.
public enum ExpressionError: String, Error, Sendable, Hashable, CustomStringConvertible {
  /// The result of an integer operation or conversion does not fit its type.
  case arithmeticOverflow
  /// An integer division or remainder by zero.
  case divisionByZero
  /// A floating-point operation had no numeric result, such as 0 / 0 or infinity minus infinity.
  /// Databases cannot store NaN.
  case notANumber
  /// A closure of a query converted an expression to text, inspected it (`String(describing:)`,
  /// `print`, `dump`, `is`) or asked whether it is nil while the query was built, as
  /// `[$0.home, $0.away].compactMap { $0 }` does. The value of an expression is known only when the
  /// query runs.
  case describedExpression
  /// A closure of a query uses the parameter of another closure, such as a group in a closure that
  /// takes its elements, or the element of another query.
  case parameterOfAnotherClosure
  /// The closure of a `select` or of a ``QueryFunction`` has no value: it returns `Void`.
  case closureWithoutValue
  /// A closure that runs for each element, such as that of a `select` in memory, returns an
  /// expression instead of a value.
  case expressionAsValue

  /// A description of the error.
  public var description: String {
    switch self {
    case .arithmeticOverflow: "arithmetic overflow"
    case .divisionByZero: "division by zero"
    case .notANumber: "not a number"
    case .describedExpression:
      "a closure of the query describes an expression (String(describing:), print, dump) or asks "
        + "whether it is nil or of a type (compactMap, as?, a parameter of type T?), and its value "
        + "is known only when the query runs; write \"\\(…)\" for its text, == nil, or a closure "
        + "that takes the element itself"
    case .parameterOfAnotherClosure:
      "a closure of the query uses the parameter of another closure; an expression of one element "
        + "has no value for another; write matching { … } for a where on another query"
    case .closureWithoutValue: "a closure of the query returns no value"
    case .expressionAsValue:
      "a closure that runs for each element returns an expression in the place of a value, because "
        + "another part of it is not an expression; write all parts as expressions, or the choice "
        + "as Swift's own (a ? b : c)"
    }
  }
}
