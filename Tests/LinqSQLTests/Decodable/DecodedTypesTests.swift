import Foundation
import LinqCore
import LinqSQL
import StoreSQLite
import TestSupport
import Testing

private enum Grade: String, Codable, CaseIterable, ColumnArrayElement { case low, high }

private enum Level: Int, Codable, CaseIterable, ColumnValue { case first = 1, second }

private struct Code: RawRepresentable, Codable, Hashable, ColumnValue { var rawValue: String }

private struct Size: Codable, Hashable, JSONColumnValue {
  struct Unit: Codable, Hashable { var name: String }

  var isWide: Bool
  var width: Int
  var unit: Unit?
}

/// A value of each type that a column can hold and that is `Codable`.
private struct Every: Codable, Sendable, Hashable {
  let id: Int64
  var flag: Bool
  var int: Int
  var int8: Int8
  var int16: Int16
  var int32: Int32
  var uint: UInt
  var uint8: UInt8
  var uint16: UInt16
  var uint32: UInt32
  var uint64: UInt64
  var double: Double
  var float: Float
  var text: String
  var data: Data
  var bytes: [UInt8]
  var date: Date
  var day: CalendarDate
  var uuid: UUID
  var decimal: Decimal
  var grade: Grade
  var level: Level
  var code: Code
  var names: [String]
  var grades: [Grade]
  var marks: [String: Int]
  var size: Size
  var sizes: [Size]
  var sizeOfName: [String: Size]
}

/// The same values, which may be nil.
private struct EveryOptional: Codable, Sendable, Hashable {
  let id: Int64
  var flag: Bool?
  var int: Int?
  var int8: Int8?
  var int16: Int16?
  var int32: Int32?
  var int64: Int64?
  var uint: UInt?
  var uint8: UInt8?
  var uint16: UInt16?
  var uint32: UInt32?
  var uint64: UInt64?
  var double: Double?
  var float: Float?
  var text: String?
  var data: Data?
  var bytes: [UInt8]?
  var date: Date?
  var day: CalendarDate?
  var uuid: UUID?
  var decimal: Decimal?
  var grade: Grade?
  var level: Level?
  var code: Code?
  var names: [String]?
  var grades: [Grade]?
  var marks: [String: Int]?
  var size: Size?
  var sizes: [Size]?
}

@Suite("A struct that is decoded tells its columns: types")
struct DecodedTypesTests {
  private static let types: KeyValuePairs = [
    "flag": "INTEGER", "int": "INTEGER", "int8": "INTEGER", "int16": "INTEGER",
    "int32": "INTEGER", "uint": "INTEGER", "uint8": "INTEGER", "uint16": "INTEGER",
    "uint32": "INTEGER", "uint64": "INTEGER", "double": "REAL", "float": "REAL", "text": "TEXT",
    "data": "BLOB", "bytes": "BLOB", "date": "INTEGER", "day": "TEXT", "uuid": "TEXT",
    "decimal": "TEXT", "grade": "TEXT", "level": "INTEGER", "code": "TEXT", "names": "TEXT",
    "grades": "TEXT", "marks": "TEXT", "size": "TEXT", "sizes": "TEXT",
  ]

  private static func sample(_ id: Int64, isLong: Bool) -> Every {
    let text = isLong ? String(repeating: "a text of more than fifteen bytes ", count: 9) : "é"
    let size = Size(
      isWide: isLong, width: isLong ? .max : -1, unit: isLong ? nil : .init(name: "m"))
    return Every(
      id: id, flag: isLong, int: .max, int8: .min, int16: -3, int32: .min, uint: 7, uint8: .max,
      uint16: .max, uint32: .max, uint64: 1 << 62, double: 1e300, float: 0.1, text: text,
      data: Data(text.utf8), bytes: [UInt8](text.utf8), date: Date(timeIntervalSince1970: 1.5),
      day: CalendarDate(year: 2024, month: 2, day: 29)!, uuid: UUID(), decimal: 12.5,
      grade: isLong ? .high : .low, level: isLong ? .second : .first, code: Code(rawValue: text),
      names: isLong ? [text, "b"] : [], grades: Grade.allCases, marks: isLong ? ["a": 1] : [:],
      size: size, sizes: [size, size], sizeOfName: ["a": size])
  }

