/// The options for reading a table. The defaults suit every well-formed file.
public struct ReaderOptions: Sendable {
  /// The format; if nil, it is determined from the file name's extension, or else from the first
  /// bytes.
  public var format: TableFormat?
  /// The delimiter of CSV; if nil, it is detected from the header (`,` `;` tab `|`).
  public var delimiter: Delimiter?
  /// What quotes in CSV and TSV mean; if nil, they enclose fields. In TSV, which often has bare
  /// quotes, a field that they would make go on over a line end and a tab is an error then, so that
  /// rows are never joined by mistake.
  public var quoting: Quoting?
  /// What is done with records of CSV and TSV that have fewer fields than there are columns.
  public var shortRows: ShortRows
  /// Whether the first record of CSV and TSV is a header.
  public var hasHeader: Bool
  /// The names of the columns of CSV and TSV; if nil, they are those of the header, or without one
  /// `column1`, `column2` and so on. They replace the names of a header. There must be one for each
  /// field of the first record.
  public var columns: [String]?
  /// Whether the parts of nested JSON arrays and objects are columns. Names have dots, and elements
  /// are counted from 0: `address.city`, `prizes.0.year`. An empty array or object is null. A name
  /// that is given twice in this way rejects the record.
  public var flattensNested: Bool
  /// The names of the objects in a JSON document that lead to the array of records, with dots
  /// between them: `laureates`, `data.people`. If nil, the document is the array, or an object with
  /// one array of objects.
  public var path: String?
  /// The encoding of the text; if nil, it is UTF-8, or UTF-16 if there is a byte order mark.
  public var encoding: TextEncoding?
  /// The maximum size of a record in bytes, 16 MiB by default. It limits the memory that an
  /// unclosed quote can take.
  public var maximumRecordSize: Int
  /// The number of bytes to which a file that is compressed with gzip may be inflated; if nil, any.
  /// A small file can be very much when it is inflated.
  public var maximumInflatedSize: Int?
  /// The number of bytes that are read at a time, 256 KiB by default.
  public var chunkSize: Int

  /// Creates options; sizes must be positive.
  public init(
    format: TableFormat? = nil, delimiter: Delimiter? = nil, quoting: Quoting? = nil,
    shortRows: ShortRows = .refuse, hasHeader: Bool = true, columns: [String]? = nil,
    flattensNested: Bool = false, path: String? = nil, encoding: TextEncoding? = nil,
    maximumRecordSize: Int = 16 << 20, maximumInflatedSize: Int? = nil,
    chunkSize: Int = 256 << 10
  ) {
    self.format = format
    self.delimiter = delimiter
    self.quoting = quoting
    self.shortRows = shortRows
    self.hasHeader = hasHeader
    self.columns = columns
    self.flattensNested = flattensNested
    self.path = path
    self.encoding = encoding
    self.maximumRecordSize = maximumRecordSize
    self.maximumInflatedSize = maximumInflatedSize
    self.chunkSize = chunkSize
  }

  /// Returns the same options with a delimiter.
  func withDelimiter(_ delimiter: Delimiter) -> ReaderOptions {
    var options = self
    options.delimiter = delimiter
    return options
  }
}
