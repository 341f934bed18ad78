import LinqSQL
import StoreSQLite
import Testing

/// S18: errors of reading name table, column, key, expected and found.
@Suite struct DecodingTests {
  private let rows: TableAccess<Invoice>

  private let connection: SQLiteConnection

  private static let loose =
    "CREATE TABLE invoice (id INTEGER PRIMARY KEY, number, total, customer, is_paid)"
  private static let fitting = """
    CREATE TABLE invoice (
      id INTEGER PRIMARY KEY, number NOT NULL, total NOT NULL, customer, is_paid NOT NULL)
    """

  init() throws {
    connection = try SQLiteConnection(path: ":memory:")
    try connection.execute("CREATE TABLE customer (id INTEGER PRIMARY KEY) STRICT")
    try connection.execute("INSERT INTO customer VALUES (1); \(Self.fitting)")
    rows = TableAccess(Invoice.table, on: connection)
    try rows.insert((1...3).map { Invoice(number: "\($0)", total: 1, customer: 1) })
  }

  @Test(
    "the column that does not fit is named",
    arguments: [
      ("number", "NULL", "TEXT", "NULL"), ("number", "1", "TEXT", "INTEGER"),
      ("total", "'x'", "REAL", "TEXT"), ("customer", "x'00'", "INTEGER", "BLOB"),
      ("is_paid", "2", "0 or 1", "2"), ("is_paid", "NULL", "INTEGER", "NULL"),
    ])
  func place(column: String, value: String, expected: String, found: String) throws {
    // A table that takes anything, as in a file that another program has damaged.
    try connection.redeclare("invoice", Self.loose)
    try connection.run("UPDATE invoice SET \(column) = \(value) WHERE id = 2")
    try connection.redeclare("invoice", Self.fitting)
    let error = DatabaseError.decoding(
      DecodingFailure(
        table: "invoice", column: column, row: .key(2), expected: expected, found: found))
    #expect(throws: error) { try rows.find(2) }
    #expect(throws: error) { try rows.all() }
    #expect(
      error.description
        == "invoice.\(column), row with key 2: expected \(expected), found \(found)")
    #expect(try rows.find(1) != nil)
    // Deleting it needs no reading.
    #expect(try rows.delete(2))
    #expect(try rows.all().map(\.id) == [1, 3])
  }

  @Test func theRowsBeforeItAreHandedOver() throws {
    try rows.connection.run("UPDATE invoice SET total = 'x' WHERE id = 3")
    var seen: [Int64] = []
    #expect(throws: DatabaseError.self) { try rows.forEach { seen.append($0.id) } }
    #expect(seen == [1, 2])
  }

  @Test func joinedRowsNameTheirOwnKey() throws {
    try rows.connection.run("UPDATE invoice SET total = 'x' WHERE id = 2")
    let sql = """
      SELECT 100 + i.id, i.id, i.number, i.total, i.customer, i.is_paid
      FROM invoice i JOIN customer c ON c.id = i.customer ORDER BY i.id
      """
    let failure = DecodingFailure(
      table: "invoice", column: "total", row: .key(2), expected: "REAL", found: "TEXT")
    #expect(throws: DatabaseError.decoding(failure)) {
      try rows.connection.query(sql) { try Invoice.table.read($0, from: 1) }
    }
  }

  @Test func withoutAKeyTheRowIsNumbered() throws {
    let failure = DecodingFailure(
      table: nil, column: "id", row: .number(1), expected: "INTEGER", found: "NULL")
    #expect(throws: DatabaseError.decoding(failure)) {
      try rows.connection.query("SELECT NULL AS id, 'n', 1.0, NULL, 0") {
        try Invoice.table.read($0)
      }
    }
  }
}
