import StoreSQLite
import TestModel
import Testing

/// Two properties of a person as one value.
private struct Household: Hashable, Sendable {
  var surname: String
  var age: Int

  var title: String { surname + "!" }

  static let row = QueryInitializer(Household.init, \.surname, \.age)
}

@Suite("Structs that expressions build: as results and as keys")
struct StructTests {
  @Test("S52 results")
  func results() throws {
    try expectSame(sql: "SELECT surname, age FROM person ORDER BY id") {
      $0.select { Household.row($0.surname, $0.age) }
    }
    try expectSame(
      sql: """
        SELECT surname, swift_count(name) FROM person WHERE swift_count(name) > ? \
        ORDER BY surname, id LIMIT 7
        """
    ) {
      $0.select { Household.row($0.surname, $0.name.count) }.where { $0.age > 2 }
        .sort { $0.surname }.take(7)
    }
    try expectSame(sql: "SELECT surname, age FROM person GROUP BY surname, age ORDER BY min(id)") {
      $0.select { Household.row($0.surname, $0.age) }.distinct()
    }
    try expectSame {
      $0.select { ($0.id, Household.row($0.surname, $0.age)) }.where { $0.1.age > 20 }
        .select { $0.1 }
    }
    try expectSame(isAllSQL: false) {
      $0.select { Household.row($0.surname, $0.age) }.where { $0.title.count > 2 }
    }
    try expectSame(isAllSQL: false) {
      $0.where { Household.row($0.surname, $0.age) == Household(surname: "z", age: 25) }
    }
  }

  /// Seven properties of a person.
  private struct Card: Hashable, Sendable {
    var id: Int64
    var name: String
    var surname: String
    var age: Int
    var email: String?
    var letter: Character?
    var length: Int
  }

  @Test("S52 results of an initializer without a declaration")
  func initializer() throws {
    try expectSame(sql: "SELECT surname, age FROM person ORDER BY id") {
      $0.select(Household.init) { ($0.surname, $0.age) }
    }
    try expectSame(
      sql: "SELECT surname, count(*) FROM person GROUP BY surname ORDER BY min(id) LIMIT 3"
    ) {
      $0.groupBy { $0.surname }.take(3).select(Household.init) { ($0.key, $0.count) }
    }
    try expectSame(
      sql: """
        SELECT id, name, surname, age, email, swift_first(name), swift_count(name) FROM person \
        ORDER BY id
        """
    ) {
      $0.select(Card.init) {
        ($0.id, $0.name, $0.surname, $0.age, $0.email, $0.name.first, $0.name.count)
      }
    }
    try expectSame(sql: "SELECT name FROM person ORDER BY id") {
      $0.select({ [$0] }) { $0.name }
    }
    // Functions that only Swift tells apart, on one plan.
    for suffix in ["?", "!"] {
      try expectSame {
        $0.select({ Household(surname: $0 + suffix, age: $1) }) { ($0.surname, $0.age) }
      }
    }
    try expectSame(isAllSQL: false) {
      $0.select(Household.init) { ($0.surname, $0.age) }.where { $0.age > 25 }.take(3)
    }
    try expectSame(isAllSQL: false) {
      $0.where { $0.age.isMultiple(of: 5) ? true : false }
        .select(Household.init) { ($0.surname, $0.age) }
    }
  }

