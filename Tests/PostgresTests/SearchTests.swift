#if Postgres
import Foundation
import LinqCore
import People
import PeoplePostgres
import StoreEngine
import StorePostgres
import StoreSupport
import TestSupport
import Testing

@testable import LinqSQL

extension PostgresSuite {
  /// Searches on a server, in the words that the rows have.
  @Suite struct SearchTests {
    private static let names = [
      ("José", "Müller"), ("Maria", "Garcia López"), ("Siobhan", "O’Neil"),
      ("Jean-Luc", "Picard"), ("太郎", "山田"), ("민준", "김"), ("Łukasz", "Sokołowski"),
      ("Mar", "Groß"), ("Ζωή", "Μαρία"),
    ]

    private static let texts = [
      "jose mull", "müller, josé", "lopez", "oneil", "neil", "jean luc", "山田", "田", "김", "ㄱ",
      "luk", "mar", "gross", "μαρ", "", "x", "n1@example.org", "1", "e", "mar gar", "o'n s", "\\'",
    ]

    private func makePeople(_ count: Int, from first: Int = 0) -> [Person] {
      (first..<first + count).map { index in
        let (name, surname) = Self.names[index % Self.names.count]
        return Person(
          name: name, surname: "\(surname)\(index % 7 == 0 ? " \(index)" : "")",
          email: index.isMultiple(of: 3) ? "n\(index)@example.org" : nil)
      }
    }

    private func makeStore(_ count: Int = 500) throws -> PersonStore {
      let store = try newStore()
      try store.people.insert(makePeople(count))
      return store
    }

    /// Expects that each text finds the same people as in an array of them, in SQL.
    private func expectSame(
      in store: PersonStore, isInSQL: Bool = true,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let people = try store.people.all()
      for text in Self.texts {
        let query = store.people.search(text)
        let expected = try Query(people).search(text).toArray()
        #expect(try query.toArray() == expected, "\(text)", sourceLocation: sourceLocation)
        #expect(
          try query.skip(2).take(5).toArray() == Array(expected.dropFirst(2).prefix(5)), "\(text)",
          sourceLocation: sourceLocation)
        #expect(try query.count() == expected.count, "\(text)", sourceLocation: sourceLocation)
        let report = try query.report()
        #expect(report.plan.isAllSQL, sourceLocation: sourceLocation)
        #expect((report.failure == nil) == isInSQL, "\(text)", sourceLocation: sourceLocation)
      }
    }

    private func due(_ store: PersonStore) throws -> Int64? {
      try store.pool.read { connection in
        try connection.query("SELECT count(*) FROM person WHERE search_words IS NULL") {
          try $0.integer(0)
        }
      }.first
    }

    /// Runs SQL as another program, on a connection of its own.
    private func change(_ address: String, _ sql: String) throws {
      try PostgresConnection(address).execute(sql)
    }

