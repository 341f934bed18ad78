import People
import Testing

/// What chains of people can say as text is what they say with closures.
@Suite struct PeopleTextTests {
  private let store: PersonStore
  private let day = CalendarDate(year: 2020, month: 1, day: 1)

  init() throws {
    store = try .inMemory()
    try store.people.insert([
      Person(name: "Ada", surname: "Lovelace", birthDate: CalendarDate("1815-12-10")),
      Person(name: "Eve", surname: "", birthDate: CalendarDate("1989-01-02")),
      Person(
        name: "Henry", surname: "Clay", age: 31, birthDate: CalendarDate("2020-01-02"),
        attributes: ["party": "Whig"]),
      Person(name: "Zoë", surname: "", age: 30, attributes: ["party": "Whig", "state": "KY"]),
    ])
  }

  /// Expects that a text has the SQL, the result and the result in memory of a query.
  private func expectSame<Element: Hashable & Sendable>(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ chain: (Query<Person>) throws -> Query<Element>
  ) throws {
    let parsed = try store.textForm.parse(text)
    let query = try chain(store.people.query)
    let (textPlan, plan) = (try parsed.plan(), try query.plan())
    #expect(textPlan.sql == plan.sql, sourceLocation: sourceLocation)
    #expect(plan.isAllSQL && textPlan.isAllSQL, "\(textPlan)", sourceLocation: sourceLocation)
    let same = try #require(parsed.query(of: Element.self), sourceLocation: sourceLocation)
    let elements = try query.toArray()
    #expect(!elements.isEmpty, sourceLocation: sourceLocation)
    for policy in [QueryPolicy.automatic, .memoryOnly] {
      #expect(try same.policy(policy).toArray() == elements, sourceLocation: sourceLocation)
    }
  }

  @Test func agesOnADay() throws {
    let day = try #require(day)
    let text = #"CalendarDate("2020-01-01")"#
    try expectSame("select { $0.age(on: \(text)) }") { $0.select { $0.age(on: day) } }
    try expectSame("people.where { ($0.age(on: \(text)) ?? 0) > 30 }") {
      $0.where { ($0.age(on: day) ?? 0) > 30 }
    }
    try expectSame("where { $0.age(on: \(text)) == $0.age }") {
      $0.where { $0.age(on: day) == $0.age }
    }
    try expectSame("sort { $0.age(on: \(text)) }.select { $0.name }") {
      $0.sort { $0.age(on: day) }.select { $0.name }
    }
    try expectSame("select { $0.age(on: ($0.birthDate ?? \(text)).adding(years: 5)) }") {
      $0.select { $0.age(on: ($0.birthDate ?? day).adding(years: 5)) }
    }
    let people = store.people.query
    try expectSame(
      "leftJoin(people.take(2), on: \\.id, equals: \\.id).select { $0.1?.age(on: \(text)) }"
    ) {
      $0.leftJoin(people.take(2), on: \.id, equals: \.id)
        .select { $0.1.flatMap { $0.age(on: day) } }
    }
    #expect(
      try store.textForm.parse(
        "where { $0.age(on: $day) == 30 }.select { $0.name }", parameters: ["day": "2020-01-01"]
      ).run().json == #"["Eve","Zoë"]"#)
    try expectSame(
      "groupBy { $0.surname }.select { $0.count { ($0.age(on: \(text)) ?? 0) > 29 } }"
    ) {
      $0.groupBy { $0.surname }.select { $0.count { ($0.age(on: day) ?? 0) > 29 } }
    }
  }

