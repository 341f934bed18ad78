internal import Tabular

/// The columns of the fields in a file that the program exports.
///
/// They have the names of the fields, but in a file of contacts those of the properties that other
/// programs read.
enum ExportColumns {
  /// Returns the name of a field's column.
  static func name(of field: PersonField, _ format: TableFormat) -> String {
    guard format == .vcard else { return field.rawValue }
    return switch field {
    case .name: "given name"
    case .surname: "family name"
    case .birthDate: "birthday"
    case .id, .age, .email: field.rawValue
    }
  }

  /// Returns the field of a column; nil for a column of an attribute.
  static func field(of column: String, _ format: TableFormat) -> PersonField? {
    PersonField.allCases.first { name(of: $0, format) == column }
  }

  /// Returns whether columns are those of an export: if they begin with the columns of the fields.
  /// A file of contacts has an id only if it is one.
  static func areOfExport(_ columns: [String], _ format: TableFormat) -> Bool {
    let own = columns.filter { !RejectionColumns.names.contains($0) }
    guard format != .vcard else { return own.contains(PersonField.id.rawValue) }
    return own.starts(with: PersonField.allCases.map { name(of: $0, format) })
  }
}
