#if Postgres
import Foundation
import LinqCore
import LinqSQL
import People
import PeoplePostgres
import StoreEngine
import StorePostgres
import StoreSupport
import TestSupport
import Testing

extension PostgresSuite {
  /// What programs of services do, and what goes wrong there.
  @Suite struct ProgramTests {
    private let ada = Person(name: "Ada", surname: "Lovelace", age: 36)
    private let grace = Person(name: "Grace", surname: "Hopper", age: 85)

    @Test func aWriteInsideOfAWriteIsAnError() async throws {
      let store = try newStore()
      await #expect(throws: DatabaseError.nestedAccess) {
        try await store.write { transaction in
          try transaction.people.insert(ada)
          try store.people.blocking.insert(grace)
        }
      }
      #expect(try await store.people.count() == 0)
      // A read inside of a write has a connection of its own.
      try await store.write { transaction in
        try transaction.people.insert(ada)
        #expect(try store.people.blocking.count() == 0)
      }
    }

    @Test func keysThatWereGivenAreNotGivenAgain() async throws {
      let store = try newStore()
      func insert() async throws -> Int64 { try await store.people.insert(ada).id }
      #expect(try await insert() == 1)
      var given = grace
      given.id = 5
      try await store.people.save(given)
      #expect(try await insert() == 6)
      try await store.people.where { $0.id == 6 }.update { $0.set(\.id, to: 20) }
      #expect(try await insert() == 21)
      let last = Person(id: 30, name: "Grace", surname: "Hopper", age: 85)
      try await store.write { try $0.people.save(last) }
      #expect(try await store.people.insert([ada, ada]).map(\.id) == [31, 32])
      try await store.groups.save(PersonGroup(id: 3, letter: "L", items: []))
      #expect(try await store.groups.insert(PersonGroup(letter: "H", items: [])).id == 4)
    }

    /// A program that only reads adds nothing to the tables of others, and says what is there.
    @Test func tablesOfOthersAreNoStore() throws {
      let address = try newDatabase()
      var configuration = DatabaseConfiguration()
      configuration.access = .read
      func open() throws { _ = try PersonStore(postgres: address, configuration: configuration) }
      func isNotUpToDate(_ error: any Error) -> Bool {
        if case StoreError.schemaNotUpToDate = error { true } else { false }
      }
      #expect(performing: open, throws: isNotUpToDate)
      let connection = try PostgresConnection(address)
      defer { connection.close() }
      try connection.run("CREATE TABLE shop (id bigint PRIMARY KEY)")
      let error = try #require(throws: StoreError.self) { try open() }
      #expect(error.isOfAnotherProgram)
      guard case .notAStore(_, .foreign(let tables)) = error else { throw error }
      #expect(tables == ["shop"])
      let count = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
      #expect(try connection.query(count) { try $0.integer(0) } == [1])
    }

    @Test func zeroHasNoSign() throws {
      struct Invoice: Sendable {
        var id: Int64 = 0
        var total: Double
        static let table = Table(
          "invoice", Invoice.init, .primaryKey("id", \.id), .column("total", \.total))
      }
      let sql = "CREATE TABLE invoice (id bigint PRIMARY KEY, total double precision NOT NULL)"
      let server = try newStore()
      try server.pool.write { try $0.run(sql.replacing("bigint", with: "bigserial")) }
      let file = try PersonStore(path: ":memory:")
      try file.pool.write { try $0.run(sql.replacing("bigint", with: "INTEGER")) }
      for store in [server, file] {
        let invoices = store.repository(of: Invoice.table)
        #expect(try invoices.insert(Invoice(total: -0.0)).total.sign == .plus)
        try invoices.insert([Invoice(total: -0.0), Invoice(total: 1)])
        try invoices.where { $0.total == 1 }.update { $0.set(\.total, to: $0.total * 0 * -1) }
        try invoices.save(Invoice(id: 9, total: -0.0))
        try invoices.where { $0.id == 9 }.update { $0.set(\.total, to: -0.0) }
        let texts = try invoices.select { "\($0.total)" }.toArray()
        #expect(texts == ["0.0", "0.0", "0.0", "0.0"])
      }
    }