  @Test func dictionaries() throws {
    try expectSame("where { $0.attributes == [:] }") { $0.where { $0.attributes == [:] } }
    try expectSame("where { [:] != $0.attributes }.select { $0.id }") {
      $0.where { [:] != $0.attributes }.select { $0.id }
    }
    try expectSame(#"where { $0.attributes == ["state": "KY", "party": "Whig"] }"#) {
      $0.where { $0.attributes == ["state": "KY", "party": "Whig"] }
    }
    try expectSame(#"where { ($0.name, $0.attributes) == ("Ada", [:]) }"#) {
      $0.where { $0.name == "Ada" && $0.attributes == [:] }
    }
    try expectSame("where { $0.attributes == $0.attributes }") {
      $0.where { $0.attributes == $0.attributes }
    }
    #expect(
      try store.textForm.parse(
        #"where { $0.attributes == ["party": $x] }.count()"#, parameters: ["x": "Whig"]
      ).run() == .integer(1))
    let change = try store.textForm.parseChange(
      #"where { $0.name == "Zoë" }.update { $0.set(\.attributes, to: [:]) }"#, of: Person.self)
    #expect(try change?.run() == 1)
    #expect(try store.people.where { $0.attributes == [:] }.count() == 3)
  }

  @Test(arguments: [
    ("where { $0.age(on: \"2020-01-01\") == 3 }", "write CalendarDate(\"2020-01-01\")"),
    ("where { $0.age(on: 3) == 3 }", "a value of type CalendarDate was expected"),
    ("where { $0.age(on: nil) == 3 }", "a value of type CalendarDate is never nil"),
    ("where { $0.age(on: $0.birthDate) == 3 }", "CalendarDate was expected, not CalendarDate?"),
    ("where { $0.age(CalendarDate(\"2020-01-01\")) == 3 }", "write .age(on: …)"),
    ("where { $0.age() == 3 }", "age is no function: leave out the parentheses"),
    ("where { $0.age(on: CalendarDate(\"2020-01-01\")) > 3 }", "Int? has no order: use ?? or map"),
    (
      "leftJoin(people, on: \\.id, equals: \\.id).select { $0.1.age(on: 3) }",
      "Person? has no function age; it may be nil: use ?. or map"
    ),
    ("where { $0.name.age(on: CalendarDate(\"2020-01-01\")) == 3 }", "String has no function age"),
    ("where { $0.name == [:] }", "a value of type String was expected here"),
    ("where { $0.attributes < [:] }", "a whole [String: String] cannot be compared"),
    ("where { $0.attributes == [\"a\": 1] }", "a literal of type String was expected here"),
    ("where { $0.attributes == [1: \"a\"] }", "a literal of type String was expected here"),
    ("where { $0.attributes == [\"a\": $0.name] }", "a literal of type String was expected here"),
    ("where { $0.attributes == [\"a\": \"1\", \"a\": \"2\"] }", "the key is there twice"),
    ("where { $0.attributes == [\"a\": \"1\", \"b\"] }", ": was expected after a key, not ]"),
    ("where { $0.attributes == [\"a\": \"1\" }", "] was expected at the end of the dictionary"),
    ("where { $0.attributes == [: }", "] was expected after [:"),
    ("where { $0.attributes == [\"a\"] }", "a list or a range is used with .contains(…)"),
    ("where { $0.attributes == $0.name }", "[String: String] and String do not go together"),
    ("select { [:] }", "a dictionary is used with == or !="),
    ("where { [:].contains($0.name) }", "a dictionary is used with == or !="),
  ])
  func mistakes(_ text: String, _ message: String) throws {
    let error = #expect(throws: ChainError.self) { try store.textForm.parse(text) }
    #expect(error?.message.contains(message) == true, "\(text): \(error?.message ?? "")")
  }

  @Test func changesTakeNoOtherDictionary() throws {
    for (text, message) in [
      (#"update { $0.set(\.name, to: [:]) }"#, "a value of type String was expected here"),
      (#"update { $0.set(\.attributes, to: ["a": 1]) }"#, "a literal of type String was expected"),
      (#"update { $0.set(\.attributes, to: "a") }"#, "was expected here, not String"),
    ] {
      let error = #expect(throws: ChainError.self) {
        try store.textForm.parseChange(text, of: Person.self)
      }
      #expect(error?.message.contains(message) == true, "\(text): \(error?.message ?? "")")
    }
  }
}
