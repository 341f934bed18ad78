/// Writes newline-delimited JSON: one object per line.
///
/// ```swift
/// let writer = NDJSONWriter(try ByteSink(path: "-"), columns: ["name", "age"])
/// try writer.write([.text("Ada"), .null])  // {"name":"Ada","age":null}
/// try writer.finish()
/// ```
public final class NDJSONWriter: RecordWriter {
  /// The keys of each object.
  public let columns: [String]

  private let sink: ByteSink
  private let encoder: JSONObjectEncoder

  /// Creates a writer. The first record is the first line.
  public init(_ sink: ByteSink, columns: [String]) {
    self.sink = sink
    self.columns = columns
    encoder = JSONObjectEncoder(sink, columns: columns)
  }

  /// Writes an object, with one field for each column.
  public func write(_ fields: [Field]) throws(TabularError) {
    try checkCount(of: fields)
    try encoder.write(fields)
    try sink.append(Byte.lineFeed)
  }

  /// Finishes the sink; see ``ByteSink/finish()``.
  public func finish() throws(TabularError) {
    try sink.finish()
  }
}
