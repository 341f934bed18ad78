internal import Tabular

/// The first rows of a file, from which its columns are guessed.
struct FirstRows: Sendable {
  /// A row that was read.
  enum Row: Sendable {
    case record(KeptRecord)
    case rejected(Rejection, fields: [Field])
    /// A row without any value, as spreadsheets write them.
    case empty
  }

  /// The rows, at most ``ColumnSample/rowCount`` of them, and fewer if they are very large.
  private(set) var rows: [Row] = []

  /// The number of bytes after which no further rows are kept. What is compressed may be a thousand
  /// times as large as the file.
  private static let largestSize = 8 << 20

  /// The parser for these rows and those that follow.
  let parser: PersonParser

  /// Why the file cannot be read beyond these rows; nil if it can.
  private(set) var failure: TabularError?

  /// Whether the file ends with these rows.
  private(set) var isAll = false

  /// The first different values of each column.
  let examples: [[String]]

  /// Reads the first rows, and decides what is read from the columns.
  ///
  /// - Parameter isPart: whether the file is cut off, so that its last row is left out.
  /// - Throws: ``ImportError`` if the mapping does not fit the file.
  init(
    _ reader: any RecordReader, options: ImportOptions, isPart: Bool = false
  ) throws(ImportError) {
    var size = 0
    do throws(TabularError) {
      while rows.count < ColumnSample.rowCount, size < Self.largestSize {
        guard let result = try reader.next() else {
          isAll = true
          break
        }
        switch result {
        case .record(let record) where record.isEmptyRow(of: reader.format): rows.append(.empty)
        case .record(let record):
          let kept = KeptRecord(record, columns: reader.columns)
          size += kept.size
          rows.append(.record(kept))
        case .rejected(let rejection):
          let fields = reader.rejectedFields
          size += fields.reduce(0) {
            if case .text(let text) = $1 { $0 + text.utf8.count } else { $0 }
          }
          rows.append(
            rejection.isOfEmptyRow(fields) ? .empty : .rejected(rejection, fields: fields))
        }
      }
    } catch {
      failure = error
    }
    if isPart, isAll {
      isAll = false
      _ = rows.popLast()
    }
    let records = rows.compactMap { if case .record(let record) = $0 { record } else { nil } }
    let columns = reader.columns
    let sample = ColumnSample(
      records, columnCount: columns.count, nullWords: options.nullWords)
    examples = sample.values.map(Self.examples)
    let (mapping, nameless) = try MappingResolver.resolve(
      columns, sample, reader.format, options: options)
    parser = PersonParser(
      columns: columns, mapping: mapping, nameless: nameless, format: reader.format,
      options: options)
    try options.key?.check(mapping)
  }

  private static func examples(_ values: [String]) -> [String] {
    var examples: [String] = []
    for value in values where !examples.contains(value) {
      examples.append(value)
      if examples.count == 3 { break }
    }
    return examples
  }
}
