/// How a table is read; the defaults suit every well-formed file.
public struct ReaderOptions: Sendable {
  /// The format; `nil` means: by the file name's extension, otherwise by the first bytes.
  public var format: TableFormat?
  /// The delimiter of CSV; `nil` means: detected from the header (`,` `;` tab `|`).
  public var delimiter: Delimiter?
  /// The longest record in bytes, 16 MiB by default: what an unclosed quote may cost in memory.
  public var maximumRecordSize: Int
  /// How many bytes are read at a time, 256 KiB by default.
  public var chunkSize: Int

  /// Options of which any may be left out; sizes must be positive.
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
