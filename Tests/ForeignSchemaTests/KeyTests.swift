import Foundation
import LinqSQL
import StoreSQLite
import TestModel
import Testing

/// Rows with keys of other types, and of several columns, on each engine.
@Suite struct KeyTests {
  private let libraries: [Library]

  init() throws { libraries = try Library.all() }

  @Test func textKeys() throws {
    for library in libraries {
      let rows = [("no", "Norway"), ("de", "Germany"), ("at", "Österreich")].map(Country.init)
      #expect(try library.countries.insert(rows) == rows)
      #expect(try library.countries.all().map(\.code) == ["at", "de", "no"])
      #expect(try library.countries.find("de")?.name == "Germany")
      #expect(try library.countries.find("xx") == nil)
      try library.countries.update(Country(code: "no", name: "Norge"))
      #expect(throws: RowError.notFound(table: "country", key: "xx")) {
        try library.countries.update(Country(code: "xx", name: ""))
      }
      #expect(throws: RowError.duplicate(table: "country", fields: ["code"])) {
        try library.countries.insert(Country(code: "no", name: ""))
      }
      #expect(try library.countries.save(Country(code: "se", name: "x")).code == "se")
      try library.countries.save(Country(code: "se", name: "Sverige"))
      #expect(try library.countries.delete("at"))
      #expect(try !library.countries.delete("at"))
      #expect(try library.countries.delete(Country(code: "de", name: "")))
      #expect(try library.countries.select { $0.name }.toArray() == ["Norge", "Sverige"])
      // A composed letter and its parts are one key.
      try library.countries.insert(Country(code: "\u{E9}", name: "e"))
      #expect(try library.countries.find("e\u{301}")?.name == "e")
    }
  }

  @Test func keysOfOtherTypesAreRefused() throws {
    for library in libraries {
      #expect {
        try library.countries.find(7)
      } throws: {
        "\($0)".contains("must have the columns of the table's key: code TEXT")
      }
      #expect(throws: RowError.self) { try library.countries.delete(7) }
      #expect(throws: RowError.self) { try library.copies.find("x") }
      #expect(throws: RowError.self) { try library.copies.find(1, "x") }
      #expect(throws: RowError.self) { try library.notes.find("x") }
      #expect(throws: RowError.self) { try library.copies.delete("x") }
    }
  }

  @Test func keysOfSeveralColumns() throws {
    for library in libraries {
      try library.fill()
      #expect(try library.copies.find("b", 2)?.shelf == "B2")
      #expect(try library.copies.find("b", 0)?.shelf == nil)
      #expect(try library.copies.all().map { "\($0.isbn)\($0.number)" } == ["a1", "b0", "b2"])
      var copy = try #require(try library.copies.find("a", 1))
      copy.shelf = "A1"
      try library.copies.update(copy)
      #expect(try library.copies.save(copy) == copy)
      #expect(throws: RowError.notFound(table: "book_copy", key: ["a", 9])) {
        try library.copies.update(BookCopy(isbn: "a", number: 9))
      }
      try library.copies.save(BookCopy(isbn: "a", number: 3, shelf: "new"))
      #expect(try library.copies.count() == 4)
      #expect(try library.copies.delete("a", 3))
      #expect(
        try library.copies.where { $0.isbn == "b" }.sortDescending { $0.number }.toArray()
          .map(\.number) == [2, 0])
      // A key of four columns.
      let loan = try #require(try library.loans.all().first)
      #expect(try library.loans.find(loan.reader, loan.isbn, loan.number, loan.day) == loan)
      #expect(try library.loans.delete(loan))
      #expect(try library.loans.count() == 2)
    }
  }

  @Test func uuids() throws {
    for library in libraries {
      let reader = Reader(name: "Ada", card: 1, fee: 3)
      #expect(try library.readers.insert(reader) == reader)
      #expect(try library.readers.find(reader.id) == reader)
      #expect(try library.readers.where { $0.id == reader.id }.count() == 1)
      #expect(try library.readers.delete(reader.id))
    }
  }

  @Test func constantsAndTypesOfTheirOwn() throws {
    for library in libraries {
      #expect(try library.notes.insert(Note(text: "a")).id.rawValue == 1)
      let more = try library.notes.insert([
        Note(text: "b"), Note(id: NoteID(rawValue: 9), text: "c"),
      ])
      #expect(more.map(\.id.rawValue) == [2, 9])
      #expect(
        try library.notes.insert([Note(text: "d"), Note(text: "e")]).map(\.id.rawValue) == [10, 11])
      #expect(try library.notes.find(2)?.text == "b")
      #expect(try library.notes.find(NoteID(rawValue: 2))?.text == "b")
      #expect(try library.notes.where { $0.id == NoteID(rawValue: 9) }.single().text == "c")

      #expect(try library.events.insert(Event(text: "a")).id == 1)
      #expect(try library.events.insert([Event(text: "b"), Event(text: "c")]).map(\.id) == [2, 3])
      #expect(try library.events.save(Event(id: 2, text: "B")).text == "B")
      #expect(try library.events.delete(Event(id: 1, text: "")))
      #expect(try library.events.all().map(\.id) == [2, 3])
    }
  }

  @Test func generatedColumns() throws {
    for library in libraries {
      try library.fill()
      let book = Book(isbn: "z", title: "Z", country: nil, cents: 250)
      #expect(try library.books.insert(book).price == 2.5)
      #expect(try library.books.save(Book(isbn: "z", title: "Z", cents: 300)).price == 3)
      #expect(
        try library.books.insert([Book(isbn: "y", title: "Y", cents: 1)]).map(\.price) == [0.01])
      #expect(try library.books.where { $0.price > 5 }.toArray().map(\.isbn) == ["b"])
      try library.books.where { $0.isbn == "z" }.update { $0.set(\.cents, to: 700) }
      #expect(try library.books.find("z")?.price == 7)
      #expect(throws: QueryChangeError.self) { try library.books.update { $0.set(\.price, to: 1) } }
    }
  }

  @Test func defaultValues() throws {
    for library in libraries {
      let stored = try library.readers.insert(Reader(name: "Ada", card: 1))
      #expect(stored.fee == 12)
      #expect(try library.readers.insert(Reader(name: "Bo", card: 2, fee: 0)).fee == 0)
      let both = try library.readers.insert([
        Reader(name: "C", card: 3), Reader(name: "D", card: 4, fee: 5),
      ])
      #expect(both.map(\.fee) == [12, 5])
      #expect(throws: RowError.self) {
        try library.readers.update(Reader(id: stored.id, name: "Ada", card: 1))
      }
      #expect(try library.readers.save(Reader(name: "E", card: 5)).fee == 12)
      let changed = try library.readers.save(Reader(id: both[1].id, name: "D2", card: 4))
      #expect(changed.fee == 5 && changed.name == "D2")
    }
  }

  @Test func overwritingByUniqueColumns() throws {
    for library in libraries {
      let ada = try library.readers.insert(Reader(name: "Ada", card: 1, fee: 3))
      let same = try library.readers.save(Reader(name: "Ada L", card: 1), matching: \.card)
      #expect(same == Reader(id: ada.id, name: "Ada L", card: 1, fee: 3))
      let other = try library.readers.save(Reader(name: "Bo", card: 2), matching: \.name, \.card)
      #expect(other.fee == 12)
      #expect(try library.readers.count() == 2)
      #expect(throws: DatabaseError.self) {
        try library.readers.save(Reader(name: "Bo", card: 2), matching: \.fee)
      }
      let names = ["name"]
      let outcomes = try library.pool.write { connection in
        try TableAccess(Reader.table, on: connection)
          .inserting(onConflict: .update(columns: names, unique: ["card"])) { inserter in
            try [
              Reader(id: ada.id, name: "A", card: 7, fee: 1), Reader(name: "B", card: 2, fee: 1),
              Reader(name: "E", card: 9, fee: 1),
            ].map { try inserter.insert($0) }
          }
      }
      #expect(outcomes == [.updated, .updated, .inserted(key: nil)])
      #expect(try library.readers.select { $0.name }.toArray().sorted() == ["A", "B", "E"])
    }
  }
}

