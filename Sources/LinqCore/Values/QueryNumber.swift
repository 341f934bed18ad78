/// Numbers that can be added up: the integers and `Double`.
public protocol QueryNumber: Comparable, Sendable {
  /// What keeps a running total.
  associatedtype Total: NumberTotal where Total.Number == Self
}

/// A running total of numbers.
public protocol NumberTotal {
  /// The numbers.
  associatedtype Number

  /// The total of nothing.
  init()

  /// Adds a number.
  mutating func add(_ number: Number)

  /// The total.
  func sum() throws -> Number

  /// The mean; nil of nothing.
  func average() throws -> Double?
}

/// The total of whole numbers, which is exact whatever their order: only a total that does not fit
/// the type of the numbers is an error.
public struct IntegerTotal<Number: FixedWidthInteger>: NumberTotal {
  @usableFromInline var total: Int128 = 0
  @usableFromInline var count = 0

  /// 0.
  @inlinable public init() {}

  /// Adds a number.
  @inlinable public mutating func add(_ number: Number) {
    // 2^63 numbers of 64 bits fit.
    total &+= Int128(number)
    count += 1
  }

  /// The total; ``ExpressionError/arithmeticOverflow`` where it does not fit.
  public func sum() throws -> Number {
    guard let sum = Number(exactly: total) else { throw ExpressionError.arithmeticOverflow }
    return sum
  }

  /// The total divided by the count.
  public func average() -> Double? { count == 0 ? nil : Double(total) / Double(count) }
}

/// The total of floating-point numbers, added one at a time.
public struct RealTotal: NumberTotal {
  @usableFromInline var total = 0.0
  @usableFromInline var count = 0

  /// 0.
  @inlinable public init() {}

  /// Adds a number.
  @inlinable public mutating func add(_ number: Double) {
    total += number
    count += 1
  }

  /// The total; ``ExpressionError/notANumber`` where infinities cancel out.
  public func sum() throws -> Double { try total.asNumber() }

  /// The total divided by the count.
  public func average() throws -> Double? {
    count == 0 ? nil : try total.asNumber() / Double(count)
  }
}

extension Double {
  /// The number itself; what is none (0 / 0) is an error, for no database keeps it.
  func asNumber() throws -> Double {
    guard !isNaN else { throw ExpressionError.notANumber }
    return self
  }
}

extension Int: QueryNumber {
  /// Exact.
  public typealias Total = IntegerTotal<Int>
}
extension Int64: QueryNumber {
  /// Exact.
  public typealias Total = IntegerTotal<Int64>
}
extension Double: QueryNumber {
  /// In order.
  public typealias Total = RealTotal
}
