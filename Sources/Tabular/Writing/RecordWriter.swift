/// Writes a table record by record, whatever the format.
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

  /// Writes a record: one field for each column.
  ///
  /// - Throws: ``TabularError/wrongFieldCount(expected:found:)``,
  ///   ``TabularError/nonFiniteNumber(column:value:)`` or the sink's error. A record that was not
  ///   accepted may be half written: a table with such an error is not to be finished.
  func write(_ fields: [Field]) throws(TabularError)

  /// Writes the end of the table and finishes the sink; see ``ByteSink/finish()``.
  func finish() throws(TabularError)
}

/// How the lines of CSV and TSV end.
public enum LineEnding: String, Sendable {
  /// LF.
  case lf = "\n"
  /// CRLF, as RFC 4180 has it.
  case crlf = "\r\n"
}

/// Opens a writer in any format.
///
/// - Parameters:
///   - lineEnding: of CSV and TSV; the JSON formats have LF.
/// - Throws: the sink's error.
public func openWriter(
  _ sink: ByteSink, format: TableFormat, columns: [String], lineEnding: LineEnding = .lf
) throws(TabularError) -> any RecordWriter {
  switch format {
  case .csv: try DelimitedWriter(sink, columns: columns, lineEnding: lineEnding)
  case .tsv: try DelimitedWriter(sink, columns: columns, delimiter: .tab, lineEnding: lineEnding)
  case .json: try JSONWriter(sink, columns: columns)
  case .ndjson: NDJSONWriter(sink, columns: columns)
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