  @Test("S52 an initializer is no fallback, what follows it is")
  func initializerInPlans() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    let households = store.people.select(Household.init) { ($0.surname, $0.age) }
    let expected = people.map { Household(surname: $0.surname, age: $0.age) }
    #expect(try households.policy(.requireSQL).toArray() == expected)
    #expect(
      try households.where { $0.age > 3 }.plan().description.contains(
        "it follows an initializer, whose properties SQL does not know"))
    #expect(throws: QueryError.self) {
      try households.where { $0.age > 3 }.policy(.requireSQL).toArray()
    }
    #expect(throws: RowRefused.self) {
      try store.people.select({ (_: String) throws -> Int in throw RowRefused() }) { $0.name }
        .toArray()
    }
    let prepared = try store.people.prepare { people, age in
      people.where { $0.age >= age }.select(Household.init) { ($0.surname, $0.age) }
    }
    #expect(try prepared(25) == expected.filter { $0.age >= 25 })
  }

  private struct RowRefused: Error {}

  @Test("S52 keys")
  func keys() throws {
    try expectSame(
      sql: "SELECT surname, age, count(*) FROM person GROUP BY surname, age ORDER BY min(id)"
    ) {
      $0.groupBy { Household.row($0.surname, $0.age) }.select { ($0.key, $0.count) }
    }
    try expectSame {
      $0.groupBy { Household.row($0.surname, $0.age) }.where { $0.key.age > 3 && $0.count > 1 }
    }
    try expectSame { $0.countBy { Household.row($0.surname, $0.age) }.sortDescending { $0.1 } }
    try expectSame { $0.distinct { Household.row($0.surname, $0.age) } }
    try expectSame {
      $0.select { Household.row($0.surname, $0.age) }
        .union($0.select { Household.row($0.name, $0.age) })
    }
    try expectSame {
      $0.leftJoin(
        $0, on: { Household.row($0.surname, $0.age) }, equals: { Household.row($0.name, $0.age) }
      ).select { ($0.0.id, $0.1.map { $0.name }) }
    }
  }

  @Test("prepared queries and plans that differ in the initializer alone")
  func plans() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    let prepared = try store.people.prepare { people, age in
      people.where { $0.age >= age }.select { Household.row($0.surname, $0.age) }
    }
    let expected = people.map { Household(surname: $0.surname, age: $0.age) }
    #expect(try prepared(25) == expected.filter { $0.age >= 25 })
    let reversed = QueryInitializer(
      { (age: Int, surname: String) in Household(surname: surname + "?", age: age) }, \.age,
      \.surname)
    #expect(try store.people.select { Household.row($0.surname, $0.age) }.toArray() == expected)
    #expect(
      try store.people.select { reversed($0.age, $0.surname) }.toArray()
        == expected.map { Household(surname: $0.surname + "?", age: $0.age) })
  }

  private struct Names: Hashable, Sendable {
    var first: String
    var last: String
    var note = Unknown()

    init(first: String, last: String) { (self.first, self.last) = (first, last) }

    init(_ last: String, _ first: String) { self.init(first: first, last: last) }

    init(first: String, note: Unknown) {
      self.init(first: first, last: "")
      self.note = note
    }
  }

  /// A type of columns without sample values.
  private struct Unknown: ColumnValue, Hashable {
    static var columnType: ValueType { .integer }
    static func read(from row: inout RowReader) throws -> Unknown {
      _ = try Int.read(from: &row)
      return Unknown()
    }
    func write(to row: inout RowWriter) throws { try 1.write(to: &row) }
  }

  /// Its `==` does not compare the case of the first name, nor the age.
  private struct Loose: Hashable, Sendable {
    var first: String
    var age: Int

    static func == (left: Loose, right: Loose) -> Bool {
      left.first.lowercased() == right.first.lowercased()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(first.lowercased()) }
  }

  @Test("S52 a declaration that does not fit runs in memory, with the reason")
  func mistakes() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    func expect<Element: Equatable & Sendable>(
      _ reason: String, _ query: Query<Element>, _ expected: [Element]
    ) throws {
      let plan = try query.plan()
      #expect(plan.description.contains(reason), "\(plan)")
      let found = try query.toArray()
      #expect(found == expected, "\(reason): \(found.count) of \(expected.count)")
    }
    let swapped = QueryInitializer(Names.init(_:_:), \.first, \.last)
    try expect(
      "parameter 1 of the initializer does not set",
      store.people.select { swapped($0.name, $0.surname) }.where { $0.last == "bob" },
      people.map { Names($0.name, $0.surname) }.filter { $0.last == "bob" })
    let constant = QueryInitializer({ Names(first: "x", last: $0) }, \.first)
    try expect(
      "does not set", store.people.select { constant($0.name) }.select { $0.first },
      people.map { _ in "x" })
    let loose = QueryInitializer(Loose.init(first:age:), \.first, \.age)
    try expect(
      "ignores", store.people.countBy { loose($0.name, $0.age) }.select { $0.1 },
      Query(people).countBy { Loose(first: $0.name, age: $0.age) }.select { $0.1 }.toArray())
    let caseless = QueryInitializer({ Loose(first: $0, age: 0) }, \.first)
    try expect(
      "ignores the case of", store.people.countBy { caseless($0.name) }.select { $0.1 },
      Query(people).countBy { Loose(first: $0.name, age: 0) }.select { $0.1 }.toArray())
    let unknown = QueryInitializer(Names.init(first:note:), \.first, \.note)
    try expect(
      "has no sample values",
      store.people.select { unknown($0.name, QueryExpression(Unknown())) }.select { $0.first },
      people.map(\.name))
  }
}
