import Foundation
import TestModel
import Testing

@Suite("Text with values in it: string literals with expressions become SQL")
struct InterpolationTests {
  @Test("where, select, ?? and + take the values, not the text of an expression")
  func literals() throws {
    try expectSame(
      sql: """
        SELECT name || ' (' || CAST(id AS TEXT) || ')' FROM person ORDER BY id
        """.replacing("' ('", with: "?").replacing("')'", with: "?")
    ) { $0.select { "\($0.name) (\($0.id))" } }
    try expectSame(sql: "SELECT name || ? || CAST(id AS TEXT) || ? FROM person ORDER BY id") {
      $0.select { $0.name + " (\($0.id))" }
    }
    try expectSame(sql: "SELECT coalesce(email, ? || CAST(id AS TEXT)) FROM person ORDER BY id") {
      $0.select { $0.email ?? "none \($0.id)" }
    }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE ? || CAST(swift_whole(id - ?) AS TEXT) || ? = \
        coalesce(email, ?) ORDER BY id
        """
    ) { $0.where { "p\($0.id - 1)@example.org" == ($0.email ?? "") } }
    try expectSame(sql: "SELECT … FROM person WHERE name = surname ORDER BY id") {
      $0.where { $0.name == "\($0.surname)" }
    }
    try expectSame(sql: "SELECT … FROM person ORDER BY surname || ? || name, id") {
      $0.sort { "\($0.surname)-\($0.name)" }
    }
    try expectSame(
      sql: """
        SELECT name || ? || CAST(count(*) AS TEXT) FROM person GROUP BY name ORDER BY min(id)
        """
    ) { $0.groupBy { "\($0.name)" }.select { "\($0.key): \($0.count)" } }
    try expectSame(sql: "SELECT id, CAST(age AS TEXT) || ? FROM person ORDER BY id") {
      $0.select { ($0.id, "\($0.age) years") }
    }
  }

  @Test("each type has its text of Swift, and text put together is canonical")
  func types() throws {
    try expectSame(
      sql: """
        SELECT CAST(age AS TEXT) || ? || CAST(swift_whole(-id) AS TEXT) || ? || CASE WHEN age < \
        ? THEN ? ELSE ? END FROM person ORDER BY id
        """
    ) { $0.select { "\($0.age) \(-$0.id) \($0.age < 30)" } }
    try expectSame(
      sql: """
        SELECT swift_double_text(swift_divide(CAST(age AS REAL), ?)) || ? || \
        CAST(swift_count(name) AS TEXT) FROM person ORDER BY id
        """
    ) { $0.select { "\(QueryExpression<Double>($0.age) / 7) \($0.name.count)" } }
    try expectSame(
      sql: """
        SELECT swift_concatenate(swift_concatenate(surname, name), ?) FROM person ORDER BY id
        """
    ) { $0.select { "\($0.surname)\($0.name)\u{301}" } }
    try expectSame(
      sql: """
        SELECT swift_prefix(name, ?) || CAST(age AS TEXT) || ? FROM person ORDER BY id
        """
    ) { $0.select { "\($0.name.prefix(1))\($0.age)\("\u{301}")" } }
    try expectSame(
      sql: """
        SELECT coalesce(CASE WHEN birth_date IS NOT NULL THEN ? || birth_date END, ?) FROM \
        person ORDER BY id
        """
    ) { $0.select { $0.birthDate.map { "born \($0)" } ?? "unknown" } }
    // An optional has the text that Swift gives it, which SQL does not make.
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person ORDER BY id") {
      $0.select { "\($0.email)" }
    }
  }

  @Test("constants stay constants")
  func constants() throws {
    let word = "é"
    try expectSame(sql: "SELECT … FROM person WHERE name = ? ORDER BY id", isEmpty: true) {
      $0.where { $0.name == "Product \(word)" }
    }
    try expectSame(sql: "SELECT name || ? FROM person ORDER BY id") {
      $0.select { "\($0.name) \(word) \(1 + 2) \(CalendarDate(year: 1, month: 2, day: 3)!)" }
    }
    try expectSame(sql: "SELECT swift_concatenate(name, ?) FROM person ORDER BY id") {
      $0.select { $0.name + "\(word)" }
    }
  }

  @Test("update stores the text of the values")
  func update() throws {
    let (store, _) = try makeStore(of: [Person(name: "Ada", surname: "Byron", age: 36)])
    try store.people.update {
      $0.set(\.name, to: "\($0.name) Jr")
      $0.set(\.surname, to: $0.surname + " (\($0.id))")
      $0.set(\.email, to: "ada\($0.age)@example.org")
    }
    let ada = try store.people.first()
    #expect(ada.name == "Ada Jr" && ada.surname == "Byron (1)")
    #expect(ada.email == "ada36@example.org")
  }

  @Test("points in time")
  func dates() throws {
    let events = Table(
      "event", Event.init, .primaryKey("id", \.id), .column("at", \.at), .column("uuid", \.uuid),
      .column("share", \.share))
    let store = try TestStore(path: ":memory:")
    try store.pool.write {
      try $0.run(
        "CREATE TABLE event (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, uuid TEXT NOT NULL, "
          + "share REAL NOT NULL) STRICT")
    }
    let repository = Repository(events, in: store.pool)
    let stored = try repository.insert([
      Event(id: 0, at: Date(timeIntervalSince1970: 1.25), uuid: UUID(), share: 1e-7),
      Event(id: 0, at: Date(timeIntervalSince1970: -1e9), uuid: UUID(), share: 0.1),
      Event(id: 0, at: .distantPast, uuid: UUID(), share: -.infinity),
    ])
    let query = repository.select { "\($0.at) \($0.uuid) \($0.share)" }
    #expect(try query.plan().isAllSQL)
    let expected = stored.map { "\($0.at) \($0.uuid) \($0.share)" }
    #expect(try query.toArray() == expected)
    #expect(try query.policy(.memoryOnly).toArray() == expected)
  }

  private struct Event: Sendable {
    var id: Int64
    var at: Date
    var uuid: UUID
    var share: Double
  }
}

@Suite("An expression that is described instead of used is an error before anything runs")
struct DescribedExpressionTests {
  /// Each run of the query is an error, also on no elements at all.
  private func expectError<Element: Sendable>(
    sourceLocation: SourceLocation = #_sourceLocation, _ chain: (Query<Person>) -> Query<Element>
  ) async throws {
    let (store, _) = try makeStore(of: [])
    for query in [chain(store.people.query), chain(Query([]))] {
      await #expect(throws: ExpressionError.describedExpression, sourceLocation: sourceLocation) {
        try await query.toArray()
      }
      #expect(throws: ExpressionError.describedExpression, sourceLocation: sourceLocation) {
        try query.where { _ in true }.take(3).plan()
      }
      await #expect(throws: ExpressionError.describedExpression, sourceLocation: sourceLocation) {
        try await query.count()
      }
    }
    // The next query of this thread is none of its business.
    #expect(
      try await store.people.where { $0.age > 3 }.count() == 0, sourceLocation: sourceLocation)
  }

  @available(*, deprecated, message: "The initializers warn, which is what they are for.")
  @Test("String(describing:) and String(reflecting:)")
  func descriptions() async throws {
    try await expectError { $0.where { $0.name == String(describing: $0.id) } }
    try await expectError { $0.where { $0.age == String(reflecting: $0.id).count } }
    try await expectError { $0.sort { $0.name + String(describing: $0.id) } }
    try await expectError { $0.groupBy { $0.name + String(describing: $0.id) } }
    try await expectError { $0.select { ($0.name + String(describing: $0.id), $0.age) } }
    let (store, _) = try makeStore(of: [])
    await #expect(throws: ExpressionError.describedExpression) {
      try await store.people.update { $0.set(\.name, to: String(describing: $0.id)) }
    }
    await #expect(throws: ExpressionError.describedExpression) {
      try await store.people.where { $0.name == String(describing: $0.id) }.delete()
    }
    await #expect(throws: ExpressionError.describedExpression) {
      try await store.people.sum { $0.age + String(describing: $0.id).count }
    }
  }

  @Test("dump, Mirror and generic code that describes what it is given")
  func reflection() async throws {
    func described(_ value: some Any) -> String { "\(value)" }
    try await expectError { $0.where { $0.name == described($0.id) } }
    try await expectError { people in
      people.where { person in
        var text = ""
        dump(person.id, to: &text)
        return person.name == text
      }
    }
    try await expectError { people in
      people.where { person in person.age == Mirror(reflecting: person.id).children.count }
    }
  }
}

/// Expects that a chain is an error before anything runs, also on no elements at all, and that the
/// next query is not.
private func expect<Element: Sendable>(
  _ error: ExpressionError, sourceLocation: SourceLocation,
  of chain: (Query<Person>) -> Query<Element>
) throws {
  let (store, _) = try makeStore(of: [])
  for query in [chain(store.people.query), chain(Query([]))] {
    #expect(throws: error, sourceLocation: sourceLocation) { try query.toArray() }
    #expect(throws: error, sourceLocation: sourceLocation) { try query.plan() }
    #expect(throws: error, sourceLocation: sourceLocation) {
      try query.where { _ in true }.plan()
    }
  }
  #expect(try store.people.where { $0.age > 3 }.count() == 0, sourceLocation: sourceLocation)
}

@Suite("An expression in the place of a value is an error before anything runs")
struct ExpressionAsValueTests {
  private func expectError<Element: Sendable>(
    sourceLocation: SourceLocation = #_sourceLocation, _ chain: (Query<Person>) -> Query<Element>
  ) throws { try expect(.expressionAsValue, sourceLocation: sourceLocation, of: chain) }

  @Test("S51 tuples with optional chaining, lists, groups, joins")
  func closures() throws {
    let limit = 3
    try expectError {
      $0.select { person in
        (
          person.email?.count,
          QueryExpression.if(limit == 3 || person.name == "Ada", then: 1 + person.age, else: 0)
        )
      }
    }
    try expectError { $0.select { (person: Person) in (person.age, [QueryExpression(person.id)]) } }
    try expectError { $0.selectMany { (person: Person) in [QueryExpression(person.age)] } }
    try expectError {
      $0.groupBy({ (person: Person) in person.age }, element: { QueryExpression($0.name) })
    }
    try expectError { people in
      people.join(
        people, on: { (person: Person) in person.id }, equals: { (person: Person) in person.id }
      ).select { (pair: (Person, Person)) in (pair.0, QueryExpression(pair.1.age)) }
    }
    #expect(throws: ExpressionError.closureWithoutValue) {
      try Query([1]).select { (number: Int) in (number, ("a", print(number))) }.toArray()
    }
    #expect(throws: ExpressionError.closureWithoutValue) {
      try Query([1]).selectMany { (number: Int) in [print(number)] }.toArray()
    }
    #expect(try Query([4]).select { (number: Int) in (number, "\(number)") }.toArray().count == 1)
  }
}

@Suite("The parameter of another closure is an error before anything runs")
struct ForeignParameterTests {
  private func expectError<Element: Sendable>(
    sourceLocation: SourceLocation = #_sourceLocation, _ chain: (Query<Person>) -> Query<Element>
  ) throws { try expect(.parameterOfAnotherClosure, sourceLocation: sourceLocation, of: chain) }

  @Test("S51 elements that are kept")
  func parameters() throws {
    func expectErrorOfKept<Element: Sendable>(
      sourceLocation: SourceLocation = #_sourceLocation,
      _ chain: (Query<Person>, QueryExpression<Person>) -> Query<Element>
    ) throws {
      try expectError(sourceLocation: sourceLocation) { people in
        var kept: QueryExpression<Person>?
        _ = people.where { person in
          kept = person
          return person.age > 3
        }
        return chain(people, kept ?? QueryExpression(Person(name: "", surname: "", age: 0)))
      }
    }
    try expectErrorOfKept { people, kept in
      people.select { ($0.name, $0.age) }.where { $0.1 > kept.age }
    }
    try expectErrorOfKept { people, kept in
      people.groupBy { $0.age }.select { ($0.key, kept.age) }
    }
    try expectErrorOfKept { people, kept in people.select { $0.age }.sort { $0 + kept.age } }
    try expectErrorOfKept { people, kept in people.select { $0.age }.groupBy { $0 + kept.age } }
    try expectErrorOfKept { people, kept in
      people.join(people.select { $0.id }, on: { $0.id }, equals: { $0 + kept.id })
    }
  }

  @Test("an element of the same type is no other closure's element, either")
  func sameType() throws {
    let (store, _) = try makeStore(of: hostilePeople)
    var kept: QueryExpression<Person>?
    let query = store.people.where { person in
      kept = person
      return person.age > 20
    }
    let isChild = try #require(kept).age < 30
    #expect(throws: ExpressionError.parameterOfAnotherClosure) {
      try query.where { _ in isChild }.count()
    }
  }
}
