import LinqSQL
import StoreSQLite
import TestSupport
import Testing

/// How new rows get their keys.
@Suite struct KeyTests {
  @Test func assignedInOrder() throws {
    let rows = try Ticket.inMemory()
    #expect(try rows.insert(Ticket(name: "a")).id == 1)
    #expect(try rows.insert([Ticket(name: "b"), Ticket(name: "c")]).map(\.id) == [2, 3])
    #expect(try rows.save(Ticket(name: "d")).id == 4)
  }

  @Test func givenAndAssigned() throws {
    let rows = try Ticket.inMemory()
    let keys = try rows.insert([
      Ticket(id: 10, name: "a"), Ticket(name: "b"), Ticket(id: 5, name: "c"), Ticket(name: "d"),
      Ticket(id: 100, name: "e"), Ticket(name: "f"),
    ]).map(\.id)
    #expect(keys == [10, 11, 5, 12, 100, 101])
    #expect(try rows.insert(Ticket(id: -4, name: "g")).id == -4)
    #expect(try rows.insert(Ticket(name: "h")).id == 102)
  }

  @Test("a key is not used a second time") func afterDeletion() throws {
    let rows = try Ticket.inMemory()
    try rows.insert([Ticket(name: "a"), Ticket(name: "b"), Ticket(name: "c")])
    try rows.delete(3)
    #expect(try rows.insert(Ticket(name: "d")).id == 4)
    try rows.delete(4)
    try rows.delete(2)
    #expect(try rows.insert([Ticket(name: "e"), Ticket(name: "f")]).map(\.id) == [5, 6])
    for key in try rows.all().map(\.id) { try rows.delete(key) }
    #expect(try rows.insert(Ticket(name: "g")).id == 7)
    // Unless it is asked for by its number.
    #expect(try rows.save(Ticket(id: 3, name: "c")).id == 3)
    #expect(try rows.insert(Ticket(name: "h")).id == 8)
  }

  @Test("not even while rows are being inserted") func deletionMeanwhile() throws {
    let rows = try Ticket.inMemory()
    let inserter = try Inserter(Ticket.table, on: rows.connection)
    defer { inserter.finish() }
    #expect(try inserter.insert(Ticket(name: "a")) == .inserted(key: 1))
    try rows.delete(1)
    #expect(try inserter.insert(Ticket(name: "b")) == .inserted(key: 2))
  }

  @Test func othersInsertMeanwhile() throws {
    let rows = try Ticket.inMemory()
    let inserter = try Inserter(Ticket.table, on: rows.connection)
    defer { inserter.finish() }
    #expect(try inserter.insert(Ticket(name: "a")) == .inserted(key: 1))
    #expect(try rows.insert(Ticket(name: "b")).id == 2)
    #expect(try inserter.insert(Ticket(name: "c")) == .inserted(key: 3))
    try rows.connection.run("INSERT INTO ticket VALUES (50, 'd', '')")
    #expect(try inserter.insert(Ticket(name: "e")) == .inserted(key: 51))
    try rows.connection.run("INSERT INTO other VALUES (7)")
    #expect(try inserter.insert(Ticket(name: "f")) == .inserted(key: 52))
  }

  @Test("what was rolled back used no key") func afterRollback() throws {
    let rows = try Ticket.inMemory()
    try? rows.connection.transaction {
      #expect(try rows.insert(Ticket(name: "a")).id == 1)
      throw Stop()
    }
    #expect(try rows.insert(Ticket(name: "b")).id == 1)
  }

  @Test("the highest key there can be is the end, not a crash") func highestKey() throws {
    let rows = try Ticket.inMemory()
    #expect(try rows.insert(Ticket(id: .max - 1, name: "a")).id == .max - 1)
    #expect(try rows.insert(Ticket(name: "b")).id == .max)
    let expected = RowError.refused(
      table: "ticket", fields: ["id"],
      rule: "no key is left: the highest there can be is in use, or was")
    #expect(throws: expected) { try rows.insert(Ticket(name: "c")) }
    #expect(throws: expected) { try rows.insert([Ticket(id: 3, name: "d"), Ticket(name: "c")]) }
    #expect(try rows.count() == 2)
    try rows.delete(.max)
    #expect(throws: expected) { try rows.insert(Ticket(name: "c")) }
    #expect(try rows.insert(Ticket(id: 3, name: "d")).id == 3)
  }

  @Test("without a rule of its own a table has SQLite's keys") func assignedBySQLite() throws {
    let rows = try Invoice.inMemory()
    #expect(
      try rows.insert([Invoice(number: "a"), Invoice(id: 8, number: "b"), Invoice(number: "c")])
        .map(\.id) == [1, 8, 9])
    try rows.delete(9)
    #expect(try rows.insert(Invoice(number: "d")).id == 9)
    #expect(try rows.insert(Invoice(id: .max, number: "e")).id == .max)
    let key = try rows.insert(Invoice(number: "f")).id
    #expect(key > 0 && key < .max)
    #expect(try rows.find(key)?.number == "f")
  }
}
