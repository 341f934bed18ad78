import TestModel
import Testing

/// Subqueries and joins that find rows by a value, without an index and beside what can fail.
@Suite("Rows are looked up, and not searched for again and again")
struct LookupTests {
  @Test("a subquery by a column without an index reads its table once")
  func withoutIndex() throws {
    try expectSame(
      sql: """
        SELECT id, (SELECT count(*) FROM (SELECT surname FROM person LIMIT -1) AS t1 WHERE surname \
        = person.surname) FROM person ORDER BY id
        """
    ) { people in
      people.select { p in (p.id, people.matching { $0.surname == p.surname }.count) }
    }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE NOT EXISTS (SELECT 1 FROM (SELECT birth_date, id FROM person \
        LIMIT -1) AS t1 WHERE birth_date IS person.birth_date AND id <> person.id) ORDER BY id
        """
    ) { people in
      people.where { p in
        !people.matching { $0.birthDate == p.birthDate && $0.id != p.id }.any()
      }
    }
    try expectSame { people in
      people.select { p in
        (
          p.id, people.matching { $0.name == p.surname }.sum { $0.age.double / 7 },
          people.matching { $0.email == p.email }.sort { $0.name }.first.map { $0.birthDate },
          people.matching { $0.surname == p.surname }.select { $0.name }.joined(separator: ",")
        )
      }
    }
    // One level deeper, and in the condition of a change.
    try expectSame { people in
      people.where { p in
        people.matching { $0.surname == p.surname }
          .any { other in people.matching { $0.name == other.name }.count > 4 }
      }
    }
  }

  @Test("a number of rows that is compared with 0 asks whether there is one")
  func existence() throws {
    let found = "EXISTS (SELECT 1 FROM person AS t1 WHERE age > person.age)"
    let tests: [(some: Bool, (QueryExpression<Int>) -> QueryExpression<Bool>)] = [
      (false, { $0 == 0 }), (false, { $0 < 1 }), (false, { $0 <= 0 }), (false, { 0 == $0 }),
      (true, { $0 != 0 }), (true, { $0 > 0 }), (true, { $0 >= 1 }), (true, { 0 < $0 }),
    ]
    for (some, test) in tests {
      try expectSame(
        sql: "SELECT … FROM person WHERE \(some ? "" : "NOT ")\(found) ORDER BY id"
      ) { people in
        people.where { p in test(people.matching { $0.age > p.age }.count) }
      }
      try expectSame { people in
        people.select { p in (p.id, test(people.matching { $0.age > p.age }.count)) }
      }
    }
    // The same chain with another number is another statement.
    for number in [0, 1, 2, 0] {
      try expectSame { people in
        people.select { p in
          (p.id, people.matching { $0.age > p.age }.count == QueryExpression(number))
        }
      }
    }
    // What can fail is evaluated for all rows, and a limit stays.
    try expectSame { people in
      people.select { p in
        (p.id, people.matching { $0.name.count + 1 > p.surname.count }.count == 0)
      }
    }
    try expectSame { people in
      people.where { p in people.matching { $0.age > p.age }.take(2).count == 0 }
    }
  }

  @Test("with an index, by the key, and for one row it stays as it is")
  func withIndex() throws {
    let store = try makeStore(ages: [1, 2, 3, 4])
    let people = store.people
    func sql(_ query: Query<Int>) throws -> String? { try query.plan().sql }
    let direct = "SELECT (SELECT count(*) FROM person AS t1 WHERE surname = person.surname)"
    let count = people.select { p in people.query.matching { $0.surname == p.surname }.count }
    #expect(try sql(count)?.contains("LIMIT -1") == true)
    #expect(try count.toArray() == [2, 1, 1, 2])
    let one = people.where { $0.id == 3 }
      .select { p in people.query.matching { $0.surname == p.surname }.count }
    #expect(try sql(one) == "\(direct) FROM person WHERE id = ? ORDER BY id")
    let byKey = people.select { p in people.query.matching { $0.id == p.id }.count }
    #expect(try sql(byKey)?.contains("LIMIT") == false)
    try store.pool.write { try $0.execute("CREATE INDEX by_surname ON person (surname)") }
    #expect(try sql(count) == "\(direct) FROM person ORDER BY id")
    #expect(try count.toArray() == [2, 1, 1, 2])
    try store.pool.write { try $0.execute("DROP INDEX by_surname") }
    #expect(try sql(count)?.contains("LIMIT -1") == true)
    #expect(try count.toArray() == [2, 1, 1, 2])
  }

  @Test("so does the condition of a change, which sees the rows as they were")
  func changes() throws {
    let recorder = Recorder()
    let (store, people) = try makeStore(of: hostilePeople, trace: recorder.add)
    let rows = store.people
    let expected = people.filter { p in
      !people.contains { $0.surname == p.surname && $0.age > p.age }
    }
    let changed = try rows.where { p in
      !rows.query.matching { $0.surname == p.surname && $0.age > p.age }.any()
    }.update { $0.set(\.age, to: 0) }
    #expect(changed == expected.count)
    let update = recorder.all.first { $0.hasPrefix("UPDATE") }
    #expect(update?.contains("FROM (SELECT surname, age, id FROM person LIMIT -1) AS t1") == true)
    let zero = Set(try rows.where { $0.age == 0 }.select { $0.id }.toArray())
    #expect(zero == Set(expected.map(\.id) + people.filter { $0.age == 0 }.map(\.id)))
  }

  @Test("an equality before what can fail finds the rows")
  func besideFailures() throws {
    try expectSame(
      sql: """
        SELECT a.id, b.id FROM person AS a JOIN person AS b ON 1 WHERE swift_whole(a.id + ?) = \
        b.id AND CASE WHEN swift_whole(a.id + ?1) = b.id THEN a.age < b.age ELSE 0 END ORDER BY \
        a.id, b.id
        """
    ) { people in
      people.join(people, where: { $0.id + 1 == $1.id && $0.age < $1.age })
        .select { ($0.0.id, $0.1.id) }
    }
    try expectSame { people in
      people.where { p in
        people.matching { $0.id == p.id + 1 }.any { $0.age > p.age }
      }
    }
    try expectSame { people in
      people.join(people, where: { $0.surname == $1.surname && 100 / ($1.id + 1) > $0.id / 9 })
        .where { $0.0.age <= $0.1.age }.select { ($0.0.id, $0.1.id) }
    }
    try expectSame(
      sql: """
        SELECT a.id, b.id FROM person AS a JOIN person AS b ON 1 WHERE a.age < ? AND \
        swift_whole(a.id + ?) = b.id AND CASE WHEN a.age < ?1 THEN swift_whole(a.id + ?2) = b.id \
        ELSE 0 END ORDER BY a.id, b.id
        """
    ) { people in
      people.crossJoin(people).where { $0.0.age < 40 }.where { $0.0.id + 1 == $0.1.id }
        .select { ($0.0.id, $0.1.id) }
    }
    try expectSame(
      sql: """
        SELECT id FROM person WHERE age = ? AND id < ? AND name IN (?, ?) AND CASE WHEN age = ?1 \
        AND id < ?2 AND name IN (?3, ?4) THEN swift_divide(?, id) > ? ELSE 0 END ORDER BY id
        """
    ) { people in
      people.where {
        $0.age == 25 && $0.id < 50 && ["bob", "Bob"].contains($0.name) && 100 / $0.id > 1
      }.select { $0.id }
    }
    let indexed = try makeStore(of: hostilePeople).store
    let condition = indexed.people.where { $0.surname == "bob" && 100 / $0.id > 1 }
    #expect(try condition.plan().advice.contains { $0.contains("person (surname)") })
    let division = ExpressionError.divisionByZero
    try expectSameError(division) { $0.where { $0.id >= 3 && 100 / ($0.id - 3) > 0 } }
    try expectSameError(division) { people in
      people.join(people, where: { $0.id == $1.id && 100 / ($0.id - 3) > 0 }).select { $0.0.id }
    }
    try expectSameError(division) { people in
      people.join(people, where: { 100 / ($0.id - 3) == $1.id && $0.age < $1.age })
        .select { $0.0.id }
    }
  }
}
