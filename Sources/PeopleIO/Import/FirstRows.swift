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

  /// The rows, at most ``ColumnSample/rowCount`` of them.
  private(set) var rows: [Row] = []

  /// The parser for these rows and those that follow.
  let parser: PersonParser

  /// Why the file cannot be read beyond these rows; nil if it can.
  private(set) var failure: TabularError?

  /// Whether the file ends with these rows.
  private(set) var isAll = false

  /// Reads the first rows, and decides what is read from the columns.
  ///
  /// - Throws: ``ImportError`` if the mapping does not fit the file.
  init(_ reader: any RecordReader, options: ImportOptions) throws(ImportError) {
    do throws(TabularError) {
      while rows.count < ColumnSample.rowCount {
        guard let result = try reader.next() else {
          isAll = true
          break
        }
        switch result {
        case .record(let record) where record.isEmptyRow(of: reader.format): rows.append(.empty)
        case .record(let record):
          rows.append(.record(KeptRecord(record, columns: reader.columns)))
        case .rejected(let rejection):
          let fields = reader.rejectedFields
          rows.append(
            rejection.isOfEmptyRow(fields) ? .empty : .rejected(rejection, fields: fields))
        }
      }
    } catch {
      failure = error
    }
    let records = rows.compactMap { if case .record(let record) = $0 { record } else { nil } }
    let columns = reader.columns
    let sample = ColumnSample(
      records, columnCount: columns.count, nullWords: options.nullWords)
    let (mapping, nameless) = try MappingResolver.resolve(
      columns, sample, reader.format, options: options)
    parser = PersonParser(
      columns: columns, mapping: mapping, nameless: nameless, format: reader.format,
      options: options)
    try options.key?.check(mapping)
  }
}
