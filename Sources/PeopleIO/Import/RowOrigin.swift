internal import Tabular

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
    RejectedRow(
      rejection, record: record, columns: reportColumns, fields: fields, format: format)
  }
}
