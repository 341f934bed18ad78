internal import LinqCore
internal import StoreEngine
internal import Tabular

/// Makes values for the columns of a table from the rows of a file.
struct RowParsing {
  private static let size = 512

  private let source: ByteSource
  private let reader: any RecordReader
  private let options: TableImportOptions
  private let target: TableTarget
  private let isJSON: Bool
  /// The columns of the table that the columns of the file belong to, by their numbers in it.
  private var places: [Int?] = []
  /// For each column of the table, the number of the column of the file.
  private var sources: [Int?]
  private var batch: RowBatch
  private var record = 0

  init(_ source: ByteSource, _ options: TableImportOptions, _ target: TableTarget) throws {
    self.source = source
    self.options = options
    self.target = target
    reader = try openRecords(source, options: options.reader)
    isJSON = reader.format.hasTypes
    sources = Array(repeating: nil, count: target.columns.count)
    batch = RowBatch(rowCount: Self.size, columnCount: target.columns.count, of: reader)
    try connect()
  }

  /// Parses all rows.
  ///
  /// - Parameter give: takes some rows; it returns false if no more are wanted.
  mutating func parse(_ give: (RowBatch) -> Bool) throws {
    // The rows before a failure count as read, and the rejected ones among them are reported.
    defer { handOver(give) }
    while let result = try reader.next() {
      record += 1
      switch result {
      case .rejected(let rejection):
        let fields = reader.rejectedFields
        if rejection.isOfEmptyRow(fields) {
          batch.rows.append(.empty)
        } else {
          reject(rejection, fields)
        }
      case .record(let row) where row.isEmptyRow(of: reader.format): batch.rows.append(.empty)
      case .record(let row):
        if row.fieldCount > places.count { try connect() }
        add(row)
      }
      if batch.rows.count == Self.size, !handOver(give) { return }
    }
  }

  @discardableResult
  private mutating func handOver(_ give: (RowBatch) -> Bool) -> Bool {
    batch.bytesRead = source.bytesRead
    batch.filledRows = reader.filledCount
    let isWanted = batch.rows.isEmpty || give(batch)
    batch = RowBatch(rowCount: Self.size, columnCount: target.columns.count, of: reader)
    return isWanted
  }

  /// Finds the columns of the table for those of the file that have been read.
  private mutating func connect() throws {
    for (index, name) in reader.columns.enumerated().dropFirst(places.count) {
      guard !options.isLeftOut(name) else {
        places.append(nil)
        continue
      }
      let place = try target.place(of: name, at: index)
      places.append(place)
      sources[place] = index
    }
  }

  private mutating func add(_ record: Record) {
    let (cells, bytes) = (batch.cells.count, batch.bytes.count)
    do throws(Rejection) {
      for (place, column) in target.columns.enumerated() {
        guard let index = sources[place], index < record.fieldCount else {
          guard column.isOptional else {
            throw Rejection(
              line: record.line, columnNumber: nil, columnName: nil, value: nil,
              reason: .invalidValue("\(column.name) is missing"))
          }
          batch.cells.append(.null)
          continue
        }
        try add(record, index, column)
      }
      batch.rows.append(.values(line: record.line))
      if options.keepsRows { batch.fields.append(fields(of: record)) }
    } catch {
      batch.cells.removeSubrange(cells...)
      batch.bytes.removeSubrange(bytes...)
      reject(error, fields(of: record))
    }
  }

  private mutating func add(
    _ record: Record, _ index: Int, _ column: TargetColumn
  ) throws(Rejection) {
    let kind = record.kind(index)
    let isStored = record.withUTF8(index) { bytes in
      let bytes = options.trims ? bytes.trimmed : bytes
      return add(bytes, kind, column)
    }
    guard isStored else { throw record.rejection(index, because: column.reason) }
  }

  /// Adds the value of a field; false if the column cannot have it.
  private mutating func add(
    _ bytes: UnsafeBufferPointer<UInt8>, _ kind: FieldKind, _ column: TargetColumn
  ) -> Bool {
    if bytes.isEmpty || kind == .text && column.nullWords.contains(bytes) {
      guard column.isOptional else { return false }
      batch.cells.append(.null)
      return true
    }
    let isText = isJSON && kind == .text
    switch column.form {
    case .text: batch.addText(bytes)
    case .integer:
      guard !isText, case .integer(let number)? = NumberText(bytes) else { return false }
      batch.cells.append(.integer(number))
    case .real:
      guard !isText else { return false }
      switch NumberText(bytes) {
      case .integer(let number):
        guard let value = Double(exactly: number) else { return false }
        batch.cells.append(.real(value))
      case .real(let number): batch.cells.append(.real(number))
      case nil: return false
      }
    case .bool:
      if !isText, let value = FieldClass.bool(bytes) {
        batch.cells.append(.integer(value ? 1 : 0))
      } else if !isText, case .integer(let number)? = NumberText(bytes), 0...1 ~= number {
        batch.cells.append(.integer(number))
      } else {
        return false
      }
    case .day:
      guard let day = options.forms.day?(bytes) ?? .init(utf8: bytes) else { return false }
      withUnsafeTemporaryAllocation(byteCount: 10, alignment: 1) { text in
        day.writeUTF8(to: text)
        batch.addText(UnsafeBufferPointer(text.assumingMemoryBound(to: UInt8.self)))
      }
    case .checked:
      switch column.checked(String(decoding: bytes, as: UTF8.self)) {
      case .null, nil: return false
      case .integer(let number): batch.cells.append(.integer(number))
      case .real(let number): batch.cells.append(.real(number))
      case .text(var text): text.withUTF8 { batch.addText($0) }
      case .blob(let bytes):
        batch.cells.append(.blob(start: batch.bytes.count, count: bytes.count))
        batch.bytes += bytes
      }
    }
    return true
  }

  private func fields(of record: Record) -> [Field] {
    (0..<record.fieldCount).map { record.field($0) }
  }

  private mutating func reject(_ rejection: Rejection, _ fields: [Field]) {
    batch.rows.append(.rejected)
    batch.rejected.append(
      RejectedRow(
        rejection, record: record, columns: reader.columns, fields: fields, format: reader.format))
  }
}
