public import People
public import Tabular

/// Writes people to a file that an import reads back as the same people.
///
/// ```swift
/// let count = try PersonExporter().run(store, to: ByteSink(path: "people.csv"), format: .csv)
/// // SELECT id, name, surname, age, email, birth_date FROM person ORDER BY id
/// ```
public struct PersonExporter: Sendable {
  /// The columns, in the order in which they are written.
  public static let columns = PersonField.allCases.map(\.rawValue)

  /// An exporter.
  public init() {}

  /// Writes all people of a store, in the order of their keys, as they are at one moment. Memory
  /// does not grow with their number.
  ///
  /// - Returns: the number of people written.
  /// - Throws: `TabularError` where the file cannot be written, `DatabaseError`. A file that is not
  ///   complete does not get its name.
  @discardableResult
  public func run(
    _ store: PersonStore, to sink: ByteSink, format: TableFormat
  ) throws -> Int {
    let writer = try openWriter(sink, format: format, columns: Self.columns)
    var count = 0
    try store.people.forEach { person in
      try writer.write(person.fields)
      count += 1
    }
    try writer.finish()
    return count
  }
}

extension Person {
  /// The values of the person's fields, in the order of ``PersonExporter/columns``.
  public var fields: [Field] {
    [
      .integer(id), .text(name), .text(surname), .integer(Int64(age)),
      email.map { .text($0) } ?? .null, birthDate.map { .text($0.description) } ?? .null,
    ]
  }
}
