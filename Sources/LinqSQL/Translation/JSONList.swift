internal import LinqCore
internal import StoreEngine

/// A list of values as one JSON array, which is a single parameter whatever their number.
enum JSONList {
  /// Returns the array; nil if JSON cannot represent one of the values exactly.
  static func text(of values: [any ColumnValue]) -> String? {
    var parts: [String] = []
    parts.reserveCapacity(values.count)
    for value in values {
      guard let part = storedValue(value)?.json else { return nil }
      parts.append(part)
    }
    return "[" + parts.joined(separator: ",") + "]"
  }
}

extension Value {
  /// Whether SQL reads the same value from JSON.
  var fitsJSON: Bool {
    switch self {
    case .null, .integer: true
    // SQLite's functions for JSON end a text at NUL.
    case .text(let text): !text.utf8.contains(0)
    case .real, .blob: false
    }
  }

  /// The value in JSON; nil for a value that SQL would read as another one.
  var json: String? {
    switch self {
    case .null: "null"
    case .integer(let number): String(number)
    case .text(let text) where fitsJSON: CanonicalJSON.string(text)
    case .text, .real, .blob: nil
    }
  }
}
