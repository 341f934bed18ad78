import TestModel
import Testing

@Suite("Groups: S21, S26 to S28")
struct GroupTests {
  @Test("keys and aggregates are one statement")
  func aggregates() throws {
    try expectSame(
      sql: """
        SELECT swift_prefix(surname, ?), count(*) FROM person \
        GROUP BY swift_prefix(surname, ?1) ORDER BY min(id)
        """
    ) { $0.groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) } }
    try expectSame(
      sql: "SELECT email, count(*) FROM person GROUP BY email HAVING count(*) > ? ORDER BY min(id)"
    ) { $0.groupBy { $0.email }.where { $0.count > 1 }.select { ($0.key, $0.count) } }
    try expectSame(
      sql: """
        SELECT surname, swift_sum(age), swift_average(age), max(name) FROM person WHERE age < ? \
        GROUP BY surname ORDER BY min(id)
        """
    ) {
      $0.where { $0.age < 1000 }.groupBy { $0.surname }
        .select { ($0.key, $0.sum { $0.age }, $0.average { $0.age }, $0.max { $0.name }) }
    }
    try expectSame(
      sql: """
        SELECT age, min(email), count(*) FILTER (WHERE name = ?) FROM person GROUP BY age ORDER \
        BY min(id)
        """
    ) {
      $0.groupBy { $0.age }.select { ($0.key, $0.min { $0.email }, $0.count { $0.name == "bob" }) }
    }
    try expectSame(
      sql: """
        SELECT surname, swift_sum(swift_real(CAST(age AS REAL) * ?), id) FROM person GROUP BY \
        surname ORDER BY min(id)
        """
    ) {
      $0.groupBy { $0.surname }.select {
        ($0.key, $0.sum { QueryExpression<Double>($0.age) * 0.1 })
      }
    }
    try expectSame(
      sql: """
        SELECT surname, count(*) FROM person GROUP BY surname ORDER BY count(*) DESC, min(id) \
        LIMIT 3
        """
    ) { $0.countBy { $0.surname }.sortDescending { $0.1 }.take(3) }
    try expectSame(
      sql: """
        SELECT age FROM person GROUP BY age HAVING count(*) > ? ORDER BY min(id)
        """
    ) { $0.countBy { $0.age }.where { $0.1 > 8 }.select { $0.0 } }
  }

  @Test("a group is the array of its items")
  func operators() throws {
    try expectSame(
      sql: """
        SELECT surname, count(*) > 0, count(*) FILTER (WHERE NOT age > ?) > 0, \
        swift_sum(CASE WHEN age > ? THEN age % ? END) FROM person GROUP BY surname ORDER BY min(id)
        """
    ) {
      $0.groupBy { $0.surname }.select {
        ($0.key, $0.any(), $0.any { !($0.age > 30) }, $0.where { $0.age > 30 }.sum { $0.age % 100 })
      }
    }
    try expectSame(
      sql: """
        SELECT age FROM person GROUP BY age HAVING count(DISTINCT surname) > ? ORDER BY min(id)
        """
    ) { $0.groupBy { $0.age }.where { $0.distinct { $0.surname }.count > 1 }.select { $0.key } }
    try expectSame {
      $0.groupBy { $0.surname }.select { ($0.key, $0.sort { $0.age }.take(2), $0.last) }
    }
    try expectSame {
      $0.groupBy { $0.surname }.select {
        ($0.first.map { $0.name } ?? "", $0.select { $0.age }.contains(30))
      }
    }
  }

  @Test("a group in the closures of its items")
  func groupsOfItems() throws {
    try expectSame(
      sql: """
        SELECT age, swift_sum(swift_whole(age + age)), count(*) FILTER (WHERE id > age) FROM \
        person WHERE age < ? GROUP BY age ORDER BY min(id)
        """
    ) {
      $0.where { $0.age < 1000 }.groupBy { $0.age }.select { group in
        (group.key, group.sum { $0.age + group.key }, group.count { $0.id > group.key })
      }
    }
    try expectSame {
      $0.groupBy { $0.age }.select { group in (group.key, group.where { $0.id > group.key }) }
    }
    // Each item would be compared with a value of the whole group.
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.age }.select { group in group.count { $0.id > group.count } }
    }
  }

  @Test("some of the items of a group: S58")
  func chosenItems() throws {
    try expectSame(
      sql: """
        SELECT surname, swift_sum(CASE WHEN age > ? THEN age % ? END), count(*) FILTER (WHERE age \
        > ?) FROM person GROUP BY surname ORDER BY min(id)
        """
    ) {
      $0.groupBy { $0.surname }.select { group in
        let old = group.items.where { $0.age > 30 }
        return (group.key, old.sum { $0.age % 100 }, old.count)
      }
    }
    try expectSame(
      sql: """
        SELECT surname, count(DISTINCT age), count(DISTINCT email) + CASE WHEN count(*) FILTER \
        (WHERE email IS NULL) > 0 THEN 1 ELSE 0 END FROM person GROUP BY surname ORDER BY min(id)
        """
    ) {
      $0.groupBy { $0.surname }.select {
        ($0.key, $0.items.select { $0.age }.distinct().count, $0.items.distinct { $0.email }.count)
      }
    }
    try expectSame {
      $0.groupBy { $0.age % 10 }.select { group in
        let odd = group.items.where { $0.id % 2 == 1 }.select { $0.name }
        return (odd.min(), odd.max(), odd.distinct().count, odd.contains("bob"))
      }
    }
    try expectSame(
      sql: """
        SELECT surname FROM person GROUP BY surname HAVING count(*) FILTER (WHERE age > ?) > 0 \
        AND NOT count(*) FILTER (WHERE NOT name <> ?) > 0 ORDER BY min(id)
        """
    ) {
      $0.groupBy { $0.surname }.where { group in
        group.items.any { $0.age > 40 } && group.items.all { $0.name != "bob" }
      }.select { $0.key }
    }
    try expectSame {
      $0.groupBy({ $0.surname }, element: { $0.email }).select {
        ($0.key, $0.items.distinct().count)
      }
    }
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.surname }.select {
        $0.items.select { $0.age }.distinct { $0 % 10 }.contains(34)
      }
    }
    // The key of the group inside the closure of its items.
    try expectSame {
      $0.groupBy { $0.age }.select { group in
        (group.key, group.items.where { $0.id > group.key }.average { $0.id })
      }
    }
    try expectSame {
      $0.groupBy { $0.surname }.select {
        (
          $0.items.average { QueryExpression<Double?>($0.name) },
          $0.items.where { 100 / ($0.id + 3) > 1 }.count
        )
      }
    }
  }

  @Test("what needs the items of a group themselves runs in memory: S58")
  func itemsInMemory() throws {
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.surname }.select {
        ($0.key, QueryExpression<String>($0.count).split(separator: "1").count)
      }
    }
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.surname }.select { group in
        group.items.where { $0.age > group.count }.count
      }
    }
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.surname }.select { group in
        group.items.select { $0.name }.contains(group.items.min { $0.name } ?? "")
      }
    }
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.surname }.select { $0.items.take(2).sum { $0.age % 9 } }
    }
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.surname }.select { $0.items.select { $0.age % 7 }.distinct().sum() }
    }
  }

  @Test("the first items of each group are one statement for all groups: S63")
  func firstItems() throws {
    try expectSame(
      sql: """
        SELECT surname, count(*) FROM person GROUP BY surname ORDER BY min(id)
        """
    ) {
      $0.groupBy { $0.surname }
        .select { ($0.key, $0.count, $0.items.sortDescending { $0.age }.take(2)) }
    }
    try expectSame {
      $0.groupBy { $0.surname }.select { ($0.key, $0.items.sort { $0.age }.first) }
    }
    try expectSame {
      $0.groupBy { $0.surname }.select {
        ($0.key, $0.minBy { $0.email }, $0.items.maxBy { $0.age }.map { $0.name })
      }
    }
    try expectSame {
      $0.groupBy { $0.surname }.select {
        ($0.key, $0.items.sort { $0.age }.first { $0.age > 3 }.map { $0.name })
      }
    }
    try expectSame {
      $0.groupBy { $0.email }.select { ($0.key, $0.items.where { $0.age > 20 }.first) }
    }
    try expectSame {
      $0.groupBy { $0.age }.select { ($0.items.select { $0.email }.first, $0.max { $0.id }) }
    }
    try expectSame {
      $0.groupBy { ($0.surname, $0.age) }.where { $0.count > 1 }.select {
        ($0.key.0, $0.items.sort { $0.name }.thenBy { $0.id }.skip(1).take(2).select { $0.name })
      }
    }
    try expectSame {
      $0.where { $0.age < 40 }.groupBy { $0.surname }.sortDescending { $0.count }.take(3)
        .select { ($0.key, $0.items.reverse().select { $0.name }, $0.items.last) }
    }
    try expectSame {
      $0.groupBy({ $0.birthDate }, element: { $0.name }).skip(1)
        .select { ($0.key, $0.items.take(1), $0.items.where { $0 > "b" }) }
    }
    try expectSame {
      $0.sort { $0.name }.take(20).groupBy { $0.surname.prefix(1) }
        .select { ($0.key, $0.items.take(0), $0.items.first { $0.age > 20 }) }
    }
    try expectSame {
      $0.groupBy { $0.surname }.select { ($0.key, $0.items.sort { $0.age }.take(2)) }
        .take(2)
    }
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.surname }.select { ($0.key, $0.items.first) }
        .where { $0.1 == nil || $0.0 > "b" }
    }
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.surname }
        .select { group in (group.key, group.items.where { $0.age > group.count }) }
    }
    try expectSame {
      $0.groupBy { $0.surname }.select { ($0.key, $0.items.where { 100 / ($0.id + 3) > 1 }) }
    }
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.surname }.select { ($0.key, $0.items.take(3).where { $0.age > 20 }) }
    }
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.surname }.select { ($0.key, $0.items.take(3).skip(1)) }
    }
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.surname }.select { ($0.key, $0.items.skip(1).skip(1).first) }
    }
    // The parameter of the group in a closure of its items.
    try expectSame(isAllSQL: false) {
      $0.groupBy({ $0.surname }, element: { ($0.name, $0.age) })
        .select { group in (group.key, group.items.where { $0.0 == group.key }) }
    }
    try expectSame(isAllSQL: false) {
      $0.groupBy({ $0.surname }, element: { ($0.name, $0.age) })
        .select { group in group.items.select { _ in group.key } }
    }
    // An array of rows is no column.
    try expectSame(isAllSQL: false) { people in
      people.select { $0.email }.concat(
        people.groupBy { $0.surname }.select { $0.items.select { $0.name }.first })
    }
    try expectSame(isAllSQL: false) { people in
      people.select { $0.email }.except(
        people.groupBy { $0.surname }.select { $0.items.select { $0.name }.first })
    }
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.email }
        .select { group in (group.key, group.key.flatMap { _ in group.items.first }) }
    }
  }

  @Test("after a sort, take, reverse, distinct")
  func after() throws {
    try expectSame(
      sql: """
        SELECT age, count(*) FROM (SELECT …, row_number() OVER (ORDER BY name, id) AS c1_6 FROM \
        person) GROUP BY age ORDER BY min(c1_6)
        """
    ) { $0.sort { $0.name }.groupBy { $0.age }.select { ($0.key, $0.count) } }
    try expectSame(
      sql: """
        SELECT age, count(*) FROM (SELECT …, row_number() OVER (ORDER BY id DESC) AS c1_6 FROM \
        person) GROUP BY age ORDER BY min(c1_6)
        """
    ) { $0.reverse().groupBy { $0.age }.select { ($0.key, $0.count) } }
    try expectSame(
      sql: """
        SELECT age, count(*) FROM (SELECT … FROM person ORDER BY id LIMIT 9) GROUP BY age ORDER \
        BY min(id)
        """
    ) { $0.take(9).groupBy { $0.age }.select { ($0.key, $0.count) } }
    try expectSame(
      sql: """
        SELECT surname, count(*) FROM (SELECT …, min(id) AS c1_6 FROM person GROUP BY age) \
        GROUP BY surname ORDER BY min(c1_6)
        """
    ) {
      $0.distinct(by: { $0.age }).groupBy { $0.surname }.select { ($0.key, $0.count) }
    }
    try expectSame(
      sql: """
        SELECT c1_1, count(*) FROM (SELECT surname, count(*) AS c1_1, min(id) AS c1_2 FROM \
        person GROUP BY surname) GROUP BY c1_1 ORDER BY min(c1_2)
        """
    ) { $0.countBy { $0.surname }.countBy { $0.1 } }
    try expectSame(
      sql: """
        SELECT surname, count(*) FROM person GROUP BY surname ORDER BY min(id) DESC LIMIT -1 \
        OFFSET ?
        """
    ) { $0.countBy { $0.surname }.reverse().skip(2) }
  }

  @Test("groups with items are one statement, too")
  func items() throws {
    try expectSame(
      sql: """
        SELECT surname, … FROM person ORDER BY id
        """
    ) { $0.groupBy { $0.surname } }
    try expectSame(sql: "SELECT surname, age FROM person ORDER BY id") {
      $0.groupBy({ $0.surname }, element: { $0.age })
    }
    try expectSame(
      sql: """
        SELECT a.surname, a.id, a.name, a.surname, a.age, a.email, a.birth_date FROM (SELECT \
        surname, id, name, age, email, birth_date FROM person) AS a CROSS JOIN (SELECT surname, \
        min(id) AS c1_1 FROM person GROUP BY surname HAVING count(*) > ?) AS b ON b.surname IS \
        a.surname ORDER BY b.c1_1, a.id
        """
    ) { $0.groupBy { $0.surname }.where { $0.count > 4 } }
    try expectSame(
      sql: """
        SELECT a.email, a.id, a.name, a.surname, a.age, a.email, a.birth_date FROM (SELECT \
        email, id, name, surname, age, birth_date FROM person) AS a CROSS JOIN (SELECT email, \
        count(*) AS c1_1, min(id) AS c1_2 FROM person GROUP BY email ORDER BY count(*) DESC, \
        min(id) LIMIT 2) AS b ON b.email IS a.email ORDER BY b.c1_1 DESC, b.c1_2, a.id
        """
    ) { $0.groupBy { $0.email }.sortDescending { $0.count }.take(2) }
    try expectSame(
      sql: """
        SELECT a.surname, a.id, a.name, a.surname, a.age, a.email, a.birth_date FROM (SELECT \
        surname, id, name, age, email, birth_date, c1_6 FROM (SELECT …, row_number() OVER \
        (ORDER BY name, id) AS c1_6 FROM person)) AS a CROSS JOIN (SELECT surname, min(c1_6) AS \
        c2_1 FROM (SELECT …, row_number() OVER (ORDER BY name, id) AS c1_6 FROM person) GROUP \
        BY surname) AS b ON b.surname IS a.surname ORDER BY b.c2_1 DESC, a.c1_6
        """
    ) { $0.sort { $0.name }.groupBy { $0.surname }.reverse() }
    try expectSame(
      sql: """
        SELECT a.c1_0, a.id, a.name, a.surname, a.age, a.email, a.birth_date FROM (SELECT CASE \
        WHEN birth_date IS NOT NULL THEN CAST(substr(birth_date, 1, 4) AS INTEGER) END AS c1_0, \
        … FROM person WHERE age < ?) AS a CROSS JOIN (SELECT CASE WHEN birth_date IS NOT NULL \
        THEN CAST(substr(birth_date, 1, 4) AS INTEGER) END AS c1_0, min(id) AS c1_1 FROM person \
        WHERE age < ?1 GROUP BY CASE WHEN birth_date IS NOT NULL THEN CAST(substr(birth_date, \
        1, 4) AS INTEGER) END ORDER BY min(id) LIMIT -1 OFFSET ?) AS b ON b.c1_0 IS a.c1_0 \
        ORDER BY b.c1_1, a.id
        """
    ) { $0.where { $0.age < 30 }.groupBy { ($0.birthDate.map { $0.year }) }.skip(1) }
    try expectSame(isAllSQL: false, sql: "SELECT surname, … FROM person ORDER BY id") {
      $0.groupBy { $0.surname }.select { Letter(letter: $0.key, items: $0.items) }
    }
    try expectSame(isAllSQL: false, sql: "SELECT surname, … FROM person ORDER BY id") {
      $0.groupBy { $0.surname }.select { ($0.key, $0.items) }
    }
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person ORDER BY id") {
      $0.groupBy { opaquelyTrue($0) }
    }
  }

  @Test("statements do not depend on the number of groups", arguments: [1, 26, 1000])
  func statementCount(of groups: Int) throws {
    let statements = Recorder()
    var configuration = DatabaseConfiguration()
    configuration.trace = { statements.add($0) }
    let store = try TestStore(path: ":memory:", configuration: configuration)
    try store.people.insert((0..<1000).map { Person(name: "x", surname: "\($0 % groups)", age: 1) })
    statements.clear()
    #expect(try store.people.groupBy { $0.surname }.toArray().count == groups)
    #expect(statements.all.count == 1)
  }
}

/// The people with one surname.
private struct Letter {
  var letter: String
  var items: [Person]
}
