internal import LinqCore
internal import Tabular

/// Decides what is read from each column of a file: first what the mapping says, then what is
/// spelled like a field in a file of the program's own form, then what names and values suggest.
/// Every other column becomes an attribute.
struct MappingResolver {
  private typealias Assignment = ResolvedMapping.Assignment

  private let columns: [String]
  private let headers: [HeaderText]
  private let sample: ColumnSample
  private let options: ImportOptions
  private var mapping: ColumnMapping { options.mapping }

  /// The assignments of fields.
  private var fields: [Assignment] = []
  /// The columns that are not read, and those that become attributes for a reason of their own.
  private var ignored: [Int: String] = [:]
  private var reasons: [Int: String] = [:]
  /// The columns that are not attributes besides.
  private var taken: Set<Int> = []
  private var nameless: [Int] = []
  private var isExport = false

  private init(_ columns: [String], _ sample: ColumnSample, _ options: ImportOptions) {
    self.columns = columns
    headers = columns.map(HeaderText.init)
    self.sample = sample
    self.options = options
  }

  /// Returns what is read from the columns of a file.
  ///
  /// - Parameters:
  ///   - columns: the columns of the header, or the keys of the first records.
  ///   - sample: the values of the first rows.
  ///   - format: the format, which tells whether there can be further columns.
  /// - Throws: ``ImportError`` if the mapping names a column that the file does not have, or if no
  ///   column has a name.
  static func resolve(
    _ columns: [String], _ sample: ColumnSample, _ format: TableFormat, options: ImportOptions
  ) throws(ImportError) -> (mapping: ResolvedMapping, nameless: [Int]) {
    var resolver = MappingResolver(columns, sample, options)
    let isComplete = format.hasHeader
    resolver.isExport = ExportColumns.areOfExport(columns, format)
    try resolver.ignore(isComplete: isComplete)
    try resolver.assignMapped(isComplete: isComplete)
    let isOwn = resolver.assignSpelled(format)
    if !resolver.isExport, resolver.mapping.isGuessed { resolver.guess(checkingNames: isOwn) }
    if !isComplete, !resolver.isExport { resolver.assignOtherSpellings() }
    let needsName = isComplete || !sample.rows.isEmpty
    if needsName, resolver.isMissing(.name), !options.findsByKey {
      throw .missingColumn(field: .name, columns: columns)
    }
    return (try resolver.resolved(), resolver.nameless)
  }

  private mutating func ignore(isComplete: Bool) throws(ImportError) {
    for (index, column) in columns.enumerated() where RejectionColumns.names.contains(column) {
      ignored[index] = "a column of a report of refused rows"
    }
    for column in mapping.ignored {
      guard let index = ColumnMapping.index(of: column, in: columns) else {
        guard isComplete else { continue }
        throw .unknownColumn(purpose: "ignore", column: column, columns: columns)
      }
      ignored[index] = "ignored"
    }
    guard let only = mapping.only else { return }
    var kept: Set<Int> = []
    for column in only {
      guard let index = ColumnMapping.index(of: column, in: columns) else {
        guard isComplete else { continue }
        throw .unknownColumn(purpose: "only", column: column, columns: columns)
      }
      kept.insert(index)
    }
    for index in columns.indices where !kept.contains(index) && ignored[index] == nil {
      ignored[index] = "not one of the only columns that are read"
    }
  }

