import StoreSQLite
import TestSupport
import Testing

@Suite struct FunctionTests {
  let connection: Connection

  init() throws {
    connection = try memory("CREATE TABLE t (x ANY) STRICT; INSERT INTO t VALUES (1), (2), (3)")
    try connection.register(ScalarFunction("same", argumentCount: 1) { try $0[0] })
    try connection.register(
      ScalarFunction("fails", argumentCount: 1) { arguments in
        if let number = arguments.integer(0), number > 1 { throw Stop(number: Int(number)) }
        return 0
      })
    try connection.register(
      AggregateFunction("joined", argumentCount: 1, initial: [String]()) { state, arguments in
        if let text = try arguments.text(0) { state.append(text) }
      } result: {
        .text($0.joined(separator: "|"))
      })
  }

  @Test(arguments: ValueTests.all) func everyValueGoesInAndOut(_ value: Value) throws {
    let found = try #require(try connection.value("SELECT same(?)", [value]))
    #expect(found == value)
    #expect(found.type == value.type)
    if case .text(let one) = found, case .text(let other) = value {
      #expect(one.utf8.elementsEqual(other.utf8))
    }
  }

  @Test func typedArguments() throws {
    try connection.register(
      ScalarFunction("kinds", argumentCount: nil) { arguments in
        let kinds = try (0..<arguments.count).map { index -> String in
          if arguments.isNull(index) { return "n" }
          if arguments.integer(index) != nil { return "i" }
          if arguments.real(index) != nil { return "r" }
          if try arguments.text(index) != nil { return "t" }
          return "b"
        }
        return .text(kinds.joined())
      })
    #expect(try connection.value("SELECT kinds(1, 1.5, 'x', x'00', NULL, '')") == "irtbnt")
    #expect(try connection.value("SELECT kinds()") == "")
  }

  @Test func lentBytes() throws {
    try connection.register(
      ScalarFunction("bytes", argumentCount: 1) { arguments in
        arguments.withUTF8(0) { .integer(Int64($0.count)) } ?? .null
      })
    #expect(try connection.value("SELECT bytes(?)", ["a\0\u{E9}"]) == 4)
    #expect(try connection.value("SELECT bytes('')") == 0)
    #expect(try connection.value("SELECT bytes(1)") == .null)
    #expect(try connection.value("SELECT bytes(CAST(x'ff' AS TEXT))") == 1)
  }