    @Test("the statement finds people by their words, and leaves one without words to memory")
    func statement() throws {
      let store = try makeStore(1)
      #expect(
        try store.people.search("a").take(20).select { $0.id }.plan().sql == """
          SELECT id FROM person WHERE (search_words @@ (SELECT CAST(convert_from($1, 'UTF8') AS \
          tsquery)) OR search_words IS NULL AND swift.search_in_memory(id) = 1) \
          ORDER BY CASE WHEN search_words IS NULL THEN swift.search_in_memory(id) ELSE \
          CASE WHEN search_words @@ (SELECT CAST(convert_from($2, 'UTF8') AS tsquery)) THEN 0 ELSE \
          CASE WHEN search_words @@ (SELECT CAST(convert_from($3, 'UTF8') AS tsquery)) THEN 1 ELSE \
          CASE WHEN search_words @@ (SELECT CAST(convert_from($4, 'UTF8') AS tsquery)) THEN 2 ELSE \
          CASE WHEN search_words @@ (SELECT CAST(convert_from($5, 'UTF8') AS tsquery)) THEN 3 \
          END END END END END NULLS FIRST, surname NULLS FIRST, \
          name NULLS FIRST, id LIMIT 20
          """)
      try store.people.insert(makePeople(3_000, from: 1))
      let access = try store.pool.withReader { connection in
        // The table is small.
        try connection.execute("SET enable_seqscan = off")
        return try store.people.search("sokolowski").plan().access.joined(separator: "\n")
      }
      #expect(access.contains("BitmapOr"), "\(access)")
      #expect(access.contains("person_search") && access.contains("person_search_due"))
    }

    @Test("the migration of people is the one that the library would write")
    func migration() throws {
      let store = try makeStore(1)
      func schema() throws -> [String] {
        try store.pool.withReader { connection in
          try connection.query(
            """
            SELECT pg_get_triggerdef(oid) FROM pg_trigger
            WHERE tgrelid = 'person'::regclass AND NOT tgisinternal
            UNION ALL SELECT indexdef FROM pg_indexes WHERE tablename = 'person'
            UNION ALL SELECT attname || ' ' || format_type(atttypid, NULL) FROM pg_attribute
            WHERE attrelid = 'person'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY 1
            """
          ) { try $0.text(0) }
        }
      }
      let index = try #require(Person.table.searchIndex)
      let migrated = try schema()
      #expect(migrated.contains { $0.contains("zz_swift_words") })
      try store.pool.write { connection in
        try connection.execute(index.removal(for: .postgres))
        try connection.execute(index.creation(for: .postgres))
      }
      let created = try schema()
      #expect(created == migrated, "\(Set(created).symmetricDifference(migrated))")
      // Without the column, memory decides, and writing goes on.
      try store.pool.write { try $0.execute(index.removal(for: .postgres)) }
      try store.people.insert(makePeople(30, from: 9))
      #expect(try store.people.search("lopez").count() == 4)
      try store.pool.write { try $0.execute(index.creation(for: .postgres)) }
      #expect(try store.people.search("lopez").report().failure == nil)
      #expect(try store.people.search("lopez").count() == 4)
    }

    @Test("it finds whom the function finds, whoever wrote them")
    func found() async throws {
      let address = try newDatabase()
      let store: PersonStore = try await PersonStore(postgres: address)
      try await store.people.insert(makePeople(500))
      try expectSame(in: store)
      try await store.people.insert(Person(name: "José", surname: "Muller-Neil"))
      try await store.people.where { $0.id == 5 }.update { $0.set(\.surname, to: "Mulligan") }
      try await store.people.delete(9)
      // A store that only reads need not wait for a search of one that writes.
      #expect(try due(store) == 0)
      try expectSame(in: store)
      for statement in [
        "INSERT INTO person (name, surname) VALUES ('jose', 'mulligan')",
        "UPDATE person SET surname = 'Neil' WHERE id % 40 = 1",
        "UPDATE person SET age = 3", "UPDATE person SET name = name || ' Neil' WHERE id = 7",
        "UPDATE person SET id = 5000, email = NULL WHERE id = 30",
        "DELETE FROM person WHERE id BETWEEN 40 AND 60",
        "INSERT INTO person (id, name, surname) VALUES (45, 'éva', 'O''Neil \\ x')",
        "BEGIN; UPDATE person SET surname = 'Picard'; ROLLBACK",
        """
        CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.surname := NEW.surname || ' Lopez'; RETURN NEW; END $$;
        CREATE TRIGGER shout BEFORE UPDATE OF age ON person FOR EACH ROW EXECUTE FUNCTION shout();
        UPDATE person SET age = 4 WHERE id % 50 = 3; DROP FUNCTION shout CASCADE
        """,
      ] {
        try change(address, statement)
        try expectSame(in: store)
        #expect(try due(store) == 0)
      }
      #expect(try await store.check() == [])
      await store.close()
    }

    @Test("conditions with a search run in SQL, in every place where one can be")
    func conditions() throws {
      let store = try makeStore(200)
      let people = try store.people.all()
      func expect<Element: Sendable & Equatable>(
        _ make: (Query<Person>) -> Query<Element>, isAllSQL: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
      ) throws {
        let query = make(store.people.query)
        #expect(
          try query.toArray() == make(Query(people)).toArray(), sourceLocation: sourceLocation)
        #expect(try query.plan().isAllSQL == isAllSQL, sourceLocation: sourceLocation)
        #expect(try query.report().failure == nil, sourceLocation: sourceLocation)
      }
      try expect { $0.where { $0.isFound(by: "mar") } }
      try expect { $0.where { !$0.isFound(by: "mar") } }
      try expect { $0.where { $0.id > 100 && $0.isFound(by: "mar") }.sort { $0.name } }
      try expect { $0.where { $0.id < 20 || $0.isFound(by: "n") } }
      try expect { $0.where { $0.isFound(by: "n") && !$0.isFound(by: "neil") }.select { $0.id } }
      try expect { $0.search("mar").search("gar") }
      try expect { $0.search("n").take(50).sort { $0.name }.take(3) }
      try expect { $0.search("mar").select { $0.surname }.distinct() }
      // Of people who are limited already, memory decides.
      try expect({ $0.take(50).search("n") }, isAllSQL: false)
      // A text that each row has is none that the words could be asked for.
      try expect({ $0.where { $0.isFound(by: $0.name) } }, isAllSQL: false)
    }

    @Test("a search in attributes runs in memory, and finds whom an array finds")
    func attributes() throws {
      let store = try newStore()
      var people = makePeople(60)
      for index in people.indices where index % 3 == 1 {
        people[index].attributes = ["city": index % 2 == 0 ? "Köln" : "Łódź", "n\"": "\(index)"]
      }
      try store.people.insert(people)
      people = try store.people.all()
      for text in ["koln", "maria koln", "lodz mar", "lopez", "13", "mar"] {
        let names = ["city", "n\""]
        let query = store.people.search(text, attributes: names)
        let found = try query.toArray()
        #expect(try found == Query(people).search(text, attributes: names).toArray(), "\(text)")
        #expect(!found.isEmpty, "\(text)")
        #expect(try !query.plan().isAllSQL, "\(text)")
        let condition = store.people.where { $0.isFound(by: text, attributes: names) }
        #expect(
          try condition.toArray() == people.filter { $0.isFound(by: text, attributes: names) })
      }
    }

    @Test("a prepared search runs in SQL for each text")
    func prepared() throws {
      let store = try makeStore(200)
      let people = try store.people.all()
      let prepared = try store.people.prepare { (people, text: QueryExpression<String>) in
        people.where { $0.isFound(by: text) }.sort { $0.id }
      }
      for text in ["mar", "neil", "müller", ""] {
        let expected = people.filter { $0.isFound(by: text) }
        #expect(try prepared.query(text).toArray() == expected)
      }
      let fixed = try store.people.prepare { (people, id: QueryExpression<Int64>) in
        people.where { $0.id > id && $0.isFound(by: "mar") }
      }
      try store.people.insert(Person(name: "Mar", surname: "Last"))
      #expect(try fixed.query(190).toArray().map(\.surname).last == "Last")
    }

    @Test("a transaction finds what it has written")
    func transactions() throws {
      let store = try makeStore(100)
      try store.write { transaction in
        try transaction.people.insert(Person(name: "Zoë", surname: "Zzyzx"))
        #expect(try transaction.people.search("zoe zzy").count() == 1)
        try transaction.people.where { $0.isFound(by: "neil") }.delete()
        #expect(try transaction.people.search("neil").count() == 0)
        // A reader outside of the transaction sees the state before, and does not wait for it.
        #expect(try store.people.search("zoe").count() == 0)
        #expect(try store.people.search("neil").count() > 0)
      }
      try expectSame(in: store)
      try store.people.where { $0.isFound(by: "lopez") }.update { $0.set(\.age, to: 7) }
      #expect(try store.people.where { $0.age == 7 }.count() == 11)
    }

    @Test("people who are inserted together have words at once, unless a trigger changes them")
    func together() async throws {
      let address = try newDatabase()
      let store: PersonStore = try await PersonStore(postgres: address)
      try await store.people.insert(makePeople(200))
      #expect(try due(store) == 0)
      // One that changes rows has them forgotten.
      let changed = (0..<50).map { index in
        Person(name: "up\(index)", surname: "x", email: "n\(index * 3)@example.org")
      }
      try await store.write { transaction in
        let policy = ConflictPolicy.update(columns: ["name", "surname"], unique: ["email"])
        let counts = try transaction.people.inserting(onConflict: policy) { inserter in
          try inserter.insert(contentsOf: changed) { throw $1 }
        }
        #expect(counts.updated == 50)
      }
      #expect(try due(store) == 0)
      try expectSame(in: store)
      #expect(try await store.people.search("up7").count() == 1)
      try change(
        address,
        """
        CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.surname := NEW.surname || ' Loud'; RETURN NEW; END $$;
        CREATE TRIGGER shout BEFORE INSERT ON person FOR EACH ROW EXECUTE FUNCTION shout()
        """)
      try await store.people.insert(makePeople(1_200, from: 300))
      // Some of them are written after the commit.
      #expect(try due(store) == 200)
      #expect(try await store.people.search("loud").count() == 1_200)
      try change(address, "DROP FUNCTION shout CASCADE")
      #expect(try await store.check() == [])
      await store.close()
    }

    @Test("very many people of another program get their words after a search")
    func many() async throws {
      let address = try newDatabase()
      let store: PersonStore = try await PersonStore(postgres: address)
      try change(
        address,
        """
        INSERT INTO person (name, surname) SELECT 'n' || i, 's' || i % 100
        FROM generate_series(1, 25000) i
        """)
      #expect(try await store.people.search("s7").count() == 250 + 10 * 250)
      while try due(store) != 0 { try await Task.sleep(for: .milliseconds(20)) }
      #expect(try await store.people.search("s7").report().failure == nil)
      #expect(try await store.people.search("s7").count() == 250 + 10 * 250)
      await store.close()
    }

    @Test("a live search hears of people and not of their words")
    func live() async throws {
      let changes = Locked<[RowChange]>([])
      var configuration = DatabaseConfiguration()
      configuration.didCommit = { rows in changes.withLock { $0 += rows } }
      let store: PersonStore = try await PersonStore(
        postgres: try newDatabase(), configuration: configuration)
      try await store.people.insert(makePeople(20))
      var counts: [Int] = []
      for try await found in store.people.search("zoe").take(3).live() {
        counts.append(found.count)
        if counts.count == 3 { break }
        try await store.people.insert(Person(name: "Zoë", surname: "Zzyzx"))
      }
      #expect(counts == [0, 1, 2])
      #expect(try await store.people.search("zzyzx").count() == 2)
      #expect(changes.withLock { $0.count } == 22)
      await store.close()
    }

    @Test("a store that only reads answers from memory until words are written")
    func readOnly() throws {
      let address = try newDatabase()
      let store = try PersonStore(postgres: address)
      try store.people.insert(makePeople(100))
      var configuration = DatabaseConfiguration()
      configuration.access = .read
      let reader = try PersonStore(
        postgres: address, configuration: configuration, migrating: false)
      try change(address, "INSERT INTO person (name, surname) VALUES ('Zoë', 'Zzyzx')")
      #expect(try reader.people.search("zoe").report().failure?.contains("no words yet") == true)
      try expectSame(in: reader, isInSQL: false)
      #expect(try due(store) == 1)
      #expect(throws: QueryError.self) {
        try reader.people.search("mar").policy(.allowFallback(maxRows: 50)).toArray()
      }
      try expectSame(in: store)
      try expectSame(in: reader)
      #expect(
        try reader.people.search("mar").policy(.allowFallback(maxRows: 50)).take(5).count() == 5)
    }

    @Test("a person with more words than the server stores is found by memory")
    func longText() throws {
      let store = try makeStore(30)
      // Another program stores what is too long for a name of this library.
      func insert(_ name: String, _ surname: String) throws {
        try store.pool.write {
          try $0.run(
            "INSERT INTO person (name, surname) VALUES ($1, $2)", [.text(name), .text(surname)])
        }
      }
      let long = (0..<60_000).map { "w\($0 * 7919)x" }.joined(separator: " ")
      try insert(long, "Long")
      try store.people.insert(Person(name: "a", surname: "Longer"))
      #expect(try store.people.search("w79190x").toArray().map(\.surname) == ["Long"])
      #expect(try store.people.search("long").toArray().map(\.surname) == ["Long", "Longer"])
      // Only the one is due, and shorter ones are stored.
      let isShort = (0..<500).map { "q\($0)" }.joined(separator: "'")
      try insert(isShort, "Short")
      #expect(try store.people.search("q499").toArray().map(\.surname) == ["Short"])
      #expect(try store.people.where { $0.surname == "Long" }.delete() == 1)
      #expect(try store.people.search("q499").report().failure == nil)
      #expect(try due(store) == 0)
    }

    @Test("check names words that are not those of a person, and repair writes them")
    func damage() throws {
      let store = try makeStore(60)
      #expect(try store.people.search("mar").report().failure == nil)
      try store.pool.withWriter { connection in
        try connection.execute("UPDATE person SET search_words = 'nx' WHERE id % 20 = 1")
      }
      let found = try store.check()
      #expect(found.map(\.row) == [1, 21, 41])
      #expect(found.allSatisfy { $0.kind == .integrity && $0.table == "person" })
      #expect(try store.repair() == found)
      #expect(try store.check() == [])
      try expectSame(in: store)
    }

    /// A table of a program.
    private struct Customer: Sendable, Hashable, Searchable {
      var id: Int64
      var name: String
      var city: String?

      static let searchFields = SearchFields(names: \Customer.name, others: \.city)
      static let table = Table(
        "customer", Customer.init, .primaryKey("id", \.id), .column("name", \.name),
        .column("city", \.city)
      ).searchable()
    }

    @Test("tables of a program have an index whose SQL the library writes")
    func ownTable() throws {
      let store = try makeStore(1)
      let index = try #require(Customer.table.searchIndex)
      try store.pool.write { connection in
        try connection.execute(
          """
          CREATE TABLE customer (id bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
            name text COLLATE "C" NOT NULL, city text COLLATE "C");
          INSERT INTO customer VALUES (-7, 'Łódź Ltd', NULL), (-2, 'Acme', 'Łódź'), (5, 'x', 'y')
          """)
      }
      let customers = store.repository(of: Customer.table)
      let lodz = customers.query.search("lodz").select { $0.id }
      // Before its migration, memory decides.
      #expect(try lodz.toArray() == [-7, -2])
      try store.pool.write { try $0.execute(index.creation(for: .postgres)) }
      #expect(try lodz.toArray() == [-7, -2])
      #expect(try lodz.report().failure == nil)
      try customers.insert(Customer(id: 8, name: "Lodz", city: nil))
      #expect(try lodz.toArray() == [8, -7, -2])
      try store.pool.write { connection in
        try connection.execute("UPDATE customer SET city = NULL")
        try index.update(on: connection)
      }
      #expect(try lodz.toArray() == [8, -7])
      try store.pool.write { try $0.execute(index.removal(for: .postgres)) }
      #expect(try lodz.toArray() == [8, -7])
    }

    @Test("writers and searches at the same time find what has been written")
    func concurrent() async throws {
      let address = try newDatabase()
      let store: PersonStore = try await PersonStore(postgres: address)
      try await store.people.insert(makePeople(300))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<4 {
          group.addTask {
            for round in 0..<15 {
              let name = "w\(worker)r\(round)"
              let id = try await store.people.insert(Person(name: name, surname: "Zzyzx")).id
              #expect(try await store.people.search(name).toArray().map(\.id) == [id])
              try await store.people.where { $0.id == id }.update {
                $0.set(\.name, to: name + "x")
              }
              #expect(try await store.people.search(name + "x").toArray().map(\.id) == [id])
            }
          }
        }
        group.addTask {
          for round in 0..<30 {
            try self.change(
              address, "UPDATE person SET surname = 'Other\(round)' WHERE id % 30 = \(round)")
            #expect(
              try await store.people.search("other\(round)").count() >= 10)
          }
        }
        try await group.waitForAll()
      }
      try expectSame(in: store)
      #expect(try await store.check() == [])
      await store.close()
    }
  }
}
#endif
