import LinqSQL
import StoreSQLite
import TestSupport

/// A struct of the tests' own, with a rule, a unique field and a reference.
struct Invoice: Sendable, Equatable {
  var id: Int64 = 0
  var number: String
  var total: Double = 0
  var customer: Int64?
  var isPaid = false

  static let table = Table(
    "invoice", Invoice.init(id:number:total:customer:isPaid:),
    .primaryKey("id", \.id), .column("number", \.number), .column("total", \.total),
    .column("customer", \.customer), .column("is_paid", \.isPaid)
  )
  .validated { invoice in
    if invoice.number == "bad" {
      throw RowValidationError([.init(field: "number", value: "bad", reason: "must not be bad")])
    }
    if invoice.number == "stop" { throw Stop() }
  }

  static let schema = """
    CREATE TABLE customer (id INTEGER PRIMARY KEY) STRICT;
    INSERT INTO customer VALUES (1), (2);
    CREATE TABLE invoice (
      id INTEGER PRIMARY KEY,
      number TEXT NOT NULL UNIQUE,
      total REAL NOT NULL CONSTRAINT invoice_total_not_negative CHECK (total >= 0),
      customer INTEGER REFERENCES customer (id),
      is_paid INTEGER NOT NULL CHECK (is_paid IN (0, 1))
    ) STRICT;
    CREATE TABLE payment (id INTEGER PRIMARY KEY, invoice INTEGER NOT NULL REFERENCES invoice (id))
      STRICT;
    """

  static func inMemory() throws -> TableAccess<Invoice> {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute(schema)
    return TableAccess(table, on: connection)
  }
}

/// Rows whose keys are never used twice.
struct Ticket: Sendable, Equatable {
  var id: Int64 = 0
  var name: String
  var place: String = ""

  static let table = Table(
    "ticket", Ticket.init(id:name:place:), .primaryKey("id", \.id), .column("name", \.name),
    .column("place", \.place)
  )
  .assigningKeys(
    after: "SELECT max(coalesce((SELECT max(id) FROM ticket), 0), (SELECT last FROM retired))")

  static func inMemory() throws -> TableAccess<Ticket> {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute(
      """
      CREATE TABLE ticket (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
        place TEXT NOT NULL CONSTRAINT ticket_place CHECK (place <> 'nowhere')
      ) STRICT;
      CREATE TABLE retired (last INTEGER NOT NULL) STRICT;
      INSERT INTO retired VALUES (0);
      CREATE TRIGGER retire AFTER DELETE ON ticket
      BEGIN UPDATE retired SET last = max(last, old.id); END;
      CREATE TABLE other (id INTEGER PRIMARY KEY) STRICT;
      """)
    return TableAccess(table, on: connection)
  }
}
