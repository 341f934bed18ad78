import LinqSQL
import People
import TestSupport
import Testing

/// Chains on groups run in SQL, and give what they give on an array of the same groups.
@Suite struct GroupQueryTests {
  private let store: PersonStore
  private let groups: [PersonGroup]

  init() throws {
    store = try PersonStore(path: ":memory:")
    let ages = [91, 17, 40, 23, 55, 94, 8, 61, 33]
    let people = try store.people.insert(
      ages.enumerated().map { Person(name: "P\($0.offset % 4)", surname: "S", age: $0.element) })
    groups = try store.groups.insert([
      PersonGroup(letter: "A", items: [people[3], people[0], people[5]]),
      PersonGroup(letter: "C", items: []),
      PersonGroup(letter: "B", items: [people[1], people[1], people[8], people[2]]),
      PersonGroup(letter: "é", items: Array(people.reversed())),
    ])
  }

  private func expect<Element: Sendable>(
    sql: String? = nil, inSQL: Bool = true, sourceLocation: SourceLocation = #_sourceLocation,
    _ query: (Query<PersonGroup>) -> Query<Element>
  ) throws {
    let expected = try query(Query(groups)).toArray().map { "\($0)" }
    #expect(!expected.isEmpty, sourceLocation: sourceLocation)
    let stored = query(store.groups.query)
    let plan = try stored.plan()
    #expect(plan.isAllSQL == inSQL, "\(plan)", sourceLocation: sourceLocation)
    if let sql { #expect(plan.sql == sql, sourceLocation: sourceLocation) }
    for run in [stored, stored.policy(.memoryOnly)] {
      #expect(try run.toArray().map { "\($0)" } == expected, sourceLocation: sourceLocation)
    }
    try store.write { transaction in
      let found = try query(transaction.groups.query).toArray().map { "\($0)" }
      #expect(found == expected, sourceLocation: sourceLocation)
    }
  }

  @Test func chainsRunInSQL() throws {
    try expect(sql: "SELECT id, letter FROM person_group ORDER BY id") { $0 }
    try expect(sql: "SELECT id, letter FROM person_group WHERE letter = ? ORDER BY id") {
      $0.where { $0.letter == "A" }
    }
    try expect(
      sql: """
        SELECT id, letter FROM person_group WHERE EXISTS (SELECT 1 FROM person_group_item AS a1 \
        JOIN person AS b1 ON a1.person_id = b1.id WHERE a1.group_id = person_group.id AND \
        coalesce(b1.age, ?) > ?) ORDER BY id
        """
    ) { $0.where { $0.items.any { ($0.age ?? 0) > 90 } } }
    try expect(
      sql: """
        SELECT letter, (SELECT count(*) FROM person_group_item AS a1 JOIN person AS b1 ON \
        a1.person_id = b1.id WHERE a1.group_id = person_group.id) FROM person_group ORDER BY id
        """
    ) { $0.select { ($0.letter, $0.items.count) } }
    try expect { $0.sortDescending { $0.items.count }.take(3) }
    try expect { $0.select { ($0.letter, $0.items.sort { $0.age }.take(2)) } }
    try expect { $0.select { ($0.letter, $0.items.select { $0.name }.distinct().count) } }
    try expect { $0.select { ($0.letter, $0.items.sum { $0.age }, $0.items.max { $0.age }) } }
    try expect { $0.take(3).where { !$0.items.isEmpty }.sortDescending { $0.letter } }
    try expect { $0.where { $0.items.first.flatMap { $0.age } == 23 } }
    try expect { $0.select { $0.items } }
    try expect { $0.selectMany { $0.items } }
    try expect(inSQL: false) { $0.where { $0.items.reduce(0) { $0 + ($1.age ?? 0) } > 100 } }
  }

  @Test func readingTakesTwoStatements() throws {
    let report = try store.groups.query.report()
    #expect(report.plan.nestedSQL.count == 1 && report.elementCount == 4)
    #expect(report.rowsCrossed == 4 + 16)
    #expect(report.nestedStatements.isEmpty)
  }
}
