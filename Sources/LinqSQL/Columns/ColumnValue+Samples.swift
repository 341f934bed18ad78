public import Foundation
public import LinqCore

// Two different values of each type. They are small, so that initializers accept them.

extension FixedWidthInteger where Self: ColumnValue {
  /// 1 and 2.
  public static var sampleValues: (Self, Self)? { (1, 2) }
}

extension Bool {
  /// False and true.
  public static var sampleValues: (Bool, Bool)? { (false, true) }
}

extension Double {
  /// 1 and 2.
  public static var sampleValues: (Double, Double)? { (1, 2) }
}

extension Float {
  /// 1 and 2.
  public static var sampleValues: (Float, Float)? { (1, 2) }
}

extension String {
  /// `a` and `b`.
  public static var sampleValues: (String, String)? { ("a", "b") }
}

extension Substring {
  /// `a` and `b`.
  public static var sampleValues: (Substring, Substring)? { ("a", "b") }
}

extension Character {
  /// `a` and `b`.
  public static var sampleValues: (Character, Character)? { ("a", "b") }
}

extension CalendarDate {
  /// The first two days of 2000.
  public static var sampleValues: (CalendarDate, CalendarDate)? {
    guard let first = CalendarDate(year: 2000, month: 1, day: 1),
      let second = CalendarDate(year: 2000, month: 1, day: 2)
    else { return nil }
    return (first, second)
  }
}

extension Date {
  /// The first and the second second of 1970.
  public static var sampleValues: (Date, Date)? {
    (Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2))
  }
}

extension UUID {
  /// Two identifiers that differ in their last byte.
  public static var sampleValues: (UUID, UUID)? {
    (
      UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
      UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2))
    )
  }
}

extension Array where Element: ColumnArrayElement {
  /// An array of each sample value.
  public static var sampleValues: ([Element], [Element])? {
    Element.sampleValues.map { ([$0.0], [$0.1]) }
  }
}

extension Data {
  /// A single byte each: 1 and 2.
  public static var sampleValues: (Data, Data)? { (Data([1]), Data([2])) }
}

extension Optional where Wrapped: ColumnValue {
  /// The sample values of the wrapped type.
  public static var sampleValues: (Wrapped?, Wrapped?)? {
    Wrapped.sampleValues.map { ($0.0, $0.1) }
  }
}
