internal import LinqCore
internal import People
internal import Tabular

/// Makes a person of a record.
struct PersonParser: Sendable {
  /// Where the fields are among the columns, and under which names.
  private let places: [PersonField: Int]
  private let id: Int?
  private let name: Int?
  private let surname: Int?
  private let age: Int?
  private let email: Int?
  private let birthDate: Int?
  private let asOf: CalendarDate
  private let isComplete: Bool

  /// The columns the parser was made for.
  private let columns: [String]

  /// Their number.
  let columnCount: Int

  /// The columns that no field is read from.
  let unusedColumns: [String]

  /// The fields that there are columns for.
  let fields: PersonFields

  /// Finds the fields' columns.
  ///
  /// - Parameter isComplete: whether `columns` are all that the file has, as in CSV; the keys of
  ///   JSON objects may still grow.
  init(columns: [String], options: ImportOptions, isComplete: Bool) throws(ImportError) {
    places = options.mapping.places(in: columns)
    if isComplete {
      for (field, column) in options.mapping.columns where places[field] == nil {
        throw .unknownColumn(field: field, column: column, columns: columns)
      }
      for field in [PersonField.name, .surname, .age] where places[field] == nil {
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
    self.isComplete = isComplete
    self.columns = columns
    columnCount = columns.count
    let used = Set(places.values)
    unusedColumns = columns.enumerated().filter { !used.contains($0.offset) }.map(\.element)
    fields = PersonFields(places.keys)
  }

  /// The fields that a record has, a null being one that it has.
  func fields(of record: Record) -> PersonFields {
    guard !isComplete else { return fields }
    return PersonFields(places.lazy.filter { record.kind($0.value) != .missing }.map(\.key))
  }

  /// The person of a record, not validated yet.
  func person(_ record: Record) throws(Rejection) -> Person {
    Person(
      id: try Self.key(record, id),
      name: try required(record, name, .name), surname: try required(record, surname, .surname),
      age: try years(record),
      email: email.flatMap { Self.text(record, $0) },
      birthDate: try Self.date(record, birthDate))
  }

  /// A rejection for a field of a row, or for the row as a whole.
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
    // The text of an array or an object is JSON, which is nobody's name.
    guard record.kind(index) != .nested else {
      throw record.rejection(index, because: "not a text")
    }
    return record.string(index)
  }

  private func missing(_ field: PersonField, _ record: Record) -> Rejection {
    rejection(of: field, value: nil, line: record.line, because: "\(field.rawValue) is missing")
  }

  /// The text of a field where an empty one means that there is none.
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

  /// A whole number of years, or those since a date.
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

/// A whole number in decimal digits with an optional sign, if the bytes are one that fits.
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
