#if Postgres
import StoreEngine
import StorePostgres
import TestSupport
import Testing

extension PostgresSuite {
  @Suite struct ConnectionTests {
    @Test func valuesComeBackAsTheyWere() throws {
      let connection = try newConnection()
      try connection.execute(
        "CREATE TABLE t (a bigint, b double precision, c text COLLATE \"C\", d bytea)")
      let rows: [[Value]] = [
        [1, 0.5, "é", .blob([0, 1, 255])], [.integer(.min), -0.0, "", .blob([])],
        [.integer(.max), .real(.infinity), "👨‍👩‍👧\r\n", nil], [nil, nil, nil, nil],
      ]
      for row in rows { #expect(try connection.run("INSERT INTO t VALUES (?, ?, ?, ?)", row) == 1) }
      #expect(try connection.query("SELECT * FROM t") { try $0.values() } == rows)
      #expect(
        try connection.query("SELECT 1::smallint, 2::int, true, 1.5::real, 'x'") {
          try $0.values()
        } == [[1, 2, 1, 1.5, "x"]])
    }

    @Test func aTransactionGoesOnAfterAnError() throws {
      let connection = try newConnection()
      try connection.execute("CREATE TABLE t (a bigint)")
      func fails(_ sql: String) -> Bool { (try? connection.run(sql)) == nil }
      func add(_ number: Int) throws { try connection.run("INSERT INTO t VALUES (\(number))") }
      try connection.transaction {
        #expect(fails("BEGIN") && fails("START TRANSACTION"))
        try add(1)
        try connection.run("SAVEPOINT own")
        try add(2)
        #expect(fails("INSERT INTO t VALUES (1 / 0)"))
        try connection.run("ROLLBACK TO own")
        try connection.transaction { try add(3) }
        try connection.run("RELEASE own")
        try? connection.transaction {
          try add(4)
          throw CancellationError()
        }
      }
      #expect(try connection.query("SELECT a FROM t ORDER BY a") { try $0.integer(0) } == [1, 3])
      // The first statement fails.
      try connection.transaction {
        #expect(fails("INSERT INTO t VALUES (1 / 0)") && fails("INSERT INTO t VALUES (1 / 0)"))
        try add(5)
        #expect(fails("SELECT 1 / 0"))
      }
      let counts = try connection.snapshot {
        #expect(fails("SELECT 1 / 0"))
        return try connection.query("SELECT count(*) FROM t") { try $0.integer(0) }
      }
      #expect(counts == [3])
    }

    @Test func transactionsBeginInsideOfRowsThatAreRead() throws {
      let connection = try newConnection()
      try connection.execute("CREATE TABLE t (a bigint)")
      let second = try connection.withStatement("SELECT generate_series(1, 1000)") { rows in
        _ = try rows.step()
        try? connection.transaction {
          try connection.transaction { try connection.run("INSERT INTO t VALUES (1)") }
          throw CancellationError()
        }
        try connection.transaction {}
        try connection.run("INSERT INTO t VALUES (2)")
        return try rows.step() ? rows.integer(0) : 0
      }
      #expect(second == 2)
      #expect(!connection.isInTransaction)
      #expect(try connection.query("SELECT a FROM t") { try $0.integer(0) } == [2])
    }

    @Test func aTransactionThatAnErrorHasEndedIsNotCommitted() throws {
      let connection = try newConnection()
      try connection.execute("CREATE TABLE t (a bigint)")
      func write() throws {
        try connection.transaction {
          try connection.run("INSERT INTO t VALUES (1)")
          // A script has no savepoint.
          try? connection.execute("SELECT 1 / 0")
        }
      }
      #expect(throws: DatabaseError.self) { try write() }
      #expect(try connection.query("SELECT count(*) FROM t") { try $0.integer(0) } == [0])
    }

    @Test func aWriteIsCompletedThoughItsRowsAreNotRead() throws {
      let connection = try newConnection()
      try connection.execute("CREATE TABLE t (a bigint PRIMARY KEY)")
      let sql = "INSERT INTO t SELECT generate_series(1, 5000) RETURNING a"
      #expect(try connection.withStatement(sql) { try $0.step() })
      #expect(try connection.query("SELECT count(*) FROM t") { try $0.integer(0) } == [5000])
      func again() throws { try connection.withStatement(sql) { _ = try? $0.step() } }
      try? again()
      #expect(try connection.query("SELECT count(*) FROM t") { try $0.integer(0) } == [5000])
    }

