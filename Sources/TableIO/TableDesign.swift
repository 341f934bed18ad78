internal import LinqModels
internal import LinqSQL
internal import Tabular

/// A new table for the rows of a file.
struct TableDesign: Sendable {
  struct Column: Sendable {
    /// The number in the file.
    let index: Int
    /// The name in the file.
    let source: String
    /// The name in the table.
    let name: String
    let fieldClass: FieldClass
    let isOptional: Bool
  }

  let table: String
  let columns: [Column]
  /// The names of the columns of the key.
  let key: [String]
  /// Whether the key is a column that the file does not have.
  let hasOwnKey: Bool
  /// What a reader of the file should know.
  let notes: [ColumnNote]

  init(_ table: String, _ profile: FileProfile, _ options: TableImportOptions) {
    var taken: Set<String> = []
    var notes: [ColumnNote] = []
    self.table = table
    let candidate = Self.key(of: profile, options, table, &notes)
    let isNullInTexts = options.forms.areNullInTexts
    var columns: [Column] = []
    for (index, column) in profile.columns.enumerated() {
      var name = column.name
      var number = 1
      if name.isEmpty { name = "column\(index + 1)" }
      let first = name
      // Names of SQLite have no case.
      while !taken.insert(name.lowercased()).inserted {
        number += 1
        name = "\(first)_\(number)"
      }
      if name != column.name {
        notes.append(ColumnNote(name, "is the name of column \(index + 1) (\(column.name))"))
      }
      if let reason = column.reasonForText {
        notes.append(ColumnNote(name, "is text: \(reason)"))
      }
      let isKey = options.key?.contains(column.name) ?? (index == candidate)
      // A column without any field tells nothing.
      let hasNull = profile.rowCount == 0 || column.hasNull(isNullInTexts: isNullInTexts)
      let isOptional = !isKey && hasNull
      if !isNullInTexts, let word = column.nullWordInTexts {
        notes.append(
          ColumnNote(
            name,
            "is text, in which \"\(Rejection.shown(word.text))\" is a value (line \(word.line)); "
              + "--null says that it is none"))
      }
      columns.append(
        Column(
          index: column.index, source: column.name, name: name, fieldClass: column.commonClass,
          isOptional: isOptional))
    }
    self.columns = columns
    if let key = options.key {
      self.key = key.map { name in columns.first { $0.source == name }?.name ?? name }
      hasOwnKey = false
    } else if let candidate {
      key = [columns[candidate].name]
      hasOwnKey = false
    } else {
      var name = "id"
      while !taken.insert(name).inserted { name = "row_" + name }
      key = [name]
      hasOwnKey = true
    }
    self.notes = notes
  }

  /// Returns the column that is the key, by its name and its values; nil if there is none.
  private static func key(
    of profile: FileProfile, _ options: TableImportOptions, _ table: String,
    _ notes: inout [ColumnNote]
  ) -> Int? {
    guard options.key == nil else { return nil }
    for candidate in profile.candidates {
      let column = profile.columns[candidate.column]
      let isKey = column.commonClass == .integer || column.commonClass == .text
      guard isKey, column.valueCount == profile.rowCount, profile.rowCount > 0 else { continue }
      if let mistake = candidate.mistake {
        guard SwiftNames.isIdentifier(column.name, of: table) else { continue }
        notes.append(
          ColumnNote(
            column.name,
            "is no key: line \(mistake.line) has \"\(Rejection.shown(mistake.text))\" again"))
      } else if !candidate.isUnknown {
        return candidate.column
      }
    }
    return nil
  }

  /// Returns whether a column has the name of a key: `id`, `passenger_id` of `passengers`, or what
  /// ends so and is the first column.
  static func isCandidate(_ column: String, at index: Int, of table: String) -> Bool {
    SwiftNames.isIdentifier(column, of: table)
      || index == 0 && SwiftNames.endsAsIdentifier(column)
  }

  // MARK: - SQL

  /// The statement that creates the table.
  var sql: String {
    var lines = hasOwnKey ? ["\(quoted(key[0])) INTEGER PRIMARY KEY"] : []
    for column in columns {
      var line = "\(quoted(column.name)) \(column.fieldClass.typeSQL)"
      let isKey = key == [column.name]
      // SQLite gives an integer key its value, so that it is never NULL.
      if !column.isOptional, !isKey || column.fieldClass != .integer { line += " NOT NULL" }
      if isKey { line += " PRIMARY KEY" }
      if column.fieldClass == .bool { line += " CHECK (\(quoted(column.name)) IN (0, 1))" }
      lines.append(line)
    }
    if key.count > 1 { lines.append("PRIMARY KEY (\(key.map(quoted).joined(separator: ", ")))") }
    return "CREATE TABLE \(quoted(table)) (\n  \(lines.joined(separator: ",\n  "))\n) STRICT;\n"
  }

  /// The statement that takes ``sql`` back.
  var downSQL: String { "DROP TABLE \(quoted(table));\n" }
}

/// What a reader of a file should know of one of its columns.
package struct ColumnNote: Sendable, CustomStringConvertible {
  /// The name of the column in the table.
  package let column: String
  private let text: String

  init(_ column: String, _ text: String) {
    self.column = column
    self.text = text
  }

  /// The note as a sentence that begins with the name.
  package var description: String { "\(column) \(text)" }
}

extension FieldClass {
  /// The type of a column whose fields have this class.
  fileprivate var typeSQL: String {
    switch self {
    case .integer, .bool: "INTEGER"
    case .real: "REAL"
    case .empty, .nullWord, .day, .time, .text: "TEXT"
    }
  }
}
