internal import LinqCore
internal import People
internal import Tabular

/// Creates people from records.
struct PersonParser: Sendable {
  /// The index of each field's column.
  private let places: [PersonField: Int]
  private let id: Int?
  private let name: Int?
  private let surname: Int?
  private let age: Int?
  private let email: Int?
  private let birthDate: Int?
  private let asOf: CalendarDate
  private let isComplete: Bool

  /// The format of the file.
  let format: TableFormat

  /// The columns of a rejected row in a report.
  let reportColumns: [String]

  /// Their indices; nil for one that the file does not have.
  let reportPlaces: [Int?]

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
    places = options.mapping.places(in: columns)
    isComplete = format.hasHeader
    self.format = format
    if isComplete {
      for (field, column) in options.mapping.columns where places[field] == nil {
        throw .unknownColumn(field: field, column: column, columns: columns)
      }
      for field in PersonField.allCases where field.isRequired && places[field] == nil {
        throw .missingColumn(field: field, wanted: field.rawValue, columns: columns)
      }
    }
    id = places[.id]
    name = places[.name]
    surname = places[.surname]
    age = places[.age]
    email = places[.email]
    birthDate = places[.birthDate]
    asOf = options.asOf
    self.columns = columns
    if isComplete {
      reportColumns = columns
      reportPlaces = Array(columns.indices)
    } else {
      let fields = PersonField.allCases
      reportColumns = fields.map { options.mapping.columns[$0] ?? $0.rawValue }
      reportPlaces = fields.map { [places] in places[$0] }
    }
    columnCount = columns.count
    let used = Set(places.values)
    unusedColumns = columns.enumerated().filter { !used.contains($0.offset) }.map(\.element)
    fields = PersonFields(places.keys)
  }

  /// Returns the fields that a record has. A null is a field that it has.
  func fields(of record: Record) -> PersonFields {
    guard !isComplete else { return fields }
    return PersonFields(places.lazy.filter { record.kind($0.value) != .missing }.map(\.key))
  }

  /// Returns the person of a record, who is not validated yet.
  func person(_ record: Record) throws(Rejection) -> Person {
    Person(
      id: try Self.key(record, id),
      name: try required(record, name, .name), surname: try required(record, surname, .surname),
      age: try years(record),
      email: email.flatMap { Self.text(record, $0) },
      birthDate: try Self.date(record, birthDate))
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
  private static func text(_ record: Record, _ index: Int) -> String? {
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
  private func years(_ record: Record) throws(Rejection) -> Int {
    guard let age, record.kind(age) != .missing else {
      throw missing(.age, record)
    }
    if let years = record.withUTF8(age, wholeNumber) { return years }
    if let date = record.withUTF8(age, { CalendarDate(utf8: $0) }) {
      let years = date.wholeYears(to: asOf)
      guard date <= asOf else {
        throw record.rejection(age, because: "the age is counted up to \(asOf), before this day")
      }
      return years
    }
    throw record.rejection(
      age,
      because: record.withUTF8(age, { $0.isEmpty })
        ? "age is missing" : "not a whole number of years, nor a date YYYY-MM-DD")
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
