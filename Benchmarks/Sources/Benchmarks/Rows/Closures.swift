import CReference
import GRDB
import People

/// What only Swift can decide.
let closureWork: [Work] = [
  Work(
    name: "closure as a filter, streamed",
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store()
          return
            "\(try bench.time { try store.people.where { isOdd($0.age ?? 0, $0.name) }.count() })"
        }
      ),
      (
        .hand,
        { bench in
          let handle = try bench.handle()
          let count = try bench.time {
            var count = 0
            _ = try handRead(handle, "SELECT \(personColumns) FROM person ORDER BY id") {
              statement -> Never? in
              let person = HandPerson(statement)
              if isOdd(person.age ?? 0, person.name) { count += 1 }
              return nil
            }
            return count
          }
          return "\(count)"
        }
      ),
      (
        .grdb,
        { bench in
          let queue = try bench.grdb()
          let count = try bench.time {
            try queue.read { database in
              var count = 0
              let cursor = try PositionalPerson.fetchCursor(
                database, sql: "SELECT \(personColumns) FROM person ORDER BY id")
              while let person = try cursor.next() {
                if isOdd(person.age ?? 0, person.name) { count += 1 }
              }
              return count
            }
          }
          return "\(count)"
        }
      ),
    ]),
  Work(
    name: "a function of the program inside SQLite",
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store()
          let odd = QueryFunction("is_odd") { (age: Int, name: String) in isOdd(age, name) }
          return
            "\(try bench.time { try store.people.where { odd($0.age ?? 0, $0.name) }.count() })"
        }
      ),
      (
        .hand,
        { bench in
          let handle = try bench.handle()
          sqlite3_create_function_v2(
            handle, "is_odd", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, _, values in
              guard let age = values?[0], let name = values?[1] else { return }
              let text = String(
                decoding: UnsafeBufferPointer(
                  start: sqlite3_value_text(name), count: Int(sqlite3_value_bytes(name))),
                as: UTF8.self)
              sqlite3_result_int64(context, isOdd(Int(sqlite3_value_int64(age)), text) ? 1 : 0)
            }, nil, nil, nil)
          let counts = try bench.time {
            try handRead(handle, "SELECT count(*) FROM person WHERE is_odd(age, name)") {
              sqlite3_column_int64($0, 0)
            }
          }
          return "\(counts[0])"
        }
      ),
      (
        .grdb,
        { bench in
          let queue = try bench.grdb()
          let odd = DatabaseFunction("is_odd", argumentCount: 2, pure: true) { values in
            guard let age = Int.fromDatabaseValue(values[0]),
              let name = String.fromDatabaseValue(values[1])
            else { return nil }
            return isOdd(age, name)
          }
          try queue.write { $0.add(function: odd) }
          let count = try bench.time {
            try queue.read {
              try Int.fetchOne($0, sql: "SELECT count(*) FROM person WHERE is_odd(age, name)")
            }
          }
          return "\(count ?? 0)"
        }
      ),
    ]),
  Work(
    name: "closure, sort, take(10)", operations: 200,
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store("indexed.db")
          return check(
            try bench.times(200) {
              try store.people.where { p in isOdd(p.age ?? 0, p.name) }.sort { $0.surname }.take(10)
                .toArray()
            })
        }
      ),
      (
        .hand,
        { bench in
          let handle = try bench.handle("indexed.db")
          return check(
            try bench.times(200) {
              var found: [HandPerson] = []
              struct Enough: Error {}
              do {
                _ = try handRead(handle, "SELECT \(personColumns) FROM person ORDER BY surname, id")
                {
                  statement -> Never? in
                  let person = HandPerson(statement)
                  if isOdd(person.age ?? 0, person.name) { found.append(person) }
                  if found.count == 10 { throw Enough() }
                  return nil
                }
              } catch is Enough {}
              return found
            })
        }
      ),
      (
        .grdb,
        { bench in
          let queue = try bench.grdb("indexed.db")
          return check(
            try bench.times(200) {
              try queue.read { database in
                var found: [PositionalPerson] = []
                let cursor = try PositionalPerson.fetchCursor(
                  database, sql: "SELECT \(personColumns) FROM person ORDER BY surname, id")
                while found.count < 10, let person = try cursor.next() {
                  if isOdd(person.age ?? 0, person.name) { found.append(person) }
                }
                return found
              }
            })
        }
      ),
    ]),
]

@inline(never)
func isOdd(_ age: Int, _ name: String) -> Bool {
  (age + name.utf8.count) % 7 == 3
}
