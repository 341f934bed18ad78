import TestModel
import Testing

@Suite("Optionals of optionals: one that is nil is not the same as none")
struct NestedOptionalTests {
  @Test("map with an optional result")
  func values() throws {
    try expectSame { $0.select { ($0.id, $0.email.map { $0.first }) } }
    try expectSame { $0.select { $0.email.map { $0.dropFirst(99).first } } }
    try expectSame { $0.where { $0.email.map { $0.dropFirst(99).first } == nil } }
    try expectSame { $0.where { $0.email.map { $0.dropFirst(99).first } != nil } }
    try expectSame { $0.where { $0.email.flatMap { $0.dropFirst(99).first } == nil } }
    try expectSame { $0.select { $0.email.map { $0.dropFirst(99).first } }.take(5) }
    try expectSame { $0.select { $0.email.map { $0.dropFirst(99).first } }.distinct() }
  }

  @Test("optionals as optionals of optionals")
  func conversions() throws {
    try expectSame { $0.select { QueryExpression<String??>($0.email) } }
    try expectSame { $0.select { QueryExpression<String??>($0.email) }.distinct() }
    try expectSame(isEmpty: true) { $0.where { QueryExpression<String??>($0.email) == nil } }
    try expectSame {
      $0.select { person in person.email.map { _ in person.birthDate } }
        .except($0.where { $0.age > 20 }.select { QueryExpression<CalendarDate??>($0.birthDate) })
    }
  }

  @Test("what SQL cannot tell apart runs in memory")
  func inMemory() throws {
    // As constants, too.
    for value in [.some(nil), nil, "x"] as [String??] {
      let constant = QueryExpression<String??>(value)
      let other = QueryExpression<String??>(String??.some("y"))
      try expectSame(isAllSQL: false) {
        $0.select { QueryExpression<String??>.if($0.age > 30, then: constant, else: other) }
      }
      try expectSame(isAllSQL: false) { $0.select { ($0.id, constant) } }
    }
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.email.map { $0.dropFirst(99).first } }.select { ($0.key, $0.count) }
    }
    try expectSame(isAllSQL: false) {
      $0.select { $0.email.map { $0.dropFirst(99).first } ?? "x" }
    }
    try expectSame(isAllSQL: false) {
      $0.countBy { $0.email.map { $0.dropFirst(99).first } }
    }
  }

  @Test("compacted(): values, rows of joins, and optionals of optionals")
  func compacted() throws {
    try expectSame(sql: "SELECT email FROM person WHERE email IS NOT NULL ORDER BY id") {
      $0.select { $0.email }.compacted()
    }
    try expectSame(
      sql: """
        SELECT email FROM person WHERE email IS NOT NULL AND swift_count(email) > ? \
        ORDER BY email DESC, id
        """
    ) { $0.select { $0.email }.compacted().where { $0.count > 5 }.sortDescending() }
    try expectSame {
      $0.sort { $0.name }.select { $0.email }.take(9).compacted().select { $0.count }.distinct()
    }
    try expectSame {
      $0.leftJoin($0.where { $0.age < 40 }, on: { $0.surname }, equals: { $0.name })
        .select { $0.1 }.compacted().select { ($0.id, $0.email) }
    }
    try expectSame(isAllSQL: false) {
      $0.select { person in person.email.map { $0.first } }.compacted().select { $0 == nil }
    }
    try expectSame(
      sql: """
        SELECT age, count(DISTINCT CASE WHEN email IS NOT NULL THEN email END) FROM person \
        GROUP BY age ORDER BY min(id)
        """
    ) {
      $0.groupBy { $0.age }.select { group in
        (group.key, group.select { $0.email }.compacted().distinct().count)
      }
    }
    try expectSame { people in
      people.select { person in
        (person.id, people.matching { $0.name == person.name }.select { $0.email }.compacted())
      }
    }
  }

  @Test("columns of joined rows")
  func joins() throws {
    try expectSame {
      $0.leftJoin($0.where { $0.age < 40 }, on: { $0.surname }, equals: { $0.name })
        .select { ($0.0.id, $0.1.map { $0.email }, $0.1.flatMap { $0.email }) }
    }
    try expectSame {
      $0.leftJoin($0.where { $0.age < 40 }, on: { $0.surname }, equals: { $0.name })
        .where { $0.1.map { $0.email } == nil }.select { $0.0.id }
    }
    try expectSame(isAllSQL: false) {
      $0.leftJoin($0.where { $0.age < 40 }, on: { $0.surname }, equals: { $0.name })
        .groupBy { $0.1.map { $0.email } }.select { ($0.key, $0.count) }
    }
  }

  @Test("results of map that do not depend on the value")
  func otherValues() throws {
    try expectSame { $0.select { person in person.email.map { _ in person.name } } }
    try expectSame { $0.where { person in person.email.map { _ in person.age } == 25 } }
    try expectSame { $0.select { person in person.email.flatMap { _ in person.birthDate } } }
    try expectSame {
      $0.leftJoin($0.where { $0.age < 40 }, on: { $0.surname }, equals: { $0.name })
        .select { pair in (pair.1.map { _ in pair.0.name }, pair.1.map { _ in pair.0.age }) }
    }
  }
}
