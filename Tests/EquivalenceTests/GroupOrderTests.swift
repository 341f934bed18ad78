import TestModel
import Testing

@Suite("The order of groups: that of their first rows")
struct GroupOrderTests {
  @Test("groups by values of the first source of a join are ordered by its key")
  func firstSource() throws {
    try expectSame(
      sql: """
        SELECT a.id, count(*) FILTER (WHERE b.id IS NOT NULL) FROM person AS a LEFT JOIN person AS \
        b ON a.name = b.surname GROUP BY a.id ORDER BY a.id
        """
    ) { people in
      people.leftJoin(people, on: { $0.name }, equals: { $0.surname }).groupBy { $0.0.id }
        .select { ($0.key, $0.count { $0.1 != nil }) }
    }
    try expectSame(
      sql: """
        SELECT a.surname, count(*) FROM person AS a JOIN person AS b ON a.age = b.age WHERE a.id < \
        b.id GROUP BY a.surname HAVING count(*) > ? ORDER BY min(a.id)
        """
    ) { people in
      people.join(people, on: { $0.age }, equals: { $0.age }).where { $0.0.id < $0.1.id }
        .groupBy { $0.0.surname }.where { $0.count > 1 }.select { ($0.key, $0.count) }
    }
    try expectSame(
      sql: """
        SELECT b.surname, count(*) FROM person AS a RIGHT JOIN person AS b ON a.name = b.surname \
        GROUP BY b.surname ORDER BY min(b.id)
        """
    ) { people in
      people.rightJoin(people, on: { $0.name }, equals: { $0.surname }).countBy { $0.1.surname }
    }
  }

  @Test("groups by values of the second source need the positions of the pairs")
  func secondSource() throws {
    try expectSame { people in
      people.join(people, on: { $0.name }, equals: { $0.surname }).countBy { $0.1.age }
    }
    try expectSame { people in
      people.leftJoin(people, on: { $0.name }, equals: { $0.surname })
        .countBy { ($0.0.age, $0.1.map { $0.age }) }
    }
    try expectSame { people in
      people.sortDescending { $0.name }.join(people, on: { $0.name }, equals: { $0.surname })
        .countBy { $0.0.age }
    }
    try expectSame { people in
      people.fullJoin(people, on: { $0.name }, equals: { $0.surname })
        .countBy { $0.0.map { $0.age } }
    }
  }

  @Test("a term that is a key orders the groups, and the next one those with the same keys")
  func knownTerms() throws {
    try expectSame(
      sql: """
        SELECT a.id, b.surname, count(*) FROM person AS a JOIN person AS b ON a.age = b.age GROUP \
        BY a.id, b.surname ORDER BY a.id, min(b.id)
        """
    ) { people in
      people.join(people, on: { $0.age }, equals: { $0.age })
        .groupBy { ($0.0.id, $0.1.surname) }.select { ($0.key.0, $0.key.1, $0.count) }
    }
    try expectSame { people in
      people.join(people, on: { $0.age }, equals: { $0.age })
        .groupBy { ($0.0.id, $0.1.surname) }.where { $0.count > 1 }.reverse().skip(2)
        .select { ($0.key.0, $0.count) }
    }
  }

  @Test("a join of joins knows the tables of its columns")
  func joinOfJoins() throws {
    try expectSame(
      sql: """
        SELECT a.surname, count(*) FROM (SELECT a.id, a.name, a.surname, a.age, a.email, \
        a.birth_date, b.id AS c1_7, b.name AS c1_8, b.surname AS c1_9, b.age AS c1_10, b.email AS \
        c1_11, b.birth_date AS c1_12, 1 AS c1_13 FROM person AS a JOIN person AS b ON a.name = \
        b.surname) AS a JOIN person AS b ON a.c1_10 = b.age GROUP BY a.surname ORDER BY min(a.id)
        """
    ) { people in
      people.join(people, on: { $0.name }, equals: { $0.surname })
        .join(people, on: { $0.1.age }, equals: { $0.age }).countBy { $0.0.0.surname }
    }
    for key in 0..<3 {
      try expectSame { people in
        people.join(people, on: { $0.name }, equals: { $0.surname })
          .join(people, on: { $0.1.age }, equals: { $0.age })
          .countBy { key == 0 ? $0.0.1.name : key == 1 ? $0.1.name : $0.0.0.name }
      }
    }
  }

