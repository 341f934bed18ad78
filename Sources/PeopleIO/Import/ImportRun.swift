internal import LinqSQL
internal import People
internal import StoreSQLite
internal import Tabular

/// The writing half of an import, which stores what ``RowParsing`` has read.
final class ImportRun {
  private(set) var summary = ImportSummary()

  private let options: ImportOptions
  /// The parser of the last rows, which knows all columns.
  private var parser: PersonParser
  private var notes = ImportNotes()
  private let people: TableAccess<Person>
  private let stored: StoredPeople
  private let onRejection: (RejectedRow) throws -> Void
  /// Nil if nothing is recorded.
  private let recorder: ImportRecorder?

  /// A row that is stored: its person, what is known of it, and its number.
  private typealias Row = (person: Person, origin: RowOrigin, record: Int)

  init(
    options: ImportOptions, parser: PersonParser, source: String, connection: Connection,
    onRejection: @escaping (RejectedRow) throws -> Void
  ) throws {
    self.options = options
    self.parser = parser
    people = TableAccess(Person.table, on: connection)
    stored = try StoredPeople(people, key: options.key)
    self.onRejection = onRejection
    recorder =
      options.isDryRun || !options.isUndoable ? nil : try ImportRecorder(source, on: connection)
    note(parser)
  }

  /// Inserts the people of a batch, and reports rejected rows.
  func take(_ batch: ReadBatch) throws {
    parser = batch.parser
    notes.add(batch.notes)
    summary.filledRows = batch.filledRows
    if takesOneByOne {
      try people.inserting { try takeOneByOne(batch, $0) }
    } else {
      try people.inserting(onConflict: policy(for: batch.fields)) { try take(batch, $0) }
    }
    note(parser)
  }

  /// Whether the program, not the database, looks for people who are stored already.
  private var takesOneByOne: Bool {
    if options.key != nil { return true }
    return switch options.onConflict {
    case .error: false
    // Whom the database leaves out, it does not say.
    case .ignore: recorder != nil && parser.mapping.assignment(of: .id) != nil
    case .update: recorder != nil || !parser.mapping.attributes.isEmpty
    }
  }

  /// Records what the import did.
  func finish() throws { try recorder?.finish(&summary) }

  /// Throws if a mapping names a key that none of the objects had. The columns of a header are
  /// known before the first row.
  func checkMapping() throws {
    // A file without rows lacks nothing.
    if summary.read > 0 { try parser.checkMapping() }
  }

  private func note(_ parser: PersonParser) {
    summary.mapping = parser.mapping
    summary.unusedColumns = parser.mapping.unusedColumns
    summary.notes = notes.notes(columns: parser.columns)
  }

  /// Inserts people as the database handles conflicts.
  private func take(_ batch: ReadBatch, _ inserter: Inserter<Person>) throws {
    var rows: [Row] = []
    /// Inserts the people that have been collected.
    func insert() throws {
      var shared: [(row: Row, error: RowError)] = []
      var refused: Set<Int> = []
      let counts = try inserter.insert(contentsOf: rows.map(\.person)) { index, error in
        refused.insert(index)
        if mayBeShared(rows[index].person, error) {
          shared.append((rows[index], error))
        } else {
          try reject(rows[index], error, batch.parser)
        }
      }
      summary.inserted += counts.inserted
      summary.updated += counts.updated
      summary.skipped += counts.ignored
      if let recorder {
        for (index, row) in rows.enumerated() where row.person.id != 0 && !refused.contains(index) {
          recorder.inserted(row.person.id)
        }
      }
      rows = []
      for (row, error) in shared {
        var row = row
        if try isShared(row.person), batch.parser.releaseEmail(of: &row.person, &notes) {
          rows.append(row)
        } else {
          try reject(row, error, batch.parser)
        }
      }
      if !rows.isEmpty { try insert() }
    }
    for row in batch.rows {
      summary.read += 1
      switch row {
      case .empty: summary.emptyRows += 1
      case .rejected(let rejection, let fields):
        // Rejections are reported in the order of the rows.
        try insert()
        try reject(rejection, fields, batch.parser, record: summary.read)
      case .person(let person, let origin): rows.append((person, origin, summary.read))
      }
    }
    try insert()
  }

  /// Inserts people who are new by their key, and changes the others.
  private func takeOneByOne(_ batch: ReadBatch, _ inserter: Inserter<Person>) throws {
    for row in batch.rows {
      summary.read += 1
      switch row {
      case .empty: summary.emptyRows += 1
      case .rejected(let rejection, let fields):
        try reject(rejection, fields, batch.parser, record: summary.read)
      case .person(let person, let origin):
        let row = (person, origin, summary.read)
        do {
          try store(row, batch, inserter)
        } catch let error as RowError {
          try reject(row, error, batch.parser)
        }
      }
    }
  }

