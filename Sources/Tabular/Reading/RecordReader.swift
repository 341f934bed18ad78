/// A record, or why there is none at its place.
public enum RecordResult {
  /// A well-formed record.
  case record(Record)
  /// A record that was refused; the reader can go on after it.
  case rejected(Rejection)
}

/// A stream of records, whatever the format.
///
/// Dispatch happens once a record; its fields are read through ``Record``, which is one concrete
/// type for all formats.
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
  /// The format being read, also when it was detected.
  var format: TableFormat { get }

  /// The names of the columns. CSV: the header's. JSON: the keys in the order of their first
  /// appearance, empty before the first record; compare ``Record/fieldCount`` to notice new ones.
  var columns: [String] { get }

  /// The next record or rejection, `nil` at the end.
  ///
  /// - Throws: ``TabularError`` when nothing more can be read; the reader is not to be used again.
  func next() throws(TabularError) -> RecordResult?
}

/// Opens a table in any format.
///
/// The format is the option's; without one, that of the extension of the source's name; without
/// a known one, that of the first visible byte: `[` is JSON, `{` is NDJSON, anything else is CSV.
///
/// - Throws: ``TabularError`` if the source cannot be read or has no valid header.
public func openRecords(
  _ source: ByteSource, options: ReaderOptions = ReaderOptions()
) throws(TabularError) -> any RecordReader {
  let input = InputBuffer(source, options: options)
  try input.skipByteOrderMark()
  var format = options.format ?? TableFormat(path: source.name)
  if format == nil { format = TableFormat(firstVisibleByte: try input.firstVisibleByte()) }
  return switch format {
  case .json: try JSONReader(input)
  case .ndjson: NDJSONReader(input)
  case .tsv: try DelimitedReader(input, delimiter: options.delimiter ?? .tab)
  case .csv, nil: try DelimitedReader(input, delimiter: options.delimiter)
  }
}
