internal import Foundation
internal import LinqCore

/// The types whose stored values have the same order as the Swift values.
///
/// An enumeration with raw values may define an order of its own, which SQL does not know.
enum StoredOrder {
  private static let types: Set<ObjectIdentifier> = {
    func both<Value>(_ type: Value.Type) -> [ObjectIdentifier] {
      [ObjectIdentifier(type), ObjectIdentifier(Value?.self)]
    }
    return Set(
      both(Int.self) + both(Int8.self) + both(Int16.self) + both(Int32.self) + both(Int64.self)
        + both(UInt.self) + both(UInt8.self) + both(UInt16.self) + both(UInt32.self)
        + both(UInt64.self) + both(Double.self) + both(Float.self) + both(String.self)
        + both(CalendarDate.self) + both(UUID.self)
        + both(Substring.self) + both(Character.self) + both(Date.self)
        + both(LocalizedText.self))
  }()

  /// Returns an expression that SQL orders as Swift orders the values of a type, or throws if there
  /// is none.
  static func ordered(
    _ value: SQLExpression, _ type: Any.Type
  ) throws(Untranslatable) -> SQLExpression {
    guard !isDecimal(type) else { return .call(.decimalKey, [value]) }
    try check(type)
    return value
  }

  /// Whether the values are decimal numbers, whose texts have another order.
  static func isDecimal(_ type: Any.Type) -> Bool { type is Decimal.Type || type is Decimal?.Type }

  /// Throws unless SQL orders the stored values of a type as Swift orders its values.
  private static func check(_ type: Any.Type) throws(Untranslatable) {
    guard types.contains(ObjectIdentifier(type)) else {
      throw Untranslatable(reason: "the order of \(type) is not that of its stored values")
    }
  }
}
