internal import Foundation

/// Returns a value as it is stored in a table: points in time are rounded to the microsecond, and
/// other values are unchanged.
func storedForm<Value>(of value: Value) -> Value {
  // The type is checked first, because casts are slow and few values are points in time.
  switch Value.self {
  case is Date.Type, is Date?.Type:
    (value as? Date).flatMap { rounded($0) as? Value } ?? value
  case is [Date].Type:
    (value as? [Date]).flatMap { $0.map(rounded) as? Value } ?? value
  case is [Date?].Type:
    (value as? [Date?]).flatMap { $0.map { $0.map(rounded) } as? Value } ?? value
  default: value
  }
}

private func rounded(_ date: Date) -> Date {
  Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1_000_000).rounded() / 1_000_000)
}
