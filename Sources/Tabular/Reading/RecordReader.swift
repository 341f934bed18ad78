/// A record, or the reason why it was rejected.
public enum RecordResult {
  /// A well-formed record.
  case record(Record)
  /// A rejected record, after which the reader can continue.
  case rejected(Rejection)
}

/// A stream of records of any format.
///
/// Dynamic dispatch happens once per record. The fields are read through ``Record``, which is a
/// concrete type for all formats.
///
/// ```swift
/// let reader = try openRecords(ByteSource(path: path))
/// while let result = try reader.next() {
///   switch result {
///   case .record(let record): insert(record.string(0))
///   case .rejected(let rejection): print(rejection)
///   }
/// }
/// ```
public protocol RecordReader: AnyObject {
  /// The format that is read, whether given or detected.
  var format: TableFormat { get }

  /// The names of the columns. In CSV they are those of the header. In JSON and in cards
  /// they are the keys in the order of their first occurrence, empty before the first record;
  /// compare ``Record/fieldCount`` to detect new ones.
  var columns: [String] { get }

  /// The fields of the record that was just rejected, as far as they can be told apart. There may
  /// be fewer or more of them than columns. Invalid bytes are U+FFFD.
  var rejectedFields: [Field] { get }

  /// The number of records so far whose missing fields are null; see ``ReaderOptions/shortRows``.
  var filledCount: Int { get }

  /// Returns the next record or rejection, or nil at the end.
  ///
  /// - Throws: ``TabularError`` if nothing more can be read; do not use the reader again.
  func next() throws(TabularError) -> RecordResult?
}

extension RecordReader {
  /// None: a JSON value or a card that is malformed has no fields.
  public var rejectedFields: [Field] { [] }

  /// Zero: only CSV and TSV have rows that may be short.
  public var filledCount: Int { 0 }
}

/// Opens a table in any format.
///
/// The format is that of the options. Otherwise it is determined by the extension of the source's
/// name or, if that is unknown, by the first visible byte: `[` is JSON, `{` is NDJSON,
/// `BEGIN:VCARD` is a file of contacts, and anything else is CSV. An object is JSON if the options
/// have a path, if it does not end in its line, or if it is the only line and has an array of
/// objects.
///
/// - Throws: ``TabularError`` if the source cannot be read or has no valid header.
public func openRecords(
  _ source: ByteSource, options: ReaderOptions = ReaderOptions()
) throws(TabularError) -> any RecordReader {
  var format = options.format ?? TableFormat(path: source.name)
  let input = try InputBuffer(source, options: options, format: format)
  if format == nil { format = try input.formatOfContent(options) }
  return switch format {
  case .json: try JSONReader(input, options: options)
  case .ndjson: NDJSONReader(input, options: options)
  case .tsv: try DelimitedReader(input, options: options.withDelimiter(options.delimiter ?? .tab))
  case .vcard: VCardReader(input)
  case .csv, nil: try DelimitedReader(input, options: options)
  }
}
