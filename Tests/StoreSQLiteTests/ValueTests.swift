import StoreSQLite
import Testing

@Suite struct ValueTests {
  static let integers: [Int64] = [0, 1, -1, .max, .min, 1 << 53, -(1 << 53) - 1]

  static let reals: [Double] = [
    0.5, -0.5, 1e308, .leastNonzeroMagnitude, .infinity, -.infinity, 0.1, 1 / 3,
    .greatestFiniteMagnitude, 1e15, 3,
  ]

  static let texts: [String] = [
    "", " ", "a", "\0", "a\0b", "\0\0", "'", "\"", "''; DROP TABLE t; --", "%_\\", "\n\r\t", "?1",
    "é", "e\u{301}", "😀", "👨‍👩‍👧‍👦", "\u{FEFF}x", "\u{FFFF}", "\u{10FFFF}", "null", "NULL", "1",
    "0x10",
    "1e5",
    String(repeating: "ü", count: 100_000),
  ]

  static let blobs: [[UInt8]] = [
    [], [0], [0, 0, 0], [255, 254], Array("text".utf8), [UInt8](repeating: 7, count: 1_000_000),
  ]

  static let all: [Value] =
    integers.map { .integer($0) } + reals.map { .real($0) } + texts.map { .text($0) }
    + blobs.map { .blob($0) } + [.null]

  /// Equality of Swift strings takes different scalars for one text; a store must not.
  private func isSame(_ one: Value, _ other: Value) -> Bool {
    if case .text(let one) = one, case .text(let other) = other {
      return one.utf8.elementsEqual(other.utf8)
    }
    return one == other
  }

  @Test(arguments: all) func isTheSameAfterAParameter(_ value: Value) throws {
    let connection = try memory()
    let found = try #require(try connection.value("SELECT ?", [value]))
    #expect(isSame(found, value))
    #expect(found.type == value.type)
  }

  @Test(arguments: all) func isTheSameAfterStoring(_ value: Value) throws {
    let connection = try memory("CREATE TABLE t (id INTEGER PRIMARY KEY, value ANY) STRICT")
    try connection.run("INSERT INTO t (value) VALUES (?)", [value])
    let found = try #require(try connection.value("SELECT value FROM t"))
    #expect(isSame(found, value))
    #expect(found.type == value.type)
  }

  @Test func columnsOfOneTypeKeepAllTheirValues() throws {
    let connection = try memory(
      "CREATE TABLE t (i INTEGER, r REAL, x TEXT, b BLOB) STRICT")
    for integer in Self.integers {
      try connection.run("INSERT INTO t (i) VALUES (?)", [.integer(integer)])
    }
    for real in Self.reals { try connection.run("INSERT INTO t (r) VALUES (?)", [.real(real)]) }
    #expect(
      try connection.query("SELECT i FROM t WHERE i IS NOT NULL ORDER BY rowid") {
        try $0.integer(0)
      } == Self.integers)
    #expect(
      try connection.query("SELECT r FROM t WHERE r IS NOT NULL ORDER BY rowid") { try $0.real(0) }
        == Self.reals)
  }

  @Test func negativeZeroIsEqualToZeroEverywhere() throws {
    let connection = try memory("CREATE TABLE t (r REAL) STRICT")
    try connection.run("INSERT INTO t VALUES (?)", [.real(-0.0)])
    let found = try #require(try connection.query("SELECT r FROM t") { try $0.real(0) }.first)
    #expect(found == 0)
    #expect(try connection.value("SELECT count(*) FROM t WHERE r = 0.0") == 1)
  }

  @Test func nulCountsLikeAnyOtherScalar() throws {
    let connection = try memory("CREATE TABLE t (x TEXT) STRICT")
    for text in ["a", "a\0", "a\0b"] {
      try connection.run("INSERT INTO t VALUES (?)", [.text(text)])
    }
    #expect(try connection.column("SELECT x FROM t WHERE x = 'a'") == ["a"])
    #expect(try connection.column("SELECT length(CAST(x AS BLOB)) FROM t ORDER BY x") == [1, 2, 3])
    #expect(try connection.column("SELECT count(DISTINCT x) FROM t") == [3])
    #expect(try connection.value("SELECT x FROM t WHERE x = ?", [.text("a\0b")]) == .text("a\0b"))
  }

  @Test func nanIsRefused() throws {
    let connection = try memory("CREATE TABLE t (r REAL) STRICT")
    for nan in [Double.nan, -.nan, .signalingNaN] {
      #expect(throws: DatabaseError.notANumber(column: nil, parameter: 0)) {
        try connection.run("INSERT INTO t VALUES (?)", [.real(nan)])
      }
    }
    #expect(try connection.value("SELECT count(*) FROM t") == 0)
  }

  @Test func descriptionsAreLiterals() throws {
    let connection = try memory()
    for value in Self.all {
      if case .text(let text) = value, text.utf8.contains(0) { continue }  // no literal has a NUL
      if value == .integer(.min) { continue }  // read as a real: no literal either
      #expect(isSame(try #require(try connection.value("SELECT \(value)")), value), "\(value)")
    }
  }

  @Test func literalsMakeValues() {
    let values: [Value] = [1, 1.5, "a", nil]
    #expect(values == [.integer(1), .real(1.5), .text("a"), .null])
    #expect(values.map(\.type) == [.integer, .real, .text, .null])
  }
}
