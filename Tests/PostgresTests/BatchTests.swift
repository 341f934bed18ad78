#if Postgres
import LinqSQL
import People
import PeopleIO
import PeoplePostgres
import StorePostgres
import TestSupport
import Tabular
import Testing

extension PostgresSuite {
  /// Many rows with one statement, compared with one row at a time on SQLite.
  @Suite struct BatchTests {
    private func people(_ count: Int) -> [Person] {
      (1...count).map { number in
        Person(
          name: "P\(number)", surname: number % 3 == 0 ? "e\u{301}" : "", age: number % 100,
          email: number % 2 == 0 ? "p\(number)@example.com" : nil)
      }
    }

    @Test func rowsComeBackAsTheyAreStored() throws {
      let server = try newStore()
      let file = try PersonStore(path: ":memory:")
      let rows = people(5000)
      let stored = try server.people.insert(rows)
      #expect(try stored == file.people.insert(rows))
      #expect(try server.people.all() == stored)
      #expect(stored[2].surname.utf8.elementsEqual("\u{E9}".utf8))
      #expect(try server.people.insert([Person(name: "x", surname: "", age: 1)])[0].id == 5001)
    }

    @Test func columnsOfEachTypeAreCopied() throws {
      struct Sample: Sendable, Equatable {
        var id: Int64 = 0
        var text: String
        var number: Int
        var real: Double
        var bytes: [UInt8]?
        var isDone: Bool
        static let table = Table(
          "Odd Table", Sample.init, .primaryKey("id", \.id), .column("a text", \.text),
          .column("number", \.number), .column("real", \.real), .column("bytes", \.bytes),
          .column("done", \.isDone))
      }
      let store = try newStore()
      try store.pool.write {
        try $0.run(
          """
          CREATE TABLE "Odd Table" (
            id serial PRIMARY KEY, "a text" text COLLATE "C" NOT NULL, number smallint NOT NULL,
            "real" double precision NOT NULL, bytes bytea, done bigint NOT NULL)
          """)
      }
      let texts = ["", "\\N", "\\", "a\tb\nc\rd\\n", "\\.", "N", "\u{1F600}\"'", " x "]
      let samples = texts.enumerated().map { index, text in
        Sample(
          text: text, number: index - 3,
          real: [0.1, .infinity, -.infinity, .leastNonzeroMagnitude, 1e300, -1.5, .pi, 0][index],
          bytes: index == 0 ? nil : [0, 255, UInt8(index), 92], isDone: index % 2 == 0)
      }
      let rows = store.repository(of: Sample.table)
      let stored = try rows.insert(samples)
      #expect(stored.map(\.id) == Array(1...8))
      #expect(try rows.all() == stored)
      #expect(stored.map(\.text) == texts && stored.map(\.bytes) == samples.map(\.bytes))
      var wrong = samples
      wrong[4].number = 100_000
      #expect(throws: DatabaseError.self) { try rows.insert(wrong) }
      #expect(try rows.count() == 8)
      // A trigger leaves a row out.
      try store.pool.write {
        try $0.execute(
          """
          CREATE FUNCTION leave_out() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RETURN CASE WHEN new.number = 0 THEN NULL ELSE new END; END $$;
          CREATE TRIGGER leave_out BEFORE INSERT ON "Odd Table"
            FOR EACH ROW EXECUTE FUNCTION leave_out()
          """)
      }
      #expect(throws: RowError.self) { try rows.insert(samples) }
      #expect(try rows.count() == 8)
    }

