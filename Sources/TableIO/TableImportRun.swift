internal import LinqSQL
internal import StoreEngine
internal import Tabular

/// The storing half of an import.
struct TableImportRun {
  private(set) var summary = TableImportSummary()
  private let target: TableTarget
  private let options: TableImportOptions
  private let connection: Connection
  /// The number of rows of the table before the first one, where it tells which ones are new.
  private var rowCountBefore = 0

  init(_ target: TableTarget, _ options: TableImportOptions, _ connection: Connection) {
    self.target = target
    self.options = options
    self.connection = connection
  }

  /// Begins, before the first row.
  mutating func begin() throws {
    if options.onConflict == .update { rowCountBefore = try rowCount() }
  }

  /// Ends, after the last row.
  mutating func end() throws {
    guard options.onConflict == .update else { return }
    let stored = summary.inserted
    summary.inserted = try rowCount() - rowCountBefore
    summary.updated = stored - summary.inserted
  }

  private func rowCount() throws -> Int {
    try connection.query("SELECT count(*) FROM \(quoted(target.table))") {
      Int(try $0.integer(0))
    }[0]
  }

  /// Stores the rows of a batch.
  mutating func store(
    _ batch: RowBatch, _ statement: Statement, _ onRejection: (RejectedRow) throws -> Void
  ) throws {
    summary.filledRows = batch.filledRows
    var (cell, rejected, row) = (0, 0, 0)
    for place in batch.rows {
      summary.read += 1
      switch place {
      case .empty: summary.emptyRows += 1
      case .rejected:
        try reject(batch.rejected[rejected], onRejection)
        rejected += 1
      case .values(let line):
        defer { row += 1 }
        let cells = batch.cells[cell..<cell + target.columns.count]
        cell = cells.endIndex
        do {
          try batch.bind(cells, to: statement)
          try statement.run()
          if connection.changedRowCount > 0 { summary.inserted += 1 } else { summary.skipped += 1 }
        } catch DatabaseError.constraint(let violation) {
          let rejection = batch.rejection(cells, line: line, target, violation)
          let fields = row < batch.fields.count ? batch.fields[row] : []
          try reject(batch.rejected(rejection, fields, record: summary.read), onRejection)
        }
      }
    }
  }

  private mutating func reject(
    _ row: RejectedRow, _ onRejection: (RejectedRow) throws -> Void
  ) throws {
    summary.rejected += 1
    try onRejection(row)
    if summary.rejected > options.maximumRejections, !options.isDryRun {
      throw TableImportError.tooManyRejections(limit: options.maximumRejections, last: row)
    }
  }
}

extension RowBatch {
  /// Binds the values of a row.
  fileprivate func bind(_ cells: ArraySlice<Cell>, to statement: Statement) throws {
    try bytes.withUnsafeBytes { bytes in
      var parameter = 0
      for cell in cells {
        switch cell {
        case .null: try statement.bindNull(at: parameter)
        case .integer(let number): try statement.bind(number, at: parameter)
        case .real(let number): try statement.bind(number, at: parameter)
        case .text(let start, let count):
          let text = UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
          statement.bind(bytes: text, asText: true, at: parameter)
        case .blob(let start, let count):
          let blob = UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
          statement.bind(bytes: blob, asText: false, at: parameter)
        }
        parameter += 1
      }
    }
  }

  /// Returns why the table does not accept a row.
  fileprivate func rejection(
    _ cells: ArraySlice<Cell>, line: Int, _ target: TableTarget, _ violation: ConstraintViolation
  ) -> Rejection {
    let names = violation.columns.joined(separator: ", ")
    let reason =
      switch violation.kind {
      case .unique, .primaryKey: "another row has this \(names.isEmpty ? "key" : names)"
      case .foreignKey: "there is no row to which it refers"
      case .check: "it breaks the rule \(violation.constraint ?? "of the table")"
      case .notNull: "\(names) is missing"
      case .type, .other: "\(violation)"
      }
    let place = target.columns.firstIndex { violation.columns == [$0.name] }
    return Rejection(
      line: line, columnNumber: nil, columnName: place.map { target.columns[$0].name },
      value: place.map { Rejection.shown(text(of: cells[cells.startIndex + $0])) },
      reason: .invalidValue(reason))
  }

  private func text(of cell: Cell) -> String {
    switch cell {
    case .null: ""
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let start, let count):
      String(decoding: bytes[start..<start + count], as: UTF8.self)
    case .blob(_, let count): "\(count) bytes"
    }
  }

  fileprivate func rejected(
    _ rejection: Rejection, _ fields: [Field], record: Int
  ) -> RejectedRow {
    RejectedRow(rejection, record: record, columns: columns, fields: fields, format: format)
  }
}
