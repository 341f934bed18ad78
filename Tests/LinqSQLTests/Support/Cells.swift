import LinqSQL
import StoreSQLite
import Testing

/// A row with one value of a type.
struct Cell<Content: ColumnValue>: Sendable {
  var id: Int64 = 0
  var value: Content

  static var table: Table<Cell> {
    Table("cell", Cell.init(id:value:), .primaryKey("id", \.id), .column("value", \.value))
  }
}

extension Cell: Equatable where Content: Equatable {}

/// A table of cells in memory.
struct Cells<Content: ColumnValue> {
  let connection: SQLiteConnection
  private let table = Cell<Content>.table
  var rows: TableAccess<Cell<Content>> { TableAccess(table, on: connection) }

  /// A table as the type wants it, or one that takes values of any type.
  init(_: Content.Type, takesAnything: Bool = false) throws {
    connection = try SQLiteConnection(path: ":memory:")
    let null = Content.isOptional ? "" : "NOT NULL"
    try connection.execute(
      "CREATE TABLE cell (id INTEGER PRIMARY KEY, value \(Content.columnType.rawValue) \(null)) "
        + "STRICT")
    guard takesAnything else { return }
    try connection.execute("DROP TABLE cell; \(Self.looseTable)")
  }

  private static var looseTable: String { "CREATE TABLE cell (id INTEGER PRIMARY KEY, value)" }
  /// The same table as the declaration wants it.
  private static var fittingTable: String {
    Content.isOptional ? looseTable : "CREATE TABLE cell (id INTEGER PRIMARY KEY, value NOT NULL)"
  }

  /// Inserts a value, and gives it as it was returned and as it was read, and what is in the table.
  func store(_ value: Content) throws -> (returned: Content, read: Content, stored: Value) {
    let row = try rows.insert(Cell(value: value))
    let read = try #require(try rows.find(row.id))
    let stored = try connection.query("SELECT value FROM cell WHERE id = ?", [.integer(row.id)]) {
      try $0.value(0)
    }
    return (row.value, read.value, try #require(stored.first))
  }

  /// The error of reading a value that was written with SQL.
  func failure(reading sql: String, key: Int64 = 7) throws -> DecodingFailure? {
    try connection.redeclare("cell", Self.looseTable)
    try connection.run("INSERT INTO cell (id, value) VALUES (?, \(sql))", [.integer(key)])
    try connection.redeclare("cell", Self.fittingTable)
    do {
      _ = try rows.find(key)
      return nil
    } catch DatabaseError.decoding(let failure) {
      return failure
    }
  }
}

extension SQLiteConnection {
  /// Gives a table another declaration, whatever its rows hold: as in a damaged file, for example.
  func redeclare(_ table: String, _ sql: String) throws {
    isDefensive = false
    defer { isDefensive = true }
    try execute("PRAGMA writable_schema = ON")
    try run(
      "UPDATE sqlite_schema SET sql = ? WHERE name = ?", [.text(sql), .text(table)])
    try execute("PRAGMA writable_schema = RESET")
  }
}

/// Inserts a value, and expects it to come back unchanged and to be stored as it should.
func expectStored<Content: ColumnValue & Equatable>(
  _ value: Content, as expected: Value, at location: SourceLocation = #_sourceLocation
) throws {
  let result = try Cells(Content.self).store(value)
  #expect(result.returned == value, sourceLocation: location)
  #expect(result.read == value, sourceLocation: location)
  #expect(result.stored == expected, sourceLocation: location)
  let optional = try Cells(Content?.self).store(value)
  #expect(optional.returned == value, sourceLocation: location)
  #expect(optional.read == value, sourceLocation: location)
  #expect(optional.stored == expected, sourceLocation: location)
}

/// Expects nil to be stored as NULL, and NULL where there is no nil to be an error.
func expectNull<Content: ColumnValue & Equatable>(
  _: Content.Type, at location: SourceLocation = #_sourceLocation
) throws {
  let result = try Cells(Content?.self).store(nil)
  #expect(result.returned == nil, sourceLocation: location)
  #expect(result.read == nil, sourceLocation: location)
  #expect(result.stored == .null, sourceLocation: location)
  let failure = try Cells(Content.self, takesAnything: true).failure(reading: "NULL")
  #expect(failure?.found == "NULL", sourceLocation: location)
  #expect(failure?.expected == Content.columnType.rawValue, sourceLocation: location)
}

/// Expects a value that was written with SQL to be refused on reading, by optionals too, with an
/// error that names table, column and key.
func expectRefused<Content: ColumnValue>(
  _: Content.Type, _ sql: String, expected: String, found: String,
  at location: SourceLocation = #_sourceLocation
) throws {
  let failure = DecodingFailure(
    table: "cell", column: "value", row: .key(7), expected: expected, found: found)
  let cells = try Cells(Content.self, takesAnything: true)
  #expect(try cells.failure(reading: sql) == failure, sourceLocation: location)
  let optionals = try Cells(Content?.self, takesAnything: true)
  #expect(try optionals.failure(reading: sql) == failure, sourceLocation: location)
}
