internal import Foundation
internal import Tabular

/// The names of columns that have attributes.
///
/// An attribute's column has its name, unless the name would be read as something else: that of a
/// field is `attributes.name`, and one with white space at its ends is quoted as in JSON,
/// `attributes." x "`.
enum AttributeColumn {
  private static let prefix = "attributes."

  /// Returns the name of the column for an attribute.
  static func name(for attribute: String, _ format: TableFormat) -> String {
    let needsQuotes =
      attribute.isEmpty || attribute.first == "\"" || attribute != trimmed(attribute)
      || attribute.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{FEFF}" }
    if needsQuotes { return prefix + quoted(attribute) }
    let isTaken =
      PersonField(rawValue: attribute) != nil
      || ExportColumns.field(of: attribute, format) != nil || attribute.hasPrefix(prefix)
      || RejectionColumns.names.contains(attribute)
    return isTaken ? prefix + attribute : attribute
  }

  /// Returns the attribute of a column that says that it is one; nil for other columns.
  static func attribute(of column: String) -> String? {
    guard column.hasPrefix(prefix) else { return nil }
    let name = String(column.dropFirst(prefix.count))
    if name.first == "\"", name.last == "\"", name.utf8.count > 1,
      let decoded = try? JSONDecoder().decode(String.self, from: Data(name.utf8))
    {
      return decoded
    }
    return name
  }

  private static func quoted(_ name: String) -> String {
    // A string can always be encoded.
    String(decoding: (try? JSONEncoder().encode(name)) ?? Data(), as: UTF8.self)
  }

  /// Returns a name as the header of a file keeps it.
  private static func trimmed(_ name: String) -> String {
    let scalars = name.unicodeScalars.drop { $0.properties.isWhitespace }
    guard let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(scalars[...last])
  }
}

/// The columns that a report of refused rows has before those of the file. An import of a mended
/// report does not read them.
public enum RejectionColumns {
  /// The names of the columns.
  public static let names = ["line", "record", "column", "reason", "surplus"].map {
    "rejected_\($0)"
  }
}
