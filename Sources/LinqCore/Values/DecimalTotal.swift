public import Foundation

extension Decimal: QueryNumber {
  /// A total that is exact up to 38 digits.
  @_documentation(visibility: internal)
  public typealias Total = DecimalTotal
}

/// A total of decimal numbers, which are added in order. It is exact up to 38 digits.
@_documentation(visibility: internal)
public struct DecimalTotal: NumberTotal {
  private var total: Decimal = 0
  private var count = 0

  /// Creates the total of no numbers: 0.
  public init() {}

  /// Adds a number.
  public mutating func add(_ number: Decimal) {
    total += number
    count += 1
  }

  /// Returns the total. Throws ``ExpressionError/arithmeticOverflow`` if it is too large.
  public func sum() throws -> Decimal { try total.asNumber() }

  /// Returns the total divided by the count, rounded to a `Double`, or nil if there are no numbers.
  public func average() throws -> Double? {
    count == 0 ? nil : try (total / Decimal(count)).asNumber().rounded
  }

  /// Returns the mean of two numbers, rounded to a `Double`.
  public static func mean(_ low: Decimal, _ high: Decimal) -> Double {
    (low / 2 + high / 2).rounded
  }

  /// Returns the difference between a number and a higher one, rounded to a `Double`.
  public static func distance(from low: Decimal, to high: Decimal) -> Double {
    (high - low).rounded
  }
}

extension Decimal {
  /// Returns the number. Throws an error if the result of an operation was too large.
  func asNumber() throws -> Decimal {
    guard !isNaN else { throw ExpressionError.arithmeticOverflow }
    return self
  }

  /// The nearest `Double`.
  var rounded: Double { Double("\(self)") ?? .nan }
}
