internal import LinqSQL
internal import People
internal import StoreSQLite
internal import Tabular

/// The writing half of an import, which stores what ``ImportReading`` has read.
final class ImportRun {
  private(set) var summary = ImportSummary()

  private let options: ImportOptions
  /// The parser of the last rows, which knows all columns.
  private var parser: PersonParser?
  private let people: TableAccess<Person>
  private let onRejection: (RejectedRow) throws -> Void

  init(
    options: ImportOptions, connection: Connection,
    onRejection: @escaping (RejectedRow) throws -> Void
  ) {
    self.options = options
    people = TableAccess(Person.table, on: connection)
    self.onRejection = onRejection
  }

  /// Inserts the people of a batch, and reports rejected rows.
  func take(_ batch: ReadBatch) throws {
    try people.inserting(onConflict: policy(for: batch.fields)) { try take(batch, $0) }
    summary.unusedColumns = batch.parser.unusedColumns
    parser = batch.parser
  }

  /// Throws if a mapping names a key that none of the objects had. The columns of a header are
  /// known before the first row.
  func checkMapping() throws {
    // A file without rows lacks nothing.
    if summary.read > 0 { try parser?.check(options.mapping) }
  }

  private func take(_ batch: ReadBatch, _ inserter: Inserter<Person>) throws {
    var people: [Person] = []
    var origins: [(origin: RowOrigin, record: Int)] = []
    /// Inserts the people that have been collected.
    func insert() throws {
      let counts = try inserter.insert(contentsOf: people) { index, error in
        let (origin, record) = origins[index]
        let rejection = batch.parser.rejection(of: people[index], line: origin.line, for: error)
        try reject(rejection, origin.fields, batch.parser, record: record)
      }
      summary.inserted += counts.inserted
      summary.updated += counts.updated
      summary.skipped += counts.ignored
      (people, origins) = ([], [])
    }
    for row in batch.rows {
      summary.read += 1
      switch row {
      case .rejected(let rejection, let fields):
        // Rejections are reported in the order of the rows.
        try insert()
        try reject(rejection, fields, batch.parser, record: summary.read)
      case .person(let person, let origin):
        people.append(person)
        origins.append((origin, summary.read))
      }
    }
    try insert()
  }

  private func reject(
    _ rejection: Rejection, _ fields: [Field], _ parser: PersonParser, record: Int
  ) throws {
    let row = parser.rejectedRow(rejection, record: record, fields: fields)
    summary.rejected += 1
    try onRejection(row)
    if summary.rejected > options.maximumRejections {
      throw ImportError.tooManyRejections(limit: options.maximumRejections, last: row)
    }
  }

  /// Returns the policy for people who are stored already. JSON objects need not all have the same
  /// fields.
  private func policy(for fields: PersonFields) -> ConflictPolicy {
    switch options.onConflict {
    case .error: .fail
    case .ignore: .ignore
    case .update:
      .update(
        columns: PersonField.allCases.filter(fields.contains).map(\.column), unique: ["email"])
    }
  }
}

extension PersonParser {
  /// Returns the rejection of a person whom the store did not accept.
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
