import LinqSQL
import StoreSQLite
import TestSupport
import Testing

@Suite struct TableAccessTests {
  let rows: TableAccess<Invoice>

  init() throws { rows = try Invoice.inMemory() }

  @Test func insertOne() throws {
    let given = Invoice(number: "A", total: 1.5, customer: 2, isPaid: true)
    var expected = given
    expected.id = 1
    #expect(try rows.insert(given) == expected)
    #expect(try rows.find(1) == expected)
    #expect(try rows.find(2) == nil)
    #expect(try rows.count() == 1)
  }

  @Test func insertMany() throws {
    let stored = try rows.insert((1...300).map { Invoice(number: "\($0)", total: Double($0)) })
    #expect(stored.map(\.id) == Array(1...300))
    #expect(try rows.all() == stored)
    #expect(try rows.insert([]) == [])
    let lazy = try rows.insert((301...303).lazy.map { Invoice(number: "\($0)") })
    #expect(lazy.map(\.id) == [301, 302, 303])
  }

  @Test func insertManyIsAllOrNothing() throws {
    try rows.insert(Invoice(number: "there"))
    #expect(throws: RowError.duplicate(table: "invoice", fields: ["number"])) {
      try rows.insert([Invoice(number: "new"), Invoice(number: "there")])
    }
    #expect(try rows.all().map(\.number) == ["there"])
  }

  @Test func insertManyInsideATransactionUndoesOnlyItself() throws {
    try rows.connection.transaction {
      try rows.insert(Invoice(number: "before"))
      #expect(throws: RowError.self) {
        try rows.insert([Invoice(number: "new"), Invoice(number: "before")])
      }
      try rows.insert(Invoice(number: "after"))
    }
    #expect(try rows.all().map(\.number) == ["before", "after"])
  }

  @Test func update() throws {
    let stored = try rows.insert([Invoice(number: "A"), Invoice(number: "B")])
    let changed = Invoice(id: 1, number: "C", total: 7, customer: 1, isPaid: true)
    try rows.update(changed)
    #expect(try rows.all() == [changed, stored[1]])
    try rows.update(changed)  // nothing new is no error
    let cleared = Invoice(id: 1, number: "C", total: 7, customer: nil, isPaid: true)
    try rows.update(cleared)
    #expect(try rows.find(1) == cleared)
  }

  @Test(arguments: [0, 3, -1, Int64.max, Int64.min])
  func updateOfNoRow(key: Int64) throws {
    try rows.insert([Invoice(number: "A"), Invoice(number: "B")])
    #expect(throws: RowError.notFound(table: "invoice", key: RowKey(key))) {
      try rows.update(Invoice(id: key, number: "C"))
    }
    #expect(try rows.all().map(\.number) == ["A", "B"])
  }

  @Test func save() throws {
    let new = try rows.save(Invoice(number: "A"))
    #expect(new.id == 1)
    let changed = Invoice(id: 1, number: "B", total: 3, customer: 2, isPaid: true)
    #expect(try rows.save(changed) == changed)
    let given = Invoice(id: 40, number: "C")
    #expect(try rows.save(given) == given)
    #expect(try rows.all() == [changed, given])
    #expect(try rows.insert(Invoice(number: "D")).id == 41)
    #expect(throws: RowError.duplicate(table: "invoice", fields: ["number"])) {
      try rows.save(Invoice(id: 40, number: "B"))
    }
    #expect(throws: RowError.duplicate(table: "invoice", fields: ["number"])) {
      try rows.save(Invoice(number: "B"))
    }
    #expect(try rows.find(40) == given)
  }

  @Test func delete() throws {
    let stored = try rows.insert([Invoice(number: "A"), Invoice(number: "B"), Invoice(number: "C")])
    #expect(try rows.delete(stored[0]))
    #expect(try !rows.delete(stored[0]))
    #expect(try rows.delete(2))
    #expect(try !rows.delete(2))
    #expect(try !rows.delete(Invoice(number: "not stored")))
    #expect(try rows.all() == [stored[2]])
  }

  @Test("S01 all rows come in the order of their keys, whatever indexes there are")
  func order() throws {
    try rows.connection.execute(
      "CREATE INDEX everything ON invoice (number, total, customer, is_paid)")
    for key in [5, -3, 9, 1, Int64.max, Int64.min] as [Int64] {
      try rows.insert(Invoice(id: key, number: "\(key % 7) \(key)"))
    }
    let keys: [Int64] = [.min, -3, 1, 5, 9, .max]
    #expect(try rows.all().map(\.id) == keys)
    var seen: [Int64] = []
    try rows.forEach { seen.append($0.id) }
    #expect(seen == keys)
  }

  @Test func forEachStopsWhenTold() throws {
    try rows.insert((1...10).map { Invoice(number: "\($0)") })
    // The rest is not even read: one of its rows could not be.
    try rows.connection.execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE invoice SET is_paid = 2 WHERE id = 5")
    var seen: [Int64] = []
    try rows.forEach(while: { seen.count < 4 }) { seen.append($0.id) }
    #expect(seen == [1, 2, 3, 4])
    try rows.forEach(while: { false }) { _ in Issue.record("a row nobody wanted") }
    #expect(throws: DatabaseError.self) { try rows.forEach { _ in } }
  }

  @Test func forEachLetsErrorsOut() throws {
    try rows.insert((1...3).map { Invoice(number: "\($0)") })
    var count = 0
    #expect(throws: Stop()) {
      try rows.forEach { row in
        count += 1
        if row.id == 2 { throw Stop() }
      }
    }
    #expect(count == 2)
    // The statement is free for others again.
    #expect(try rows.all().count == 3)
    try rows.connection.execute("DROP TABLE payment")
  }

  @Test func forEachInsideForEach() throws {
    try rows.insert((1...3).map { Invoice(number: "\($0)") })
    var pairs: [[Int64]] = []
    try rows.forEach { outer in try rows.forEach { pairs.append([outer.id, $0.id]) } }
    #expect(pairs.count == 9)
    #expect(pairs[5] == [2, 3])
  }

  @Test func emptyTable() throws {
    #expect(try rows.all() == [])
    #expect(try rows.count() == 0)
    #expect(try rows.find(1) == nil)
    #expect(try !rows.delete(1))
  }

  @Test("a key is all that a table needs") func keyAlone() throws {
    struct Mark: Sendable, Equatable { var id: Int64 }
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute("CREATE TABLE mark (id INTEGER PRIMARY KEY) STRICT")
    let marks = TableAccess(Table("mark", Mark.init(id:), .primaryKey("id", \.id)), on: connection)
    #expect(try marks.insert([Mark(id: 0), Mark(id: 7), Mark(id: 0)]).map(\.id) == [1, 7, 8])
    try marks.update(Mark(id: 7))
    #expect(throws: RowError.notFound(table: "mark", key: 6)) { try marks.update(Mark(id: 6)) }
    #expect(try marks.save(Mark(id: 7)) == Mark(id: 7))
    #expect(try marks.save(Mark(id: 6)) == Mark(id: 6))
    #expect(try marks.all().map(\.id) == [1, 6, 7, 8])
  }

  @Test("a table reads its rows from any place in a statement") func readFromAPlace() throws {
    try rows.insert(Invoice(number: "A", total: 2))
    let read = try rows.connection.query(
      "SELECT 'x', 'y', id, number, total, customer, is_paid FROM invoice"
    ) { try Invoice.table.read($0, from: 2) }
    #expect(read == [Invoice(id: 1, number: "A", total: 2)])
  }
}
