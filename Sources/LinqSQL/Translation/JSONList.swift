internal import Foundation
internal import LinqCore

/// A list of values as one JSON array, which is a single parameter whatever their number.
enum JSONList {
  /// Returns the array; nil if JSON cannot represent one of the values exactly.
  static func text(of values: [any ColumnValue]) -> String? {
    var parts: [String] = []
    parts.reserveCapacity(values.count)
    for value in values {
      switch value {
      case let number as any FixedWidthInteger:
        guard let number = Int64(exactly: number) else { return nil }
        parts.append(String(number))
      case let text as String:
        // SQLite's JSON functions end a text at NUL.
        let form = CanonicalText.form(of: text)
        guard !form.utf8.contains(0), let data = try? JSONEncoder().encode(form) else { return nil }
        parts.append(String(decoding: data, as: UTF8.self))
      case let date as CalendarDate: parts.append("\"\(date)\"")
      default: return nil
      }
    }
    return normalizable("[" + parts.joined(separator: ",") + "]")
  }
}
