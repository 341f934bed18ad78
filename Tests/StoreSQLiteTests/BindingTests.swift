import StoreSQLite
import Testing

@Suite struct BindingTests {
  let connection: Connection

  init() throws {
    connection = try memory("CREATE TABLE t (a ANY, b ANY, c ANY) STRICT")
  }

  private static let insert = "INSERT INTO t VALUES (?, ?, ?)"

  /// Texts whose lengths go up, down and over the sizes of the buffers that are used again.
  private static let lengths =
    [0, 1, 5, 255, 256, 257, 3, 0, 511, 512, 4096, 7, 65_535, 65_536, 200_000, 2, 0, 70_000, 1]

  @Test func aStatementIsUsedAgainWithTextsOfChangingLengths() throws {
    var expected: [[Value]] = []
    try connection.withStatement(Self.insert) { (statement) throws in
      for (index, length) in Self.lengths.enumerated() {
        let row: [Value] = [
          .text(String(repeating: "ä", count: length)), .integer(Int64(index)),
          .blob([UInt8](repeating: UInt8(index), count: length / 2)),
        ]
        try statement.bind(row)
        try statement.run()
        expected.append(row)
      }
    }
    #expect(try connection.query("SELECT * FROM t ORDER BY rowid") { try $0.values() } == expected)
  }

  @Test func everyKindInEveryPlace() throws {
    let kinds: [Value] = [nil, 1, 1.5, "", "text", .blob([]), .blob([1, 2])]
    var expected: [[Value]] = []
    try connection.withStatement(Self.insert) { (statement) throws in
      for a in kinds {
        for b in kinds {
          for c in kinds {
            try statement.bind(a, at: 0)
            try statement.bind(b, at: 1)
            try statement.bind(c, at: 2)
            try statement.run()
            expected.append([a, b, c])
          }
        }
      }
    }
    #expect(try connection.query("SELECT * FROM t ORDER BY rowid") { try $0.values() } == expected)
  }

  @Test func theLastValueOfAParameterCounts() throws {
    let values: [Value] = ["first", 2, .blob([3]), nil, "last", 6.5]
    try connection.withStatement("SELECT ?") { (statement) throws in
      for first in values {
        for second in values {
          try statement.bind(first, at: 0)
          try statement.bind(second, at: 0)
          #expect(try statement.step())
          #expect(try statement.value(0) == second)
          statement.reset()
        }
      }
    }
  }

  @Test func aResetForgetsTheValues() throws {
    try connection.withStatement("SELECT ?, ?") { (statement) throws in
      try statement.bind(["a", 1])
      #expect(try statement.step())
      statement.reset()
      #expect(try statement.step())
      #expect(try statement.values() == [nil, nil])
    }
    #expect(try connection.query("SELECT ?, ?", [3, 4]) { try $0.values() } == [[3, 4]])
  }

  @Test func bindingWhileRowsAreReadIsAnError() throws {
    try connection.withStatement("SELECT ?, ?") { (statement) throws in
      try statement.bind(["one", "two"])
      #expect(try statement.step())
      // Much longer than what is there, so that the memory of the others would have to move.
      statement.bind(String(repeating: "x", count: 100_000), at: 0)
      #expect(throws: DatabaseError.self) { _ = try statement.step() }
      try statement.bind(["three", "four"])
      #expect(try statement.step())
      #expect(try statement.values() == ["three", "four"])
      #expect(throws: DatabaseError.self) { try statement.bind(5, at: 0) }
    }
  }

  @Test func theRowStaysReadableUntilTheNextStep() throws {
    try connection.withStatement("SELECT ?") { (statement) throws in
      try statement.bind(["kept"])
      #expect(try statement.step())
      try statement.withUTF8(0) { bytes in
        let other = try connection.value("SELECT ?", [.text(String(repeating: "y", count: 9999))])
        #expect(other != nil)
        #expect(String(decoding: bytes, as: UTF8.self) == "kept")
      }
    }
  }

  @Test func bindingAfterTheLastRowNeedsAReset() throws {
    try connection.withStatement(Self.insert) { (statement) throws in
      try statement.bind(["a", "b", "c"])
      #expect(try !statement.step())
      statement.bind(String(repeating: "z", count: 100_000), at: 1)
      #expect(throws: DatabaseError.self) { _ = try statement.step() }
    }
    #expect(try connection.query("SELECT * FROM t") { try $0.values() } == [["a", "b", "c"]])
  }

  @Test func aParameterThatIsNotThereIsAnError() throws {
    for parameter in [1, 2, -1, 1000] {
      try connection.withStatement("SELECT ?") { (statement) throws in
        #expect(throws: DatabaseError.self) { try statement.bind(1, at: parameter) }
        statement.bind("text", at: parameter)
        #expect(throws: DatabaseError.self) { _ = try statement.step() }
      }
    }
  }

  @Test func theNumberOfValuesMustFit() throws {
    for values: [Value] in [[], [1], [1, 2, 3]] {
      #expect(
        throws: DatabaseError.wrongParameterCount(
          expected: 2, given: values.count, sql: "SELECT ?, ?")
      ) { try connection.run("SELECT ?, ?", values) }
    }
  }

  @Test func namedAndNumberedParametersCountOnce() throws {
    #expect(
      try connection.query("SELECT ?2, ?1, ?2", ["a", "b"]) { try $0.values() } == [
        ["b", "a", "b"]
      ])
    #expect(try connection.query("SELECT :x, :x", [1]) { try $0.values() } == [[1, 1]])
  }

  @Test func theTextsOfALongLoopAreNotMixedUp() throws {
    try connection.withStatement("SELECT ?1, ?2, length(?1), length(?2)") { (statement) throws in
      for number in 0..<5000 {
        let one = String(repeating: "a", count: number % 700) + "\(number)"
        let two = String(repeating: "b", count: (number * 7) % 900) + "\(number)"
        statement.bind(one, at: 0)
        statement.bind(two, at: 1)
        #expect(try statement.step())
        let isRight =
          try statement.text(0) == one && statement.text(1) == two
          && statement.integer(2) == one.count && statement.integer(3) == two.count
        try #require(isRight)
        statement.reset()
      }
    }
  }

  @Test func valuesShowInErrorsOnlyOnRequest() throws {
    for shows in [false, true] {
      var configuration = DatabaseConfiguration()
      configuration.showsValuesInErrors = shows
      let connection = try memory(
        "CREATE TABLE t (name TEXT UNIQUE); INSERT INTO t VALUES ('secret')", configuration)
      let error = #expect(throws: DatabaseError.self) {
        try connection.run("INSERT INTO t VALUES (?)", ["secret"])
      }
      guard case .constraint(let violation) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(violation.error.sql == "INSERT INTO t VALUES (?)")
      #expect(violation.error.description.contains("secret") == shows)
      #expect((violation.error.sqlWithValues != nil) == shows)
    }
  }
}
