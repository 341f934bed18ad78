internal import Tabular

/// The values of the columns in the first rows of a file.
struct ColumnSample: Sendable {
  /// The number of rows that are looked at, at most.
  static let rowCount = 200

  /// The values of each column that stand for something, in the order of the rows.
  let values: [[String]]

  /// The rows, each with the values of all columns; nil for none.
  let rows: [[String?]]

  init(_ records: [KeptRecord], columnCount: Int, nullWords: NullWords) {
    let rows: [[String?]] = records.map { record in
      (0..<columnCount).map { index in
        switch record.kind(index) {
        case .missing, .null: return nil
        case .text, .number, .boolean, .nested:
          let text = record.string(index).trimmingWhitespace()
          return nullWords.contains(text) ? nil : text
        }
      }
    }
    self.rows = rows
    values = (0..<columnCount).map { index in rows.compactMap { $0[index] } }
  }

  /// Whether a column has any value; true for all columns of a file without rows.
  func isFilled(_ column: Int) -> Bool { rows.isEmpty || !values[column].isEmpty }

  /// Returns whether at least half of the values of a column have a property.
  func isMostly(_ column: Int, _ property: (String) -> Bool) -> Bool {
    let values = values[column]
    return values.count(where: property) * 2 >= values.count
  }

  /// Returns whether most values of one column contain those of another one in the same row.
  func contains(_ column: Int, valuesOf part: Int) -> Bool {
    var (both, containing) = (0, 0)
    for row in rows {
      guard let whole = row[column], let part = row[part] else { continue }
      both += 1
      if whole.contains(part) { containing += 1 }
    }
    return both > 0 && containing * 2 > both
  }
}
