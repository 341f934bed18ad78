internal import LinqSQL
internal import People
internal import StoreSQLite
internal import Tabular

/// The writing half of an import: what ``ImportReading`` has read goes into the store.
final class ImportRun {
  private(set) var summary = ImportSummary()

  private let options: ImportOptions
  private let connection: Connection
  private let onRejection: (Rejection) throws -> Void
  /// The inserters by the fields that their rows have: JSON objects need not all have the same.
  private var inserters: [PersonFields: Inserter<Person>] = [:]

  init(
    options: ImportOptions, connection: Connection,
    onRejection: @escaping (Rejection) throws -> Void
  ) {
    self.options = options
    self.connection = connection
    self.onRejection = onRejection
  }

  /// Inserts the people of a batch, and reports what is rejected.
  func take(_ batch: ReadBatch) throws {
    let inserter = try inserter(batch.fields)
    for row in batch.rows {
      summary.read += 1
      switch row {
      case .rejected(let rejection): try reject(rejection)
      case .person(let person, let line):
        do {
          switch try inserter.insert(person) {
          case .inserted: summary.inserted += 1
          case .updated: summary.updated += 1
          case .ignored: summary.skipped += 1
          }
        } catch let error as RowError {
          try reject(batch.parser.rejection(of: person, line: line, for: error))
        }
      }
    }
    summary.unusedColumns = batch.parser.unusedColumns
  }

  /// Ends the import.
  func finish() {
    for inserter in inserters.values { inserter.finish() }
  }

  private func reject(_ rejection: Rejection) throws {
    summary.rejected += 1
    try onRejection(rejection)
    if summary.rejected > options.maximumRejections {
      throw ImportError.tooManyRejections(limit: options.maximumRejections, last: rejection)
    }
  }

  private func inserter(_ fields: PersonFields) throws -> Inserter<Person> {
    // Which columns a row has matters only where it changes a stored one.
    let fields = options.onConflict == .update ? fields : .all
    if let inserter = inserters[fields] { return inserter }
    let policy: ConflictPolicy =
      switch options.onConflict {
      case .error: .fail
      case .ignore: .ignore
      case .update:
        .update(
          columns: PersonField.allCases.filter(fields.contains).map(\.column), unique: ["email"])
      }
    let inserter = try Inserter(Person.table, on: connection, onConflict: policy)
    inserters[fields] = inserter
    return inserter
  }
}

extension PersonParser {
  /// A rejection of a person whom the store refused.
  func rejection(of person: Person, line: Int, for error: RowError) -> Rejection {
    switch error {
    case .invalid(_, let error):
      let problem = error.problems[0]  // an error has at least one
      return rejection(
        of: PersonField(column: problem.field) ?? .name, value: problem.value, line: line,
        because: problem.reason)
    case .duplicate(_, let columns):
      let field = columns.lazy.compactMap(PersonField.init(column:)).first ?? .id
      return rejection(
        of: field, value: field == .email ? person.email : String(person.id), line: line,
        because: "another person has this \(field.rawValue)")
    case .refused(_, let columns, let rule):
      let field = columns.lazy.compactMap(PersonField.init(column:)).first
      return rejection(of: field, value: nil, line: line, because: rule)
    case .missingReference, .notFound:
      return rejection(of: nil, value: nil, line: line, because: error.description)
    }
  }
}
