internal import Foundation
internal import LinqCore

/// The operations on numbers of any type.
enum NumberCalls {
  /// Returns `min` or `max` of two values; nil if there is none of their types.
  static func extreme(_ name: String, _ left: Term, _ right: Term) -> Term? {
    func extreme<Value: OrderedValue>(_ type: Value.Type) -> Term? {
      guard let left = left.cast(type), let right = right.cast(type) else { return nil }
      return Term(name == "min" ? min(left, right) : max(left, right))
    }
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
