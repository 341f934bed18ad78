/// A type of numbers that queries can sum: the integers of Swift and `Double`.
public protocol QueryNumber: Comparable, NumberOrNil where WrappedNumber == Self {
  /// The type of a running total.
  @_documentation(visibility: internal)
  associatedtype Total: NumberTotal where Total.Number == Self
}

/// A number, or an optional one. One function takes both, because the compiler takes many times as
/// long to choose between two.
public protocol NumberOrNil: Sendable {
  /// The type of the number.
  associatedtype WrappedNumber: QueryNumber

  /// The number, or nil.
  @_documentation(visibility: internal)
  var numberOrNil: WrappedNumber? { get }
}

extension QueryNumber {
  /// The number itself.
  @_documentation(visibility: internal)
  @inlinable public var numberOrNil: Self? { self }
}

extension Optional: NumberOrNil where Wrapped: QueryNumber {
  /// The type of the number.
  public typealias WrappedNumber = Wrapped

  /// The optional itself.
  @_documentation(visibility: internal)
  @inlinable public var numberOrNil: Wrapped? { self }
}

/// A running total of numbers.
@_documentation(visibility: internal)
public protocol NumberTotal {
  /// The type of the numbers.
  associatedtype Number

  /// Creates the total of no numbers.
  init()

  /// Adds a number.
  mutating func add(_ number: Number)

  /// Returns the total.
  func sum() throws -> Number

  /// Returns the mean, or nil if there are no numbers.
  func average() throws -> Double?

  /// Returns the mean of two numbers.
  static func mean(_ low: Number, _ high: Number) -> Double

  /// Returns the difference between a number and a higher one.
  static func distance(from low: Number, to high: Number) -> Double
}

/// A total of integers, which is exact in any order. The only error is a total that does not fit
/// the type of the numbers.
@_documentation(visibility: internal)
public struct IntegerTotal<Number: FixedWidthInteger>: NumberTotal {
  @usableFromInline var total: Int128 = 0
  @usableFromInline var count = 0

  /// Creates the total of no numbers: 0.
  @inlinable public init() {}

  /// Adds a number.
  @inlinable public mutating func add(_ number: Number) {
    // `Int128` has room for 2^63 numbers of 64 bits.
    total &+= Int128(number)
    count += 1
  }

  /// Returns the total. Throws ``ExpressionError/arithmeticOverflow`` if it does not fit.
  public func sum() throws -> Number {
    guard let sum = Number(exactly: total) else { throw ExpressionError.arithmeticOverflow }
    return sum
  }

  /// Returns the total divided by the count, or nil if there are no numbers.
  public func average() -> Double? { count == 0 ? nil : Double(total) / Double(count) }

  /// Returns the mean of two numbers, which is exact before it is rounded to a `Double`.
  @inlinable public static func mean(_ low: Number, _ high: Number) -> Double {
    Double(Int128(low) + Int128(high)) / 2
  }

  /// Returns the difference between a number and a higher one, which is exact before it is rounded
  /// to a `Double`.
  @inlinable public static func distance(from low: Number, to high: Number) -> Double {
    Double(Int128(high) - Int128(low))
  }
}

/// A total of floating-point numbers, which are added in order.
@_documentation(visibility: internal)
public struct RealTotal: NumberTotal {
  @usableFromInline var total = 0.0
  @usableFromInline var count = 0

  /// Creates the total of no numbers: 0.
  @inlinable public init() {}

  /// Adds a number.
  @inlinable public mutating func add(_ number: Double) {
    total += number
    count += 1
  }

  /// Returns the total. Throws ``ExpressionError/notANumber`` if infinities cancel out.
  public func sum() throws -> Double { try total.asNumber() }

  /// Returns the total divided by the count, or nil if there are no numbers. Throws
  /// ``ExpressionError/notANumber`` if infinities cancel out.
  public func average() throws -> Double? {
    count == 0 ? nil : try total.asNumber() / Double(count)
  }

  /// Returns the mean of two numbers, also where their sum is too large. It is never -0.0.
  @inlinable public static func mean(_ low: Double, _ high: Double) -> Double {
    let sum = low + high
    let isTooLarge = sum.isInfinite && low.isFinite && high.isFinite
    return (isTooLarge ? low / 2 + high / 2 : sum / 2) + 0
  }

  /// Returns the difference between a number and a higher one.
  @inlinable public static func distance(from low: Double, to high: Double) -> Double {
    high - low
  }
}

extension Double {
  /// Returns the number. Throws an error if it is NaN (0 / 0), which databases cannot store.
  @usableFromInline func asNumber() throws -> Double {
    guard !isNaN else { throw ExpressionError.notANumber }
    return self
  }
}

extension Int: QueryNumber {
  /// A total that is exact.
  @_documentation(visibility: internal)
  public typealias Total = IntegerTotal<Int>
}
extension Int8: QueryNumber {
  /// A total that is exact.
  @_documentation(visibility: internal)
  public typealias Total = IntegerTotal<Int8>
}
extension Int16: QueryNumber {
  /// A total that is exact.
  @_documentation(visibility: internal)
  public typealias Total = IntegerTotal<Int16>
}
extension Int32: QueryNumber {
  /// A total that is exact.
  @_documentation(visibility: internal)
  public typealias Total = IntegerTotal<Int32>
}
extension Int64: QueryNumber {
  /// A total that is exact.
  @_documentation(visibility: internal)
  public typealias Total = IntegerTotal<Int64>
}
extension UInt: QueryNumber {
  /// A total that is exact.
  @_documentation(visibility: internal)
  public typealias Total = IntegerTotal<UInt>
}
extension UInt8: QueryNumber {
  /// A total that is exact.
  @_documentation(visibility: internal)
  public typealias Total = IntegerTotal<UInt8>
}
extension UInt16: QueryNumber {
  /// A total that is exact.
  @_documentation(visibility: internal)
  public typealias Total = IntegerTotal<UInt16>
}
extension UInt32: QueryNumber {
  /// A total that is exact.
  @_documentation(visibility: internal)
  public typealias Total = IntegerTotal<UInt32>
}
extension UInt64: QueryNumber {
  /// A total that is exact.
  @_documentation(visibility: internal)
  public typealias Total = IntegerTotal<UInt64>
}
extension Double: QueryNumber {
  /// A total that depends on the order of the numbers.
  @_documentation(visibility: internal)
  public typealias Total = RealTotal
}
