#if Postgres
import Foundation
import People
import PeoplePostgres
import StorePostgres
import StoreSupport
import TestSupport
import Testing

@testable import StorePostgres

extension PostgresSuite {
  @Suite struct MigrationTests {
    private func migrator(_ files: [String: String], set: String = "app") throws -> Migrator {
      try Migrator(Migration.load(files: files.mapValues { Array($0.utf8) }), set: set)
    }

    private let files = [
      "0001_log.sql": """
      CREATE TABLE log (file bigint NOT NULL, note text DEFAULT 'a;b');
      CREATE INDEX log_file ON log (file);
      CREATE FUNCTION log_count() RETURNS bigint LANGUAGE sql AS
        $body$ SELECT count(*) FROM log; $body$;
      INSERT INTO log VALUES (1);
      """,
      "0001_log.down.sql": "DROP FUNCTION log_count(); DROP TABLE log;",
      "0002_more.sql": "INSERT INTO log VALUES (2, E'it\\'s;'); /* a /* nested */ ; */",
      "0002_more.down.sql": "INSERT INTO log VALUES (-2);",
    ]

    private func logged(_ connection: Connection) throws -> [Int64] {
      try connection.query("SELECT file FROM log ORDER BY ctid") { try $0.integer(0) }
    }

    @Test func filesAreAppliedAndTakenBack() throws {
      let connection = try newConnection()
      let migrator = try migrator(files)
      #expect(try migrator.status(on: connection).entries.map(\.state) == [.pending, .pending])
      #expect(
        try migrator.dryRun(.up(), on: connection).map(\.fileName)
          == ["0001_log.sql", "0002_more.sql"])
      #expect(try connection.storedTable(named: "log") == nil, "a dry run keeps nothing")
      #expect(try migrator.up(on: connection).count == 2)
      #expect(try migrator.up(on: connection).isEmpty)
      #expect(try logged(connection) == [1, 2])
      #expect(try migrator.verify(on: connection).isEmpty)
      let status = try migrator.status(on: connection)
      #expect(status.isUpToDate && status.current == 2)
      #expect(status.entries[0].appliedAt?.wholeMatch(of: /\d{4}-\d\d-\d\dT[\d:.]{12}Z/) != nil)
      #expect(try migrator.down(on: connection).map(\.fileName) == ["0002_more.down.sql"])
      #expect(try logged(connection) == [1, 2, -2])
      #expect(try migrator.move(to: 0, on: connection).count == 1)
      #expect(try connection.storedTable(named: "log") == nil)
    }

