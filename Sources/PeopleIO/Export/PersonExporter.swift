public import People
public import Tabular

/// Writes people to a file from which an import reads the same people.
///
/// ```swift
/// let count = try PersonExporter().run(store, to: ByteSink(path: "people.csv"), format: .csv)
/// // SELECT id, name, surname, age, email, birth_date, attributes
/// // FROM person ORDER BY id
/// ```
public struct PersonExporter: Sendable {
  /// The columns, in the order in which they are written.
  public static let columns = PersonField.allCases.map(\.rawValue)

  /// Creates an exporter.
  public init() {}

  /// Writes all people of a store in one snapshot, in the order of their keys. Memory does not grow
  /// with their number.
  ///
  /// - Parameter protection: how texts in CSV and TSV are changed for readers that would obey them.
  ///   An import does not undo it.
  /// - Returns: the number of people written.
  /// - Throws: `TabularError` if the file cannot be written, and `DatabaseError`. An incomplete
  ///   file does not get its final name.
  @discardableResult
  public func run(
    _ store: PersonStore, to sink: ByteSink, format: TableFormat,
    protection: TextProtection = []
  ) throws -> Int {
    let writer = try openWriter(
      sink, format: format, columns: Self.columns, protection: protection)
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
      .integer(id), .text(name), .text(surname), age.map { .integer(Int64($0)) } ?? .null,
      email.map { .text($0) } ?? .null, birthDate.map { .text($0.description) } ?? .null,
    ]
  }
}
