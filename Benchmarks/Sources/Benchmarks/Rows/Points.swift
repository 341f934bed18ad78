import CReference
import GRDB
import People

private let count = 20_000
private let stride: Int64 = 7919

/// One person by the key, many times.
let pointWork: [Work] = [
  Work(
    name: "point read by key", operations: count,
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store()
          var sum = 0
          try bench.time {
            for index in 0..<Int64(count) {
              sum += try store.people.find(1 + index * stride % Int64(bench.people))?.age ?? 0
            }
          }
          return "\(sum)"
        }
      ),
      (.hand, hand), (.c, c), (.grdb, grdb), (.grdbCodable, codable),
    ]),
  Work(
    name: "point read by key, as a chain", operations: count,
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store()
          var sum = 0
          try bench.time {
            for index in 0..<Int64(count) {
              let key = 1 + index * stride % Int64(bench.people)
              sum += try store.people.where { $0.id == key }.firstOrNil()?.age ?? 0
            }
          }
          return "\(sum)"
        }
      ),
      (.hand, hand), (.c, c), (.grdb, grdb), (.grdbCodable, codable),
    ]),
  Work(
    name: "point read by key, as a prepared chain", operations: count,
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store()
          let byKey = try store.people.prepare { people, key in people.where { $0.id == key } }
          var sum = 0
          try bench.time {
            for index in 0..<Int64(count) {
              sum += try byKey.firstOrNil(1 + index * stride % Int64(bench.people))?.age ?? 0
            }
          }
          return "\(sum)"
        }
      ),
      (.hand, hand), (.c, c), (.grdb, grdb), (.grdbCodable, codable),
    ]),
]

private func hand(_ bench: Bench) throws -> String {
  let handle = try bench.handle()
  var statement: OpaquePointer?
  sqlite3_prepare_v3(
    handle, "SELECT \(personColumns) FROM person WHERE id = ?", -1,
    UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
  guard let statement else { throw BenchError.failed("prepare") }
  defer { sqlite3_finalize(statement) }
  var sum = 0
  bench.time {
    for index in 0..<Int64(count) {
      sqlite3_bind_int64(statement, 1, 1 + index * stride % Int64(bench.people))
      if sqlite3_step(statement) == SQLITE_ROW { sum += HandPerson(statement).age }
      sqlite3_reset(statement)
    }
  }
  return "\(sum)"
}

private func c(_ bench: Bench) throws -> String {
  let handle = try bench.handle()
  return "\(bench.time { reference_find(handle, Int64(count), stride, Int64(bench.people)) })"
}

private func grdb(_ bench: Bench) throws -> String {
  let queue = try bench.grdb()
  let sql = "SELECT \(personColumns) FROM person WHERE id = ?"
  var sum = 0
  try bench.time {
    for index in 0..<Int64(count) {
      let key = 1 + index * stride % Int64(bench.people)
      sum += try queue.read { database in
        try PositionalPerson.fetchOne(
          database.cachedStatement(sql: sql), arguments: [key])?.age ?? 0
      }
    }
  }
  return "\(sum)"
}

private func codable(_ bench: Bench) throws -> String {
  let queue = try bench.grdb()
  var sum = 0
  try bench.time {
    for index in 0..<Int64(count) {
      let key = 1 + index * stride % Int64(bench.people)
      sum += try queue.read { try CodablePerson.fetchOne($0, key: key)?.age ?? 0 }
    }
  }
  return "\(sum)"
}