  /// Assigns what the mapping says.
  private mutating func assignMapped(isComplete: Bool) throws(ImportError) {
    func index(of column: String, for purpose: String) throws(ImportError) -> Int? {
      if let index = ColumnMapping.index(of: column, in: columns) { return index }
      guard isComplete else { return nil }
      throw .unknownColumn(purpose: purpose, column: column, columns: columns)
    }
    for field in PersonField.allCases {
      guard let column = mapping.columns[field],
        let index = try index(of: column, for: field.rawValue)
      else { continue }
      let isDay = field == .birthDate || field == .age
      assign(index, .field(field), "mapped", isChecked: true, form: isDay ? options.dates : nil)
    }
    if let (column, form) = mapping.split, let index = try index(of: column, for: "split") {
      if let field = [PersonField.name, .surname].first(where: {
        !isMissing($0, ignoringSplit: true)
      }) {
        throw .invalidMapping(
          "\(field.rawValue) is mapped, and the split of \(column) gives it too; leave one out")
      }
      assign(index, .wholeName(form), "mapped", isChecked: true)
    }
    for (name, column) in mapping.attributes.sorted(by: { $0.key < $1.key }) {
      guard let index = try index(of: column, for: "attributes.\(name)") else { continue }
      assign(index, .attribute(name), "mapped", isChecked: true)
    }
  }

  /// Assigns columns that are spelled exactly like fields, if the file has the program's form: if
  /// name and surname are mapped or spelled so. Returns whether it has.
  private mutating func assignSpelled(_ format: TableFormat) -> Bool {
    func spelled(_ field: PersonField) -> Int? {
      let name = isExport ? ExportColumns.name(of: field, format) : field.rawValue
      return columns.indices.first { columns[$0] == name && isFree($0) }
    }
    let hasNames = [PersonField.name, .surname].allSatisfy { !isMissing($0) || spelled($0) != nil }
    guard isExport || hasNames else { return false }
    for field in PersonField.allCases where isMissing(field) && !mapping.omitted.contains(field) {
      // The key of another program's file is not a key of the store.
      guard field != .id || isExport, let index = spelled(field) else { continue }
      let isDay = field == .birthDate || field == .age
      assign(
        index, .field(field), isExport ? "a column of an export" : "spelled like the field",
        isChecked: true, form: isDay ? options.dates : nil)
    }
    return true
  }

  private func isFree(_ index: Int) -> Bool { ignored[index] == nil && !taken.contains(index) }

  /// Whether a field has no column yet. A key of JSON that is mapped may be in a later record.
  private func isMissing(_ field: PersonField, ignoringSplit: Bool = false) -> Bool {
    if mapping.columns[field] != nil { return false }
    if mapping.split != nil, !ignoringSplit, field == .name || field == .surname { return false }
    return !fields.contains { assignment in
      switch assignment.target {
      case .field(let other): other == field
      case .wholeName: field == .name || field == .surname
      case .attribute, .nothing: false
      }
    }
  }

  /// Assigns what names and values suggest.
  private mutating func guess(checkingNames: Bool) {
    var excluded = taken.union(ignored.keys)
    for index in columns.indices where AttributeColumn.attribute(of: columns[index]) != nil {
      excluded.insert(index)
    }
    let candidates = RoleCandidates(headers, sample, except: excluded)
    guessNames(candidates, checkingNames)
    let days = DayReading(form: options.dates, asOf: options.asOf)
    var values = ValueGuess(candidates, sample, days)
    func isWanted(_ field: PersonField) -> Bool {
      isMissing(field) && !mapping.omitted.contains(field)
    }
    var found: [(PersonField, FieldColumn)] = []
    if isWanted(.age), let column = values.age() { found.append((.age, column)) }
    let isKey = options.key?.parts.contains(.field(.email)) == true
    if isWanted(.email), let column = values.email(isKey: isKey) { found.append((.email, column)) }
    if isWanted(.birthDate), let column = values.birthDate() { found.append((.birthDate, column)) }
    for (field, column) in found {
      assign(column.index, .field(field), column.reason, isChecked: false, form: column.dateForm)
    }
    if options.countsAges, isWanted(.age) {
      // The column of the day or the year is kept besides.
      if let day = fields.first(where: { $0.target == .field(.birthDate) }) {
        assign(
          day.number - 1, .field(.age), "counted to \(options.asOf)", isChecked: false,
          form: days.form ?? day.dateForm.flatMap { try? DateForm($0) })
      } else if let year = values.birthYear() {
        assign(
          year.index, .field(.age), "counted to \(options.asOf)", isChecked: false, takes: false)
      }
    }
    reasons.merge(values.refused) { first, _ in first }
  }

