internal import LinqCore
internal import People
internal import Tabular

/// Creates people from records.
struct PersonParser: Sendable {
  /// The index of each field's column, or of the first one that it may be read from.
  private let places: FieldPlaces
  /// The fields that may be read from several columns: the keys of JSON objects may be spelled in
  /// several ways.
  private let alternatives: [PersonField: [Int]]
  private let asOf: CalendarDate
  private let isComplete: Bool

  /// The format of the file.
  let format: TableFormat

  /// The columns of a rejected row in a report.
  let reportColumns: [String]

  /// The fields of a person that they are, where they are not the columns of the file.
  let reportFields: [PersonField]

  /// The columns for which the parser was created.
  private let columns: [String]

  /// The number of columns.
  let columnCount: Int

  /// The columns from which no field is read.
  let unusedColumns: [String]

  /// The fields that have a column.
  let fields: PersonFields

  /// Creates a parser, and finds the columns of the fields.
  ///
  /// - Parameter columns: all columns of the file or, in JSON, the keys so far.
  init(columns: [String], format: TableFormat, options: ImportOptions) throws(ImportError) {
    let candidates = options.mapping.candidates(in: columns)
    places = candidates.reduce(into: FieldPlaces()) { $0[$1.key] = $1.value.first }
    let alternatives = candidates.filter { $0.value.count > 1 }
    self.alternatives = alternatives
    isComplete = format.hasHeader
    self.format = format
    self.columns = columns
    asOf = options.asOf
    if isComplete {
      try Self.check(options.mapping, columns)
      for field in PersonField.allCases where field.isRequired && places[field] == nil {
        throw .missingColumn(field: field, wanted: field.rawValue, columns: columns)
      }
      for field in PersonField.allCases {
        guard let indices = alternatives[field] else { continue }
        throw .ambiguousColumns(field: field, columns: indices.map { columns[$0] })
      }
      reportColumns = columns
      reportFields = []
    } else {
      reportFields = PersonField.allCases
      reportColumns = reportFields.map { options.mapping.columns[$0] ?? $0.rawValue }
    }
    columnCount = columns.count
    let used = Set(candidates.values.joined())
    unusedColumns = columns.enumerated().filter { !used.contains($0.offset) }.map(\.element)
    fields = PersonFields(places.fields)
  }

  /// Throws if a mapping names a column that the file does not have, or a key that no object had so
  /// far.
  func check(_ mapping: ColumnMapping) throws(ImportError) { try Self.check(mapping, columns) }

  private static func check(
    _ mapping: ColumnMapping, _ columns: [String]
  ) throws(ImportError) {
    for field in PersonField.allCases {
      if let column = mapping.columns[field], !columns.contains(column) {
        throw .unknownColumn(field: field, column: column, columns: columns)
      }
    }
  }

  /// Returns the fields that a record has. A null is a field that it has.
  func fields(of record: Record) -> PersonFields {
    guard !isComplete else { return fields }
    return PersonFields(
      places.fields.filter { field in
        (alternatives[field] ?? places[field].map { [$0] } ?? []).contains {
          record.kind($0) != .missing
        }
      })
  }

  /// Returns the columns of the fields in one record.
  func places(of record: Record) -> FieldPlaces {
    guard !alternatives.isEmpty else { return places }
    return alternatives.reduce(into: places) { places, field in
      places[field.key] = field.value.first { record.kind($0) != .missing } ?? field.value.first
    }
  }

  /// Returns the person of a record, who is not validated yet.
  func person(_ record: Record) throws(Rejection) -> Person {
    let places = places(of: record)
    for (field, indices) in alternatives.sorted(by: { $0.value[0] < $1.value[0] }) {
      let given = indices.filter { record.kind($0) != .missing }
      guard given.count > 1 else { continue }
      throw record.rejection(
        given[1], because: "the record has \(field.rawValue) twice, also as \(columns[given[0]])")
    }
    return Person(
      id: try Self.key(record, places[.id]),
      name: try required(record, places[.name], .name),
      surname: try required(record, places[.surname], .surname),
      age: try years(record, places[.age]),
      email: try places[.email].flatMap { index throws(Rejection) in try Self.text(record, index) },
      birthDate: try Self.date(record, places[.birthDate]))
  }

