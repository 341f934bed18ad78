internal import LinqCore
internal import People
internal import Tabular

/// Creates people from records.
struct PersonParser: Sendable {
  /// A column from which a field is read.
  struct Source: Sendable {
    let column: Int
    let isChecked: Bool
    let days: DayReading
    /// Whether a number of four digits is a year of birth.
    let mayBeYear: Bool
  }

  /// What is read from the columns of the file.
  let mapping: ResolvedMapping

  /// The format of the file.
  let format: TableFormat

  /// The columns for which the parser was created.
  let columns: [String]

  /// The columns of a rejected row in a report: those that are known before the first row is
  /// stored.
  let reportColumns: [String]

  /// The fields that have a column.
  let fields: PersonFields

  let options: ImportOptions

  /// The columns that name a person who has no name in the others.
  let nameless: [Int]

  /// The columns from which each field may be read: the keys of JSON objects may be spelled in
  /// several ways.
  private let sources: FieldTable<[Source]>
  let whole: [(source: Source, form: NameForm)]
  private let attributes: [(column: Int, name: String)]
  /// The columns of fields that are attributes too, or another field that has their values whole.
  private let keptWhole: Set<Int>
  private let nullWords: NullWords
  private let mayLackFields: Bool

  /// Creates a parser for what is read from the columns of a file.
  ///
  /// - Parameters:
  ///   - columns: all columns of the file or, in JSON, the keys so far.
  ///   - nameless: the columns that name a person who has no name in the others.
  init(
    columns: [String], reportColumns: [String]? = nil, mapping: ResolvedMapping, nameless: [Int],
    format: TableFormat, options: ImportOptions
  ) {
    self.columns = columns
    self.reportColumns = reportColumns ?? columns
    self.mapping = mapping
    self.nameless = nameless
    self.format = format
    self.options = options
    mayLackFields = !format.hasHeader
    nullWords = mapping.isExport ? .none : options.nullWords
    var sources = FieldTable<[Source]>(repeating: [])
    var whole: [(Source, NameForm)] = []
    var attributes: [(Int, String)] = []
    for assignment in mapping.assignments {
      let source = Source(assignment, options)
      switch assignment.target {
      case .field(let field): sources[field].append(source)
      case .wholeName(let form): whole.append((source, form))
      case .attribute(let name): attributes.append((source.column, name))
      case .nothing: break
      }
    }
    self.sources = sources
    self.whole = whole
    self.attributes = attributes
    keptWhole = Set(attributes.map(\.0) + sources[.birthDate].map(\.column))
    fields = PersonFields(
      PersonField.allCases.filter { field in
        !sources[field].isEmpty || (!whole.isEmpty && (field == .name || field == .surname))
      })
  }

  /// The number of columns.
  var columnCount: Int { columns.count }
}

extension PersonParser.Source {
  init(_ assignment: ResolvedMapping.Assignment, _ options: ImportOptions) {
    column = assignment.number - 1
    isChecked = assignment.isChecked
    days = DayReading(
      form: assignment.dateForm.flatMap { try? DateForm($0) }, asOf: options.asOf)
    mayBeYear = assignment.column != PersonField.age.rawValue
  }
}

extension PersonParser {
  /// Returns the fields that a record has. A null is a field that it has.
  func fields(of record: some ImportRecord) -> PersonFields {
    guard mayLackFields else { return fields }
    func has(_ column: Int) -> Bool { record.kind(column) != .missing }
    let hasWhole = whole.contains { has($0.source.column) }
    return PersonFields(
      PersonField.allCases.filter { field in
        sources[field].contains { has($0.column) }
          || (hasWhole && (field == .name || field == .surname))
      })
  }

  /// Returns the person of a record, who is not validated yet.
  func person(
    _ record: some ImportRecord, _ notes: inout ImportNotes
  ) throws(Rejection) -> Person {
    if mayLackFields { try checkSpellings(record) }
    var person = Person(name: "", surname: "")
    if !sources[.id].isEmpty { person.id = try key(record) }
    for (column, name) in attributes {
      if let text = text(record, column) { person.attributes[name] = text }
    }
    try readName(of: record, into: &person, &notes)
    try readEmail(of: record, into: &person, &notes)
    try readBirthDate(of: record, into: &person, &notes)
    try readAge(of: record, into: &person, &notes)
    return person
  }

