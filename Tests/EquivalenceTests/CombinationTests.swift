import TestModel
import Testing

@Suite("Two queries in one: S23 and joins")
struct CombinationTests {
  @Test("an operator of the second query is none of the whole: their plans are told apart")
  func planKeys() throws {
    for _ in 0..<2 {
      try expectSame(
        sql: """
          SELECT c0, c1, c2, c3, c4, c5 FROM (SELECT id AS c0, name AS c1, surname AS c2, age \
          AS c3, email AS c4, birth_date AS c5, 0 AS side, id AS ordinal FROM person UNION ALL \
          SELECT id AS c0, name AS c1, surname AS c2, age AS c3, email AS c4, birth_date AS c5, \
          1 AS side, id AS ordinal FROM person) WHERE c3 < ? ORDER BY side, ordinal
          """
      ) { $0.concat($0).where { $0.age < 30 } }
      try expectSame(
        sql: """
          SELECT c0, c1, c2, c3, c4, c5 FROM (SELECT id AS c0, name AS c1, surname AS c2, age \
          AS c3, email AS c4, birth_date AS c5, 0 AS side, id AS ordinal FROM person UNION ALL \
          SELECT id AS c0, name AS c1, surname AS c2, age AS c3, email AS c4, birth_date AS c5, \
          1 AS side, id AS ordinal FROM person WHERE age < ?) ORDER BY side, ordinal
          """
      ) { $0.concat($0.where { $0.age < 30 }) }
      try expectSame(
        sql: """
          SELECT a.id, a.name, a.surname, a.age, a.email, a.birth_date, b.id, b.name, \
          b.surname, b.age, b.email, b.birth_date FROM person AS a JOIN person AS b ON a.id = \
          b.id ORDER BY a.id, b.id LIMIT 3
          """
      ) { $0.join($0, on: { $0.id }, equals: { $0.id }).take(3) }
      try expectSame(
        sql: """
          SELECT a.id, a.name, a.surname, a.age, a.email, a.birth_date, b.id, b.name, \
          b.surname, b.age, b.email, b.birth_date FROM person AS a JOIN (SELECT …, 1 AS c1_6 \
          FROM person ORDER BY id LIMIT 3) AS b ON a.id = b.id ORDER BY a.id, b.id
          """
      ) { $0.join($0.take(3), on: { $0.id }, equals: { $0.id }) }
      try expectSame { $0.concat($0.concat($0)).take(70) }
      try expectSame { $0.concat($0.concat($0).take(70)) }
      try expectSame { $0.concat($0.concat($0.take(70))) }
    }
  }

  @Test("keys of which one may be nil are compared with =, and a group is looked up")
  func mixedKeys() throws {
    try expectSame(
      sql: """
        SELECT id, (SELECT count(*) FROM person AS t1 WHERE email = person.name) FROM person \
        ORDER BY id
        """
    ) { people in
      people.groupJoin(people, on: { $0.name }, equals: { $0.email })
        .select { ($0.0.id, $0.1.count) }
    }
    try expectSame { people in
      people.groupJoin(people, on: { $0.email }, equals: { $0.name })
        .select { ($0.0.id, $0.1.select { $0.id }) }
    }
    // NULL has no partner, and a group has one row for each key: its place in the order is known.
    try expectSame(
      sql: """
        SELECT a.id, b.c1_3, b.surname, b.c1_1 FROM person AS a LEFT JOIN (SELECT surname, \
        count(*) AS c1_1, min(id) AS c1_2, 1 AS c1_3 FROM person GROUP BY surname) AS b \
        ON a.name = b.surname ORDER BY a.id
        """
    ) { people in
      people.leftJoin(
        people.groupBy { $0.surname }.select { ($0.key, $0.count) }, on: { $0.name },
        equals: { $0.0 }
      ).select { ($0.0.id, $0.1) }
    }
    try expectSame { people in
      people.join(
        people.groupBy { $0.email }.select { ($0.key, $0.count) }, on: { $0.email },
        equals: { $0.0 }
      ).select { ($0.0.id, $0.1.1) }
    }
    try expectSame { people in
      people.leftJoin(people.distinct { $0.age }, on: { $0.age }, equals: { $0.age })
        .select { ($0.0.id, $0.1.map { $0.id }) }
    }
    try expectSame { people in
      people.rightJoin(
        people.groupBy { $0.surname }.select { ($0.key, $0.count) }, on: { $0.name },
        equals: { $0.0 }
      ).select { ($0.0.map { $0.id }, $0.1.0) }
    }
    // Several rows of a group's key.
    try expectSame { people in
      people.leftJoin(
        people.groupBy { ($0.surname, $0.age) }.select { ($0.key.0, $0.count) }, on: { $0.name },
        equals: { $0.0 }
      ).select { ($0.0.id, $0.1.map { $0.1 }) }
    }
  }