  @Test("items, values of items and subqueries beside the key")
  func items() throws {
    try expectSame { people in
      people.join(people, on: { $0.age }, equals: { $0.age }).groupBy { $0.0.surname }
        .select { ($0.key, $0.items.select { $0.1.name }) }
    }
    try expectSame { people in
      people.join(people, on: { $0.age }, equals: { $0.age }).groupBy { $0.0.surname }
        .select {
          (
            $0.key, $0.joined(separator: "-") { $0.1.name },
            $0.items.sort { $0.1.name }.last.map { $0.1.id },
            $0.sum { QueryExpression<Double>($0.1.id) * 0.1 }
          )
        }
    }
    try expectSame { people in
      people.join(people, on: { $0.age }, equals: { $0.age }).groupBy { $0.0.surname }
        .selectMany { $0.items.take(3) }.select { ($0.0.id, $0.1.id) }
    }
    try expectSame { people in
      people.join(people, on: { $0.age }, equals: { $0.age }).groupBy { $0.0.name.count }
        .select { group in (group.key, people.matching { $0.id == group.key }.count) }
    }
    try expectSame { people in
      people.join(people, on: { $0.age }, equals: { $0.age })
        .groupBy { ($0.0.id, $0.1.name.count) }
        .select { group in (group.key.0, people.matching { $0.id == group.key.1 }.count) }
    }
  }

  @Test("distinct values of joins")
  func distinctValues() throws {
    try expectSame(
      sql: """
        SELECT a.surname FROM person AS a JOIN person AS b ON a.age = b.age GROUP BY a.surname \
        ORDER BY min(a.id)
        """
    ) { people in
      people.join(people, on: { $0.age }, equals: { $0.age }).select { $0.0.surname }.distinct()
    }
    try expectSame { people in
      people.join(people, on: { $0.age }, equals: { $0.age })
        .select { ($0.0.surname, $0.1.name) }.distinct().reverse()
    }
    // The minimum tells SQLite from which row to take the other columns.
    try expectSame(sql: "SELECT … FROM person GROUP BY id ORDER BY min(id)") {
      $0.distinct { $0.id }
    }
    try expectSame { $0.take(9).distinct { $0.id }.select { ($0.id, $0.name) } }
    try expectSame { people in
      people.join(people, on: { $0.age }, equals: { $0.age }).distinct { $0.0.surname }
        .select { ($0.0.id, $0.1.id) }
    }
  }

  @Test("a value of one item that is selected is one in conditions and sorts after it")
  func selectedItem() throws {
    try expectSame(
      sql: """
        SELECT surname FROM person GROUP BY surname HAVING swift_first_value(email, 1, 'DESC', \
        age, 'DESC', id) IS NOT NULL ORDER BY swift_first_value(age, 1, id) DESC, min(id)
        """
    ) { people in
      people.groupBy { $0.surname }
        .select {
          (
            $0.key, $0.items.sort { $0.age }.last.flatMap { $0.email },
            $0.items.first.map { $0.age }
          )
        }
        .where { $0.1 != nil }.sortDescending { $0.2 }
    }
    try expectSame { people in
      people.groupBy { $0.surname }
        .select { ($0.key, $0.items.where { $0.age > 30 }.first.map { $0.age }) }
        .where { ($0.1.map { $0 / 2 } ?? 7) < 20 }.select { ($0.0, $0.1) }
    }
    // Not inside a subquery, and not where the groups are the rows of another statement.
    try expectSame(isAllSQL: false) { people in
      people.groupBy { $0.surname }
        .select { ($0.key, $0.items.first.map { $0.id }) }
        .where { group in people.matching { $0.id == group.1 }.any { $0.age < 40 } }
    }
    try expectSame(isAllSQL: false) { people in
      people.groupBy { $0.surname }.select { ($0.key, $0.items.last.map { $0.age }) }.take(5)
        .where { $0.1 == 25 }
    }
  }
}