  @Test func anErrorReachesTheCallerUnchanged() throws {
    #expect(throws: Stop(number: 2)) { try connection.column("SELECT fails(x) FROM t ORDER BY x") }
    #expect(throws: Stop(number: 7)) { try connection.run("INSERT INTO t VALUES (fails(7))") }
    #expect(throws: Stop(number: 2)) { try connection.run("DELETE FROM t WHERE fails(x) > 0") }
    #expect(throws: Stop(number: 2)) {
      try connection.transaction { try connection.run("UPDATE t SET x = fails(x)") }
    }
    #expect(try connection.value("SELECT count(*) FROM t") == 3)
  }

  @Test func anErrorIsGoneAfterwards() throws {
    #expect(throws: Stop(number: 2)) { try connection.column("SELECT fails(x) FROM t ORDER BY x") }
    let error = #expect(throws: DatabaseError.self) { try connection.run("garbage") }
    guard case .failed = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func textThatIsNotUTF8IsAnError() throws {
    for sql in ["SELECT same(CAST(x'ff' AS TEXT))", "SELECT joined(CAST(x'ff' AS TEXT))"] {
      let error = #expect(throws: DatabaseError.self) { try connection.value(sql) }
      guard case .decoding(let failure) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(failure.found == "TEXT that is not UTF-8")
    }
  }

  @Test func nanIsRefused() throws {
    try connection.register(ScalarFunction("nan", argumentCount: 0) { _ in .real(.nan) })
    #expect(throws: DatabaseError.self) { try connection.value("SELECT nan()") }
  }

  @Test func theNumberOfArgumentsCounts() throws {
    #expect(throws: DatabaseError.self) { try connection.value("SELECT same()") }
    #expect(throws: DatabaseError.self) { try connection.value("SELECT same(1, 2)") }
    #expect(throws: DatabaseError.self) {
      try connection.register(ScalarFunction("many", argumentCount: 1000) { _ in 0 })
    }
    #expect(throws: DatabaseError.self) {
      try connection.register(
        ScalarFunction(String(repeating: "x", count: 300), argumentCount: 1) { _ in 0 })
    }
    #expect(try connection.value("SELECT 1") == 1)
  }

  @Test func anotherFunctionOfTheSameNameTakesItsPlace() throws {
    #expect(try connection.value("SELECT same(1)") == 1)
    try connection.register(ScalarFunction("same", argumentCount: 1) { _ in "new" })
    #expect(try connection.value("SELECT same(1)") == "new")
    try connection.register(ScalarFunction("same", argumentCount: 2) { _ in "two" })
    #expect(try connection.value("SELECT same(1)") == "new")
    #expect(try connection.value("SELECT same(1, 2)") == "two")
  }

  @Test func replacingAFunctionThatRunsIsAnErrorAndNotBusy() throws {
    try connection.withStatement("SELECT same(x) FROM t") { (statement) throws in
      #expect(try statement.step())
      let error = #expect(throws: DatabaseError.self) {
        try connection.register(ScalarFunction("same", argumentCount: 1) { _ in "new" })
      }
      guard case .failed = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(try statement.step())
    }
  }

  @Test func groups() throws {
    try connection.execute(
      "CREATE TABLE g (k, v); INSERT INTO g VALUES (1, 'a'), (2, 'b'), (1, 'c')")
    let rows = try connection.query("SELECT k, joined(v) FROM g GROUP BY k ORDER BY k") {
      try $0.values()
    }
    #expect(rows == [[1, "a|c"], [2, "b"]])
    #expect(try connection.value("SELECT joined(v) FROM g WHERE false") == "")
    #expect(try connection.column("SELECT joined(v) FROM g WHERE false GROUP BY k") == [])
  }

  @Test func anAggregateThatThrows() throws {
    try connection.register(
      AggregateFunction("bad_step", argumentCount: 1, initial: 0) { state, arguments in
        state += 1
        if state == 2 { throw Stop(number: 2) }
      } result: { _ in
        throw Stop(number: 99)
      })
    try connection.register(
      AggregateFunction("bad_result", argumentCount: 1, initial: 0) { _, _ in
      } result: { _ in
        throw Stop(number: 3)
      })
    // The first error counts, although SQLite asks for the result even so.
    #expect(throws: Stop(number: 2)) { try connection.value("SELECT bad_step(x) FROM t") }
    #expect(throws: Stop(number: 3)) { try connection.value("SELECT bad_result(x) FROM t") }
    #expect(try connection.value("SELECT joined('x') FROM t") == "x|x|x")
  }

  @Test func anAggregateThatIsNotFinishedLeavesNothingBehind() throws {
    try connection.register(
      AggregateFunction("late", argumentCount: 1, initial: 0) { _, _ in
      } result: { _ in
        throw Stop(number: 5)
      })
    // Given up in the middle of a group: SQLite asks for its result and nobody hears the error.
    #expect(throws: (any Error).self) {
      try connection.value("SELECT late(x), fails(x) FROM t")
    }
    let error = #expect(throws: DatabaseError.self) { try connection.run("garbage") }
    guard case .failed = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func functionsDoNotRunInTheSchema() throws {
    try connection.execute("CREATE VIEW v AS SELECT same(x) FROM t")
    #expect(throws: DatabaseError.self) { try connection.column("SELECT * FROM v") }
  }

  @Test func manyRows() throws {
    let sum = try connection.value(
      """
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 20000)
      SELECT sum(same(n)) FROM c
      """)
    #expect(sum == 200_010_000)
  }
}
