internal import Foundation
internal import Linq

/// The types whose stored values sort as the Swift values do.
///
/// An enumeration with raw values may define an order of its own, which SQL knows nothing of.
enum StoredOrder {
  private static let types: Set<ObjectIdentifier> = {
    func both<Value>(_ type: Value.Type) -> [ObjectIdentifier] {
      [ObjectIdentifier(type), ObjectIdentifier(Value?.self)]
    }
    return Set(
      both(Int.self) + both(Int8.self) + both(Int16.self) + both(Int32.self) + both(Int64.self)
        + both(UInt.self) + both(UInt8.self) + both(UInt16.self) + both(UInt32.self)
        + both(UInt64.self) + both(Double.self) + both(String.self) + both(CalendarDate.self))
  }()

  /// Throws unless SQL's order of a type's values is Swift's.
  static func check(_ type: Any.Type) throws(Untranslatable) {
    guard types.contains(ObjectIdentifier(type)) else {
      throw Untranslatable(reason: "the order of \(type) is not that of its stored values")
    }
  }
}

/// The types whose stored values are equal exactly when the Swift values are.
enum StoredEquality {
  /// Throws unless equal values are stored equal, and only they.
  static func check(_ type: Any.Type) throws(Untranslatable) {
    // A point in time is stored to the microsecond; the one it is compared with may be more exact.
    if type == Date.self || type == Date?.self {
      throw Untranslatable(reason: "points in time are stored to the microsecond")
    }
  }
}
