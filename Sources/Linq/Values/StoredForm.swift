internal import Foundation

/// A value as a table keeps it: points in time to the microsecond, all else as it is.
func storedForm<Value>(of value: Value) -> Value {
  switch value {
  case let date as Date: (rounded(date) as? Value) ?? value
  case let dates as [Date]: (dates.map(rounded) as? Value) ?? value
  case let dates as [Date?]: (dates.map { $0.map(rounded) } as? Value) ?? value
  default: value
  }
}

private func rounded(_ date: Date) -> Date {
  Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1_000_000).rounded() / 1_000_000)
}
