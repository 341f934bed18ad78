/// The options for reading a table. The defaults suit every well-formed file.
public struct ReaderOptions: Sendable {
  /// The format; if nil, it is determined from the file name's extension, or else from the first
  /// bytes.
  public var format: TableFormat?
  /// The delimiter of CSV; if nil, it is detected from the header (`,` `;` tab `|`).
  public var delimiter: Delimiter?
  /// The maximum size of a record in bytes, 16 MiB by default. It limits the memory that an
  /// unclosed quote can take.
  public var maximumRecordSize: Int
  /// The number of bytes that are read at a time, 256 KiB by default.
  public var chunkSize: Int

  /// Creates options; sizes must be positive.
  public init(
    format: TableFormat? = nil, delimiter: Delimiter? = nil,
    maximumRecordSize: Int = 16 << 20, chunkSize: Int = 256 << 10
  ) {
    self.format = format
    self.delimiter = delimiter
    self.maximumRecordSize = maximumRecordSize
    self.chunkSize = chunkSize
  }
}