  private func store(_ row: Row, _ batch: ReadBatch, _ inserter: Inserter<Person>) throws {
    guard !stored.areSeveral(like: row.person) else {
      let key = options.key?.text ?? "id"
      let rejection = batch.parser.rejection(
        of: options.key?.field, value: options.key?.shown(row.person), line: row.origin.line,
        because: "several people have this \(key)")
      return try reject(rejection, row.origin.fields, batch.parser, record: row.record)
    }
    guard let known = try stored.person(like: row.person) else {
      try insert(row, batch.parser, inserter)
      return
    }
    switch options.onConflict {
    case .ignore: summary.skipped += 1
    case .error:
      let key = options.key?.text ?? "id"
      let rejection = batch.parser.rejection(
        of: options.key?.field, value: options.key?.shown(row.person), line: row.origin.line,
        because: "another person has this \(key)")
      try reject(rejection, row.origin.fields, batch.parser, record: row.record)
    case .update:
      try recorder?.willUpdate(known)
      try people.update(
        known.changed(to: row.person, fields: batch.fields, cleared: row.origin.cleared))
      summary.updated += 1
    }
  }

  private func insert(_ row: Row, _ parser: PersonParser, _ inserter: Inserter<Person>) throws {
    var person = row.person
    guard !person.name.isEmpty else {
      let key = options.key?.text ?? "id"
      let rejection = parser.rejection(
        of: .name, value: nil, line: row.origin.line,
        because: "name is missing, and nobody has this \(key)")
      return try reject(rejection, row.origin.fields, parser, record: row.record)
    }
    do {
      try insert(&person, inserter)
    } catch let error as RowError {
      guard mayBeShared(person, error), try isShared(person),
        parser.releaseEmail(of: &person, &notes)
      else { throw error }
      try insert(&person, inserter)
    }
  }

  private func insert(_ person: inout Person, _ inserter: Inserter<Person>) throws {
    if case .inserted(let key) = try inserter.insert(person) { person.id = key ?? person.id }
    summary.inserted += 1
    recorder?.inserted(person.id)
    stored.add(person)
  }

  /// Whether a person is refused for an e-mail address that was not said to be this person's.
  private func mayBeShared(_ person: Person, _ error: RowError) -> Bool {
    guard case .duplicate(_, let fields) = error else { return false }
    return fields == [PersonField.email.column] && person.email != nil
      && parser.mapping.assignment(of: .email)?.isChecked == false
      && parser.mapping.assignment(of: .id) == nil
  }

  /// Whether the e-mail address of a person is that of somebody before in the file.
  private func isShared(_ person: Person) throws -> Bool {
    try person.email.map(stored.isNew) ?? false
  }

  private func reject(_ row: Row, _ error: RowError, _ parser: PersonParser) throws {
    let rejection = parser.rejection(of: row.person, line: row.origin.line, for: error)
    try reject(rejection, row.origin.fields, parser, record: row.record)
  }

  private func reject(
    _ rejection: Rejection, _ fields: [Field], _ parser: PersonParser, record: Int
  ) throws {
    let row = parser.rejectedRow(rejection, record: record, fields: fields)
    summary.rejected += 1
    try onRejection(row)
    if summary.rejected > options.maximumRejections, !options.isDryRun {
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
  /// Throws if the mapping names a column that the file does not have.
  func checkMapping() throws(ImportError) {
    for field in PersonField.allCases {
      if let column = options.mapping.columns[field],
        ColumnMapping.index(of: column, in: columns) == nil
      {
        throw .unknownColumn(purpose: field.rawValue, column: column, columns: columns)
      }
    }
    if let (column, _) = options.mapping.split,
      ColumnMapping.index(of: column, in: columns) == nil
    {
      throw .unknownColumn(purpose: "the split", column: column, columns: columns)
    }
  }

  /// Returns the rejection of a person whom the store did not accept.
  func rejection(of person: Person, line: Int, for error: RowError) -> Rejection {
    switch error {
    case .invalid(_, let error):
      let problem = error.problems[0]  // an error has at least one
      if let attribute = AttributeColumn.attribute(of: problem.field) {
        return rejection(
          ofAttribute: attribute, value: problem.value, line: line, because: problem.reason)
      }
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
    case .missingReference, .notFound, .outdated:
      return rejection(of: nil, value: nil, line: line, because: error.description)
    }
  }
}