  @Test("truth values that may be nil are compared as those of columns")
  func truthValues() throws {
    try expectSame { people in
      people.select { p in
        (p.id, p.email.map { $0 > "b" } == (p.age > 3), p.email.map { $0 > "b" } != (p.age > 3))
      }
    }
    try expectSame { people in
      people.join(
        people, on: { p in p.email.map { $0 > "b" } }, equals: { p in p.email.map { $0 < "m" } }
      ).select { ($0.0.id, $0.1.id) }.take(20)
    }
  }

  @Test("leftJoin on a condition: SQL, unless it can fail or has a subquery")
  func leftJoinOnCondition() throws {
    try expectSame(
      sql: """
        SELECT a.id, b.id FROM person AS a LEFT JOIN person AS b ON a.age < b.age AND a.surname = \
        b.surname ORDER BY a.id, b.id
        """
    ) { people in
      people.leftJoin(people, where: { $0.age < $1.age && $0.surname == $1.surname })
        .select { ($0.0.id, $0.1.map { $0.id }) }
    }
    try expectSame { people in
      people.where { $0.age == 25 }.sort { $0.name }.take(9)
        .leftJoin(people.sortDescending { $0.name }.take(7), where: { $0.email == $1.email })
        .where { $0.1 == nil || $0.0.id != 3 }
    }
    try expectSame(isAllSQL: false) { people in
      people.leftJoin(people, where: { $0.id / ($1.id + 3) == 1 }).take(5).select { $0.0.id }
    }
    try expectSame(isAllSQL: false) { people in
      people.leftJoin(
        people, where: { a, b in a.id == b.id && people.matching { $0.age == b.age }.count > 2 }
      ).select { ($0.0.id, $0.1.map { $0.name }) }
    }
  }

