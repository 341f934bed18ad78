#if Postgres
import People

/// A piece of work, with the same result of all who do it.
struct Work: Sendable {
  let name: String
  var operations = 1
  let ours: @Sendable (PersonStore) throws -> String
  let hand: @Sendable (Hand) throws -> String
}

private let columns = "id, name, surname, age, email, birth_date"
private let points = 2_000
private let changes = 500
private let batch = 20_000

/// The key of a number of a piece of work.
private func key(_ index: Int) -> Int64 { 1 + Int64(index) * 7919 % 50_000 }

let works: [Work] = [
  Work(
    name: "fetch all people",
    ours: { check(try $0.people.all()) },
    hand: { hand in
      check(try hand.read("SELECT \(columns) FROM person ORDER BY id", row: HandPerson.init))
    }),
  Work(
    name: "filter and sort",
    ours: { check(try $0.people.where { ($0.age ?? 0) < 40 }.sort { $0.surname }.toArray()) },
    hand: {
      check(
        try $0.read(
          "SELECT \(columns) FROM person WHERE age < $1 ORDER BY surname, id", 40,
          row: HandPerson.init))
    }),
  Work(
    name: "first hundred of a sort",
    ours: { check(try $0.people.sort { $0.surname }.take(100).toArray()) },
    hand: {
      check(
        try $0.read(
          "SELECT \(columns) FROM person ORDER BY surname, id LIMIT 100", row: HandPerson.init))
    }),
  Work(
    name: "point read", operations: points,
    ours: { store in
      var sum = 0
      for index in 0..<points { sum += try store.people.find(key(index))?.age ?? 0 }
      return "\(sum)"
    },
    hand: readPoints),
  Work(
    name: "point read as a chain", operations: points,
    ours: { store in
      var sum = 0
      for index in 0..<points {
        let key = key(index)
        sum += try store.people.where { $0.id == key }.firstOrNil()?.age ?? 0
      }
      return "\(sum)"
    },
    hand: readPoints),
  Work(
    name: "letters with counts",
    ours: {
      try $0.people.groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) }.toArray()
        .map { "\($0.0)\($0.1)" }.joined()
    },
    hand: {
      try $0.read(
        "SELECT left(surname, 1), count(*) FROM person GROUP BY left(surname, 1) ORDER BY min(id)"
      ) { "\($0.text(0))\($0.integer(1))" }.joined()
    }),
  Work(
    name: "people as groups with items",
    ours: {
      try $0.people.groupBy { $0.surname.prefix(1) }.toArray()
        .map { "\($0.key)\($0.items.count)" }.joined()
    },
    hand: { hand in
      var places: [String: Int] = [:]
      var groups: [(String, [HandPerson])] = []
      _ = try hand.read("SELECT \(columns), left(surname, 1) FROM person ORDER BY id") { row in
        let key = row.text(6)
        let place = places[key] ?? groups.count
        if place == groups.count {
          places[key] = place
          groups.append((key, []))
        }
        groups[place].1.append(HandPerson(row))
      }
      return groups.map { "\($0.0)\($0.1.count)" }.joined()
    }),
  Work(
    name: "update by key, a transaction each", operations: changes,
    ours: { store in
      for index in 0..<changes {
        let key = key(index)
        try store.people.where { $0.id == key }.update { $0.set(\.age, to: 40) }
      }
      return ""
    },
    hand: { hand in
      for index in 0..<changes {
        try hand.transaction {
          try hand.run("UPDATE person SET age = $2 WHERE id = $1", key(index), 40)
        }
      }
      return ""
    }),
  Work(
    name: "update of a person, a transaction each", operations: changes,
    ours: { store in
      for index in 0..<changes {
        try store.people.update(Person(id: key(index), name: "Ada", surname: "Lovelace", age: 36))
      }
      return ""
    },
    hand: { hand in
      for index in 0..<changes {
        try hand.transaction {
          try hand.run(
            """
            UPDATE person SET name = 'Ada', surname = 'Lovelace', age = $2, email = NULL,
              birth_date = NULL WHERE id = $1
            """, key(index), 36)
        }
      }
      return ""
    }),
  Work(
    name: "update by key in one transaction", operations: changes,
    ours: { store in
      try store.write { transaction in
        for index in 0..<changes {
          let key = key(index)
          try transaction.people.where { $0.id == key }.update { $0.set(\.age, to: 41) }
        }
      }
      return ""
    },
    hand: { hand in
      try hand.transaction {
        for index in 0..<changes {
          try hand.run("UPDATE person SET age = $2 WHERE id = $1", key(index), 41)
        }
      }
      return ""
    }),
  Work(
    name: "update of all by a chain",
    ours: { store in
      "\(try store.people.where { ($0.age ?? 0) < 30 }.update { $0.set(\.age, to: $0.age ?? 0) })"
    },
    hand: { hand in
      let rows = try hand.read(
        """
        WITH changed AS (UPDATE person SET age = age + 0 WHERE age < 30 RETURNING 1)
        SELECT count(*) FROM changed
        """
      ) { $0.integer(0) }
      return "\(rows[0])"
    }),
  Work(
    name: "insert, a transaction each", operations: changes,
    ours: { store in
      for _ in 0..<changes {
        try store.people.insert(Person(name: "Ada", surname: "Lovelace", age: 36))
      }
      return try deleteNew(store)
    },
    hand: { hand in
      for _ in 0..<changes {
        try hand.transaction {
          _ = try hand.read(
            """
            INSERT INTO person (name, surname, age, email, birth_date)
            VALUES ('Ada', 'Lovelace', $1, NULL, NULL) RETURNING id
            """, 36
          ) { $0.integer(0) }
        }
      }
      return try deleteNew(hand)
    }),
  Work(
    name: "insert 20,000",
    ours: { store in
      try store.people.insert(
        (0..<batch).map { Person(name: "Name \($0)", surname: "Surname", age: $0 % 90) })
      return try deleteNew(store)
    },
    hand: { hand in
      let lines = (0..<batch).map { "Name \($0)\tSurname\t\($0 % 90)\n" }.joined()
      try hand.copy("COPY person (name, surname, age) FROM STDIN", lines)
      return try deleteNew(hand)
    }),
]

/// Reads one person by the key, many times.
@Sendable private func readPoints(_ hand: Hand) throws -> String {
  var sum = 0
  for index in 0..<points {
    sum +=
      try hand.read(
        "SELECT \(columns) FROM person WHERE id = $1", key(index), row: HandPerson.init
      ).first?.age ?? 0
  }
  return "\(sum)"
}

/// Deletes what the work has inserted.
private func deleteNew(_ store: PersonStore) throws -> String {
  "\(try store.people.where { $0.id > 100_000 }.delete())"
}

private func deleteNew(_ hand: Hand) throws -> String {
  let rows = try hand.read(
    "WITH d AS (DELETE FROM person WHERE id > 100000 RETURNING 1) SELECT count(*) FROM d"
  ) { $0.integer(0) }
  return "\(rows[0])"
}

private func check(_ people: [Person]) -> String {
  "\(people.count) \(people.prefix(1000).map { "\($0.id)\($0.surname)\($0.age ?? 0)" })"
}

private func check(_ people: [HandPerson]) -> String {
  "\(people.count) \(people.prefix(1000).map { "\($0.id)\($0.surname)\($0.age ?? 0)" })"
}
#endif
