/// Writes one JSON array, with one object per line.
///
/// ```swift
/// let writer = try JSONWriter(ByteSink(path: "-"), columns: ["name", "age"])
/// try writer.write([.text("Ada"), .integer(36)])
/// try writer.finish()
/// // [
/// // {"name":"Ada","age":36}
/// // ]
/// ```
public final class JSONWriter: RecordWriter {
  /// The keys of each object.
  public let columns: [String]

  private let sink: ByteSink
  private let encoder: JSONObjectEncoder
  private var isEmpty = true

  /// Creates a writer and begins the array.
  ///
  /// - Throws: the sink's error.
  public init(_ sink: ByteSink, columns: [String]) throws(TabularError) {
    self.sink = sink
    self.columns = columns
    encoder = JSONObjectEncoder(sink, columns: columns)
    try sink.append(Byte.openBracket)
  }

  /// Writes an object, with one field for each column.
  public func write(_ fields: [Field]) throws(TabularError) {
    try checkCount(of: fields)
    try sink.append((isEmpty ? "\n" : ",\n").utf8)
    isEmpty = false
    try encoder.write(fields)
  }

  /// Ends the array and finishes the sink.
  public func finish() throws(TabularError) {
    try sink.append((isEmpty ? "]\n" : "\n]\n").utf8)
    try sink.finish()
  }
}