    @Test func lossesOfATableThatIsMadeAnewAreNamed() throws {
      let connection = try newConnection()
      let rebuild = """
        CREATE TABLE log_new (file bigint NOT NULL, note text);
        INSERT INTO log_new SELECT file, note FROM log;
        DROP TABLE log;
        ALTER TABLE log_new RENAME TO log;
        """
      var files = files
      files["0003_new.sql"] = rebuild
      var migrator = try migrator(files)
      let error = #expect(throws: MigrationError.self) { try migrator.up(on: connection) }
      guard case .loses("0003_new.sql", let losses)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(losses.map(\.description) == ["index log_file"])
      migrator.allowsLosses = true
      try migrator.up(on: connection)
      #expect(try migrator.verify(on: connection).map(\.kind) == [.lost])

      files["0003_new.sql"] = "SELECT 1;\n-- rebuild: log\n" + rebuild
      let other = try newConnection()
      let refused = #expect(throws: MigrationError.self) {
        try self.migrator(files).up(on: other)
      }
      #expect(refused?.description.contains("line 2: -- rebuild: log may not be") == true)
    }

    @Test func schemaDifferencesAreFound() throws {
      let connection = try newConnection()
      let migrator = try migrator(files)
      try migrator.up(on: connection)
      try connection.execute(
        """
        DROP INDEX log_file; ALTER TABLE log ADD COLUMN extra integer;
        CREATE VIEW seen AS SELECT file FROM log;
        CREATE OR REPLACE FUNCTION log_count() RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint';
        """)
      let found = try migrator.verify(on: connection).map { "\($0.type) \($0.name) \($0.kind)" }
      #expect(
        found == [
          "function log_count() different", "index log_file missing", "table log different",
          "view seen extra",
        ])
      #expect(!connection.isInTransaction)
      #expect(try connection.query("SELECT count(*) FROM log") { try $0.integer(0) } == [2])
    }

    @Test func aFileThatFailsLeavesNothing() throws {
      let connection = try newConnection()
      let migrator = try migrator([
        "0001_log.sql": "CREATE TABLE log (file bigint);",
        "0002_bad.sql": "INSERT INTO log VALUES (2);\n\nINSERT INTO nowhere VALUES (1);",
      ])
      #expect {
        try migrator.up(on: connection)
      } throws: { error in
        guard case MigrationError.failed("0002_bad.sql", 3, _)? = error as? MigrationError else {
          return false
        }
        return true
      }
      #expect(try logged(connection).isEmpty)
      #expect(try migrator.status(on: connection).current == 1)
      let changed = try self.migrator(["0001_log.sql": "CREATE TABLE log (file integer);"])
      #expect(
        throws: MigrationError.modified(
          file: "0001_log.sql", set: "app", appliedAs: "0001_log.sql")
      ) { try changed.up(on: connection) }
    }

    @Test(arguments: [
      "COMMIT", "begin", "ROLLBACK", "SAVEPOINT a", "SET search_path = x", "PREPARE p AS SELECT 1",
      "LISTEN x", "COPY log FROM STDIN", "RESET ALL",
    ])
    func statementsThatBreakThePromisesAreRefused(statement: String) throws {
      let connection = try newConnection()
      let migrator = try migrator([
        "0001_log.sql": "CREATE TABLE log (file bigint);\n/* ; */ \(statement);"
      ])
      #expect {
        try migrator.up(on: connection)
      } throws: { error in
        guard case .refused("0001_log.sql", line: 2, _, _)? = error as? MigrationError else {
          return false
        }
        return true
      }
      #expect(try connection.storedTable(named: "log") == nil)
    }

    @Test func statementsEndOutsideOfQuotesAndBodies() {
      let sql = """
        ;; SELECT 'a;b', "c;d", $$ ; $$, $a$ $$ ; $a$, E'\\';' ; -- ;
        CREATE FUNCTION f() RETURNS int BEGIN ATOMIC
          SELECT CASE WHEN true THEN 1 END; SELECT 2; END;
        CREATE RULE r AS ON INSERT TO t DO ALSO (SELECT 1; SELECT 2); SELECT a[1], $1;
        """
      let bytes = Array(sql.utf8)
      let statements = PostgresScript.statements(of: bytes).map {
        String(decoding: bytes[$0], as: UTF8.self)
      }
      #expect(statements.count == 4)
      #expect(statements.last == "SELECT a[1], $1")
      #expect(statements[1].hasSuffix("SELECT 2; END"))
    }

    @Test func aMigrationWhoseConnectionEndsHasChangedNothing() throws {
      let database = try newDatabase()
      let migrator = try migrator([
        "0001_log.sql": """
        CREATE TABLE log (file bigint);
        SELECT pg_terminate_backend(pg_backend_pid());
        """
      ])
      #expect(throws: DatabaseError.self) {
        try migrator.up(on: PostgresConnection(database))
      }
      let connection = try PostgresConnection(database)
      #expect(try connection.storedTable(named: "log") == nil)
      #expect(try migrator.status(on: connection).current == 0)
    }

    @Test func manyMigratorsAtOnceApplyEachFileOnce() throws {
      let database = try newDatabase()
      let migrator = try migrator(files)
      let (errors, ran) = (Locked<[any Error]>([]), Locked<[Int]>([]))
      DispatchQueue.concurrentPerform(iterations: 12) { _ in
        do {
          let connection = try PostgresConnection(database)
          let steps = try migrator.up(on: connection).map(\.number)
          ran.withLock { $0 += steps }
          guard try migrator.status(on: connection).isUpToDate else {
            throw MigrationError.noFolder("returned too early")
          }
        } catch {
          errors.withLock { $0.append(error) }
        }
      }
      #expect(errors.withLock { $0 }.isEmpty)
      #expect(ran.withLock { $0 }.sorted() == [1, 2])
      #expect(try logged(PostgresConnection(database)) == [1, 2])
    }

    @Test func manyStoresOpenOneNewDatabaseAtOnce() async throws {
      let database = try newDatabase()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let store = try await PersonStore(postgres: database)
            try await store.people.insert(Person(name: "Ada", surname: "", age: 1))
          }
        }
        try await group.waitForAll()
      }
      let store = try await PersonStore(postgres: database)
      #expect(try await store.people.count() == 8)
      #expect(try await store.check().isEmpty)
    }

    @Test func aStoreIsMigratedOrRefused() async throws {
      let database = try newDatabase()
      await #expect(throws: StoreError.self) {
        try await PersonStore(postgres: database, migrating: false)
      }
      var reading = DatabaseConfiguration()
      reading.access = .read
      await #expect(throws: StoreError.self) {
        try await PersonStore(postgres: database, configuration: reading)
      }
      _ = try await PersonStore(postgres: database)
      let store = try await PersonStore(postgres: database, configuration: reading)
      #expect(try await store.people.count() == 0)
      await #expect(throws: DatabaseError.self) {
        try await store.people.insert(Person(name: "Ada", surname: "", age: 1))
      }
      #expect(try await store.check().isEmpty, "a check needs no write access")
      let differences = try await store.pool.withReader {
        try PersonStore.migrator(for: .postgres).verify(on: $0)
      }
      #expect(differences.isEmpty)
    }
  }
}
#endif
