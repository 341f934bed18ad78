internal import Foundation
internal import LinqCore

/// Returns values that an initializer with a condition may refuse, and one with a computation may
/// change.
func oddValues<Value: ColumnValue>(of type: Value.Type) -> [Value] {
  func integers<Integer: FixedWidthInteger>(_ type: Integer.Type) -> [Any] {
    [Integer(0), 3, 100, Integer.min, Integer.max, Integer.max / 3]
  }
  func wrapped(_ type: any ColumnValue.Type) -> [Any] {
    func open<Wrapped: ColumnValue>(_ type: Wrapped.Type) -> [Any] { oddValues(of: type) }
    return open(type)
  }
  func raw<Raw: RawRepresentable>(_ type: Raw.Type) -> [Any] {
    guard let values = (Raw.RawValue.self as? any ColumnValue.Type).map(wrapped) else { return [] }
    return values.compactMap { ($0 as? Raw.RawValue).flatMap(Raw.init(rawValue:)) }
  }
  func none<Missing: OptionalValue>(_ type: Missing.Type) -> [Value] {
    [Missing(nil)].compactMap { $0 as? Value }
  }
  func cases<Cases: CaseIterable>(_ type: Cases.Type) -> [Any] { Array(type.allCases.prefix(100)) }
  var values: [Any] = []
  switch type {
  case let type as any FixedWidthInteger.Type: values = integers(type)
  case is Double.Type: values = [0, -0.5, 0.1, 150.75, 1e300, -1e300, Double.leastNonzeroMagnitude]
  case is Float.Type: values = [Float(0), -0.5, 0.1, 150.75, Float.greatestFiniteMagnitude]
  case is String.Type:
    values = ["", " a ", "A", "É", "0", "a@b.c", "a\n", "a text of more than fifteen bytes"]
  case is Date.Type:
    values = [0, 0.25, -1e9, 1e10].map { Date(timeIntervalSince1970: $0) }
  case is CalendarDate.Type:
    values = [(1, 1, 1), (1969, 12, 31), (9999, 12, 31)].compactMap {
      CalendarDate(year: $0.0, month: $0.1, day: $0.2)
    }
  case is Decimal.Type: values = [Decimal(0), Decimal(-1), Decimal(12345) / 100]
  case is Data.Type: values = [Data(), Data(0..<100)]
  case let type as any OptionalValue.Type:
    values = (type.wrappedType as? any ColumnValue.Type).map(wrapped) ?? []
    return none(type) + values.compactMap { $0 as? Value }
  case let type as any CaseIterable.Type: values = cases(type)
  case let type as any RawRepresentable.Type: values = raw(type)
  default: break
  }
  return values.compactMap { $0 as? Value }
}
