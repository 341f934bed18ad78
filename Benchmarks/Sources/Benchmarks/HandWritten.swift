import CReference
import GRDB
import People

/// Runs a statement by hand: what a careful programmer writes without a library.
func handRead<Row>(
  _ handle: OpaquePointer, _ sql: String, bind: (OpaquePointer) -> Void = { _ in },
  _ row: (OpaquePointer) throws -> Row?
) throws -> [Row] {
  var statement: OpaquePointer?
  guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
    throw BenchError.failed(String(cString: sqlite3_errmsg(handle)))
  }
  defer { sqlite3_finalize(statement) }
  bind(statement)
  var rows: [Row] = []
  while sqlite3_step(statement) == SQLITE_ROW {
    if let element = try row(statement) { rows.append(element) }
  }
  return rows
}

/// A text column.
@inline(__always)
func handText(_ statement: OpaquePointer, _ column: Int32) -> String {
  let bytes = sqlite3_column_text(statement, column)
  let count = Int(sqlite3_column_bytes(statement, column))
  return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
}

@inline(__always)
func handOptionalText(_ statement: OpaquePointer, _ column: Int32) -> String? {
  sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : handText(statement, column)
}

let personColumns = "id, name, surname, age, email, birth_date"

/// A person with the day as text, as a program by hand would keep it.
struct HandPerson: Sendable {
  var id: Int64
  var name: String
  var surname: String
  var age: Int
  var email: String?
  var birthDate: String?

  @inline(__always)
  init(_ statement: OpaquePointer) {
    id = sqlite3_column_int64(statement, 0)
    name = handText(statement, 1)
    surname = handText(statement, 2)
    age = Int(sqlite3_column_int64(statement, 3))
    email = handOptionalText(statement, 4)
    birthDate = handOptionalText(statement, 5)
  }
}

/// A person as GRDB reads it fastest: by position.
struct PositionalPerson: FetchableRecord, Sendable {
  var id: Int64
  var name: String
  var surname: String
  var age: Int
  var email: String?
  var birthDate: String?

  init(row: Row) {
    id = row[0]
    name = row[1]
    surname = row[2]
    age = row[3]
    email = row[4]
    birthDate = row[5]
  }
}

/// A person as most programs with GRDB have it.
struct CodablePerson: Codable, FetchableRecord, PersistableRecord, Sendable {
  static let databaseTableName = "person"
  static var databaseSelection: [any SQLSelectable] { [AllColumns()] }
  var id: Int64?
  var name: String
  var surname: String
  var age: Int
  var email: String?
  var birth_date: String?
}

// What results are compared by.

func check(_ people: [Person]) -> String {
  check(people.map { ($0.id, $0.name, $0.surname, $0.age ?? 0) })
}
func check(_ people: [HandPerson]) -> String {
  check(people.map { ($0.id, $0.name, $0.surname, $0.age) })
}
func check(_ people: [PositionalPerson]) -> String {
  check(people.map { ($0.id, $0.name, $0.surname, $0.age) })
}
func check(_ people: [CodablePerson]) -> String {
  check(people.map { ($0.id ?? 0, $0.name, $0.surname, $0.age) })
}
func check(_ rows: [(Int64, String, String, Int)]) -> String {
  var hash: UInt64 = 14_695_981_039_346_656_037
  for row in rows {
    for byte in "\(row.0)|\(row.1)|\(row.2)|\(row.3)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211
    }
  }
  return "\(rows.count):\(hash)"
}
