import CReference
import GRDB
import People

/// Rows into structs.
let readingWork: [Work] = [
  Work(
    name: "fetch all people",
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store()
          return check(try bench.time { try store.people.all() })
        }
      ),
      (
        .hand,
        { bench in
          let handle = try bench.handle()
          return check(
            try bench.time {
              try handRead(
                handle, "SELECT \(personColumns) FROM person ORDER BY id", HandPerson.init)
            })
        }
      ),
      (
        .c,
        { bench in
          let handle = try bench.handle()
          _ = bench.time {
            reference_read(handle, "SELECT \(personColumns) FROM person ORDER BY id")
          }
          return ""
        }
      ),
      (
        .grdb,
        { bench in
          let queue = try bench.grdb()
          let sql = "SELECT \(personColumns) FROM person ORDER BY id"
          return check(
            try bench.time { try queue.read { try PositionalPerson.fetchAll($0, sql: sql) } })
        }
      ),
      (
        .grdbCodable,
        { bench in
          let queue = try bench.grdb()
          return check(
            try bench.time {
              try queue.read { try CodablePerson.order(Column("id")).fetchAll($0) }
            })
        }
      ),
    ]),
  Work(
    name: "fetch all people, as a chain",
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store()
          return check(try bench.time { try store.people.toArray() })
        }
      ),
      (
        .hand,
        { bench in
          let handle = try bench.handle()
          return check(
            try bench.time {
              try handRead(
                handle, "SELECT \(personColumns) FROM person ORDER BY id", HandPerson.init)
            })
        }
      ),
    ]),
  Work(
    name: "fetch two columns",
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store()
          let rows = try bench.time {
            try store.people.select { ($0.surname, $0.age ?? 0) }.toArray()
          }
          return check(rows.map { (0, "", $0.0, $0.1) })
        }
      ),
      (
        .hand,
        { bench in
          let handle = try bench.handle()
          let rows = try bench.time {
            try handRead(handle, "SELECT surname, age FROM person ORDER BY id") {
              (handText($0, 0), Int(sqlite3_column_int64($0, 1)))
            }
          }
          return check(rows.map { (0, "", $0.0, $0.1) })
        }
      ),
      (
        .c,
        { bench in
          let handle = try bench.handle()
          _ = bench.time { reference_read(handle, "SELECT surname, age FROM person ORDER BY id") }
          return ""
        }
      ),
      (
        .grdb,
        { bench in
          let queue = try bench.grdb()
          let rows = try bench.time {
            try queue.read { database -> [(String, Int)] in
              let cursor = try Row.fetchCursor(
                database, sql: "SELECT surname, age FROM person ORDER BY id")
              var rows: [(String, Int)] = []
              while let row = try cursor.next() { rows.append((row[0], row[1])) }
              return rows
            }
          }
          return check(rows.map { (0, "", $0.0, $0.1) })
        }
      ),
    ]),
  Work(
    name: "filter and sort (a ninth of the people)",
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store()
          return check(
            try bench.time {
              try store.people.where { ($0.age ?? 0) < 10 }.sort { $0.surname }.toArray()
            })
        }
      ),
      (
        .hand,
        { bench in
          let handle = try bench.handle()
          return check(
            try bench.time {
              try handRead(
                handle,
                "SELECT \(personColumns) FROM person WHERE age < ? ORDER BY surname, id",
                bind: { sqlite3_bind_int64($0, 1, 10) }, HandPerson.init)
            })
        }
      ),
      (
        .c,
        { bench in
          let handle = try bench.handle()
          _ = bench.time {
            reference_read(
              handle, "SELECT \(personColumns) FROM person WHERE age < 10 ORDER BY surname, id")
          }
          return ""
        }
      ),
      (
        .grdb,
        { bench in
          let queue = try bench.grdb()
          let sql = "SELECT \(personColumns) FROM person WHERE age < ? ORDER BY surname, id"
          return check(
            try bench.time {
              try queue.read { try PositionalPerson.fetchAll($0, sql: sql, arguments: [10]) }
            })
        }
      ),
      (
        .grdbCodable,
        { bench in
          let queue = try bench.grdb()
          return check(
            try bench.time {
              try queue.read {
                try CodablePerson.filter(Column("age") < 10)
                  .order(Column("surname"), Column("id")).fetchAll($0)
              }
            })
        }
      ),
    ]),
  Work(
    name: "prefix search, with an index",
    operations: 20,
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store("indexed.db")
          var found: [Person] = []
          try bench.time {
            for prefix in prefixes {
              found += try store.people.where { $0.surname.hasPrefix(prefix) }.toArray()
            }
          }
          return check(found)
        }
      ),
      (
        .hand,
        { bench in
          let handle = try bench.handle("indexed.db")
          var found: [HandPerson] = []
          try bench.time {
            for prefix in prefixes {
              let end = String(prefix.dropLast()) + String(UnicodeScalar(prefix.utf8.last! + 1))
              found += try handRead(
                handle,
                "SELECT \(personColumns) FROM person WHERE surname >= ? AND surname < ? "
                  + "ORDER BY id",
                bind: { statement in
                  for (index, text) in [prefix, end].enumerated() {
                    _ = reference_bind_copy(
                      statement, Int32(index + 1), text, Int32(text.utf8.count))
                  }
                }, HandPerson.init)
            }
          }
          return check(found)
        }
      ),
      (
        .grdb,
        { bench in
          let queue = try bench.grdb("indexed.db")
          let sql = "SELECT \(personColumns) FROM person WHERE surname LIKE ? ORDER BY id"
          var found: [PositionalPerson] = []
          try bench.time {
            for prefix in prefixes {
              found += try queue.read {
                try PositionalPerson.fetchAll($0, sql: sql, arguments: [prefix + "%"])
              }
            }
          }
          return check(
            found.filter { person in prefixes.contains { person.surname.hasPrefix($0) } })
        }
      ),
    ]),
]

/// Beginnings of surnames; few people have them.
private let prefixes = (0..<20).map { ["Smit", "Jon", "Bro", "Wil", "Gar"][$0 % 5] }
