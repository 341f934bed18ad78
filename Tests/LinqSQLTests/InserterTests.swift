import LinqSQL
import StoreSQLite
import TestSupport
import Testing

@Suite struct InserterTests {
  let rows: TableAccess<Ticket>
  private var connection: Connection { rows.connection }

  init() throws {
    rows = try Ticket.inMemory()
    try rows.insert([Ticket(name: "a", place: "old"), Ticket(name: "b", place: "old")])
  }

  private func insert(
    _ tickets: [Ticket], _ policy: ConflictPolicy
  ) throws -> [Inserter<Ticket>.Outcome] {
    let inserter = try Inserter(Ticket.table, on: connection, onConflict: policy)
    defer { inserter.finish() }
    return try tickets.map { try inserter.insert($0) }
  }

  private var content: [String] {
    get throws { try rows.all().map { "\($0.id) \($0.name) \($0.place)" } }
  }

  @Test func failing() throws {
    let inserter = try Inserter(Ticket.table, on: connection)
    defer { inserter.finish() }
    #expect(try inserter.insert(Ticket(name: "c", place: "new")) == .inserted(key: 3))
    #expect(throws: RowError.duplicate(table: "ticket", fields: ["name"])) {
      try inserter.insert(Ticket(name: "a", place: "new"))
    }
    #expect(throws: RowError.duplicate(table: "ticket", fields: ["id"])) {
      try inserter.insert(Ticket(id: 2, name: "d", place: "new"))
    }
    // A row that was refused takes no key and does not keep the next one out.
    #expect(try inserter.insert(Ticket(name: "e", place: "new")) == .inserted(key: 4))
    #expect(try content == ["1 a old", "2 b old", "3 c new", "4 e new"])
  }

  @Test("the key 0, which SQLite chooses after -1, is that of rows without a key")
  func keyAfterMinusOne() throws {
    let rows = try Cells(Int.self).rows
    try rows.insert(Cell(id: -1, value: 7))
    #expect(try rows.insert([Cell(value: 8), Cell(value: 9)]).map(\.id) == [1, 2])
    #expect(try rows.all().map { [Int($0.id), $0.value] } == [[-1, 7], [1, 8], [2, 9]])
  }

  @Test("also where rows may be left out, and where the library assigns the keys")
  func keyAfterMinusOneOtherwise() throws {
    for policy in [ConflictPolicy.ignore, .update(columns: ["value"], unique: [])] {
      let rows = try Cells(Int.self).rows
      try rows.insert(Cell(id: -1, value: 7))
      let outcomes = try rows.inserting(onConflict: policy) { inserter in
        try [8, 9].map { try inserter.insert(Cell(value: $0)) }
      }
      #expect(outcomes == [.inserted(key: 1), .inserted(key: 2)])
      #expect(try rows.all().map(\.id) == [-1, 1, 2])
    }
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute("CREATE TABLE cell (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)")
    let table = Cell<Int>.table.assigningKeys(after: "SELECT coalesce(max(id), 0) FROM cell")
    let rows = TableAccess(table, on: connection)
    try rows.insert(Cell(id: -1, value: 7))
    #expect(try rows.insert([Cell(value: 8), Cell(value: 9)]).map(\.id) == [1, 2])
  }

  @Test func ignoring() throws {
    let outcomes = try insert(
      [
        Ticket(name: "c", place: "new"), Ticket(name: "a", place: "new"),
        Ticket(id: 2, name: "d", place: "new"), Ticket(id: 2, name: "a", place: "new"),
        Ticket(name: "e", place: "new"), Ticket(name: "e", place: "newer"),
        Ticket(id: 9, name: "f", place: "new"), Ticket(name: "g", place: "new"),
      ], .ignore)
    #expect(
      outcomes == [
        .inserted(key: 3), .ignored, .ignored, .ignored, .inserted(key: 4), .ignored,
        .inserted(key: 9), .inserted(key: 10),
      ])
    #expect(
      try content == ["1 a old", "2 b old", "3 c new", "4 e new", "9 f new", "10 g new"])
  }

  @Test func updating() throws {
    let outcomes = try insert(
      [
        Ticket(name: "c", place: "new"), Ticket(name: "a", place: "new"),
        Ticket(id: 2, name: "bb", place: "new"), Ticket(name: "d", place: "new"),
        Ticket(name: "a", place: "newer"),
      ], .update(columns: ["name", "place"], unique: ["name"]))
    #expect(
      outcomes == [.inserted(key: 3), .updated, .updated, .inserted(key: 4), .updated])
    #expect(try content == ["1 a newer", "2 bb new", "3 c new", "4 d new"])
  }

  @Test("only the columns that were asked for are written over") func updatingSomeColumns() throws {
    #expect(
      try insert(
        [Ticket(id: 2, name: "bb", place: "new")], .update(columns: ["name"], unique: ["name"]))
        == [.updated])
    #expect(try content == ["1 a old", "2 bb old"])
    // Nothing to write over: the row stays as it is.
    #expect(
      try insert(
        [Ticket(name: "a", place: "new"), Ticket(id: 2, name: "x", place: "new")],
        .update(columns: ["name"], unique: ["name"])) == [.ignored, .updated])
    #expect(
      try insert(
        [Ticket(name: "a", place: "new"), Ticket(id: 1, name: "y", place: "new")],
        .update(columns: [], unique: ["name"])) == [.ignored, .ignored])
    #expect(try content == ["1 a old", "2 x old"])
  }

  @Test("an update that would break another rule is an error") func updatingIntoAConflict() throws {
    let policy = ConflictPolicy.update(columns: ["name", "place"], unique: ["name"])
    #expect(throws: RowError.duplicate(table: "ticket", fields: ["name"])) {
      try insert([Ticket(id: 2, name: "a", place: "new")], policy)
    }
    #expect(try content == ["1 a old", "2 b old"])
    // A conflict in a column that was not said to be unique.
    #expect(throws: RowError.duplicate(table: "ticket", fields: ["name"])) {
      try insert([Ticket(name: "a")], .update(columns: ["place"], unique: []))
    }
  }

  @Test("rows that come twice in one run") func duplicatesWithinTheRun() throws {
    let tickets = [Ticket(name: "n", place: "1"), Ticket(name: "n", place: "2")]
    #expect(throws: RowError.self) { try insert(tickets, .fail) }
    try rows.delete(3)
    #expect(try insert(tickets, .ignore) == [.inserted(key: 4), .ignored])
    #expect(
      try insert(tickets, .update(columns: ["place"], unique: ["name"])) == [.updated, .updated])
    #expect(try rows.find(4)?.place == "2")
  }

  @Test("other violations are errors under each policy")
  func otherViolations() throws {
    for policy in [
      ConflictPolicy.fail, .ignore, .update(columns: ["total"], unique: ["number"]),
    ] {
      let invoices = try Invoice.inMemory()
      let inserter = try Inserter(Invoice.table, on: invoices.connection, onConflict: policy)
      defer { inserter.finish() }
      #expect(
        throws: RowError.refused(table: "invoice", fields: [], rule: "invoice_total_not_negative")
      ) { try inserter.insert(Invoice(number: "A", total: -1)) }
      #expect(throws: RowError.missingReference(table: "invoice")) {
        try inserter.insert(Invoice(number: "A", customer: 9))
      }
      #expect(throws: RowError.self) { try inserter.insert(Invoice(number: "bad")) }
      #expect(throws: DatabaseError.notANumber(column: "invoice.total", parameter: 1)) {
        try inserter.insert(Invoice(number: "A", total: .nan))
      }
      #expect(try inserter.insert(Invoice(number: "B")) == .inserted(key: 1))
      #expect(try invoices.all().map(\.number) == ["B"])
    }
  }

  @Test("several inserters of one table never take one another's keys")
  func severalInserters() throws {
    let seed = Seed()
    var random = seed.generator
    let policies = [
      ConflictPolicy.fail, .ignore, .update(columns: ["place"], unique: ["name"]),
      .update(matching: \Ticket.name),
    ]
    let inserters = try (policies + policies).map {
      try Inserter(Ticket.table, on: connection, onConflict: $0)
    }
    defer { for inserter in inserters { inserter.finish() } }
    var expected: Set<String> = ["a", "b"]
    for number in 0..<2000 {
      let index = Int.random(in: 0..<inserters.count, using: &random)
      // Now and then one that is there already, which each policy takes in its own way.
      let isOld = Bool.random(using: &random)
      let name = isOld ? expected.randomElement(using: &random) ?? "a" : "n\(number)"
      let outcome = Result { try inserters[index].insert(Ticket(name: name, place: "\(number)")) }
      switch (policies[index % policies.count], isOld) {
      case (_, false):
        guard case .success(.inserted) = outcome else {
          Issue.record("\(seed): new row \(number): \(outcome)")
          return
        }
      case (.fail, true): #expect(throws: RowError.self, "\(seed)") { try outcome.get() }
      case (.ignore, true): #expect(try outcome.get() == .ignored, "\(seed)")
      case (.update, true), (.overwrite, true): #expect(try outcome.get() == .updated, "\(seed)")
      }
      expected.insert(name)
      if number % 7 == 0 {
        let name = "single \(number)"
        try rows.insert(Ticket(name: name))
        expected.insert(name)
      }
    }
    let all = try rows.all()
    #expect(Set(all.map(\.name)) == expected, "\(seed)")
    // No key was left out either.
    #expect(all.map(\.id) == Array(1...Int64(all.count)), "\(seed)")
  }

  @Test("nor after rows that were refused or left out")
  func severalInsertersAfterErrors() throws {
    let policy = ConflictPolicy.update(columns: ["place"], unique: ["name"])
    let one = try Inserter(Ticket.table, on: connection, onConflict: policy)
    let two = try Inserter(Ticket.table, on: connection, onConflict: policy)
    defer {
      one.finish()
      two.finish()
    }
    let refused = RowError.refused(table: "ticket", fields: [], rule: "ticket_place")
    #expect(throws: refused) { try one.insert(Ticket(name: "c", place: "nowhere")) }
    #expect(try one.insert(Ticket(name: "a", place: "new")) == .updated)
    #expect(try two.insert(Ticket(name: "c", place: "new")) == .inserted(key: 3))
    #expect(throws: refused) { try two.insert(Ticket(name: "d", place: "nowhere")) }
    #expect(try one.insert(Ticket(name: "e", place: "new")) == .inserted(key: 4))
    #expect(try content == ["1 a new", "2 b old", "3 c new", "4 e new"])
  }

  @Test func finishGivesTheStatementBack() throws {
    let inserter = try Inserter(Ticket.table, on: connection)
    try inserter.insert(Ticket(name: "c"))
    inserter.finish()
    inserter.finish()
    #expect(throws: DatabaseError.self) { try inserter.insert(Ticket(name: "d")) }
    #expect(try rows.all().map(\.name) == ["a", "b", "c"])
  }

  @Test("the key inserted last stays known after rows that were left out") func lastKey() throws {
    #expect(try insert([Ticket(name: "c")], .fail) == [.inserted(key: 3)])
    #expect(try insert([Ticket(name: "c")], .ignore) == [.ignored])
    #expect(connection.lastInsertedKey == 3)
  }
}
