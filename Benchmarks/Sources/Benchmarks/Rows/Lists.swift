import CReference
import GRDB
import People

private let count = 2_000
private let length = 20
private let question = Array(repeating: "?", count: length).joined(separator: ", ")
private let sql = "SELECT \(personColumns) FROM person WHERE id IN (\(question)) ORDER BY id"

/// The keys of one read, which are others in each.
private func keys(_ index: Int, _ bench: Bench) -> [Int64] {
  (0..<length).map { 1 + Int64(index * length + $0) * 7919 % Int64(bench.people) }
}

/// The people with the keys of a list.
let listWork: [Work] = [
  Work(
    name: "people with the keys of a list of 20", operations: count,
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store()
          var sum = 0
          try bench.time {
            for index in 0..<count {
              let keys = keys(index, bench)
              for person in try store.people.where({ keys.contains($0.id) }).toArray() {
                sum += person.age ?? 0
              }
            }
          }
          return "\(sum)"
        }
      ),
      (
        .hand,
        { bench in
          let handle = try bench.handle()
          var statement: OpaquePointer?
          sqlite3_prepare_v3(
            handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
          guard let statement else { throw BenchError.failed("prepare") }
          defer { sqlite3_finalize(statement) }
          var sum = 0
          bench.time {
            for index in 0..<count {
              for (place, key) in keys(index, bench).enumerated() {
                sqlite3_bind_int64(statement, Int32(place + 1), key)
              }
              var people: [HandPerson] = []
              while sqlite3_step(statement) == SQLITE_ROW { people.append(HandPerson(statement)) }
              sqlite3_reset(statement)
              for person in people { sum += person.age }
            }
          }
          return "\(sum)"
        }
      ),
      (
        .grdb,
        { bench in
          try sum(bench) { database, keys in
            try PositionalPerson.fetchAll(
              database.cachedStatement(sql: sql), arguments: StatementArguments(keys)
            ).map(\.age)
          }
        }
      ),
      (
        .grdbCodable,
        { bench in
          try sum(bench) { database, keys in
            try CodablePerson.filter(keys.contains(Column("id"))).order(Column("id"))
              .fetchAll(database).map(\.age)
          }
        }
      ),
    ])
]

/// Reads the people of each list with GRDB, and adds their ages.
private func sum(
  _ bench: Bench, _ ages: (Database, _ keys: [Int64]) throws -> [Int]
) throws -> String {
  let queue = try bench.grdb()
  var sum = 0
  try bench.time {
    for index in 0..<count {
      let keys = keys(index, bench)
      for age in try queue.read({ try ages($0, keys) }) { sum += age }
    }
  }
  return "\(sum)"
}
