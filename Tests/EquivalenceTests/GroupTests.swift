import People
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
    try expectSame {
      $0.where { $0.age < 1000 }.groupBy { $0.surname }
        .select { ($0.key, $0.sum { $0.age }, $0.average { $0.age }, $0.max { $0.name }) }
    }
    try expectSame {
      $0.groupBy { $0.age }.select { ($0.key, $0.min { $0.email }, $0.count { $0.name == "bob" }) }
    }
    try expectSame {
      $0.groupBy { $0.surname }.select {
        ($0.key, $0.sum { QueryExpression<Double>($0.age) * 0.1 })
      }
    }
    try expectSame { $0.countBy { $0.surname }.sortDescending { $0.1 }.take(3) }
    try expectSame { $0.countBy { $0.age }.where { $0.1 > 8 }.select { $0.0 } }
  }

  @Test("after a sort, take, reverse, distinct")
  func after() throws {
    try expectSame { $0.sort { $0.name }.groupBy { $0.age }.select { ($0.key, $0.count) } }
    try expectSame { $0.reverse().groupBy { $0.age }.select { ($0.key, $0.count) } }
    try expectSame { $0.take(9).groupBy { $0.age }.select { ($0.key, $0.count) } }
    try expectSame {
      $0.distinct(by: { $0.age }).groupBy { $0.surname }.select { ($0.key, $0.count) }
    }
    try expectSame { $0.countBy { $0.surname }.countBy { $0.1 } }
    try expectSame { $0.countBy { $0.surname }.reverse().skip(2) }
  }

  @Test("groups with items are one statement, too")
  func items() throws {
    try expectSame(
      sql: """
        SELECT surname, id, name, surname, age, email, birth_date FROM person ORDER BY id
        """
    ) { $0.groupBy { $0.surname } }
    try expectSame { $0.groupBy({ $0.surname }, element: { $0.age }) }
    try expectSame { $0.groupBy { $0.surname }.where { $0.count > 4 } }
    try expectSame { $0.groupBy { $0.email }.sortDescending { $0.count }.take(2) }
    try expectSame { $0.sort { $0.name }.groupBy { $0.surname }.reverse() }
    try expectSame { $0.where { $0.age < 30 }.groupBy { ($0.birthDate.map { $0.year }) }.skip(1) }
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.surname }.select { PersonGroup(letter: $0.key, items: $0.items) }
    }
    try expectSame(isAllSQL: false) { $0.groupBy { $0.surname }.select { ($0.key, $0.items) } }
    try expectSame(isAllSQL: false) { $0.groupBy { opaquelyTrue($0) } }
  }

  @Test("statements do not depend on the number of groups", arguments: [1, 26, 1000])
  func statementCount(of groups: Int) throws {
    let statements = Recorder()
    var configuration = DatabaseConfiguration()
    configuration.trace = { statements.add($0) }
    let store = try PersonStore(path: ":memory:", configuration: configuration)
    try store.people.insert((0..<1000).map { Person(name: "x", surname: "\($0 % groups)", age: 1) })
    statements.clear()
    #expect(try store.people.groupBy { $0.surname }.toArray().count == groups)
    #expect(statements.all.count == 1)
  }
}