    @Test func aParameterWithoutATypeKeepsItsStatement() throws {
      let connection = try newConnection()
      try connection.execute("CREATE TABLE t (a bigint); INSERT INTO t VALUES (1)")
      func fails(_ sql: String) -> Bool { (try? connection.run(sql)) == nil }
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (2)")
        try connection.run("UPDATE t SET a = a + 10 WHERE ? IS NULL", [nil])
        #expect(fails("INSERT INTO t VALUES (1 / 0)"))
      }
      #expect(try connection.query("SELECT a FROM t ORDER BY a") { try $0.integer(0) } == [11, 12])
    }

    @Test func statementsThatTheCacheDropsAreForgottenByTheServer() throws {
      let connection = try newConnection()
      for number in 0..<400 { _ = try connection.query("SELECT \(number)") { _ in } }
      let counts = try connection.query("SELECT count(*) FROM pg_prepared_statements") {
        try $0.integer(0)
      }
      #expect(counts[0] <= 260)
    }

    @Test func aTransactionInWhichNothingRunsIsNone() throws {
      let connection = try newConnection()
      try connection.transaction {}
      try connection.transaction { try connection.transaction {} }
      try? connection.transaction { throw CancellationError() }
      #expect(!connection.isInTransaction)
    }

    @Test func parametersAreWrittenInEachWay() throws {
      let connection = try newConnection()
      // A quote after a backslash does not end a text that begins with E.
      let text = #"SELECT E'a\'?' || ?, "a$1" FROM (SELECT 2 AS a$1) t"#
      let escaped = try connection.query(text, ["b"]) { try $0.values() }
      #expect(escaped == [["a'?b", 2]])
      let sql = "SELECT ?2 || $1, '?', \"a?\", $$ ? $$ FROM (SELECT 7 AS \"a?\") t -- ?"
      let found = try connection.query(sql, ["x", "y"]) { try $0.values() }
      #expect(found == [["yx", "?", 7, " ? "]])
      #expect(throws: DatabaseError.self) { try connection.run("SELECT ?", ["x", "y"]) }
    }