  /// Returns the names of the attributes for which a record has a column without a value.
  func clearedAttributes(_ record: some ImportRecord) -> [String] {
    attributes.compactMap { column, name in
      record.kind(column) == .missing || text(record, column) != nil ? nil : name
    }
  }

  /// Throws if a record has several spellings of one key.
  private func checkSpellings(_ record: some ImportRecord) throws(Rejection) {
    for field in PersonField.allCases {
      let sources = sources[field]
      guard sources.count > 1 else { continue }
      let given = sources.filter { record.kind($0.column) != .missing }
      guard given.count > 1, given[0].column != given[1].column else { continue }
      throw record.rejection(
        given[1].column,
        because: "the record has \(field.rawValue) twice, also as \(columns[given[0].column])")
    }
  }

  /// Returns the column from which a field of a record is read.
  func source(of field: PersonField, in record: some ImportRecord) -> Source? {
    let sources = sources[field]
    guard sources.count > 1 else { return sources.first }
    return sources.first { record.kind($0.column) != .missing } ?? sources[0]
  }

  /// Returns the text of a column; nil if it stands for no value.
  func text(_ record: some ImportRecord, _ column: Int) -> String? {
    switch record.kind(column) {
    case .missing, .null: return nil
    case .text, .number, .boolean, .nested: break
    }
    if mapping.isExport { return record.string(column) }
    if options.trims {
      let text = record.string(column).trimmingWhitespace()
      return nullWords.contains(text) ? nil : text
    }
    return record.withUTF8(column) { bytes in
      nullWords.contains(bytes) ? nil : String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Returns the text of a field that is not a text in itself; nil if it stands for no value.
  func value(_ record: some ImportRecord, _ source: Source) -> String? {
    let text = text(record, source.column)
    guard let text, !text.isEmpty else { return nil }
    // White space around a number or a day is no part of it, unless it is said to be one.
    guard !source.isChecked else { return text }
    let trimmed = text.trimmingWhitespace()
    return trimmed.isEmpty || nullWords.contains(trimmed) ? nil : trimmed
  }

  /// Keeps a value that a field cannot have as it is.
  func keep(
    _ record: some ImportRecord, _ column: Int, _ field: PersonField, _ finding: ImportNote.Finding,
    in person: inout Person, _ notes: inout ImportNotes
  ) {
    guard !keptWhole.contains(column) || (field == .birthDate && finding == .kept) else { return }
    person.attributes[attributeName(of: column)] = record.string(column)
    notes.count(field, finding, column: column)
  }

  /// Returns the name of the attribute that keeps values of a field's column.
  private func attributeName(of column: Int) -> String {
    let name = AttributeColumn.attribute(of: columns[column]) ?? columns[column]
    let isTaken = attributes.contains { $0.name == name }
    return name.isEmpty || isTaken ? "column \(column + 1)" : name
  }

  private func key(_ record: some ImportRecord) throws(Rejection) -> Int64 {
    guard let source = source(of: .id, in: record), let text = value(record, source) else {
      return 0
    }
    var copy = text
    guard let key = copy.withUTF8(wholeNumber), key > 0 else {
      throw record.rejection(source.column, because: "not a positive whole number")
    }
    return Int64(key)
  }
}

// MARK: - Other fields

extension PersonParser {
  private func readEmail(
    of record: some ImportRecord, into person: inout Person, _ notes: inout ImportNotes
  ) throws(Rejection) {
    guard let source = source(of: .email, in: record), let text = value(record, source) else {
      return
    }
    let isNested = record.kind(source.column) == .nested
    if source.isChecked {
      guard !isNested else { throw record.rejection(source.column, because: "not a text") }
      person.email = text
      // Most cells have one address, which the store validates.
      guard text.utf8.contains(where: EmailCell.separates) else { return }
    }
    if !isNested, let (address, isAll) = EmailCell.first(text) {
      person.email = address
      if !isAll { keep(record, source.column, .email, .several, in: &person, &notes) }
    } else if !source.isChecked {
      keep(record, source.column, .email, .kept, in: &person, &notes)
    }
  }

  private func readBirthDate(
    of record: some ImportRecord, into person: inout Person, _ notes: inout ImportNotes
  ) throws(Rejection) {
    guard let source = source(of: .birthDate, in: record), var text = value(record, source) else {
      return
    }
    if let date = text.withUTF8(source.days.date), source.isChecked || !date.isInFuture {
      person.birthDate = date
    } else if source.isChecked {
      let form = source.days.form?.text ?? "YYYY-MM-DD"
      throw record.rejection(source.column, because: "not a day of the calendar (\(form))")
    } else {
      keep(record, source.column, .birthDate, .kept, in: &person, &notes)
    }
  }

  private func readAge(
    of record: some ImportRecord, into person: inout Person, _ notes: inout ImportNotes
  ) throws(Rejection) {
    guard let source = source(of: .age, in: record), var text = value(record, source) else {
      return
    }
    let ages = 0...Person.highestAge
    if source.mayBeYear, let year = text.withUTF8(ValueReading.year), year <= options.asOf.year,
      !ages.contains(year)
    {
      return count(options.asOf.year - year)
    }
    /// Takes an age that is counted from the birth.
    func count(_ years: Int) {
      if ages.contains(years) {
        person.age = years
      } else {
        notes.count(.age, .tooOld, column: source.column)
      }
      keepBirth()
    }
    /// Keeps the birth from which an age is counted.
    func keepBirth() {
      guard !keptWhole.contains(source.column) else { return }
      person.attributes[attributeName(of: source.column)] = record.string(source.column)
    }
    switch text.withUTF8({ ValueReading.age($0, source.days) }) {
    case .years(let years, let isExact)? where source.isChecked || ages.contains(years):
      person.age = years
      if !isExact { keep(record, source.column, .age, .rounded, in: &person, &notes) }
    case .day(let date)? where date <= options.asOf: count(date.wholeYears(to: options.asOf))
    case .day? where source.isChecked:
      throw record.rejection(
        source.column, because: "the age is counted up to \(options.asOf), before this day")
    case nil where source.isChecked:
      let form = source.days.form?.text ?? "YYYY-MM-DD"
      throw record.rejection(
        source.column, because: "not a whole number of years, nor a date \(form)")
    default: keep(record, source.column, .age, .kept, in: &person, &notes)
    }
  }
}

// MARK: - What the store refuses

extension PersonParser {
  /// Returns a rejection for a field of a row, or for the whole row.
  func rejection(
    of field: PersonField?, value: String?, line: Int, because reason: String
  ) -> Rejection {
    let column = field.flatMap { mapping.assignment(of: $0) }.map { $0.number - 1 }
    return rejection(of: field, column: column, value: value, line: line, because: reason)
  }

  /// Returns a rejection for an attribute of a row.
  func rejection(
    ofAttribute name: String, value: String, line: Int, because reason: String
  ) -> Rejection {
    let assignment = mapping.assignments.first { $0.target == .attribute(name) }
    return Rejection(
      line: line, columnNumber: assignment?.number, columnName: assignment?.column ?? name,
      value: Rejection.shown(value), reason: .invalidValue(reason))
  }

  func rejection(
    of field: PersonField?, column: Int?, value: String? = nil, line: Int, because reason: String
  ) -> Rejection {
    Rejection(
      line: line, columnNumber: column.map { $0 + 1 },
      columnName: column.map { columns[$0] } ?? field?.rawValue, value: value,
      reason: .invalidValue(reason))
  }

  /// Makes an attribute of the e-mail address of a person, and returns whether it may be one.
  /// Another person has the address, and it was not said that it is this person's.
  func releaseEmail(of person: inout Person, _ notes: inout ImportNotes) -> Bool {
    guard let source = sources[.email].first, !source.isChecked, let email = person.email else {
      return false
    }
    person.email = nil
    let name = attributeName(of: source.column)
    if person.attributes[name] == nil { person.attributes[name] = email }
    notes.count(.email, .shared, column: source.column)
    return true
  }
}
