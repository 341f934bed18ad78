internal import Foundation
internal import LinqCore

/// A list of values as one JSON array: one parameter, however many there are.
enum JSONList {
  /// The array; nil where a value is none that JSON keeps exactly.
  static func text(of values: [any ColumnValue]) -> String? {
    var parts: [String] = []
    parts.reserveCapacity(values.count)
    for value in values {
      switch value {
      case let number as any FixedWidthInteger:
        guard let number = Int64(exactly: number) else { return nil }
        parts.append(String(number))
      case let text as String:
        // SQLite's JSON ends a text at NUL.
        let form = CanonicalText.form(of: text)
        guard !form.utf8.contains(0), let data = try? JSONEncoder().encode(form) else { return nil }
        parts.append(String(decoding: data, as: UTF8.self))
      case let date as CalendarDate: parts.append("\"\(date)\"")
      default: return nil
      }
    }
    return "[" + parts.joined(separator: ",") + "]"
  }
}
