import CReference
import GRDB
import People

/// People under keys.
let groupWork: [Work] = [
  Work(
    name: "letters with counts",
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store()
          let rows = try bench.time {
            try store.people.groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) }
              .toArray()
          }
          return rows.map { "\($0.0)\($0.1)" }.joined()
        }
      ),
      (
        .hand,
        { bench in
          let handle = try bench.handle()
          let rows = try bench.time {
            try handRead(handle, letters) { (handText($0, 0), sqlite3_column_int64($0, 1)) }
          }
          return rows.map { "\($0.0)\($0.1)" }.joined()
        }
      ),
      (
        .c,
        { bench in
          let handle = try bench.handle()
          _ = bench.time { reference_read(handle, letters) }
          return ""
        }
      ),
      (
        .grdb,
        { bench in
          let queue = try bench.grdb()
          let rows = try bench.time { try queue.read { try Row.fetchAll($0, sql: letters) } }
          return rows.map { "\($0[0] as String)\($0[1] as Int)" }.joined()
        }
      ),
    ]),
  groups("26 letters", "substr(surname, 1, 1)") { store in
    try store.people.where { $0.id <= 100_000 }.groupBy { $0.surname.prefix(1) }.toArray()
      .map { (String($0.key), $0.items) }
  },
  groups("10,000 keys", "CAST(id % 10000 AS TEXT)") { store in
    try store.people.where { $0.id <= 100_000 }.groupBy { $0.id % 10_000 }.toArray()
      .map { ("\($0.key)", $0.items) }
  },
]

private let letters = """
  SELECT substr(surname, 1, 1), count(*) FROM person GROUP BY substr(surname, 1, 1) ORDER BY min(id)
  """

private func groups(
  _ name: String, _ key: String,
  _ chain: @escaping @Sendable (PersonStore) throws -> [(String, [Person])]
) -> Work {
  let sql = "SELECT \(personColumns), \(key) FROM person WHERE id <= 100000 ORDER BY id"
  @Sendable func check(_ groups: [(String, [Int64])]) -> String {
    "\(groups.count):" + groups.prefix(30).map { "\($0.0)\($0.1.count)\($0.1.first ?? 0)" }.joined()
  }
  return Work(
    name: "100,000 people as groups with items, \(name)",
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store()
          return check(try bench.time { try chain(store) }.map { ($0.0, $0.1.map(\.id)) })
        }
      ),
      (
        .hand,
        { bench in
          let handle = try bench.handle()
          let groups = try bench.time {
            var places: [String: Int] = [:]
            var groups: [(String, [HandPerson])] = []
            _ = try handRead(handle, sql) { statement -> Never? in
              let key = handText(statement, 6)
              let place = places[key] ?? groups.count
              if place == groups.count {
                places[key] = place
                groups.append((key, []))
              }
              groups[place].1.append(HandPerson(statement))
              return nil
            }
            return groups
          }
          return check(groups.map { ($0.0, $0.1.map(\.id)) })
        }
      ),
      (
        .grdb,
        { bench in
          let queue = try bench.grdb()
          let groups = try bench.time {
            try queue.read { database in
              var places: [String: Int] = [:]
              var groups: [(String, [PositionalPerson])] = []
              let cursor = try Row.fetchCursor(database, sql: sql)
              while let row = try cursor.next() {
                let key: String = row[6]
                let place = places[key] ?? groups.count
                if place == groups.count {
                  places[key] = place
                  groups.append((key, []))
                }
                groups[place].1.append(PositionalPerson(row: row))
              }
              return groups
            }
          }
          return check(groups.map { ($0.0, $0.1.map(\.id)) })
        }
      ),
    ])
}
