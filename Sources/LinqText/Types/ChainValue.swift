internal import Foundation
internal import LinqCore

/// A type of values that chains can compare and group by, and sort by if it has an order.
protocol ChainValue: Hashable, Sendable, LiteralValue {
  static var model: Model { get }
  /// The type of optionals of this type, or the type itself if it is an optional.
  static var optional: any ChainValue.Type { get }
  /// The order of the values; nil if they have none.
  static var order: KeyOrder<Self>? { get }
  /// The order of the values and nil; nil if they have none.
  static var optionalOrder: KeyOrder<Self?>? { get }
  /// Returns an aggregation of the values; nil if they have none with its name.
  static func aggregation(_ aggregate: AggregateCall.Kind) -> (any AnyAggregation<Self>)?
  /// Returns a comparison, or nil if the type has no order.
  static func compare(
    _ operation: String, _ left: QueryExpression<Self>, _ right: QueryExpression<Self>
  ) -> QueryExpression<Bool>?
  /// Returns whether the value is in a range, or nil if the type has no order or the range is not
  /// valid.
  static func isInRange(
    _ value: QueryExpression<Self>, _ lower: Self?, _ upper: Self?, isClosed: Bool
  ) -> QueryExpression<Bool>?
}

extension ChainValue {
  static var order: KeyOrder<Self>? { nil }
  static var optionalOrder: KeyOrder<Self?>? { nil }
  static func aggregation(_ aggregate: AggregateCall.Kind) -> (any AnyAggregation<Self>)? { nil }
  static func compare(
    _ operation: String, _ left: QueryExpression<Self>, _ right: QueryExpression<Self>
  ) -> QueryExpression<Bool>? { nil }
  static func isInRange(
    _ value: QueryExpression<Self>, _ lower: Self?, _ upper: Self?, isClosed: Bool
  ) -> QueryExpression<Bool>? { nil }
}

/// A type of values with an order.
protocol OrderedValue: ChainValue, Comparable {}

extension OrderedValue {
  static var optional: any ChainValue.Type { Self?.self }

  static var order: KeyOrder<Self>? { .values }
  static var optionalOrder: KeyOrder<Self?>? { .optionals() }

  static func compare(
    _ operation: String, _ left: QueryExpression<Self>, _ right: QueryExpression<Self>
  ) -> QueryExpression<Bool>? {
    switch operation {
    case "<": left < right
    case "<=": left <= right
    case ">": left > right
    default: left >= right
    }
  }

  static func isInRange(
    _ value: QueryExpression<Self>, _ lower: Self?, _ upper: Self?, isClosed: Bool
  ) -> QueryExpression<Bool>? {
    switch (lower, upper) {
    case (let lower?, let upper?):
      guard lower <= upper else { return nil }
      return isClosed ? (lower...upper).contains(value) : (lower..<upper).contains(value)
    case (let lower?, nil): return value >= lower
    case (nil, let upper?): return isClosed ? value <= upper : value < upper
    case (nil, nil): return nil
    }
  }
}

extension ChainValue {
  /// Returns a model of a value without members.
  static func scalar(_ name: String, _ print: @escaping @Sendable (Self) -> ResultValue) -> Model {
    Model(name: name, equality: HashableHooks<Self>()) { value in
      (value as? Self).map(print) ?? .null
    }
  }
}

extension OrderedValue where Self: FixedWidthInteger {
  static var model: Model {
    scalar("\(Self.self)") { value in
      Int64(exactly: value).map { .integer($0) } ?? .decimal(Decimal(string: "\(value)") ?? 0)
    }
  }
}

extension Int: OrderedValue {
  static let model = scalar("Int") { .integer(Int64($0)) }
}
extension Int64: OrderedValue {
  static let model = scalar("Int64") { .integer($0) }
}
extension Int8: OrderedValue {}
extension Int16: OrderedValue {}
extension Int32: OrderedValue {}
extension UInt: OrderedValue {}
extension UInt8: OrderedValue {}
extension UInt16: OrderedValue {}
extension UInt32: OrderedValue {}
extension UInt64: OrderedValue {}
extension Double: OrderedValue {
  static let model = scalar("Double") { .double($0) }
}
extension Float: OrderedValue {
  // With the digits of the `Float`: the `Double` of 0.1 would be printed as 0.10000000149011612.
  static let model = scalar("Float") { .double(Double("\($0)") ?? Double($0)) }
}
extension Decimal: OrderedValue {
  static let model = scalar("Decimal") { .decimal($0) }
}
extension String: OrderedValue {
  static let model = scalar("String") { .text($0) }
}
extension Substring: OrderedValue {
  static let model = scalar("Substring") { .text(String($0)) }
}
extension LocalizedText: OrderedValue {
  static let model = scalar("LocalizedText") { .text($0.text) }
}
extension Character: OrderedValue {
  static let model = scalar("Character") { .text(String($0)) }
}
extension CalendarDate: OrderedValue {
  static let model = scalar("CalendarDate") { .text($0.description) }
}
extension Date: OrderedValue {
  static let model = scalar("Date") { .text($0.text) }

  /// ISO 8601 in UTC, with the fraction of the second to the microsecond if there is one.
  private var text: String {
    guard let microseconds = microsecondsSince1970 else { return "\(timeIntervalSince1970) s" }
    let (_, fraction) = microseconds.dividedDown(by: 1_000_000)
    let text = Date(microsecondsSince1970: microseconds - fraction).iso8601Text
    guard fraction > 0 else { return text }
    let digits = "\(1_000_000 + fraction)".dropFirst()
    let last = digits.lastIndex { $0 != "0" } ?? digits.startIndex
    return text.dropLast() + "." + digits[...last] + "Z"
  }
}
extension Bool: ChainValue {
  static let model = scalar("Bool") { .bool($0) }
  static var optional: any ChainValue.Type { Bool?.self }
}
extension Data: ChainValue {
  // Its bytes are no text. Base64 is how encoders of JSON write them.
  static let model = scalar("Data") { .text($0.base64EncodedString()) }
  static var optional: any ChainValue.Type { Data?.self }
}
extension UUID: ChainValue {
  static let model = scalar("UUID") { .text($0.uuidString) }
  static var optional: any ChainValue.Type { UUID?.self }
}
