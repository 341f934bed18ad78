/// Writes CSV or TSV (RFC 4180) with a header.
///
/// Text is quoted only if it has to be: if it contains the delimiter, a quote, CR or LF, if it
/// begins or ends with a space, and if it is empty, which distinguishes it from null. All other
/// text, including NUL, is written unchanged.
///
/// ```swift
/// let writer = try DelimitedWriter(ByteSink(path: "-"), columns: ["name", "note"])
/// try writer.write([.text("Ada"), .text("says \"hi\"")])  // Ada,"says ""hi"""
/// try writer.write([.text(""), .null])                    // "",
/// try writer.finish()
/// ```
public final class DelimitedWriter: RecordWriter {
  /// The names in the header.
  public let columns: [String]

  private let sink: ByteSink
  private let delimiter: UInt8
  private let lineEnding: LineEnding
  private let protection: TextProtection

  /// Creates a writer and writes the header.
  ///
  /// - Throws: the sink's error.
  public init(
    _ sink: ByteSink, columns: [String], delimiter: Delimiter = .comma,
    lineEnding: LineEnding = .lf, protection: TextProtection = []
  ) throws(TabularError) {
    self.sink = sink
    self.columns = columns
    self.delimiter = delimiter.byte
    self.lineEnding = lineEnding
    self.protection = protection
    try write(columns.map { .text($0) })
  }

  /// Writes a record, with one field for each column.
  public func write(_ fields: [Field]) throws(TabularError) {
    try checkCount(of: fields)
    for index in fields.indices {
      if index > 0 { try sink.append(delimiter) }
      let text = try fields[index].plainText(column: columns[index])
      guard case .text = fields[index] else {
        try sink.append(text.utf8)
        continue
      }
      let written = protection.isEmpty ? text : protection.applied(to: text)
      if needsQuotes(written) {
        try writeQuoted(written)
      } else {
        try sink.append(written.utf8)
      }
    }
    try sink.append(lineEnding.rawValue.utf8)
  }

  /// Finishes the sink; see ``ByteSink/finish()``.
  public func finish() throws(TabularError) {
    try sink.finish()
  }

  private func needsQuotes(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, first != Byte.space, bytes.last != Byte.space else {
      return true
    }
    return bytes.contains { $0 == delimiter || $0 == Byte.quote || $0.isLineBreak }
  }

  private func writeQuoted(_ text: String) throws(TabularError) {
    try sink.append(Byte.quote)
    for byte in text.utf8 {
      if byte == Byte.quote { try sink.append(Byte.quote) }
      try sink.append(byte)
    }
    try sink.append(Byte.quote)
  }
}