/// Keys that a database does not assign, and those that cannot be keys.
@Suite struct OtherKeyTests {
  private enum Level: Int, ColumnValue { case low, normal, high }

  private struct Rule: Sendable, Hashable {
    var level: Level
    var text: String
    static let table = Table(
      "rule", Rule.init, .primaryKey("level", \.level), .column("text", \.text))
  }

  private struct Reading: Sendable, Hashable {
    var sensor: String
    var at: Date
    static let table = Table(
      "reading", Reading.init, .primaryKey("sensor", \.sensor), .primaryKey("at", \.at))
  }

  private struct Numbered: Sendable, Hashable {
    var number: Int
    var text: String
    static let assigned = Table(
      "numbered", Numbered.init, .primaryKey("number", \.number), .column("text", \.text))
    static let given = Table(
      "numbered", Numbered.init, .primaryKey("number", \.number, isAssigned: false),
      .column("text", \.text))
  }

  private struct Rate: Sendable, Hashable {
    var currency: String
    var region: String?
    static let table = Table(
      "rate", Rate.init, .primaryKey("currency", \.currency), .primaryKey("region", \.region))
  }

  private let pools: [ConnectionPool]

  init() throws {
    pools = try newDatabases([
      "CREATE TABLE rule (level INTEGER PRIMARY KEY, text TEXT NOT NULL)",
      """
      CREATE TABLE reading (sensor TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (sensor, at))
      """,
      """
      CREATE TABLE numbered (
        id INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE, text TEXT NOT NULL)
      """,
      "CREATE TABLE rate (currency TEXT NOT NULL, region TEXT, UNIQUE (currency, region))",
    ])
  }