  @Test("concat, union, intersect, except")
  func sets() throws {
    try expectSame(
      sql: """
        SELECT c0, c1, c2, c3, c4, c5 FROM (SELECT id AS c0, name AS c1, surname AS c2, age AS \
        c3, email AS c4, birth_date AS c5, 0 AS side, id AS ordinal FROM person WHERE age < ? \
        UNION ALL SELECT id AS c0, name AS c1, surname AS c2, age AS c3, email AS c4, \
        birth_date AS c5, 1 AS side, id AS ordinal FROM person WHERE age > ?) ORDER BY side, \
        ordinal
        """
    ) { $0.where { $0.age < 30 }.concat($0.where { $0.age > 20 }) }
    try expectSame(
      sql: """
        SELECT c0 FROM (SELECT id AS c0, name AS c1, surname AS c2, age AS c3, email AS c4, \
        birth_date AS c5, 0 AS side, c2_6 AS ordinal FROM (SELECT …, row_number() OVER (ORDER \
        BY name, id) AS c2_6 FROM (SELECT … FROM person ORDER BY name, id LIMIT 5)) UNION ALL \
        SELECT id AS c0, name AS c1, surname AS c2, age AS c3, email AS c4, birth_date AS c5, 1 \
        AS side, c2_6 AS ordinal FROM (SELECT …, row_number() OVER (ORDER BY id DESC) AS c2_6 \
        FROM (SELECT … FROM person ORDER BY id DESC LIMIT 4))) ORDER BY side, ordinal
        """
    ) {
      $0.sort { $0.name }.take(5).concat($0.reverse().take(4)).select { $0.id }
    }
    try expectSame(
      sql: """
        SELECT c0 FROM (SELECT c0, side, ordinal, row_number() OVER (ORDER BY side, ordinal) AS \
        c2_3 FROM (SELECT surname AS c0, 0 AS side, id AS ordinal FROM person UNION ALL SELECT \
        name AS c0, 1 AS side, id AS ordinal FROM person)) GROUP BY c0 ORDER BY min(c2_3)
        """
    ) { people in
      people.select { $0.surname }.union(people.select { $0.name })
    }
    try expectSame(
      sql: """
        SELECT c0 FROM (SELECT c0, side, ordinal, row_number() OVER (ORDER BY side, ordinal) AS \
        c2_3 FROM (SELECT surname AS c0, 0 AS side, id AS ordinal FROM person UNION ALL SELECT \
        name AS c0, 1 AS side, id AS ordinal FROM person WHERE age = ?)) GROUP BY c0 HAVING \
        sum(side) > 0 AND sum(side) < count(*) ORDER BY min(c2_3)
        """
    ) { people in
      people.select { $0.surname }.intersect(people.where { $0.age == 25 }.select { $0.name })
    }
    try expectSame(
      sql: """
        SELECT c0 FROM (SELECT c0, side, ordinal, row_number() OVER (ORDER BY side, ordinal) AS \
        c3_3 FROM (SELECT email AS c0, 0 AS side, id AS ordinal FROM person UNION ALL SELECT \
        email AS c0, 1 AS side, id AS ordinal FROM (SELECT email, id FROM person ORDER BY id \
        LIMIT 10))) GROUP BY c0 HAVING sum(side) = 0 ORDER BY min(c3_3)
        """
    ) { people in
      people.select { $0.email }.except(people.take(10).select { $0.email })
    }
    try expectSame(
      sql: """
        SELECT c0, c1, c2, c3, c4, c5 FROM (SELECT c0, c1, c2, c3, c4, c5, side, ordinal, \
        row_number() OVER (ORDER BY side, ordinal) AS c3_8 FROM (SELECT id AS c0, name AS c1, \
        surname AS c2, age AS c3, email AS c4, birth_date AS c5, 0 AS side, id AS ordinal FROM \
        (SELECT … FROM person ORDER BY id LIMIT 9) UNION ALL SELECT id AS c0, name AS c1, \
        surname AS c2, age AS c3, email AS c4, birth_date AS c5, 1 AS side, id AS ordinal FROM \
        (SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?))) GROUP BY c0, c1, c2, c3, c4, c5 \
        ORDER BY min(c3_8)
        """
    ) { $0.take(9).union($0.skip(5)) }
    try expectSame(
      sql: """
        SELECT c0, c1, c2, c3, c4, c5 FROM (SELECT c0, c1, c2, c3, c4, c5, side, ordinal, \
        row_number() OVER (ORDER BY side, ordinal) AS c3_8 FROM (SELECT id AS c0, name AS c1, \
        surname AS c2, age AS c3, email AS c4, birth_date AS c5, 0 AS side, id AS ordinal FROM \
        (SELECT … FROM person ORDER BY id LIMIT 9) UNION ALL SELECT id AS c0, name AS c1, \
        surname AS c2, age AS c3, email AS c4, birth_date AS c5, 1 AS side, id AS ordinal FROM \
        (SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?))) GROUP BY c0, c1, c2, c3, c4, c5 \
        HAVING sum(side) > 0 AND sum(side) < count(*) ORDER BY min(c3_8)
        """
    ) { $0.take(9).intersect($0.skip(5)) }
    try expectSame(
      sql: """
        SELECT c0, c1, c2, c3, c4, c5 FROM (SELECT c0, c1, c2, c3, c4, c5, side, ordinal, \
        row_number() OVER (ORDER BY side, ordinal) AS c3_8 FROM (SELECT id AS c0, name AS c1, \
        surname AS c2, age AS c3, email AS c4, birth_date AS c5, 0 AS side, id AS ordinal FROM \
        (SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?) UNION ALL SELECT id AS c0, name AS \
        c1, surname AS c2, age AS c3, email AS c4, birth_date AS c5, 1 AS side, id AS ordinal \
        FROM (SELECT … FROM person ORDER BY id LIMIT 9))) GROUP BY c0, c1, c2, c3, c4, c5 \
        HAVING sum(side) = 0 ORDER BY c1, min(c3_8) LIMIT 4
        """
    ) { $0.skip(5).except($0.take(9)).sort { $0.name }.take(4) }
    try expectSame(
      sql: """
        SELECT c0, c1, c2, c3, c4, c5 FROM (SELECT c0, c1, c2, c3, c4, c5, side, ordinal, \
        row_number() OVER (ORDER BY side, ordinal) AS c2_8 FROM (SELECT id AS c0, name AS c1, \
        surname AS c2, age AS c3, email AS c4, birth_date AS c5, 0 AS side, id AS ordinal FROM \
        person WHERE age < ? UNION ALL SELECT id AS c0, name AS c1, surname AS c2, age AS c3, \
        email AS c4, birth_date AS c5, 1 AS side, id AS ordinal FROM person)) GROUP BY c2 ORDER \
        BY min(c2_8)
        """
    ) { $0.where { $0.age < 30 }.union($0, by: { $0.surname }) }
    try expectSame(
      sql: """
        SELECT c0, c1, c2, c3, c4, c5 FROM (SELECT c0, c1, c2, c3, c4, c5, side, ordinal, \
        row_number() OVER (ORDER BY side, ordinal) AS c3_8 FROM (SELECT id AS c0, name AS c1, \
        surname AS c2, age AS c3, email AS c4, birth_date AS c5, 0 AS side, c1_6 AS ordinal \
        FROM (SELECT …, row_number() OVER (ORDER BY id DESC) AS c1_6 FROM person) UNION ALL \
        SELECT id AS c0, name AS c1, surname AS c2, age AS c3, email AS c4, birth_date AS c5, 1 \
        AS side, id AS ordinal FROM (SELECT … FROM person ORDER BY id LIMIT 9))) GROUP BY c2 \
        HAVING sum(side) > 0 AND sum(side) < count(*) ORDER BY min(c3_8)
        """
    ) { $0.reverse().intersect($0.take(9), by: { $0.surname }) }
    try expectSame(
      sql: """
        SELECT c0, c1, c2, c3, c4, c5 FROM (SELECT c0, c1, c2, c3, c4, c5, min(c3_8) AS c4_6 \
        FROM (SELECT c0, c1, c2, c3, c4, c5, side, ordinal, row_number() OVER (ORDER BY side, \
        ordinal) AS c3_8 FROM (SELECT id AS c0, name AS c1, surname AS c2, age AS c3, email AS \
        c4, birth_date AS c5, 0 AS side, id AS ordinal FROM person UNION ALL SELECT id AS c0, \
        name AS c1, surname AS c2, age AS c3, email AS c4, birth_date AS c5, 1 AS side, id AS \
        ordinal FROM (SELECT … FROM person ORDER BY id LIMIT 3))) GROUP BY c3 HAVING sum(side) \
        = 0) WHERE c3 < ? ORDER BY c4_6
        """
    ) { $0.except($0.take(3), by: { $0.age }).where { $0.age < 40 } }
    try expectSame { people in
      people.concat(people).concat(people).where { $0.age == 17 }.select { $0.name }.distinct()
    }
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person ORDER BY id") {
      $0.union($0.where { opaquelyTrue($0) })
    }
  }

  @Test("joins")
  func joins() throws {
    try expectSame(
      sql: """
        SELECT a.name, b.age FROM person AS a JOIN person AS b ON a.name = b.surname \
        ORDER BY a.id, b.id
        """
    ) {
      $0.join($0, on: { $0.name }, equals: { $0.surname }).select { ($0.0.name, $0.1.age) }
    }
    try expectSame(
      sql: """
        SELECT a.id, a.name, a.surname, a.age, a.email, a.birth_date, b.id, b.name, b.surname, \
        b.age, b.email, b.birth_date FROM (SELECT …, 1 AS c1_6 FROM person ORDER BY id LIMIT \
        20) AS a JOIN (SELECT …, 1 AS c1_6 FROM person WHERE age = ?) AS b ON a.age = b.age \
        ORDER BY a.id, b.id
        """
    ) {
      $0.take(20).join($0.where { $0.age == 25 }, on: { $0.age }, equals: { $0.age })
    }
    try expectSame(
      sql: """
        SELECT a.id, a.name, a.surname, a.age, a.email, a.birth_date, b.c1_6, b.id, b.name, \
        b.surname, b.age, b.email, b.birth_date FROM person AS a LEFT JOIN (SELECT …, 1 AS c1_6 \
        FROM person WHERE age = ?) AS b ON a.name = b.surname ORDER BY a.id, b.id
        """
    ) { people in
      people.leftJoin(people.where { $0.age == 17 }, on: { $0.name }, equals: { $0.surname })
    }
    try expectSame(
      sql: """
        SELECT a.id, b.id FROM person AS a LEFT JOIN (SELECT …, 1 AS c1_6 FROM person WHERE age \
        = ?) AS b ON a.name = b.surname ORDER BY a.id, b.id
        """
    ) { people in
      people.leftJoin(people.where { $0.age == 17 }, on: { $0.name }, equals: { $0.surname })
        .select { ($0.0.id, $0.1.map { $0.id }) }
    }
    try expectSame(
      sql: """
        SELECT a.c1_6, a.id, a.name, a.surname, a.age, a.email, a.birth_date, b.id, b.name, \
        b.surname, b.age, b.email, b.birth_date FROM (SELECT …, 1 AS c1_6 FROM person WHERE age \
        = ?) AS a RIGHT JOIN person AS b ON a.name = b.surname ORDER BY b.id, a.id
        """
    ) { people in
      people.where { $0.age == 17 }.rightJoin(people, on: { $0.name }, equals: { $0.surname })
    }
    try expectSame(
      sql: """
        SELECT a.c1_6, a.id, a.name, a.surname, a.age, a.email, a.birth_date, b.c1_6, b.id, \
        b.name, b.surname, b.age, b.email, b.birth_date FROM (SELECT …, 1 AS c1_6 FROM person \
        WHERE age = ?) AS a FULL JOIN (SELECT …, 1 AS c1_6 FROM person WHERE age = ?) AS b ON \
        a.email IS b.email ORDER BY a.c1_6 IS NULL, a.id, b.id
        """
    ) { people in
      people.where { $0.age == 17 }
        .fullJoin(people.where { $0.age == 25 }, on: { $0.email }, equals: { $0.email })
    }
    try expectSame(
      sql: """
        SELECT a.name, b.name FROM (SELECT a.id, a.name, a.surname, a.age, a.email, \
        a.birth_date, b.id AS c1_7, b.name AS c1_8, b.surname AS c1_9, b.age AS c1_10, b.email \
        AS c1_11, b.birth_date AS c1_12, 1 AS c1_13 FROM person AS a JOIN person AS b ON a.id = \
        b.id) AS a JOIN person AS b ON a.c1_7 = b.id ORDER BY a.id, a.c1_7, b.id
        """
    ) { people in
      people.join(people, on: { $0.id }, equals: { $0.id })
        .join(people, on: { $0.1.id }, equals: { $0.id }).select { ($0.0.0.name, $0.1.name) }
    }
    try expectSame(
      sql: """
        SELECT a.name, b.c1_1 FROM person AS a JOIN (SELECT surname, count(*) AS c1_1, min(id) \
        AS c1_2, 1 AS c1_3 FROM person GROUP BY surname) AS b ON a.surname = b.surname WHERE \
        b.c1_1 > ? ORDER BY a.id
        """
    ) { people in
      people.join(people.countBy { $0.surname }, on: { $0.surname }, equals: { $0.0 })
        .where { $0.1.1 > 4 }.select { ($0.0.name, $0.1.1) }
    }
    // A computed key, and an order by what may be nil.
    try expectSame(
      sql: """
        SELECT a.id, a.id, a.name, a.surname, a.age, a.email, a.birth_date, b.c1_7, b.id, \
        b.name, b.surname, b.age, b.email, b.birth_date FROM person AS a FULL JOIN (SELECT …, \
        swift_uppercased(surname) AS c1_6, 1 AS c1_7 FROM person LIMIT -1) AS b ON a.surname = \
        b.c1_6 ORDER BY a.id IS NULL, a.id DESC, b.email, b.id
        """
    ) { people in
      people.reverse().fullJoin(
        people.sort { $0.email }, on: { $0.surname }, equals: { $0.surname.uppercased() })
    }
    // A sort after a nested statement, whose columns have names of their own.
    try expectSame(
      sql: """
        SELECT … FROM (SELECT …, swift_count(name) AS c2_6, c1_6 FROM (SELECT …, min(id) AS \
        c1_6 FROM person GROUP BY birth_date) ORDER BY swift_count(name), c1_6 DESC LIMIT 2) \
        ORDER BY c2_6 DESC, c1_6
        """
    ) { people in
      people.distinct(by: { $0.birthDate }).sortDescending { $0.name.count }.takeLast(2)
    }
    try expectSame(sql: "SELECT … FROM person ORDER BY id") { people in
      people.groupJoin(people.take(9), on: { $0.name }, equals: { $0.surname })
    }
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person ORDER BY id") { people in
      people.join(
        people, on: { $0.name.utf8.underestimatedCount },
        equals: { $0.surname.utf8.underestimatedCount }
      )
      .select { ($0.0.id, $0.1.id) }
    }
  }
}
