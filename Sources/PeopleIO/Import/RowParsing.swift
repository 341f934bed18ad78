internal import People
internal import Tabular

/// Some rows of a file, all of which have the same fields.
struct ReadBatch: Sendable {
  enum Row: Sendable {
    case person(Person, RowOrigin)
    case rejected(Rejection, fields: [Field])
    case empty
  }

  var rows: [Row] = []
  /// The fields that the rows have. A null is a field that a row has.
  let fields: PersonFields
  /// The parser that created the people.
  let parser: PersonParser
  /// What was done with values of the rows.
  var notes = ImportNotes()
  /// The number of bytes of the file that had been read.
  var bytesRead = 0
  /// The number of short rows that had been filled.
  var filledRows = 0
}

/// Parses people from the rows of a file, and hands them over in batches.
struct RowParsing {
  private static let size = 512

  private var parser: PersonParser
  private let source: ByteSource
  private let give: (ReadBatch) -> Bool
  private var batch: ReadBatch
  private var filledRows = 0
  /// Whether no further rows are wanted.
  private var isStopped = false

  init(_ parser: PersonParser, _ source: ByteSource, give: @escaping (ReadBatch) -> Bool) {
    self.parser = parser
    self.source = source
    self.give = give
    batch = ReadBatch(fields: parser.fields, parser: parser)
  }

  /// Parses all rows of a file.
  mutating func parse(_ first: FirstRows, then reader: any RecordReader) throws {
    // If the file cannot be read any further, the rows before that still count as read, and the
    // rejected ones among them are reported.
    defer {
      filledRows = reader.filledCount
      handOver()
    }
    parse(first)
    if let failure = first.failure { throw failure }
    while !isStopped, !first.isAll, let result = try reader.next() {
      switch result {
      case .rejected(let rejection):
        let fields = reader.rejectedFields
        add(rejection.isOfEmptyRow(fields) ? .empty : .rejected(rejection, fields: fields))
      case .record(let record) where record.isEmptyRow(of: reader.format): add(.empty)
      case .record(let record):
        if record.fieldCount > parser.columnCount {
          parser = parser.extended(to: reader.columns)
        }
        take(record)
      }
    }
  }

  /// Parses the first rows.
  mutating func parse(_ first: FirstRows) {
    for row in first.rows where !isStopped {
      switch row {
      case .rejected(let rejection, let fields): add(.rejected(rejection, fields: fields))
      case .record(let record): take(record)
      case .empty: add(.empty)
      }
    }
  }

  private mutating func take(_ record: some ImportRecord) {
    let fields = parser.fields(of: record)
    if fields != batch.fields || parser.columnCount != batch.parser.columnCount {
      handOver()
      batch = ReadBatch(fields: fields, parser: parser)
    }
    let options = parser.options
    do throws(Rejection) {
      let person = try parser.person(record, &batch.notes)
      var origin = RowOrigin(line: record.line)
      if options.keepsRows { origin.fields = parser.reportFields(of: record) }
      if options.onConflict == .update { origin.cleared = parser.clearedAttributes(record) }
      add(.person(person, origin))
    } catch {
      add(.rejected(error, fields: parser.reportFields(of: record)))
    }
  }

  private mutating func add(_ row: ReadBatch.Row) {
    batch.rows.append(row)
    guard batch.rows.count == Self.size else { return }
    handOver()
  }

  /// Hands the rows over that have been parsed.
  mutating func handOver() {
    batch.bytesRead = source.bytesRead
    batch.filledRows = filledRows
    if !isStopped, !give(batch) { isStopped = true }
    batch = ReadBatch(fields: batch.fields, parser: parser)
    batch.rows.reserveCapacity(Self.size)
  }
}
