public import Tabular

/// A row of a file that was not imported, with the reason and its fields.
///
/// ```swift
/// // line 3, column 2 (age): must not be negative: "-1"
/// print(row)
/// ```
public struct RejectedRow: Sendable, Equatable {
  /// The line, the column, the value and the reason.
  public let rejection: Rejection
  /// The 1-based number of the record, the header not counted.
  public let record: Int
  /// The names of the columns of ``fields``: those of the file or, in JSON, the keys of the first
  /// records.
  public let columns: [String]
  /// The fields of the row, one for each column. They are null if the row could not be read.
  public let fields: [Field]
  /// The fields beyond the last column; in JSON, those of keys that only later records have.
  public let surplus: [Field]
  /// The format of the file.
  public let format: TableFormat
}

extension RejectedRow: CustomStringConvertible {
  /// The line, column, reason and value. In a JSON array, where many records may be on one line,
  /// the number of the record comes first.
  public var description: String {
    format == .json ? "record \(record), \(rejection)" : "\(rejection)"
  }
}

/// What is known of a row while it is imported, to report it if it is rejected, and to change the
/// person whom it is about.
struct RowOrigin: Sendable {
  let line: Int
  /// The fields, if they are kept.
  var fields: [Field] = []
  /// The attributes for which the row has no value, though it has their columns.
  var cleared: [String] = []
}

extension PersonParser {
  /// Returns the fields of a record for a report, one for each of ``reportColumns`` and then those
  /// of keys that only later records have.
  func reportFields(of record: some ImportRecord) -> [Field] {
    let count = max(reportColumns.count, record.fieldCount)
    return (0..<count).map { $0 < record.fieldCount ? record.field($0) : .null }
  }

  /// Returns the report of a row.
  func rejectedRow(_ rejection: Rejection, record: Int, fields: [Field]) -> RejectedRow {
    let count = reportColumns.count
    let missing = Array(repeating: Field.null, count: max(0, count - fields.count))
    return RejectedRow(
      rejection: rejection, record: record, columns: reportColumns,
      fields: fields.prefix(count) + missing,
      surplus: fields.dropFirst(count).filter { format.hasHeader || $0 != .null }, format: format)
  }
}
