public import People
public import Tabular

/// Writes people to a file from which an import reads the same people.
///
/// ```swift
/// let count = try PersonExporter().run(store, to: ByteSink(path: "people.csv"), format: .csv)
/// // id,name,surname,age,email,birthDate,party,state
/// ```
///
/// The fields come first, and then a column for each attribute that somebody has, in the order of
/// their names. The column of an attribute that is called like a field is `attributes.name`.
public struct PersonExporter: Sendable {
  /// The columns of the fields, in the order in which they are written. In a file of contacts they
  /// are properties that other programs read, such as `given name`.
  public static let columns = PersonField.allCases.map(\.rawValue)

  /// Creates an exporter.
  public init() {}

  /// Writes all people of a store in one snapshot, in the order of their keys. Memory does not grow
  /// with their number, but with that of the attributes' names.
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
    try store.read {
      try run($0, to: sink, format: format, protection: protection)
    }
  }

  /// Writes all people of a transaction. So an asynchronous function can export too, and end it by
  /// canceling its task.
  ///
  /// ```swift
  /// try await store.read { transaction in
  ///   try PersonExporter().run(transaction, to: ByteSink(path: "people.csv"), format: .csv)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - transaction: where the people are read.
  ///   - sink: gets the file.
  ///   - format: the format of the file.
  ///   - protection: what is done about texts that other programs would obey.
  ///   - choose: returns the people that are written, in their order; all of them by their keys, if
  ///     it is not given.
  @discardableResult
  public func run(
    _ transaction: StoreTransaction, to sink: ByteSink, format: TableFormat,
    protection: TextProtection = [], choose: (Query<Person>) -> Query<Person> = { $0 }
  ) throws -> Int {
    let people = choose(transaction.people.query)
    let names = try people.attributeNames()
    let writer = try openWriter(
      sink, format: format,
      columns: PersonField.allCases.map { ExportColumns.name(of: $0, format) }
        + names.map { AttributeColumn.name(for: $0, format) },
      protection: protection)
    var count = 0
    try people.forEach { person in
      try writer.write(person.fields + person.attributeFields(names))
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

  /// Returns the values of attributes.
  fileprivate func attributeFields(_ names: [String]) -> [Field] {
    guard !attributes.isEmpty else { return Array(repeating: .null, count: names.count) }
    return names.map { attributes[$0].map { .text($0) } ?? .null }
  }
}

extension Query<Person> {
  /// Returns the names of all attributes that people have, in order.
  fileprivate func attributeNames() throws -> [String] {
    var names: Set<String> = []
    try select { $0.attributes }.forEach { attributes in
      for name in attributes.keys { names.insert(name) }
    }
    return names.sorted()
  }
}
