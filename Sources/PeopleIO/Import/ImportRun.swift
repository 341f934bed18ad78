internal import LinqSQL
internal import People
internal import Tabular

/// The state of one import.
struct ImportRun {
  private(set) var summary = ImportSummary()

  private let options: ImportOptions
  private let reader: any RecordReader
  private let transaction: StoreTransaction
  private var parser: PersonParser
  /// The inserters by the fields that their rows have: JSON objects need not all have the same.
  private var inserters: [PersonFields: Inserter<Person>] = [:]

  init(
    options: ImportOptions, reader: any RecordReader, transaction: StoreTransaction
  ) throws {
    self.options = options
    self.reader = reader
    self.transaction = transaction
    parser = try PersonParser(
      columns: reader.columns, options: options, isComplete: reader.format.hasHeader)
  }

  /// Stores a record, or counts and reports it as rejected.
  mutating func take(_ result: RecordResult, _ onRejection: (Rejection) throws -> Void) throws {
    summary.read += 1
    guard let rejection = try rejection(of: result) else { return }
    summary.rejected += 1
    try onRejection(rejection)
    if summary.rejected > options.maximumRejections {
      throw ImportError.tooManyRejections(limit: options.maximumRejections, last: rejection)
    }
  }

  /// Ends the import.
  mutating func finish() -> ImportSummary {
    for inserter in inserters.values { inserter.finish() }
    summary.unusedColumns = parser.unused(of: reader.columns)
    return summary
  }

  /// Stores a record, or says why it is refused.
  private mutating func rejection(of result: RecordResult) throws -> Rejection? {
    let record: Record
    switch result {
    case .rejected(let rejection): return rejection
    case .record(let wellFormed): record = wellFormed
    }
    if record.fieldCount != parser.columnCount {
      parser = try PersonParser(columns: reader.columns, options: options, isComplete: false)
    }
    let person: Person
    do throws(Rejection) {
      person = try parser.person(record)
    } catch {
      return error
    }
    do {
      switch try inserter(for: record).insert(person) {
      case .inserted: summary.inserted += 1
      case .updated: summary.updated += 1
      case .ignored: summary.skipped += 1
      }
      return nil
    } catch let error as RowError {
      return parser.rejection(record, for: error)
    }
  }

  private mutating func inserter(for record: Record) throws -> Inserter<Person> {
    let fields = options.onConflict == .update ? parser.fields(of: record) : .all
    if let inserter = inserters[fields] { return inserter }
    let policy: ConflictPolicy =
      switch options.onConflict {
      case .error: .fail
      case .ignore: .ignore
      case .update:
        .update(
          columns: PersonField.allCases.filter(fields.contains).map(\.column), unique: ["email"])
      }
    let inserter = try Inserter(
      Person.table, on: transaction.connection, onConflict: policy)
    inserters[fields] = inserter
    return inserter
  }
}

extension PersonParser {
  /// A rejection of a record that the store refused.
  func rejection(_ record: Record, for error: RowError) -> Rejection {
    switch error {
    case .invalid(_, let error):
      let problem = error.problems[0]  // an error has at least one
      return rejection(
        record, of: PersonField(column: problem.field) ?? .name, because: problem.reason)
    case .duplicate(_, let columns):
      let field = columns.lazy.compactMap(PersonField.init(column:)).first ?? .id
      return rejection(record, of: field, because: "another person has this \(field.rawValue)")
    case .refused(_, let columns, let rule):
      let field = columns.lazy.compactMap(PersonField.init(column:)).first ?? .name
      return rejection(record, of: field, because: rule)
    case .missingReference, .notFound:
      return rejection(record, of: .id, because: error.description)
    }
  }
}

extension TableFormat {
  /// Whether all columns are known before the first record.
  var hasHeader: Bool {
    switch self {
    case .csv, .tsv: true
    case .json, .ndjson: false
    }
  }
}
