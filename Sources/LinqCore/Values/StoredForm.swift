internal import Foundation

/// Returns a value as it is stored in a table: points in time are rounded to the microsecond, and
/// other values are unchanged.
func storedForm<Value>(of value: Value) -> Value {
  // Casts are slow, and few values are points in time.
  let type: Any.Type = Value.self
  return pointsInTime.contains { $0 == type } ? roundedForm(of: value) : value
}

private let pointsInTime: [Any.Type] = [Date.self, Date?.self, [Date].self, [Date?].self]

private func roundedForm<Value>(of value: Value) -> Value {
  let form: Any? =
    switch value {
    case let date as Date: rounded(date)
    case let dates as [Date]: dates.map(rounded)
    case let dates as [Date?]: dates.map { $0.map(rounded) }
    default: nil
    }
  return form as? Value ?? value
}

private func rounded(_ date: Date) -> Date {
  Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1_000_000).rounded() / 1_000_000)
}