  @Test("every type of a column")
  func every() throws {
    let pool = try ConnectionPool(path: ":memory:")
    let columns = Self.types.map { "\($0.key) \($0.value) NOT NULL" }.joined(separator: ", ")
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE every (
          id INTEGER PRIMARY KEY, \(columns), sizeOfName TEXT NOT NULL) STRICT
        """)
    }
    let rows = Repository(Table(Every.self, "every", key: \.id), in: pool)
    var expected: [Every] = []
    for id in 1...20 {
      expected.append(try rows.insert(Self.sample(Int64(id), isLong: id.isMultiple(of: 2))))
    }
    #expect(try rows.toArray() == expected)
    #expect(expected[1] == Self.sample(2, isLong: true).with(expected[1].uuid))
    #expect(expected[2] == Self.sample(3, isLong: false).with(expected[2].uuid))
    // The key is a constant.
    #expect(try rows.insert(Self.sample(0, isLong: true)).id == 21)
    #expect(try rows.where { $0.size == expected[1].size }.count() == 11)
    #expect(try rows.where { $0.grades.contains(.high) && !$0.flag }.count() == 10)
    #expect(try rows.update(expected[3].with(expected[4].uuid)).uuid == expected[4].uuid)
  }

  @Test("every optional type of a column, with values and with nil")
  func optional() throws {
    let pool = try ConnectionPool(path: ":memory:")
    let columns = Self.types.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    try pool.withWriter {
      try $0.execute(
        "CREATE TABLE every (id INTEGER PRIMARY KEY, int64 INTEGER, \(columns)) STRICT")
    }
    let rows = Repository(Table(EveryOptional.self, "every", key: \.id), in: pool)
    let sample = Self.sample(1, isLong: true)
    let full = EveryOptional(
      id: 1, flag: sample.flag, int: sample.int, int8: sample.int8, int16: sample.int16,
      int32: sample.int32, int64: .min, uint: sample.uint, uint8: sample.uint8,
      uint16: sample.uint16, uint32: sample.uint32, uint64: sample.uint64, double: sample.double,
      float: sample.float, text: sample.text, data: sample.data, bytes: sample.bytes,
      date: sample.date, day: sample.day, uuid: sample.uuid, decimal: sample.decimal,
      grade: sample.grade, level: sample.level, code: sample.code, names: sample.names,
      grades: sample.grades, marks: sample.marks, size: sample.size, sizes: sample.sizes)
    try rows.insert([full, EveryOptional(id: 2)])
    #expect(try rows.toArray() == [full, EveryOptional(id: 2)])
    #expect(try rows.where { $0.text == nil && $0.double == nil }.toArray().map(\.id) == [2])
    #expect(try rows.where { $0.uuid == sample.uuid }.toArray() == [full])
  }

  @Test("texts of many lengths")
  func texts() throws {
    struct Note: Codable, Sendable, Equatable {
      var id: Int64
      private var first: String
      fileprivate let second: String?
      var third: String

      init(id: Int64, _ text: String) {
        (self.id, first, second, third) = (id, text, id % 3 == 0 ? nil : text + "!", "é" + text)
      }
    }
    let pool = try ConnectionPool(path: ":memory:")
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE note (
          id INTEGER PRIMARY KEY, first TEXT NOT NULL, second TEXT, third TEXT NOT NULL) STRICT
        """)
    }
    let notes = Repository(Table(Note.self, "note", key: \.id), in: pool)
    let expected = (1...64).map { Note(id: $0, String(repeating: "x", count: Int($0))) }
    try notes.insert(expected)
    #expect(try notes.toArray() == expected)
    #expect(try notes.where { $0.second == nil }.count() == 21)
  }
}

extension Every {
  fileprivate func with(_ uuid: UUID) -> Every {
    var row = self
    row.uuid = uuid
    return row
  }
}