    @Test func aParameterTakesValuesOfSeveralTypes() throws {
      let connection = try newConnection()
      for value: Value in [nil, 1, "x", 0.5, nil, 2] {
        #expect(
          try connection.query("SELECT ? IS NULL", [value]) { try $0.integer(0) }
            == [value == .null ? 1 : 0])
      }
    }

    @Test func statementsRunInsideOthers() throws {
      let connection = try newConnection()
      for isInside in [false, true] {
        func nested() throws -> [Int64] {
          var sums: [Int64] = []
          try connection.withStatement("SELECT generate_series(1, 1000)") { outer in
            while try outer.step() {
              let number = try outer.integer(0)
              let double = try connection.query("SELECT ? * 2", [.integer(number)]) {
                try $0.integer(0)
              }
              sums.append(number + double[0])
            }
          }
          return sums
        }
        let expected = (1...1000).map { Int64($0) * 3 }
        #expect(try (isInside ? connection.transaction { try nested() } : nested()) == expected)
      }
    }

    @Test func anErrorEndsNoTransaction() throws {
      let connection = try newConnection()
      try connection.execute("CREATE TABLE t (x bigint PRIMARY KEY)")
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (1)")
        #expect(throws: DatabaseError.self) { try connection.run("INSERT INTO t VALUES (1)") }
        #expect(throws: DatabaseError.self) { try connection.run("SELECT 1 / 0") }
        #expect(throws: DatabaseError.self) { try connection.run("no SQL") }
        try connection.run("INSERT INTO t VALUES (2)")
        #expect(throws: Stop.self) {
          try connection.transaction {
            try connection.run("INSERT INTO t VALUES (3)")
            throw Stop()
          }
        }
      }
      #expect(try connection.query("SELECT x FROM t ORDER BY x") { try $0.integer(0) } == [1, 2])
    }

    @Test func rowsThatAreNotReadCostNothing() throws {
      let connection = try newConnection()
      for isInside in [false, true] {
        func first() throws -> Int64 {
          try connection.withStatement("SELECT generate_series(1, 100000000)") { statement in
            _ = try statement.step()
            return try statement.integer(0)
          }
        }
        #expect(try (isInside ? connection.transaction { try first() } : first()) == 1)
        #expect(try connection.query("SELECT 5") { try $0.integer(0) } == [5])
      }
    }

    @Test func errorsAreTyped() throws {
      let connection = try newConnection()
      try connection.execute(
        """
        CREATE TABLE p (id bigint PRIMARY KEY);
        CREATE TABLE t (x bigint NOT NULL UNIQUE, p bigint REFERENCES p,
          y text CONSTRAINT y_short CHECK (length(y) < 5))
        """)
      try connection.run("INSERT INTO t VALUES (1)")
      func violation(_ sql: String) -> ConstraintViolation? {
        do {
          try connection.run(sql)
        } catch DatabaseError.constraint(let violation) {
          return violation
        } catch {
          Issue.record(error)
        }
        return nil
      }
      let unique = violation("INSERT INTO t VALUES (1)")
      #expect(unique?.kind == .unique && unique?.table == "t" && unique?.columns == ["x"])
      let check = violation("INSERT INTO t VALUES (2, NULL, 'long one')")
      #expect(check?.kind == .check && check?.constraint == "y_short")
      #expect(violation("INSERT INTO t VALUES (NULL)")?.kind == .notNull)
      #expect(violation("INSERT INTO t VALUES (3, 9)")?.kind == .foreignKey)
      #expect(throws: DatabaseError.notANumber(column: nil, parameter: 0)) {
        try connection.run("SELECT ?", [.real(.nan)])
      }
      #expect(throws: DatabaseError.nulInText(parameter: 0)) {
        try connection.run("SELECT ?", ["a\0b"])
      }
      #expect(throws: DatabaseError.self) {
        try connection.register(
          ScalarFunction("f", argumentCount: 0) { _ in 1 })
      }
      connection.close()
      #expect(throws: DatabaseError.self) { try connection.run("SELECT 1") }
    }

    @Test func anAddressThatIsWrongIsAnError() {
      #expect(throws: DatabaseError.self) {
        try PostgresConnection("host=/nowhere password=secret dbname=x")
      }
      do {
        _ = try PostgresConnection("postgresql://me:secret@127.0.0.1:1/x?connect_timeout=2")
        Issue.record("connected")
      } catch {
        #expect(!"\(error)".contains("secret") && "\(error)".contains("127.0.0.1"))
      }
    }

    @Test func aConnectionThatIsCutIsAnError() throws {
      let connection = try newConnection()
      let address = try #require(PostgresServer.shared).newDatabase()
      let other = try PostgresConnection(address)
      let process = try connection.query("SELECT pg_backend_pid()") { try $0.integer(0) }[0]
      try other.run("SELECT pg_terminate_backend(?::int)", [.integer(process)])
      #expect {
        try connection.run("SELECT 1")
      } throws: { error in
        if case DatabaseError.connectionLost = error { return true }
        return false
      }
      #expect(!connection.isOpen)
    }

    @Test func theSchemaIsDescribed() throws {
      let connection = try newConnection()
      try connection.execute(
        """
        CREATE TABLE t (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
          name text COLLATE "C" NOT NULL UNIQUE, german text COLLATE "de-x-icu",
          x double precision DEFAULT 1, y double precision GENERATED ALWAYS AS (x * 2) STORED)
        """)
      let table = try #require(try connection.storedTable(named: "t"))
      #expect(table.columns.map(\.name) == ["id", "name", "german", "x", "y"])
      #expect(table.isUnique(["id"]) && table.isUnique(["name"]) && !table.isUnique(["x"]))
      #expect(table.column(named: "name")?.foreignCollation == nil)
      #expect(table.column(named: "german")?.foreignCollation == "de-x-icu")
      #expect(table.column(named: "y")?.isGenerated == true)
      #expect(try connection.storedTable(named: "nothing") == nil)
    }
  }
}
#endif
