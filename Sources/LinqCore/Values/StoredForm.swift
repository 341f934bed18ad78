internal import Foundation

/// A value as a table keeps it: points in time to the microsecond, all else as it is.
func storedForm<Value>(of value: Value) -> Value {
  // The type is compared first: casts are slow, and few values are points in time.
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
