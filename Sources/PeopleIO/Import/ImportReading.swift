internal import Foundation
internal import LinqSQL
internal import People
internal import StoreSupport
internal import Tabular

/// Some rows of a file, all of which have the same fields.
struct ReadBatch: Sendable {
  enum Row: Sendable {
    case person(Person, RowOrigin)
    case rejected(Rejection, fields: [Field])
  }

  var rows: [Row] = []
  /// The fields that the rows have. A null is a field that a row has.
  let fields: PersonFields
  /// The parser that created the people.
  let parser: PersonParser
  /// The number of bytes of the file that had been read.
  var bytesRead = 0
}

/// The reading half of an import: a thread that parses people from records while the other half
/// stores them.
///
/// Reading takes a third of the time of storing, and storing cannot be parallelized because SQLite
/// has one writer. So the two run in parallel.
final class ImportReading {
  private let queue = BoundedQueue<ReadBatch>(lookahead: 4)
  private let finished = DispatchSemaphore(value: 0)

  /// Starts to read. The reader belongs to the thread until ``stop()``.
  init(_ reader: any RecordReader, of source: ByteSource, options: ImportOptions) throws {
    let parser = try PersonParser(
      columns: reader.columns, format: reader.format, options: options)
    // This thread uses neither of them again before stop() has waited for the other one.
    nonisolated(unsafe) let records = reader
    nonisolated(unsafe) let bytes = source
    let queue = queue
    let finished = finished
    try BackgroundThread.start {
      queue.finish(
        Result {
          try Self.read(records, bytes, parser, options) { batch in
            guard queue.waitForRoom() else { return false }
            queue.enqueue(batch)
            return true
          }
        })
      finished.signal()
    }
  }

  /// Returns the next rows; nil at the end of the file.
  func next() throws -> ReadBatch? { try queue.dequeue() }

  /// Stops the reading and waits for its thread.
  func stop() {
    queue.cancel()
    finished.wait()
  }

  private static func read(
    _ reader: any RecordReader, _ source: ByteSource, _ parser: PersonParser,
    _ options: ImportOptions, give: (ReadBatch) -> Bool
  ) throws {
    let size = 512
    var parser = parser
    var batch = ReadBatch(fields: parser.fields, parser: parser)
    batch.rows.reserveCapacity(size)
    func handOver() -> Bool {
      batch.bytesRead = source.bytesRead
      return give(batch)
    }
    // If the file cannot be read any further, the rows before that still count as read, and the
    // rejected ones among them are reported.
    defer { _ = handOver() }
    while let result = try reader.next() {
      switch result {
      case .rejected(let rejection):
        batch.rows.append(.rejected(rejection, fields: reader.rejectedFields))
      case .record(let record):
        if record.fieldCount != parser.columnCount {
          parser = try PersonParser(
            columns: reader.columns, format: reader.format, options: options)
        }
        let fields = parser.fields(of: record)
        if fields != batch.fields || parser.columnCount != batch.parser.columnCount {
          guard handOver() else { return }
          batch = ReadBatch(fields: fields, parser: parser)
        }
        do throws(Rejection) {
          let person = try parser.person(record)
          var origin = RowOrigin(line: record.line)
          if options.keepsRows { origin.fields = parser.reportFields(of: record) }
          batch.rows.append(.person(person, origin))
        } catch {
          batch.rows.append(.rejected(error, fields: parser.reportFields(of: record)))
        }
      }
      if batch.rows.count == size {
        guard handOver() else { return }
        batch = ReadBatch(fields: batch.fields, parser: parser)
        batch.rows.reserveCapacity(size)
      }
    }
  }
}

extension TableFormat {
  /// Whether all columns are known before the first record.
  var hasHeader: Bool {
    switch self {
    case .csv, .tsv: true
    case .json, .ndjson, .vcard: false
    }
  }
}