    @Test func aRowThatIsHeldIsWaitedForAsLongAsTheTimeout() throws {
      let database = try newDatabase()
      let holder = try PersonStore(postgres: database)
      try holder.people.insert(ada)
      var configuration = DatabaseConfiguration()
      configuration.busyTimeout = .milliseconds(300)
      let store = try PersonStore(postgres: database, configuration: configuration)
      try holder.pool.withWriter { connection in
        try connection.execute("BEGIN; UPDATE person SET age = 40")
        #expect {
          try store.people.where { $0.id == 1 }.update { $0.set(\.age, to: 50) }
        } throws: { error in
          guard case DatabaseError.busy(let conflict) = error else { return false }
          return conflict.waited == 0.3 && "\(conflict)".contains("is busy")
        }
        try connection.execute("ROLLBACK")
      }
      try store.people.where { $0.id == 1 }.update { $0.set(\.age, to: 50) }
      #expect(try holder.people.find(1)?.age == 50)
    }

    @Test func aTableMayChangeWhileTheStoreIsOpen() async throws {
      struct Note: Sendable, Equatable {
        var id: Int64
        var weight: Int
        static let table = Table(
          "note", Note.init, .primaryKey("id", \.id), .column("weight", \.weight))
      }
      let database = try newDatabase()
      let store = try await PersonStore(postgres: database)
      try await store.pool.write {
        try $0.run("CREATE TABLE note (id bigserial PRIMARY KEY, weight integer NOT NULL)")
      }
      let notes = store.repository(of: Note.table)
      try await notes.insert(Note(id: 0, weight: 7))
      #expect(try await notes.all() == [Note(id: 1, weight: 7)])
      #expect(try await store.read { try $0.rows(of: Note.table).all() }.count == 1)
      let other = try PostgresConnection(database)
      try other.execute("ALTER TABLE note ALTER COLUMN weight TYPE bigint")
      #expect(try await notes.all() == [Note(id: 1, weight: 7)])
      #expect(try await store.read { try $0.rows(of: Note.table).all() }.count == 1)
      // A proxy between the program and the server may forget prepared statements.
      try await store.pool.withReader { try $0.execute("DEALLOCATE ALL") }
      #expect(try await notes.find(1) == Note(id: 1, weight: 7))
      #expect(try await notes.where { $0.weight > 1 }.count() == 1)
    }

    @Test func theStoreOutlivesRestartsOfTheServer() async throws {
      let server = try PostgresServer(named: "restarted")
      let store = try await PersonStore(postgres: try server.newDatabase())
      let (isDone, count) = (Locked(false), Locked(0))
      func waitForRows() async throws {
        let last = count.withLock { $0 }
        while count.withLock({ $0 }) < last + 20 { try await Task.sleep(for: .milliseconds(10)) }
      }
      // Writers note what they know to be stored.
      let stored = try await withThrowingTaskGroup(of: [Int64].self) { group in
        for writer in 0..<4 {
          group.addTask {
            var stored: [Int64] = []
            while !isDone.withLock({ $0 }) {
              do {
                let person = Person(name: "P\(writer)", surname: "", age: stored.count % 100)
                stored.append(try await store.people.insert(person).id)
                count.withLock { $0 += 1 }
                _ = try await store.people.where { ($0.age ?? 0) < 3 }.count()
              } catch let error as DatabaseError {
                switch error {
                case .connectionLost, .cannotConnect: try await Task.sleep(for: .milliseconds(20))
                default: throw error
                }
              }
            }
            return stored
          }
        }
        for _ in 0..<3 {
          try await waitForRows()
          server.stop()
          try server.start()
        }
        try await waitForRows()
        isDone.withLock { $0 = true }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      let kept = try await store.people.select { $0.id }.toArray()
      #expect(Set(stored).count == stored.count && stored.count > 20)
      #expect(Set(kept) == Set(stored))
    }

    @Test func aTransactionThatCatchesTheLossOfItsConnectionReportsIt() async throws {
      let store = try newStore()
      await #expect {
        try await store.write { transaction in
          try transaction.people.insert(ada)
          _ = try? transaction.connection.query("SELECT pg_terminate_backend(pg_backend_pid())") {
            _ in
          }
          _ = try? transaction.people.count()
        }
      } throws: { error in
        guard case DatabaseError.connectionLost = error else { return false }
        return true
      }
      #expect(try await store.people.count() == 0)
    }

    @Test("a loss among rows that nobody reads ends the transaction with an error that names it")
    func aHiddenLoss() throws {
      let store = try newStore()
      let sql = """
        SELECT n, CASE WHEN n = 3 THEN pg_terminate_backend(pg_backend_pid()) END
        FROM generate_series(1, 100000) AS s (n)
        """
      func losesItsConnection(
        _ run: (Connection) throws -> Void, _ sourceLocation: SourceLocation = #_sourceLocation
      ) {
        #expect(sourceLocation: sourceLocation) {
          try store.pool.withWriter { try run($0) }
        } throws: { error in
          guard case DatabaseError.connectionLost = error else { return false }
          return true
        }
      }
      func readOne(_ connection: Connection) throws {
        try connection.withStatement(sql) { _ = try $0.step() }
      }
      losesItsConnection { connection in
        try connection.transaction {
          try connection.run("INSERT INTO person (name, surname, age) VALUES ('a', 'b', 1)")
          try readOne(connection)
        }
      }
      losesItsConnection { connection in try connection.snapshot { try readOne(connection) } }
      #expect(try store.people.count() == 0)
    }

    private struct Label: Sendable {
      var id: Int64 = 0
      var name: String

      static let table = Table(
        "label", Label.init, .primaryKey("id", \.id), .column("name", \.name))
    }

    @Test func aTextWithNULIsNamedByItsColumn() async throws {
      let store = try newStore()
      try await store.people.insert(ada)
      await #expect {
        try await store.people.update { $0.set(\.surname, to: "a\0b") }
      } throws: { error in
        "\(error)".contains("surname must not contain line ends, tabs or other control characters")
      }
      // A table without a rule.
      try await store.pool.withWriter {
        try $0.execute(
          #"CREATE TABLE label (id bigserial PRIMARY KEY, name text COLLATE "C" NOT NULL)"#)
      }
      let labels = Repository(Label.table, in: store.pool)
      try await labels.insert(Label(name: "a"))
      await #expect {
        try await labels.update { $0.set(\.name, to: "a\0b") }
      } throws: { error in
        "\(error)".contains("name must not contain a NUL")
      }
      #expect(try await store.people.where { $0.surname == "a\0b" }.count() == 0)
    }

    @Test func noMessageHasAPassword() throws {
      for address in [
        "postgresql://user:hunter%zz2@127.0.0.1:1/people",
        "postgresql://user:hunter2@127.0.0.1:1/people", "host=/nowhere password='hunter2' x",
        "postgresql://user@127.0.0.1:1/people?password=hunter2&connect_timeout=2",
        "postgresql://user:hunter/2@127.0.0.1:1/people", "host=/nowhere sslpassword = hunter2",
        "postgresql://user:hunter1@127.0.0.1:1/people?password=hunter2",
      ] {
        #expect {
          try PersonStore(postgres: address)
        } throws: { error in
          !"\(error)".contains("hunter")
        }
      }
    }

    @Test func theReportClaimsNoIndex() async throws {
      let store = try newStore()
      try await store.people.insert(ada)
      let report = try await store.people.where { $0.age == 36 }.report()
      #expect(report.rowsScanned == nil)
      #expect(!report.description.contains("index"))
    }

    @Test func aServiceNeedsFewRights() async throws {
      let database = try newDatabase()
      let owner = try await PersonStore(postgres: database)
      try await owner.pool.withWriter {
        try $0.execute(
          """
          DO $$ BEGIN CREATE ROLE service LOGIN; EXCEPTION WHEN duplicate_object THEN END $$;
          GRANT USAGE ON SCHEMA public, swift TO service;
          GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, swift TO service;
          GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public, swift TO service
          """)
      }
      let store = try await PersonStore(
        postgres: database.replacing("user=tester", with: "user=service"), migrating: false)
      var states = store.people.live().makeAsyncIterator()
      #expect(try await states.next()?.count == 0)
      var given = ada
      given.id = 7
      try await store.people.save(given)
      try await store.people.insert([grace, grace])
      try await store.groups.insert(PersonGroup(letter: "L", items: [given]))
      #expect(try await store.people.where { ($0.age ?? 0) > 40 }.delete() == 2)
      while let people = try await states.next(), people != [given] {}
      #expect(try await store.people.all() == [given])
    }

    @Test func missingRightsAreNamed() throws {
      let database = try newDatabase()
      try PersonStore(postgres: database).close()
      let owner = try PostgresConnection(database)
      try owner.execute(
        """
        DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object THEN END $$;
        REVOKE ALL ON SCHEMA public FROM PUBLIC; GRANT USAGE ON SCHEMA public TO reader
        """)
      #expect {
        try PersonStore(postgres: database.replacing("user=tester", with: "user=reader"))
      } throws: { error in
        "\(error)".contains("permission denied") && !"\(error)".contains("rename")
          && "\(error)".count < 2000
      }
    }
  }
}
#endif
