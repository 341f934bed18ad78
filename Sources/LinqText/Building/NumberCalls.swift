internal import Foundation
internal import LinqCore

/// The functions of numbers, with their names in Swift.
enum NumberCalls {
  static let unary: [String: @Sendable (QueryExpression<Double>) -> QueryExpression<Double>] = [
    "floor": { floor($0) }, "ceil": { ceil($0) }, "round": { round($0) },
    "trunc": { trunc($0) }, "sqrt": { sqrt($0) }, "exp": { exp($0) }, "log": { log($0) },
    "log2": { log2($0) }, "log10": { log10($0) }, "sin": { sin($0) }, "cos": { cos($0) },
    "tan": { tan($0) }, "asin": { asin($0) }, "acos": { acos($0) }, "atan": { atan($0) },
    "sinh": { sinh($0) }, "cosh": { cosh($0) }, "tanh": { tanh($0) }, "asinh": { asinh($0) },
    "acosh": { acosh($0) }, "atanh": { atanh($0) }, "cbrt": { cbrt($0) }, "exp2": { exp2($0) },
    "expm1": { expm1($0) }, "log1p": { log1p($0) }, "fabs": { fabs($0) },
  ]

  static let binary = ["min", "max", "pow", "atan2", "hypot", "fmod"]

  /// Returns a function of two values; nil if there is none of their types.
  static func call(_ name: String, _ left: Term, _ right: Term) -> Term? {
    if let left = left.cast(Double.self), let right = right.cast(Double.self) {
      switch name {
      case "pow": return Term(pow(left, right))
      case "atan2": return Term(atan2(left, right))
      case "hypot": return Term(hypot(left, right))
      case "fmod": return Term(fmod(left, right))
      default: break
      }
    }
    func extreme<Value: OrderedValue>(_ type: Value.Type) -> Term? {
      guard let left = left.cast(type), let right = right.cast(type) else { return nil }
      return Term(name == "min" ? min(left, right) : max(left, right))
    }
    guard name == "min" || name == "max" else { return nil }
    return first { extreme($0) } ?? extreme(String.self) ?? extreme(CalendarDate.self)
      ?? extreme(Date.self)
  }

  /// The types of integers.
  static let integers: [any (FixedWidthInteger & QueryNumber & OrderedValue).Type] = [
    Int.self, Int64.self, Int32.self, Int16.self, Int8.self, UInt.self, UInt64.self, UInt32.self,
    UInt16.self, UInt8.self,
  ]
  static let signedIntegers: [any (FixedWidthInteger & SignedInteger & ChainValue).Type] = [
    Int.self, Int64.self, Int32.self, Int16.self, Int8.self,
  ]

  /// The types of numbers that can be added.
  private static let types: [any (QueryNumber & OrderedValue).Type] =
    integers.map { $0 } + [Double.self, Decimal.self]

  typealias Operations<Number> = [String:
    @Sendable (QueryExpression<Number>, QueryExpression<Number>) -> QueryExpression<Number>]
  static let realOperations: Operations<Double> = [
    "+": { $0 + $1 }, "-": { $0 - $1 }, "*": { $0 * $1 }, "/": { $0 / $1 },
  ]
  static let decimalOperations: Operations<Decimal> = [
    "+": { $0 + $1 }, "-": { $0 - $1 }, "*": { $0 * $1 }, "/": { $0 / $1 },
  ]

  /// Returns the first result that is not nil, for one type of numbers after the other.
  static func first<Result>(
    _ result: (any (QueryNumber & OrderedValue).Type) -> Result?
  ) -> Result? {
    for type in types { if let result = result(type) { return result } }
    return nil
  }
}