  private mutating func guessNames(_ candidates: RoleCandidates, _ isChecked: Bool) {
    func column(_ field: PersonField) -> Int? {
      fields.first { $0.target == .field(field) }.map { $0.number - 1 }
    }
    let (given, family) = (column(.name), column(.surname))
    let isKnown = !isMissing(.name) && (!isMissing(.surname) || mapping.omitted.contains(.surname))
    guard !isKnown,
      let names = NameColumns.guessed(headers, candidates, sample, given: given, family: family)
    else { return }
    nameless = names.others
    if let whole = names.whole, given == nil, family == nil {
      return assign(whole, .wholeName(names.form), names.reason, isChecked: isChecked)
    }
    if given == nil, let index = names.given {
      assign(index, .field(.name), names.reason, isChecked: false)
    }
    if family == nil, !mapping.omitted.contains(.surname), let index = names.family {
      // Of people whose family name is all that is known, it is the name.
      let target = isMissing(.name) ? PersonField.name : .surname
      assign(index, .field(target), names.reason, isChecked: false)
    }
  }

  /// Assigns keys of JSON that are spelled in another way than the one that has been chosen. Each
  /// record may have its own spelling.
  private mutating func assignOtherSpellings() {
    for field in fields {
      let spelling = headers[field.number - 1].spelling
      for index in columns.indices where isFree(index) && headers[index].spelling == spelling {
        assign(
          index, field.target, "another spelling of \(field.column)", isChecked: field.isChecked,
          form: field.dateForm.flatMap { try? DateForm($0) })
      }
    }
  }

  private mutating func assign(
    _ index: Int, _ target: ResolvedMapping.Target, _ reason: String, isChecked: Bool,
    form: DateForm? = nil, takes: Bool = true
  ) {
    fields.append(
      Assignment(
        column: columns[index], number: index + 1, target: target, reason: reason,
        isChecked: isChecked, dateForm: form?.text))
    if takes { taken.insert(index) }
  }

  /// Returns all assignments, in the order of the columns.
  private func resolved() throws(ImportError) -> ResolvedMapping {
    var assignments: [Assignment] = []
    var names = Set(
      fields.compactMap { if case .attribute(let name) = $0.target { name } else { nil } })
    for (index, column) in columns.enumerated() {
      assignments += fields.filter { $0.number == index + 1 }
      guard !taken.contains(index) else { continue }
      if let reason = ignored[index] {
        assignments.append(
          Assignment(column: column, number: index + 1, target: .nothing, reason: reason))
        continue
      }
      let name = AttributeColumn.unique(for: column, number: index + 1, among: &names)
      assignments.append(
        Assignment(
          column: column, number: index + 1, target: .attribute(name),
          reason: reasons[index] ?? "no field", isDoubtful: reasons[index] != nil))
    }
    return ResolvedMapping(assignments: assignments, isExport: isExport)
  }
}

extension ColumnMapping {
  /// Returns the index of each field's column among the columns of a file, by their names alone.
  /// The values of a file decide too; see ``PersonImporter/guess(_:)``.
  public func places(in header: [String]) -> [PersonField: Int] {
    guard let day = CalendarDate(year: 2000, month: 1, day: 1) else { return [:] }
    var options = ImportOptions(asOf: day)
    options.mapping = self
    let sample = ColumnSample([], columnCount: header.count, nullWords: .none)
    let resolved = try? MappingResolver.resolve(
      header, sample, .json, options: options)
    guard let mapping = resolved?.mapping else { return [:] }
    return PersonField.allCases.reduce(into: [:]) { places, field in
      places[field] = mapping.assignment(of: field).map { $0.number - 1 }
    }
  }
}

extension AttributeColumn {
  /// Returns the name of the attribute of a column, which no other column has.
  static func unique(for column: String, number: Int, among names: inout Set<String>) -> String {
    var name = attribute(of: column) ?? (column.isEmpty ? "column \(number)" : column)
    while !names.insert(name).inserted { name += " (column \(number))" }
    return name
  }
}