    @Test func uniqueValuesAreSwappedAndShifted() throws {
      struct Place: Sendable, Equatable {
        var id: Int64 = 0
        var position: Int
        static let table = Table(
          "place", Place.init, .primaryKey("id", \.id), .column("position", \.position))
      }
      let store = try newStore()
      try store.pool.write {
        try $0.run("CREATE TABLE place (id bigserial PRIMARY KEY, position bigint UNIQUE NOT NULL)")
      }
      let places = store.repository(of: Place.table)
      try places.insert((1...9).map { Place(position: $0) })
      #expect(try places.query.update { $0.set(\.position, to: $0.position + 1) } == 9)
      #expect(try places.all().map(\.position) == Array(2...10))
      #expect(try places.query.update { $0.set(\.position, to: 12 - $0.position) } == 9)
      #expect(try places.all().map(\.position) == (2...10).reversed())
      #expect(throws: RowError.duplicate(table: "place", fields: ["position"])) {
        try places.query.update { $0.set(\.position, to: $0.position / 2) }
      }
      try store.people.insert(people(6))
      try store.write { transaction in
        try transaction.people.where { $0.id <= 4 && $0.email != nil }.update {
          $0.set(\.email) { $0.id == 2 ? "p4@example.com" : "p2@example.com" }
        }
        #expect(throws: RowError.duplicate(table: "person", fields: ["email"])) {
          try transaction.people.query.update { $0.set(\.email) { _ in "same@example.com" } }
        }
      }
      #expect(
        try store.people.all().compactMap(\.email)
          == ["p4@example.com", "p2@example.com", "p6@example.com"])
      #expect(try places.all().map(\.position) == (2...10).reversed())
    }

    @Test func aRowThatIsRefusedIsNamedAndLeavesNothing() throws {
      let store = try newStore()
      var rows = people(100)
      rows[70].email = rows[1].email
      #expect(throws: RowError.duplicate(table: "person", fields: ["email"])) {
        try store.people.insert(rows)
      }
      rows[70].email = "nothing"
      #expect(throws: RowError.self) { try store.people.insert(rows) }
      rows[70].email = nil
      rows[70].name = "a\0b"
      #expect(throws: RowError.self) { try store.people.insert(rows) }
      #expect(try store.people.count() == 0)
    }

    @Test func givenAndChosenKeysDoNotMeet() throws {
      let (server, file) = (try newStore(), try PersonStore(path: ":memory:"))
      func row(_ id: Int64) -> Person { Person(id: id, name: "P", surname: "", age: 1) }
      for rows in [
        [row(2), row(0), row(0)], [row(9), row(7)], [row(0), row(0)], [row(0), row(20), row(0)],
      ] {
        #expect(try server.people.insert(rows).map(\.id) == file.people.insert(rows).map(\.id))
      }
      let ids = try server.people.all().map(\.id)
      #expect(try ids == file.people.all().map(\.id))
    }

    @Test(arguments: [
      ConflictPolicy.fail, .ignore, .update(columns: ["name", "age"], unique: ["email"]),
      .update(matching: \Person.email),
    ])
    func conflictsCountAsOnSQLite(policy: ConflictPolicy) throws {
      let (server, file) = (try newStore(), try PersonStore(path: ":memory:"))
      var rows = people(50)
      rows[9].name = ""
      rows[20].email = rows[3].email
      rows[30].age = -1
      func run(_ store: PersonStore) throws -> (Inserter<Person>.Counts, [Int], [Person]) {
        try store.people.insert([Person(name: "old", surname: "", age: 1, email: rows[5].email)])
        var rejected: [Int] = []
        let counts = try store.write { transaction in
          try transaction.people.inserting(onConflict: policy) { inserter in
            try inserter.insert(contentsOf: rows) { index, _ in rejected.append(index) }
          }
        }
        let stored = try store.people.sort { $0.name }.toArray().map { person in
          var person = person
          person.id = 0
          return person
        }
        return (counts, rejected, stored)
      }
      let (here, there) = (try run(server), try run(file))
      #expect(here.0 == there.0)
      #expect(here.1 == there.1)
      #expect(here.2 == there.2)
    }

    @Test func importsReportAsOnSQLite() throws {
      let text = """
        name,surname,age,email
        Ada,Lovelace,36,ada@example.com
        Bo,,x,
        Cy,C,4,ada@example.com
        ,D,5,
        Ed,E,6,ed@example.com
        """
      func run(
        _ store: PersonStore, isServer: Bool
      ) throws -> ([String], ImportSummary, [Person]) {
        var options = ImportOptions(asOf: try #require(CalendarDate("2026-01-01")))
        options.maximumRejections = 10
        var rejected: [String] = []
        var summary = try PersonImporter(options: options).run(
          ByteSource(bytes: Array(text.utf8)), into: store
        ) { rejected.append("\($0)") }
        #expect((summary.number == nil) == isServer)
        #expect(try (ImportHistory(of: store).last(1) == nil) == isServer)
        summary.number = nil  // a server records nothing
        return (rejected, summary, try store.people.all().map { $0.withoutID })
      }
      let here = try run(newStore(), isServer: true)
      let there = try run(PersonStore(path: ":memory:"), isServer: false)
      #expect(here.0 == there.0 && here.0.count == 3)
      #expect(here.1 == there.1)
      #expect(here.2 == there.2)
    }
  }
}

extension Person {
  fileprivate var withoutID: Person {
    var person = self
    person.id = 0
    return person
  }
}
#endif
