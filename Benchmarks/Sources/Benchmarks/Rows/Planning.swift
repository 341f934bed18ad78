import CReference
import GRDB
import People

private let count = 2_000

/// Chains that are built again for each call.
let planningWork: [Work] = [
  Work(
    name: "chain of six operators, built and run", operations: count,
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store()
          var found = 0
          try bench.time {
            for index in 0..<count {
              found += try six(store, Int64(index)).toArray().count
            }
          }
          return "\(found)"
        }
      ),
      (
        .hand,
        { bench in
          let handle = try bench.handle()
          var statement: OpaquePointer?
          sqlite3_prepare_v2(handle, sixSQL, -1, &statement, nil)
          guard let statement else { throw BenchError.failed("prepare") }
          defer { sqlite3_finalize(statement) }
          var found = 0
          bench.time {
            for index in 0..<count {
              sqlite3_bind_int64(statement, 1, 90)
              sqlite3_bind_int64(statement, 2, Int64(index))
              sqlite3_bind_int64(statement, 3, Int64(index) + 10)
              var rows: [(String, Int)] = []
              while sqlite3_step(statement) == SQLITE_ROW {
                rows.append((handText(statement, 0), Int(sqlite3_column_int64(statement, 1))))
              }
              sqlite3_reset(statement)
              found += rows.count
            }
          }
          return "\(found)"
        }
      ),
      (
        .grdb,
        { bench in
          let queue = try bench.grdb()
          var found = 0
          try bench.time {
            for index in 0..<Int64(count) {
              found += try queue.read {
                try Row.fetchAll(
                  $0,
                  CodablePerson.filter(Column("age") < 90 && Column("birth_date") != nil)
                    .filter(Column("id") > index && Column("id") < index + 10)
                    .order(Column("surname"), Column("name"), Column("id"))
                    .select(Column("name"), Column("age")).limit(3)
                ).map { ($0[0] as String, $0[1] as Int) }.count
              }
            }
          }
          return "\(found)"
        }
      ),
    ]),
  Work(
    name: "chain of six operators, built and planned only", operations: count,
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store()
          var characters = 0
          bench.time {
            for index in 0..<count { characters += "\(six(store, Int64(index)).policy)".utf8.count }
          }
          return ""
        }
      )
    ]),
]

private func six(_ store: PersonStore, _ index: Int64) -> Query<(String, Int)> {
  store.people.where { $0.age < 90 && $0.birthDate != nil }
    .where { $0.id > index && $0.id < index + 10 }
    .sort { $0.surname }.thenBy { $0.name }.select { ($0.name, $0.age) }.take(3)
}

private let sixSQL = """
  SELECT name, age FROM person WHERE age < ? AND birth_date IS NOT NULL AND id > ? AND id < ?
  ORDER BY surname, name, id LIMIT 3
  """
