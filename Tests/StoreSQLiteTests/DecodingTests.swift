import StoreSQLite
import Testing

@Suite struct DecodingTests {
  let connection: Connection

  init() throws {
    connection = try memory(
      """
      CREATE TABLE person (id INTEGER PRIMARY KEY, value ANY) STRICT;
      INSERT INTO person (value) VALUES (NULL), (1), (1.5), ('one'), (x'01');
      """)
  }

  private static let types: [ValueType] = [.null, .integer, .real, .text, .blob]

  @Test(arguments: [ValueType.integer, .real, .text, .blob])
  func anotherTypeIsAnErrorThatNamesThePlace(_ expected: ValueType) throws {
    for (number, found) in Self.types.enumerated() where found != expected {
      let failure = DecodingFailure(
        table: "person", column: "value", row: .number(number + 1), expected: expected.rawValue,
        found: found.rawValue)
      #expect(throws: DatabaseError.decoding(failure)) {
        try connection.withStatement("SELECT id, value AS v FROM person ORDER BY id") {
          (row) throws in
          for _ in 0...number { #expect(try row.step()) }
          switch expected {
          case .integer: _ = try row.integer(1)
          case .real: _ = try row.real(1)
          case .text: _ = try row.text(1)
          default: _ = try row.blob(1)
          }
        }
      }
    }
  }

  @Test func theRightTypesAreRead() throws {
    #expect(
      try connection.column("SELECT value FROM person ORDER BY id") == [
        nil, 1, 1.5, "one", .blob([1]),
      ])
    try connection.withStatement("SELECT value FROM person ORDER BY id") { (row) throws in
      for type in Self.types {
        #expect(try row.step())
        #expect(row.type(0) == type)
        #expect(row.isNull(0) == (type == .null))
      }
      #expect(try !row.step())
    }
  }

  @Test func aComputedColumnHasNoTable() throws {
    let failure = DecodingFailure(
      table: nil, column: "total", row: .number(1), expected: "INTEGER", found: "NULL")
    #expect(throws: DatabaseError.decoding(failure)) {
      try connection.query("SELECT sum(value) AS total FROM person WHERE false") {
        try $0.integer(0)
      }
    }
    #expect(failure.description == "total, row 1 of the result: expected INTEGER, found NULL")
  }

  @Test func theTextNamesEverything() {
    let failure = DecodingFailure(
      table: "person", column: "age", row: .key(7), expected: "INTEGER", found: "NULL")
    #expect(
      DatabaseError.decoding(failure).description
        == "person.age, row with key 7: expected INTEGER, found NULL")
  }

  @Test func aColumnThatIsNotThereIsAnError() throws {
    for column in [1, -1, 100] {
      #expect(throws: DatabaseError.self) {
        try connection.query("SELECT 1") { try $0.integer(column) }
      }
    }
  }

  @Test(arguments: ["ff", "c080", "eda080", "61ff62", "f4908080", "e282", "00ff"])
  func textThatIsNotUTF8IsAnError(_ bytes: String) throws {
    try connection.run("UPDATE person SET value = CAST(x'\(bytes)' AS TEXT) WHERE id = 4")
    let failure = DecodingFailure(
      table: "person", column: "value", row: .number(1), expected: "TEXT",
      found: "TEXT that is not UTF-8")
    #expect(throws: DatabaseError.decoding(failure)) {
      try connection.query("SELECT value FROM person WHERE id = 4") { try $0.text(0) }
    }
    #expect(throws: DatabaseError.decoding(failure)) {
      try connection.query("SELECT value FROM person WHERE id = 4") { try $0.value(0) }
    }
    let raw = try connection.query("SELECT value FROM person WHERE id = 4") { row in
      try row.withUTF8(0) { $0.map { Int($0) } }
    }
    #expect(raw[0].count == bytes.count / 2)
  }

  // ASCII is found several bytes at a time, in the same bytes twice where the length is odd.
  @Test(arguments: 1...40)
  func textThatIsNotUTF8IsFoundAtEachPlace(length: Int) throws {
    for place in 0..<length {
      for byte: UInt8 in [0, 0x7F, 0x80, 0xC3, 0xE2, 0xF0, 0xFF] {
        var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: length)
        bytes[place] = byte
        let hex = bytes.map { String(Int($0) + 0x100, radix: 16).dropFirst() }.joined()
        func read() throws -> [String] {
          try connection.query("SELECT CAST(x'\(hex)' AS TEXT)") { try $0.text(0) }
        }
        if let text = String(validating: bytes, as: UTF8.self) {
          #expect(try read() == [text])
        } else {
          #expect(throws: DatabaseError.self) { try read() }
        }
      }
      guard place + 2 <= length else { continue }
      let text =
        String(repeating: "a", count: place) + "é"
        + String(repeating: "a", count: length - place - 2)
      #expect(try connection.query("SELECT '\(text)'") { try $0.text(0) } == [text])
    }
  }

  @Test func allValuesOfARow() throws {
    let rows = try connection.query("SELECT 1, 'a', NULL") { try $0.values() }
    #expect(rows == [[1, "a", nil]])
    try connection.withStatement("SELECT 1 AS one, 2") { (row) throws in
      #expect(row.columnCount == 2)
      #expect(row.columnName(0) == "one")
      #expect(row.columnName(1) == "2")
    }
  }
}
