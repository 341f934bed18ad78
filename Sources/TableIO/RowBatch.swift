internal import Tabular

/// Some rows of a file, as values for the columns of a table.
struct RowBatch: Sendable {
  /// A value. The bytes of texts are in ``bytes``.
  enum Cell: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(start: Int, count: Int)
    case blob(start: Int, count: Int)
  }

  enum Row: Sendable {
    /// A row that begins on a line.
    case values(line: Int)
    /// The next one of ``rejected``.
    case rejected
    case empty
  }

  /// The columns of the file.
  let columns: [String]
  let format: TableFormat
  var rows: [Row] = []
  /// The rejected rows, in order.
  var rejected: [RejectedRow] = []
  /// The fields of each row with values, if they are kept.
  var fields: [[Field]] = []
  /// The values, row by row.
  var cells: [Cell] = []
  var bytes: [UInt8] = []
  /// The number of bytes of the file that had been read.
  var bytesRead = 0
  /// The number of short rows that had been filled.
  var filledRows = 0

  init(rowCount: Int, columnCount: Int, of reader: any RecordReader) {
    columns = reader.columns
    format = reader.format
    rows.reserveCapacity(rowCount)
    cells.reserveCapacity(rowCount * columnCount)
    bytes.reserveCapacity(rowCount * columnCount * 8)
  }

  mutating func addText(_ text: UnsafeBufferPointer<UInt8>) {
    cells.append(.text(start: bytes.count, count: text.count))
    bytes.append(contentsOf: text)
  }
}
