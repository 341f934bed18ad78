import Foundation
import People
import StoreSQLite
import Testing

@Suite struct ValidationTests {
  static let goodAddresses = [
    "a@b", "root@localhost", "ada@example.org", "ADA@EXAMPLE.ORG", "ada.lovelace@example.org",
    "ada+tag@example.org", "ada_1-2@sub.sub.example.co.uk", "o'brien@example.org",
    "!#$%&'*+-/=?^_`{|}~@example.org", "1@2.3", "a@1.example", "a@xn--bcher-kva.example",
    "a@a-b.example", "\u{E9}l\u{E9}onore@example.org", "ada@b\u{FC}cher.example",
    "\u{7528}\u{6237}@\u{4F8B}\u{5B50}.\u{6D4B}\u{8BD5}",
    "\u{430}\u{434}\u{430}@\u{43F}.\u{440}\u{444}",
    "\u{1F600}@example.org", String(repeating: "a", count: 64) + "@example.org",
    "a@" + String(repeating: "b", count: 63) + ".example",
    "aa@" + Array(repeating: String(repeating: "b", count: 62), count: 4).joined(separator: "."),
  ]

  static let badAddresses = [
    "", " ", "@", "a", "a@", "@b", "a@@b", "a@b@c", "ada.example.org", "ada@", "@example.org",
    ".a@example.org", "a.@example.org", "a..b@example.org", "a@.example", "a@example.", "a@b..c",
    "a@-b.example", "a@b-.example", "a@b.-c", "a@b_c.example", "a@b/c", "a@[127.0.0.1]",
    "a b@example.org", "a@exam ple.org", " a@example.org", "a@example.org ", "a@example.org\n",
    "a\t@example.org", "a\0@example.org", "a@exam\0ple.org", "a\u{7F}@example.org",
    "a\u{85}@example.org", "a\u{A0}b@example.org", "a@exam\u{3000}ple.org", "a\u{2028}@example.org",
    "\"a b\"@example.org", "<a@example.org>", "Ada <a@example.org>", "a,b@example.org",
    "a;b@example.org", "a:b@example.org", "a\\b@example.org", "a(b)@example.org",
    "mailto:a@example.org", "a@example.org,b@example.org", "a@example.org?subject=x",
    String(repeating: "a", count: 65) + "@example.org",
    String(repeating: "\u{E9}", count: 33) + "@example.org",
    "a@" + String(repeating: "b", count: 64) + ".example",
    "aaa@" + Array(repeating: String(repeating: "b", count: 62), count: 4).joined(separator: "."),
    "a@b\u{1}.example", "a@example!org",
  ]

  @Test("addresses that mail can be sent to", arguments: goodAddresses)
  func goodAddress(address: String) throws {
    let store = try PersonStore.inMemory()
    let person = try store.people.insert(.some(email: address))
    #expect(bytes(try store.people.find(person.id)?.email) == bytes(address))
  }

  private func invalid(_ problems: RowValidationError.Problem...) -> RowError {
    .invalid(table: "person", RowValidationError(problems))
  }

  @Test("addresses that are none", arguments: badAddresses)
  func badAddress(address: String) throws {
    let store = try PersonStore.inMemory()
    let problem = RowValidationError.Problem(
      field: "email", value: address, reason: "must be an address like name@example.org")
    #expect(throws: invalid(problem)) { try store.people.insert(.some(email: address)) }
    #expect(throws: RowValidationError([problem])) { try Person.some(email: address).validate() }
    #expect(try store.people.count() == 0)
  }

