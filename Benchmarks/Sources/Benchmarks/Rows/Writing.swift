import CReference
import GRDB
import People

/// Rows written and changed.
let writingWork: [Work] = [
  Work(
    name: "insert all people", isSlow: true,
    contenders: [
      (
        .ours,
        { bench in
          let people = try bench.store().people.all()
          return try bench.withCopy { name in
            let store = try bench.store(name)
            defer { store.close() }
            try bench.time { _ = try store.people.insert(people) }
            return "\(try store.people.count())"
          }
        }
      ),
      (
        .hand,
        { bench in
          let people = try handRead(
            bench.handle(), "SELECT \(personColumns) FROM person ORDER BY id", HandPerson.init)
          return try bench.withCopy { name in
            let handle = try bench.handle(name)
            defer { sqlite3_close(handle) }
            bench.time { insert(people, handle) }
            return try total(handle)
          }
        }
      ),
      (
        .c,
        { bench in
          let source = try bench.handle()
          return try bench.withCopy { name in
            let handle = try bench.handle(name)
            defer { sqlite3_close(handle) }
            return "\(bench.time { reference_insert(source, handle) })"
          }
        }
      ),
      (
        .grdbCodable,
        { bench in
          let people = try bench.grdb().read { try CodablePerson.fetchAll($0) }
          return try bench.withCopy { name in
            let queue = try bench.grdb(name)
            try bench.time {
              try queue.write { database in for person in people { try person.insert(database) } }
            }
            return "\(try queue.read { try CodablePerson.fetchCount($0) })"
          }
        }
      ),
      (
        .grdb,
        { bench in
          let people = try handRead(
            bench.handle(), "SELECT \(personColumns) FROM person ORDER BY id", HandPerson.init)
          return try bench.withCopy { name in
            let queue = try bench.grdb(name)
            try bench.time {
              try queue.write { database in
                let statement = try database.makeStatement(sql: insertion)
                for person in people {
                  try statement.execute(arguments: [
                    person.id, person.name, person.surname, person.age, person.email,
                    person.birthDate,
                  ])
                }
              }
            }
            return "\(try queue.read { try CodablePerson.fetchCount($0) })"
          }
        }
      ),
    ]),
  changed("update by a condition", "UPDATE person SET age = age + 1 WHERE age < 10") { store in
    try store.people.where { ($0.age ?? 0) < 10 }.update { $0.set(\.age, to: ($0.age ?? 0) + 1) }
  },
  changed("delete by a condition", "DELETE FROM person WHERE age < 10") { store in
    try store.people.where { ($0.age ?? 0) < 10 }.delete()
  },
]

private let insertion =
  "INSERT INTO person (id, name, surname, age, email, birth_date) VALUES (?, ?, ?, ?, ?, ?)"

private func insert(_ people: [HandPerson], _ handle: OpaquePointer) {
  var statement: OpaquePointer?
  sqlite3_prepare_v2(handle, insertion, -1, &statement, nil)
  guard let statement else { return }
  func bind(_ text: String?, _ place: Int32) {
    guard let text else {
      sqlite3_bind_null(statement, place)
      return
    }
    _ = reference_bind_copy(statement, place, text, Int32(text.utf8.count))
  }
  sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil)
  for person in people {
    sqlite3_bind_int64(statement, 1, person.id)
    bind(person.name, 2)
    bind(person.surname, 3)
    sqlite3_bind_int64(statement, 4, Int64(person.age ?? 0))
    bind(person.email, 5)
    bind(person.birthDate, 6)
    sqlite3_step(statement)
    sqlite3_reset(statement)
  }
  sqlite3_exec(handle, "COMMIT", nil, nil, nil)
  sqlite3_finalize(statement)
}

private func total(_ handle: OpaquePointer) throws -> String {
  let counts = try handRead(handle, "SELECT count(*) FROM person") { sqlite3_column_int64($0, 0) }
  return "\(counts[0])"
}

private func changed(
  _ name: String, _ sql: String, _ change: @escaping @Sendable (PersonStore) throws -> Int
) -> Work {
  Work(
    name: name,
    contenders: [
      (
        .ours,
        { bench in
          try bench.withCopy(of: "people.db") { name in
            let store = try bench.store(name)
            defer { store.close() }
            return "\(try bench.time { try change(store) })"
          }
        }
      ),
      (
        .hand,
        { bench in
          try bench.withCopy(of: "people.db") { name in
            let handle = try bench.handle(name)
            defer { sqlite3_close(handle) }
            bench.time { _ = sqlite3_exec(handle, sql, nil, nil, nil) }
            return "\(sqlite3_changes64(handle))"
          }
        }
      ),
      (
        .grdb,
        { bench in
          try bench.withCopy(of: "people.db") { name in
            let queue = try bench.grdb(name)
            let changes = try bench.time {
              try queue.write { database in
                try database.execute(sql: sql)
                return database.changesCount
              }
            }
            return "\(changes)"
          }
        }
      ),
    ])
}
