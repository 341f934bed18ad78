import TestModel
import Testing

@Suite("Positions: S24")
struct PositionTests {
  @Test("takeLast, skipLast, ranges, index, takeWhile, skipWhile")
  func positions() throws {
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person ORDER BY id DESC LIMIT 3) ORDER BY id
        """
    ) { $0.takeLast(3) }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person ORDER BY name DESC, id DESC LIMIT 9) WHERE age < ? \
        ORDER BY name, id
        """
    ) { $0.sort { $0.name }.takeLast(9).where { $0.age < 40 } }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM (SELECT … FROM person ORDER BY id DESC LIMIT -1 OFFSET 5) \
        ORDER BY id DESC LIMIT 50) ORDER BY id
        """
    ) { $0.skipLast(5).takeLast(50) }
    try expectSame(sql: "SELECT … FROM person ORDER BY id LIMIT 3 OFFSET ?") { $0.take(2..<5) }
    try expectSame(sql: "SELECT … FROM person ORDER BY id LIMIT 4 OFFSET ?") { $0.take(2...5) }
    try expectSame(sql: "SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?") { $0.take(3...) }
    try expectSame(sql: "SELECT … FROM person ORDER BY id LIMIT 4") { $0.take(..<4) }
    try expectSame(sql: "SELECT … FROM person ORDER BY id LIMIT 5") { $0.take(...4) }
    try expectSame(sql: "SELECT … FROM person ORDER BY id LIMIT 0", isEmpty: true) {
      $0.take(-9 ... -2)
    }
    try expectSame(
      sql: """
        SELECT c1_6, … FROM (SELECT …, row_number() OVER (ORDER BY id) - 1 AS c1_6 FROM person) \
        WHERE c1_6 % ? = ? ORDER BY c1_6
        """
    ) { $0.index().where { $0.0 % 3 == 0 } }
    try expectSame(
      sql: "SELECT c1_2, name FROM (SELECT name, id, lag(name) OVER (ORDER BY id) AS c1_2, "
        + "lag(1) OVER (ORDER BY id) AS c1_3 FROM person) WHERE c1_3 IS NOT NULL ORDER BY id"
    ) { $0.select { $0.name }.pairwise() }
    try expectSame(
      sql: """
        SELECT c1_6, id FROM (SELECT …, lag(id) OVER (ORDER BY id) AS c1_6, lag(name) OVER \
        (ORDER BY id) AS c1_7, lag(surname) OVER (ORDER BY id) AS c1_8, lag(age) OVER (ORDER BY \
        id) AS c1_9, lag(email) OVER (ORDER BY id) AS c1_10, lag(birth_date) OVER (ORDER BY id) \
        AS c1_11, lag(1) OVER (ORDER BY id) AS c1_12 FROM person) WHERE c1_12 IS NOT NULL AND \
        c1_9 < age ORDER BY id
        """
    ) { $0.pairwise().where { $0.0.age < $0.1.age }.select { ($0.0.id, $0.1.id) } }
    try expectSame { $0.sort { $0.name }.take(9).pairwise().pairwise().select { $0.1.1.name } }
    try expectSame(
      sql: """
        SELECT c1_2, email FROM (SELECT email, id, lag(email) OVER (ORDER BY id) AS c1_2, \
        lag(1) OVER (ORDER BY id) AS c1_3 FROM person) WHERE c1_3 IS NOT NULL ORDER BY id DESC
        """
    ) { $0.select { $0.email }.pairwise().reverse() }
    try expectSame(
      sql: """
        SELECT c1_6, name FROM (SELECT …, row_number() OVER (ORDER BY name, id) - 1 AS c1_6 \
        FROM person) ORDER BY c1_6 DESC
        """
    ) { $0.sort { $0.name }.index().select { ($0.0, $0.1.name) }.reverse() }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT …, sum(NOT age <> ?) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) \
        AS c1_6 FROM person) WHERE c1_6 = 0 ORDER BY id
        """
    ) { $0.takeWhile { $0.age != 17 } }
    try expectSame(
      sql: """
        SELECT name FROM (SELECT …, sum(NOT age < ?) OVER (ORDER BY age, id ROWS UNBOUNDED \
        PRECEDING) AS c1_6 FROM person) WHERE c1_6 = 0 ORDER BY age, id
        """
    ) { $0.sort { $0.age }.takeWhile { $0.age < 30 }.select { $0.name } }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT …, sum(NOT age <> ?) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) \
        AS c1_6 FROM person) WHERE c1_6 > 0 ORDER BY id LIMIT 4
        """
    ) { $0.skipWhile { $0.age != 17 }.take(4) }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT …, sum(NOT email IS NOT NULL) OVER (ORDER BY email DESC, id ROWS \
        UNBOUNDED PRECEDING) AS c1_6 FROM person) WHERE c1_6 > 0 ORDER BY email DESC, id
        """
    ) { $0.sortDescending { $0.email }.skipWhile { $0.email != nil } }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM (SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT 20) \
        ORDER BY id LIMIT -1 OFFSET ?) ORDER BY id DESC LIMIT -1 OFFSET 2) ORDER BY name, id \
        LIMIT -1 OFFSET ?
        """
    ) { $0.take(20).skip(3).skipLast(2).sort { $0.name }.skip(1) }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT 9) ORDER BY id DESC LIMIT 2
        """
    ) { $0.take(9).reverse().take(2) }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT …, min(c2_6) AS c3_6 FROM (SELECT …, row_number() OVER (ORDER BY \
        name, id) AS c2_6 FROM (SELECT … FROM person ORDER BY id LIMIT 9)) GROUP BY age) WHERE \
        age > ? ORDER BY c3_6
        """
    ) { $0.take(9).sort { $0.name }.distinct(by: { $0.age }).where { $0.age > 20 } }
  }

  @Test(
    "pages of a query are one statement, whose offset is a parameter", arguments: [0, 1, 4, 9])
  func pages(count: Int) throws {
    if count > 0 {
      try expectSame(sql: "SELECT … FROM person ORDER BY surname, id LIMIT 5 OFFSET ?") {
        $0.sort { $0.surname }.skip(count).take(5)
      }
    }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?) WHERE age > ? ORDER \
        BY id
        """
    ) { $0.skip(count).where { $0.age > 20 } }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person WHERE age > ? ORDER BY id LIMIT -1 OFFSET ?) WHERE \
        name <> ? ORDER BY id LIMIT 3
        """
    ) { $0.where { $0.age > 20 }.skip(count).where { $0.name != "_" }.take(3) }
    try expectSame(
      sql: """
        SELECT age, name FROM person WHERE age > ? ORDER BY id LIMIT 30 OFFSET ?
        """
    ) { $0.where { $0.age > 20 }.skip(count).select { ($0.age, $0.name) }.take(30) }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT 30) ORDER BY id LIMIT -1 OFFSET ?
        """
    ) { $0.take(30).skip(count) }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT 9 OFFSET ?) ORDER BY id LIMIT -1 \
        OFFSET ?
        """
    ) { $0.skip(count).take(9).skip(2) }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?) ORDER BY id LIMIT -1 \
        OFFSET ?
        """
    ) { $0.skip(count).skip(3) }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?) ORDER BY id LIMIT 4 \
        OFFSET ?
        """
    ) { $0.skip(3).skip(count).take(4) }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?) ORDER \
        BY id DESC LIMIT 7) ORDER BY id
        """
    ) { $0.skip(count).takeLast(7) }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?) ORDER \
        BY id DESC LIMIT -1 OFFSET 3) ORDER BY id
        """
    ) { $0.skip(count).skipLast(3) }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person ORDER BY id DESC LIMIT 20) ORDER BY id LIMIT -1 \
        OFFSET ?
        """
    ) { $0.takeLast(20).skip(count) }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?) ORDER BY id DESC \
        LIMIT 4
        """
    ) { $0.skip(count).reverse().take(4) }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?) GROUP BY surname \
        ORDER BY min(id)
        """
    ) { $0.skip(count).distinct(by: { $0.surname }) }
    try expectSame(
      sql: """
        SELECT surname FROM person GROUP BY surname ORDER BY min(id) LIMIT -1 OFFSET ?
        """
    ) { $0.select { $0.surname }.distinct().skip(count) }
    try expectSame(
      sql: """
        SELECT c2_6, … FROM (SELECT …, row_number() OVER (ORDER BY id) - 1 AS c2_6 FROM (SELECT \
        … FROM person ORDER BY id LIMIT -1 OFFSET ?)) ORDER BY c2_6
        """
    ) { $0.skip(count).index() }
    try expectSame(
      sql: """
        SELECT surname, count(*) FROM (SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?) \
        GROUP BY surname ORDER BY min(id)
        """
    ) { $0.skip(count).groupBy { $0.surname }.select { ($0.key, $0.count) } }
    try expectSame(
      sql: """
        SELECT surname, count(*) FROM person GROUP BY surname ORDER BY min(id) LIMIT -1 OFFSET ?
        """
    ) { $0.groupBy { $0.surname }.select { ($0.key, $0.count) }.skip(count) }
    try expectSame(
      sql: """
        SELECT c0, c1, c2, c3, c4, c5 FROM (SELECT id AS c0, name AS c1, surname AS c2, age AS \
        c3, email AS c4, birth_date AS c5, 0 AS side, id AS ordinal FROM (SELECT … FROM person \
        ORDER BY id LIMIT -1 OFFSET ?) UNION ALL SELECT id AS c0, name AS c1, surname AS c2, \
        age AS c3, email AS c4, birth_date AS c5, 1 AS side, id AS ordinal FROM (SELECT … FROM \
        person ORDER BY id LIMIT -1 OFFSET ?)) ORDER BY side, ordinal
        """
    ) { $0.skip(count).concat($0.skip(3)) }
    try expectSame(
      sql: """
        SELECT age FROM (SELECT age, id FROM person ORDER BY id LIMIT -1 OFFSET ?) ORDER BY \
        age, id
        """
    ) { $0.skip(count).select { $0.age }.sort() }
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person ORDER BY id") {
      $0.where { opaquelyTrue($0) }.skip(count).take(5)
    }
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?") {
      $0.skip(count).where { opaquelyTrue($0) }.skip(2)
    }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?) ORDER BY id LIMIT 30 \
        OFFSET ?
        """
    ) { $0.skip(0).skip(count).take(30) }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT 30) WHERE age > ? ORDER BY id \
        LIMIT -1 OFFSET ?
        """
    ) { $0.take(30).where { $0.age > 20 }.skip(count) }
    try expectSame(
      sql: """
        SELECT a.surname, a.id, a.name, a.surname, a.age, a.email, a.birth_date FROM (SELECT \
        surname, id, name, age, email, birth_date FROM person) AS a CROSS JOIN (SELECT surname, \
        min(id) AS c1_1 FROM person GROUP BY surname ORDER BY min(id) LIMIT -1 OFFSET ?) AS b \
        ON b.surname IS a.surname ORDER BY b.c1_1, a.id
        """
    ) { $0.groupBy { $0.surname }.skip(count) }
    try expectSame(sql: "SELECT … FROM person ORDER BY id LIMIT 5 OFFSET ?", isEmpty: true) {
      $0.skip(count + 70).take(5)
    }
    try expectSame(
      sql: "SELECT … FROM person ORDER BY id LIMIT 9223372036854775807 OFFSET ?", isEmpty: true
    ) { $0.skip(.max - count).take(.max) }
    let (store, people) = try makeStore(of: hostilePeople)
    #expect(try store.people.skip(count).count() == people.dropFirst(count).count)
    #expect(try store.people.skip(count).any() == (count < people.count))
    #expect(try store.people.elementAtOrNil(count) == people.dropFirst(count).first)
  }

  @Test("S91 chunked: runs of elements whose neighbors belong together")
  func runs() throws {
    try expectSame(
      sql: """
        SELECT c2_2, age FROM (SELECT age, c1_2, sum(c1_3) \
        OVER (ORDER BY c1_2 ROWS UNBOUNDED PRECEDING) AS c2_2 FROM (SELECT age, id, \
        row_number() OVER (ORDER BY id) AS c1_2, CASE WHEN lag(1) OVER (ORDER BY id) IS NULL \
        THEN 1 ELSE CASE WHEN lag(age) OVER (ORDER BY id) = age THEN 0 ELSE 1 END END AS c1_3 \
        FROM person)) ORDER BY c1_2
        """
    ) { $0.select { $0.age }.chunked { $0 == $1 } }
    try expectSame { $0.chunked { $0.age <= $1.age } }
    try expectSame { $0.sort { $0.age }.chunked { $1.age - $0.age < 3 }.select { $0.count } }
    try expectSame {
      $0.sortDescending { $0.surname }.chunked { $0.surname == $1.surname }
        .where { $0.count > 1 }.select { ($0.count, $0.min { $0.age }, $0.first.map { $0.name }) }
    }
    try expectSame { $0.chunked { $0.email == $1.email }.skip(1).take(2) }
    try expectSame { $0.chunked { $0.id < $1.id }.select { $0.count } }
    try expectSame { $0.chunked { $0.id > $1.id }.reverse() }
    try expectSame { $0.select { $0.email }.chunked { $0 == nil && $1 == nil } }
    try expectSame { $0.select { ($0.name, $0.age) }.chunked { $0.1 < $1.1 } }
    try expectSame(isAllSQL: false) {
      $0.chunked { $0.age < $1.age }.selectMany { $0 }.select { $0.id }
    }
    try expectSame(isEmpty: true) { $0.where { $0.age < 0 }.chunked { $0.age == $1.age } }
    try expectSame { people in
      people.groupBy { $0.surname }.select { $0.count }.chunked { $0 == $1 }
    }
    // The condition fails for elements that are not reached.
    try expectSame { $0.chunked { 100 / ($1.id - 5) > $0.id }.take(1) }
    try expectSameError(ExpressionError.divisionByZero) {
      $0.chunked { 100 / ($1.id - 5) > -1000 + $0.id }
    }
    // A closure and a subquery in memory.
    try expectSame(isAllSQL: false) { $0.chunked { (a: Person, b: Person) in a.age < b.age } }
    try expectSame(isAllSQL: false) { people in
      people.chunked { _, next in people.matching { $0.age == next.age }.count == 1 }
    }
  }

  @Test func chunks() throws {
    try expectSame(sql: "SELECT 0, … FROM person ORDER BY id") { $0.chunk(7) }
    try expectSame(sql: "SELECT 0, … FROM person ORDER BY id LIMIT 6") { $0.chunk(3).take(2) }
    try expectSame { $0.chunk(3).skip(1).take(2) }
    try expectSame { $0.where { $0.age > 20 }.sortDescending { $0.age }.chunk(4) }
    try expectSame { $0.skip(1).take(8).chunk(3) }
    try expectSame { $0.select { ($0.name, $0.age) }.chunk(2).reverse() }
    try expectSame { $0.chunk(3).select { ($0.count, $0.min { $0.age }) } }
    try expectSame { $0.chunk(4).where { $0.count > 1 } }
    try expectSame { $0.chunk(3).where { $0.any { $0.age > 30 } } }
    try expectSame { $0.chunk(3).sortDescending { $0.max { $0.name } } }
    try expectSame { $0.chunk(2).sort { $0.count }.take(3) }
    try expectSame { $0.distinct { $0.age }.chunk(3) }
    try expectSame { $0.select { $0.age }.chunk(2).select { $0.max() } }
    try expectSame { $0.groupBy { $0.age }.select { ($0.key, $0.count) }.chunk(2) }
    try expectSame { $0.chunk(3).select { $0.select { $0.name }.first } }
    try expectSame { $0.chunk(3).select { $0.first.map { $0.name } } }
    try expectSame { $0.chunk(3).select { $0.where { $0.age > 25 }.select { $0.name } } }
    try expectSame(isAllSQL: false) { $0.groupBy { $0.age }.chunk(2).select { $0.map(\.key) } }
    try expectSame { $0.select { $0.name.count * 2 }.where { $0 > 0 }.chunk(2) }
    try expectSame(isAllSQL: false) { $0.chunk(3).select { ($0.count, $0) } }
    try expectSame(isAllSQL: false) { $0.chunk(3).index() }
    let (store, people) = try makeStore(of: hostilePeople)
    #expect(try store.people.chunk(3).count() == (people.count + 2) / 3)
    #expect(try store.people.chunk(.max).toArray() == [people])
    #expect(try store.people.chunk(.max).take(2).toArray() == [people])
    #expect(try store.people.chunk(3).first() == Array(people.prefix(3)))
  }

  @Test("operators that run in memory")
  func inMemory() throws {
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person ORDER BY id") {
      $0.shuffle(seed: 7).select { $0.name }
    }
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person ORDER BY id") {
      $0.selectMany { [$0.name, $0.surname] }
    }
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person ORDER BY id") {
      $0.aggregateBy({ $0.surname }, 0) { $0 + $1.name.count }
    }
  }
}