  @Test(
    "what would end a line, turn the text around it, or cannot be seen is refused in names",
    arguments: [
      ("\t\n", "must not be white space only"),
      ("\u{200B}\u{FEFF} ", "must have a character that can be seen"),
      ("\u{3164}", "must have a character that can be seen"),
      ("A\0", "must not contain line ends, tabs or other control characters (U+0000)"),
      ("A\nB", "must not contain line ends, tabs or other control characters (U+000A)"),
      ("A\u{85}B", "must not contain line ends, tabs or other control characters (U+0085)"),
      ("A\u{2028}B", "must not contain line ends, tabs or other control characters (U+2028)"),
      ("\u{202E}adA", "must not change the direction of text (U+202E)"),
      ("A\u{2067}", "must not change the direction of text (U+2067)"),
      (String(repeating: "\u{E4}", count: 1001), "must have at most 1000 characters"),
      (String(repeating: "a", count: 1001), "must have at most 1000 characters"),
    ])
  func names(name: String, reason: String) throws {
    let store = try PersonStore.inMemory()
    #expect(throws: invalid(.init(field: "name", value: name, reason: reason))) {
      try store.people.insert(Person(name: name, surname: "B"))
    }
    let isBlank = reason.contains("white space") || reason.contains("can be seen")
    let person = Person(name: "A", surname: name)
    if isBlank, !name.contains("\n") { return try person.validate() }
    #expect(throws: RowValidationError.self) { try person.validate() }
  }

  @Test(
    "names of all scripts are valid, with the marks that they need",
    arguments: [
      "محمد\u{200C}رضا", "ශ්\u{200D}රී", "\u{200F}דוד", "Łukasz Ó Briain-O'Neil", "山田　太郎",
      "Zoë \u{1F600}",
      String(repeating: "\u{E4}", count: 1000), "नि\u{200D}", "e\u{301}",
    ])
  func scripts(name: String) throws {
    let store = try PersonStore.inMemory()
    #expect(try store.people.insert(Person(name: name, surname: name)).name == name)
  }

  @Test("a birth date in the future is refused, and one of today anywhere is not")
  func birthDates() throws {
    let today = Date().calendarDate(in: .gmt)
    for day in [today, today.advanced(by: -40_000)] {
      try Person(name: "A", surname: "B", birthDate: day).validate()
    }
    for day in [today.advanced(by: 2), today.advanced(by: 1000)] {
      let problem = RowValidationError.Problem(
        field: "birthDate", value: "\(day)", reason: "must not be in the future")
      #expect(throws: RowValidationError([problem])) {
        try Person(name: "A", surname: "B", birthDate: day).validate()
      }
    }
  }

  @Test("a name of white space only is refused, and one that is stored is read")
  func blankNames() throws {
    let store = try PersonStore.inMemory()
    for name in [" ", "\u{A0}\u{3000}"] {
      let problem = RowValidationError.Problem(
        field: "name", value: name, reason: "must not be white space only")
      #expect(throws: invalid(problem)) {
        try store.people.insert(Person(name: name, surname: "B"))
      }
    }
    for name in [" a", "\u{301}", "-"] { try Person(name: name, surname: "").validate() }
    try store.asAnotherProgram("INSERT INTO person (name, surname) VALUES (' ', 'B')")
    var person = try #require(try store.people.all().first)
    #expect(person.name == " ")
    person.age = 3
    #expect(throws: RowError.self) { try store.people.update(person) }
    person.name = "A"
    try store.people.update(person)
  }

  @Test("an age that nobody reaches is refused on every way into the store")
  func highestAge() throws {
    let store = try PersonStore.inMemory()
    let problem = RowValidationError.Problem(
      field: "age", value: "151", reason: "must be at most 150")
    var person = try store.people.insert(Person(name: "Ada", surname: "L", age: 149))
    person.age = 151
    let old = person
    #expect(throws: RowValidationError([problem])) { try old.validate() }
    #expect(throws: invalid(problem)) { try store.people.update(old) }
    #expect(throws: invalid(problem)) { try store.people.save(old) }
    #expect(throws: invalid(problem)) {
      try store.people.insert(Person(name: "Bob", surname: "M", age: 151))
    }
    #expect(throws: invalid(problem)) {
      try store.people.insert([Person(name: "Bob", surname: "M", age: 151)])
    }
    #expect(throws: invalid(problem)) {
      try store.people.update { $0.set(\.age, to: ($0.age ?? 0) + 2) }
    }
    #expect(throws: invalid(problem)) {
      try store.write { try $0.people.update { $0.set(\.age, to: 151) } }
    }
    #expect(try store.people.all().map(\.age) == [149])
  }

  @Test("a row that an earlier version stored is read, changed to a valid one, and deleted")
  func oldAges() throws {
    let store = try PersonStore.inMemory()
    try store.pool.write {
      try $0.execute(
        """
        INSERT INTO person (id, name, surname, age)
        VALUES (1, 'Ada', 'L', 10001), (2, 'Bob', 'M', 4)
        """
      )
    }
    #expect(try store.people.all().map(\.age) == [10_001, 4])
    #expect(try store.people.find(1)?.age == 10_001)
    #expect(try store.people.where { ($0.age ?? 0) > 9999 }.select { $0.name }.toArray() == ["Ada"])
    #expect(try store.people.sum { $0.age } == 10_005)
    // A chain validates what it sets, and a row that is saved is validated as a whole.
    #expect(try store.people.update { $0.set(\.surname, to: "X") } == 2)
    var stored = try #require(try store.people.find(1))
    stored.name = "Eve"
    #expect(throws: RowError.self) { try store.people.save(stored) }
    #expect(throws: RowError.self) {
      try store.people.update { $0.set(\.age, to: $0.age.map { $0 + 1 }) }
    }
    #expect(try store.people.where { ($0.age ?? 0) > 9999 }.update { $0.set(\.age, to: 36) } == 1)
    #expect(try store.people.find(1)?.age == 36)
    #expect(try store.people.delete(1))
  }

  private static let noName = RowValidationError.Problem(
    field: "name", value: "", reason: "must not be empty")
  private static func negative(_ age: Int) -> RowValidationError.Problem {
    RowValidationError.Problem(field: "age", value: "\(age)", reason: "must not be negative")
  }

  @Test("each way to write looks at each person") func everyWay() async throws {
    let store = try PersonStore.inMemory()
    let stored = try await store.people.insert(.some())
    let cases: [(Person, RowError)] = [
      (Person(name: "", surname: "x", age: 1), invalid(Self.noName)),
      (Person(name: "x", surname: "x", age: -1), invalid(Self.negative(-1))),
      (Person(name: "x", surname: "x", age: .min), invalid(Self.negative(.min))),
      (
        Person(name: "", surname: "", age: -5, email: "no"),
        invalid(
          Self.noName, Self.negative(-5),
          .init(field: "email", value: "no", reason: "must be an address like name@example.org"))
      ),
    ]
    for (person, error) in cases {
      var changed = person
      changed.id = stored.id
      let known = changed
      await #expect(throws: error) { try await store.people.insert(person) }
      await #expect(throws: error) { try await store.people.insert([.some(), person]) }
      await #expect(throws: error) { try await store.people.update(known) }
      await #expect(throws: error) { try await store.people.save(known) }
      await #expect(throws: error) { try await store.people.save(person) }
      await #expect(throws: error) { try await store.write { try $0.people.insert(person) } }
      await #expect(throws: error) {
        try await store.write { transaction in
          let inserter = try Inserter(Person.table, on: transaction.connection, onConflict: .ignore)
          defer { inserter.finish() }
          try inserter.insert(person)
        }
      }
    }
    #expect(try await store.people.all() == [stored])
  }

  @Test func goodPeople() throws {
    for person in [
      Person(name: "x", surname: "", age: 0),
      Person(name: " x", surname: " ", age: Person.highestAge),
      Person(name: "\u{200C}x", surname: "\u{200C}", age: 1),
    ] {
      try person.validate()
      let store = try PersonStore.inMemory()
      var expected = person
      expected.id = 1
      #expect(try store.people.insert(person) == expected)
    }
  }

  @Test("a day that does not exist cannot be made, and is named when it is read")
  func impossibleDates() throws {
    #expect(CalendarDate("2024-02-31") == nil)
    #expect(CalendarDate(year: 2023, month: 2, day: 29) == nil)
    let store = try PersonStore.inMemory()
    let ada = try store.people.insert(.some())
    try store.asAnotherProgram("UPDATE person SET birth_date = '2024-02-31'")
    let failure = DecodingFailure(
      table: "person", column: "birth_date", row: .key(RowKey(ada.id)),
      expected: "a day YYYY-MM-DD",
      found: "'2024-02-31'")
    #expect(throws: DatabaseError.decoding(failure)) { try store.people.find(ada.id) }
    #expect(throws: DatabaseError.decoding(failure)) { try store.people.all() }
    // Writing the person mends it.
    try store.people.update(ada)
    #expect(try store.people.all() == [ada])
  }
}