  @Test func casesOfAnEnumerationAreGiven() throws {
    for pool in pools {
      let rules = Repository(Rule.table, in: pool)
      let rows = [Rule(level: .low, text: "a"), Rule(level: .high, text: "b")]
      #expect(try rules.insert(rows) == rows)
      #expect(try rules.find(Level.low)?.text == "a")
      #expect(try rules.all() == rows)
    }
  }

  @Test func keysThatLookAlikeAreNotOne() throws {
    for pool in pools {
      let readings = Repository(Reading.table, in: pool)
      let rows = (0..<5).map {
        Reading(sensor: "s", at: Date(timeIntervalSince1970: 1000 + Double($0) / 10))
      }
      #expect(try readings.insert(rows) == rows)
      #expect(
        try readings.query.where { [rows[1].at, rows[2].at].contains($0.at) }.count() == 2)
      #expect(try readings.query.policy(.memoryOnly).where { $0.sensor == "s" }.delete() == 5)
    }
  }

  @Test func keysThatTheDatabaseDoesNotAssign() throws {
    for pool in pools {
      let error = #expect(throws: TableDeclarationError.self) {
        try Repository(Numbered.assigned, in: pool).insert(Numbered(number: 500, text: "a"))
      }
      #expect(error?.problems == [.keyNotAssigned(column: "number")])
      let given = Repository(Numbered.given, in: pool)
      #expect(try given.insert(Numbered(number: 500, text: "a")).number == 500)
      #expect(try given.insert(Numbered(number: 0, text: "b")).number == 0)
      #expect(try given.find(0)?.text == "b")
    }
  }

  @Test func keysThatMayBeNil() throws {
    for pool in pools {
      let error = #expect(throws: TableDeclarationError.self) {
        try Repository(Rate.table, in: pool).all()
      }
      #expect(error?.problems == [.optionalKey(column: "region")])
    }
  }
}

extension Library {
  /// Stores a few rows of each table.
  func fill() throws {
    try countries.insert([("de", "Germany"), ("no", "Norway")].map(Country.init))
    try books.insert([
      Book(isbn: "b", title: "Sult", country: "no", cents: 1990),
      Book(isbn: "a", title: "Faust", country: "de", cents: 500),
      Book(isbn: "c", title: "Edda", cents: 0),
    ])
    try copies.insert([
      BookCopy(isbn: "b", number: 2, shelf: "B2"), BookCopy(isbn: "a", number: 1),
      BookCopy(isbn: "b", number: 0),
    ])
    let (ada, bo) = (Reader(name: "Ada", card: 1, fee: 0), Reader(name: "Bo", card: 2, fee: 0))
    try readers.insert([ada, bo])
    let day = try #require(CalendarDate(year: 2026, month: 3, day: 1))
    try loans.insert([
      Loan(reader: ada.id, isbn: "b", number: 2, day: day),
      Loan(reader: bo.id, isbn: "a", number: 1, day: day, returned: day),
      Loan(reader: bo.id, isbn: "b", number: 0, day: day),
    ])
  }
}