  /// Returns a rejection for a field of a row, or for the whole row.
  func rejection(
    of field: PersonField?, value: String?, line: Int, because reason: String
  ) -> Rejection {
    let place = field.flatMap { places[$0] }
    return Rejection(
      line: line, columnNumber: place.map { $0 + 1 },
      columnName: place.map { columns[$0] } ?? field?.rawValue, value: value,
      reason: .invalidValue(reason))
  }

  private func required(
    _ record: Record, _ index: Int?, _ field: PersonField
  ) throws(Rejection) -> String {
    guard let index, record.kind(index) != .missing,
      record.kind(index) != .null || field == .surname
    else { throw missing(field, record) }
    // The text of an array or an object is JSON, which is not a name.
    guard record.kind(index) != .nested else {
      throw record.rejection(index, because: "not a text")
    }
    return record.string(index)
  }

  private func missing(_ field: PersonField, _ record: Record) -> Rejection {
    rejection(of: field, value: nil, line: record.line, because: "\(field.rawValue) is missing")
  }

  /// Returns the text of a field, or nil if it is empty.
  private static func text(_ record: Record, _ index: Int) throws(Rejection) -> String? {
    guard record.kind(index) != .nested else {
      throw record.rejection(index, because: "not a text")
    }
    let text = record.string(index)
    return text.isEmpty ? nil : text
  }

  private static func key(_ record: Record, _ index: Int?) throws(Rejection) -> Int64 {
    guard let index, !record.withUTF8(index, { $0.isEmpty }) else { return 0 }
    guard let key = record.withUTF8(index, wholeNumber), key > 0 else {
      throw record.rejection(index, because: "not a positive whole number")
    }
    return Int64(key)
  }

  private static func date(_ record: Record, _ index: Int?) throws(Rejection) -> CalendarDate? {
    guard let index, !record.withUTF8(index, { $0.isEmpty }) else { return nil }
    guard let date = record.withUTF8(index, { CalendarDate(utf8: $0) }) else {
      throw record.rejection(index, because: "not a day of the calendar (YYYY-MM-DD)")
    }
    return date
  }

  /// Returns an age that is given in whole years, or by a date of birth.
  private func years(_ record: Record, _ age: Int?) throws(Rejection) -> Int? {
    guard let age, !record.withUTF8(age, { $0.isEmpty }) else { return nil }
    if let years = record.withUTF8(age, wholeNumber) { return years }
    if let date = record.withUTF8(age, { CalendarDate(utf8: $0) }) {
      let years = date.wholeYears(to: asOf)
      guard date <= asOf else {
        throw record.rejection(age, because: "the age is counted up to \(asOf), before this day")
      }
      return years
    }
    throw record.rejection(age, because: "not a whole number of years, nor a date YYYY-MM-DD")
  }
}

/// Parses an integer of decimal digits with an optional sign; nil if the bytes are not one, or if
/// it does not fit.
private func wholeNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
  guard let first = bytes.first, bytes.count <= 20 else { return nil }
  let isNegative = first == UInt8(ascii: "-")
  let digits = isNegative || first == UInt8(ascii: "+") ? bytes.dropFirst() : bytes[...]
  guard !digits.isEmpty else { return nil }
  var value = 0
  for byte in digits {
    guard byte >= 0x30, byte <= 0x39 else { return nil }
    let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
    let digit = Int(byte - 0x30)
    let (sum, overflowedToo) =
      isNegative
      ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
    if overflowed || overflowedToo { return nil }
    value = sum
  }
  return value
}
