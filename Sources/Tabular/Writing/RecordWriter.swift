/// Writes a table in any format, one record at a time.
///
/// ```swift
/// let sink = try ByteSink(path: "-")
/// let writer = try openWriter(sink, format: .csv, columns: ["name", "age"])
/// try writer.write([.text("Ada"), .integer(36)])
/// try writer.finish()
/// ```
public protocol RecordWriter: AnyObject {
  /// The names of the columns, in the order of the fields.
  var columns: [String] { get }

  /// Writes a record, with one field for each column.
  ///
  /// - Throws: ``TabularError/wrongFieldCount(expected:found:)``,
  ///   ``TabularError/nonFiniteNumber(column:value:)`` or the sink's error. A rejected record may
  ///   be written in part, so do not finish a table after such an error.
  func write(_ fields: [Field]) throws(TabularError)

  /// Writes the end of the table and finishes the sink; see ``ByteSink/finish()``.
  func finish() throws(TabularError)
}

/// The line ending of CSV and TSV.
public enum LineEnding: String, Sendable {
  /// LF.
  case lf = "\n"
  /// CRLF, as in RFC 4180.
  case crlf = "\r\n"
}

/// Creates a writer for a format.
///
/// - Parameters:
///   - lineEnding: the line ending of CSV and TSV. The JSON formats use LF, cards CRLF.
///   - protection: how texts in CSV and TSV are changed for readers that would obey them. The other
///     formats escape control characters in any case.
///   - cardVersion: the version of cards.
/// - Throws: the sink's error.
public func openWriter(
  _ sink: ByteSink, format: TableFormat, columns: [String], lineEnding: LineEnding = .lf,
  protection: TextProtection = [], cardVersion: VCardVersion = .v4
) throws(TabularError) -> any RecordWriter {
  switch format {
  case .csv:
    try DelimitedWriter(sink, columns: columns, lineEnding: lineEnding, protection: protection)
  case .tsv:
    try DelimitedWriter(
      sink, columns: columns, delimiter: .tab, lineEnding: lineEnding, protection: protection)
  case .json: try JSONWriter(sink, columns: columns)
  case .ndjson: NDJSONWriter(sink, columns: columns)
  case .vcard: VCardWriter(sink, columns: columns, version: cardVersion)
  }
}

extension RecordWriter {
  /// Throws unless there is a field for each column.
  func checkCount(of fields: [Field]) throws(TabularError) {
    if fields.count != columns.count {
      throw .wrongFieldCount(expected: columns.count, found: fields.count)
    }
  }
}
