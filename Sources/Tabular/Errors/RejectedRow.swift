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

  /// Creates a row whose fields are those of its columns, and perhaps more or fewer.
  package init(
    _ rejection: Rejection, record: Int, columns: [String], fields: [Field], format: TableFormat
  ) {
    self.rejection = rejection
    self.record = record
    self.columns = columns
    let missing = Array(repeating: Field.null, count: max(0, columns.count - fields.count))
    self.fields = fields.prefix(columns.count) + missing
    surplus = fields.dropFirst(columns.count).filter { format.hasHeader || $0 != .null }
    self.format = format
  }
}

extension RejectedRow: CustomStringConvertible {
  /// The line, column, reason and value. In a JSON array, where many records may be on one line,
  /// the number of the record comes first.
  public var description: String {
    format == .json ? "record \(record), \(rejection)" : "\(rejection)"
  }
}
