import Foundation
import LinqSQL
import StoreSQLite
import TestSupport
import Testing

/// What is refused, with the fields it is about.
@Suite struct RowErrorTests {
  let rows: TableAccess<Invoice>

  init() throws { rows = try Invoice.inMemory() }

  /// Expects an error of inserting, of updating and of saving, and nothing stored.
  private func expectRefused(
    _ row: Invoice, _ error: RowError, at location: SourceLocation = #_sourceLocation
  ) throws {
    let stored = try rows.insert(Invoice(number: "there"))
    var changed = row
    changed.id = stored.id
    #expect(throws: error, sourceLocation: location) { try rows.insert(row) }
    #expect(throws: error, sourceLocation: location) { try rows.insert([row]) }
    #expect(throws: error, sourceLocation: location) { try rows.update(changed) }
    #expect(throws: error, sourceLocation: location) { try rows.save(changed) }
    #expect(try rows.all() == [stored], sourceLocation: location)
    try rows.delete(stored)
  }

  @Test func validation() throws {
    try expectRefused(
      Invoice(number: "bad"),
      .invalid(
        table: "invoice",
        RowValidationError([.init(field: "number", value: "bad", reason: "must not be bad")])))
    #expect(throws: Stop()) { try rows.insert(Invoice(number: "stop")) }
  }

  @Test func check() throws {
    try expectRefused(
      Invoice(number: "A", total: -1),
      .refused(table: "invoice", fields: [], rule: "invoice_total_not_negative"))
  }

  @Test func reference() throws {
    try expectRefused(
      Invoice(number: "A", customer: 77), .missingReference(table: "invoice"))
  }

  @Test func rowsThatOthersReferTo() throws {
    let row = try rows.insert(Invoice(number: "A"))
    try rows.connection.run("INSERT INTO payment VALUES (1, ?)", [.integer(row.id)])
    #expect(throws: RowError.missingReference(table: "invoice")) { try rows.delete(row) }
    #expect(try rows.find(row.id) == row)
  }

  @Test func unique() throws {
    let stored = try rows.insert([Invoice(number: "A"), Invoice(number: "B")])
    let expected = RowError.duplicate(table: "invoice", fields: ["number"])
    #expect(throws: expected) { try rows.insert(Invoice(number: "A")) }
    #expect(throws: expected) { try rows.update(Invoice(id: 2, number: "A")) }
    #expect(throws: expected) { try rows.save(Invoice(id: 3, number: "A")) }
    #expect(throws: RowError.duplicate(table: "invoice", fields: ["id"])) {
      try rows.insert(Invoice(id: 2, number: "C"))
    }
    #expect(try rows.all() == stored)
  }

  @Test("texts that are equal in another form are duplicates") func uniqueInCanonicalForm() throws {
    try rows.insert(Invoice(number: "\u{E9}"))
    #expect(throws: RowError.duplicate(table: "invoice", fields: ["number"])) {
      try rows.insert(Invoice(number: "e\u{301}"))
    }
  }

  @Test func uniqueInSeveralColumnsAndInExpressions() throws {
    try rows.connection.execute("CREATE UNIQUE INDEX both ON invoice (total, customer)")
    try rows.insert(Invoice(number: "A", total: 1, customer: 1))
    #expect(throws: RowError.duplicate(table: "invoice", fields: ["total", "customer"])) {
      try rows.insert(Invoice(number: "B", total: 1, customer: 1))
    }
    try rows.connection.execute("CREATE UNIQUE INDEX lowered ON invoice (lower(number))")
    #expect(throws: RowError.duplicate(table: "invoice", fields: [])) {
      try rows.insert(Invoice(number: "a"))
    }
  }

  @Test func missingValueAndWrongType() throws {
    // A declaration that promises more than the schema does, once that has changed.
    let cells = try Cells(Int?.self)
    let texts = TableAccess(Cell<String>.table, on: cells.connection)
    _ = try cells.rows.count()
    try cells.connection.execute(
      "DROP TABLE cell; CREATE TABLE cell (id INTEGER PRIMARY KEY, value TEXT NOT NULL) STRICT")
    _ = try texts.count()
    try cells.connection.execute(
      "DROP TABLE cell; CREATE TABLE cell (id INTEGER PRIMARY KEY, value INTEGER NOT NULL) STRICT")
    #expect(
      throws: RowError.refused(
        table: "cell", fields: ["value"], rule: "NOT NULL constraint failed: cell.value")
    ) { try cells.rows.insert(Cell(value: nil)) }
    #expect(
      throws: RowError.refused(
        table: "cell", fields: ["value"],
        rule: "cannot store TEXT value in INTEGER column cell.value")
    ) { try texts.insert(Cell(value: "text")) }
  }

  @Test func triggers() throws {
    try rows.connection.execute(
      """
      CREATE TRIGGER closed BEFORE INSERT ON invoice WHEN new.number = 'late'
      BEGIN SELECT raise(ABORT, 'the books are closed'); END
      """)
    #expect(throws: RowError.refused(table: "invoice", fields: [], rule: "the books are closed")) {
      try rows.insert(Invoice(number: "late"))
    }
  }

  @Test func otherErrorsComeOutAsTheyAre() throws {
    try rows.connection.execute("DROP TABLE payment; DROP TABLE invoice")
    let error = #expect(throws: DatabaseError.self) { try rows.insert(Invoice(number: "A")) }
    guard case .failed(let failure)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(failure.message == "no such table: invoice")
  }

  @Test func sentences() {
    let problems = RowValidationError([
      .init(field: "name", value: "", reason: "must not be empty"),
      .init(field: "age", value: "-1", reason: "must not be negative"),
    ])
    let errors: [(RowError, String)] = [
      (
        .invalid(table: "person", problems),
        "person: name must not be empty (\"\"); age must not be negative (\"-1\")"
      ),
      (.duplicate(table: "t", fields: ["a", "b"]), "t: another row has the same a and b"),
      (.refused(table: "t", fields: [], rule: "rule"), "t: rule"),
      (.refused(table: "t", fields: ["a"], rule: "rule"), "t.a: rule"),
      (.refused(table: "t", fields: ["a", "b"], rule: "rule"), "t.a, t.b: rule"),
      (
        .missingReference(table: "t"),
        "t: it refers to a row that does not exist, or is still referred to"
      ),
      (.notFound(table: "t", key: 7), "t: there is no row with key 7"),
    ]
    for (error, text) in errors {
      #expect(error.description == text)
      #expect(error.localizedDescription == text)
    }
    #expect(problems.localizedDescription == problems.description)
    #expect(
      ColumnValueError.outOfRange("9", type: "UInt64").description
        == "9 (UInt64) does not fit an INTEGER column")
  }
}
