import Foundation
import LinqSQL
import People
import StoreSQLite
import StoreSupport
import Testing

/// What else is known of people, in SQL and in memory.
@Suite struct AttributeTests {
  private let store: PersonStore
  private let people: [Person]

  init() throws {
    store = try .inMemory()
    people = try store.people.insert([
      Person(name: "Abraham", surname: "Lincoln", attributes: ["party": "Whig", "state": "IL"]),
      Person(name: "Ada", surname: "Lovelace"),
      Person(name: "Henry", surname: "Clay", attributes: ["party": "Whig", "Größe": "e\u{301}"]),
      Person(
        name: "Andrew", surname: "Jackson",
        attributes: ["party": "Democratic", "fide id": "1", #"a"b\c"#: "\"\\\n\u{1}", "": "x"]),
      Person(name: "Zoë", surname: "", age: 0, attributes: ["": "", "note": ""]),
    ])
  }

  /// Checks the SQL of a chain, and that it has the result of arrays on both paths.
  private func expect<Element: Sendable>(
    sql: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ chain: (Query<Person>) -> Query<Element>
  ) throws {
    let expected = try chain(Query(people)).toArray().map(Self.text)
    #expect(!expected.isEmpty, sourceLocation: sourceLocation)
    let stored = chain(store.people.query)
    let plan = try stored.plan()
    #expect(plan.isAllSQL, "\(plan)", sourceLocation: sourceLocation)
    if let sql { #expect(plan.sql == sql, sourceLocation: sourceLocation) }
    for run in [stored, stored.policy(.memoryOnly)] {
      #expect(try run.toArray().map(Self.text) == expected, sourceLocation: sourceLocation)
    }
  }

  /// The order of the description of a dictionary is not that of an equal one.
  private static func text(_ element: Any) -> String {
    (element as? Person).map { "\($0.id)" } ?? "\(element)"
  }

  @Test("a person is stored with what is known, and comes back the same")
  func roundTrip() throws {
    #expect(try store.people.all() == people)
    #expect(
      try store.column("SELECT attributes FROM person ORDER BY id") == [
        #"{"party":"Whig","state":"IL"}"#, "{}", #"{"Größe":"é","party":"Whig"}"#,
        #"{"":"x","a\"b\\c":"\"\\\n\u0001","fide id":"1","party":"Democratic"}"#,
        #"{"":"","note":""}"#,
      ])
    var ada = people[1]
    ada.attributes["field"] = "mathematics"
    try store.people.update(ada)
    #expect(try store.people.find(ada.id) == ada)
    ada.attributes = [:]
    try store.people.save(ada)
    #expect(try store.column("SELECT attributes FROM person WHERE id = 2") == ["{}"])
    #expect(try store.check() == [])
  }

  @Test("texts of any kind are written as an encoder writes them", arguments: 0..<20)
  func anyTexts(seed: Int) throws {
    var random = SystemRandomNumberGenerator()
    let parts = ["a", "Z", "é", "e\u{301}", "\"", "\\", "/", "\u{1F600}", "\n", "\u{7F}", " ", "日"]
    func text() -> String {
      (0..<Int.random(in: 0..<5, using: &random)).map { _ in parts.randomElement()! }.joined()
    }
    let attributes = Dictionary(
      (0..<seed).map { _ in (text(), text()) }, uniquingKeysWith: { $1 })
    let person = try store.people.insert(Person(name: "a", surname: "", attributes: attributes))
    #expect(try store.people.find(person.id)?.attributes == attributes, "\(attributes)")
    let json = try #require(
      try store.column("SELECT attributes FROM person WHERE id = \(person.id)").first)
    guard case .text(let json) = json else { return #expect(Bool(false), "\(json)") }
    #expect(try JSONDecoder().decode([String: String].self, from: Data(json.utf8)) == attributes)
    #expect(bytes(json) == bytes(json.precomposedStringWithCanonicalMapping), "\(json)")
  }

  @Test("chains with attributes run in SQL")
  func chains() throws {
    try expect(
      sql: """
        SELECT id, name, surname, age, email, birth_date, attributes FROM person \
        WHERE json_extract(attributes, '$.party') IS ? ORDER BY id
        """
    ) { $0.where { $0.attributes["party"] == "Whig" } }
    try expect(
      sql: """
        SELECT json_extract(attributes, '$.party'), count(*) FROM person \
        GROUP BY json_extract(attributes, '$.party') ORDER BY min(id)
        """
    ) { $0.groupBy { $0.attributes["party"] }.select { ($0.key, $0.count) } }
    try expect { $0.sortDescending { $0.attributes["party"] }.select { $0.name } }
    try expect { $0.where { $0.attributes["party"] == nil }.select { $0.attributes.count } }
    try expect { $0.where { ($0.attributes["state"] ?? "ZZ") > "B" } }
    try expect { $0.where { $0.attributes["fide id"] == "1" } }
    try expect { $0.where { $0.attributes["Gro\u{308}ße"] == "\u{E9}" } }
    try expect { $0.where { $0.attributes[#"a"b\c"#] != nil }.select { $0.attributes[""] } }
    try expect { $0.where { $0.attributes == [:] }.select { $0.name } }
    try expect { $0.distinct { $0.attributes["party"] }.select { $0.id } }
    try expect { $0.selectMany { $0.attributes.keys }.distinct().sort() }
    try expect { $0.where { $0.attributes.any { $0.value == "Whig" } } }
    try expect { $0.search("whig", attributes: ["party"], locale: "sv").select { $0.surname } }
  }

  @Test("an age on a day counts from the birth date where it is known")
  func ageOnADay() throws {
    let day = try #require(CalendarDate("2000-03-01"))
    let people = try store.people.insert([
      Person(name: "a", surname: "", age: 3, birthDate: CalendarDate("1999-03-02")),
      Person(name: "b", surname: "", age: 3, birthDate: CalendarDate("1999-03-01")),
      Person(name: "c", surname: "", birthDate: CalendarDate("2000-03-02")),
      Person(name: "d", surname: "", age: 7), Person(name: "e", surname: ""),
    ])
    #expect(people.map { $0.age(on: day) } == [0, 1, nil, 7, nil])
    let first = people[0].id
    let ages = store.people.where { $0.id >= first }.select { $0.age(on: QueryExpression(day)) }
    #expect(try ages.plan().isAllSQL)
    #expect(try ages.toArray() == [0, 1, nil, 7, nil])
    #expect(try ages.policy(.memoryOnly).toArray() == [0, 1, nil, 7, nil])
  }

  @Test("an index on an attribute is advised, and used")
  func index() throws {
    let whigs = store.people.where { $0.attributes["party"] == "Whig" }
    let index =
      "CREATE INDEX person_attributes_party ON person "
      + "(json_extract(attributes, '$.party'))"
    #expect(
      try whigs.plan().description.contains(
        "person is read as a whole; \(index) would lead to the rows"))
    try store.pool.write { try $0.execute(index) }
    #expect(try whigs.plan().description.contains("USING INDEX person_attributes_party"))
    #expect(try whigs.toArray().map(\.name) == ["Abraham", "Henry"])
    #expect(
      try store.people.sort { $0.attributes["party"] }.take(2).plan().description
        .contains("USING INDEX person_attributes_party"))
  }

  @Test("delegates hear of attributes")
  func delegates() throws {
    final class Parties: PersonStoreDelegate {
      let heard = Locked<[String]>([])
      func didUpdate(_ old: Person, to new: Person) {
        heard.withLock {
          $0.append("\(old.attributes["party"] ?? "") > \(new.attributes["party"] ?? "")")
        }
      }
    }
    let parties = Parties()
    store.delegates.add(parties)
    try store.people.where { $0.attributes["party"] == "Whig" }.update {
      $0.set(\.attributes, to: ["party": "Republican"])
    }
    try store.asAnotherProgram(
      "UPDATE person SET attributes = json_set(attributes, '$.party', 'x') WHERE id = 2")
    #expect(parties.heard.withLock { $0 } == ["Whig > Republican", "Whig > Republican", " > x"])
  }

  @Test(
    "attributes of another program that are not texts are an error that names them, on both paths",
    arguments: [
      #"{"party": 5}"#, #"{"party": null}"#, #"{"party": ["Whig"]}"#, #"{"party": {}}"#, "[]", "x",
      "", "5",
    ])
  func unreadable(json: String) throws {
    try store.asAnotherProgram("UPDATE person SET attributes = '\(json)' WHERE id = 2")
    let party = store.people.select { $0.attributes["party"] }
    let whigs = store.people.where { $0.attributes["party"] == "Whig" }.select { $0.id }
    for policy in [QueryPolicy.automatic, .memoryOnly] {
      for run in [
        { _ = try party.policy(policy).toArray() }, { _ = try whigs.policy(policy).count() },
      ] {
        let error = #expect(throws: DatabaseError.self) { try run() }
        #expect(
          "\(String(describing: error))".contains("person")
            && "\(String(describing: error))".contains("attributes"), "\(error as Any)")
      }
    }
    #expect(try store.check().contains { $0.row == 2 })
  }

  @Test(
    "the error of an unreadable attribute is one short sentence",
    arguments: [
      (#"{"party": 5}"#, "the value of 'party' is no String"), ("[]", "it is no object"),
      ("x", "it is no JSON"),
    ])
  func unreadableReason(json: String, reason: String) throws {
    try store.asAnotherProgram("UPDATE person SET attributes = '\(json)' WHERE id = 2")
    let error = #expect(throws: DatabaseError.self) { try store.people.all() }
    #expect(
      error?.description.hasSuffix(" found '\(json)': \(reason)") == true,
      "\(error as Any)")
  }

  @Test(
    "attributes of another program in another form are found",
    arguments: [
      #" { "party" : "Whig" } "#, #"{"z": "1", "party": "Whig"}"#, #"{"party": "Wh\u0069g"}"#,
      #"{"p\u0061rty": "Whig"}"#,
    ])
  func otherForms(json: String) throws {
    try store.asAnotherProgram("UPDATE person SET attributes = '\(json)' WHERE id = 2")
    let whigs = store.people.where { $0.attributes["party"] == "Whig" }.select { $0.id }
    #expect(try whigs.toArray() == [1, 2, 3])
    #expect(try whigs.policy(.memoryOnly).toArray() == [1, 2, 3])
    let same = store.people.where { $0.attributes == ["party": "Whig"] }.select { $0.id }
    #expect(try same.toArray() == same.policy(.memoryOnly).toArray())
  }

  @Test(
    "texts of another program that are not in canonical form are equal to those that are",
    arguments: [
      #"{"party": "x", "party": "\u00e9"}"#, "{\"party\": \"e\u{301}\"}", #"{"party": "e\u0301"}"#,
      #"{"party": "\u0065\u0301"}"#,
    ])
  func otherTexts(json: String) throws {
    try store.asAnotherProgram("UPDATE person SET attributes = '\(json)' WHERE id = 2")
    let found = store.people.where { $0.attributes["party"] == "\u{E9}" }.select { $0.id }
    #expect(try found.toArray() == found.policy(.memoryOnly).toArray())
    #expect(try store.check().contains { $0.row == 2 && $0.column == "attributes" })
    #expect(try store.repair().map(\.row) == [2])
    #expect(try store.check() == [])
    #expect(try found.toArray() == found.policy(.memoryOnly).toArray())
    #expect(try found.plan().isAllSQL)
  }

  @Test("a NUL in an attribute is refused with its name")
  func nul() throws {
    let problem = RowValidationError.Problem(
      field: "attributes.a", value: "b\0", reason: "must not contain a NUL")
    #expect(throws: RowError.invalid(table: "person", RowValidationError([problem]))) {
      try store.people.insert(Person(name: "x", surname: "", attributes: ["a": "b\0"]))
    }
  }

  @Test("people in JSON have what is known, and need a name only")
  func codable() throws {
    let coder = JSONEncoder()
    coder.outputFormatting = .sortedKeys
    for person in people {
      let json = try coder.encode(person)
      #expect(try JSONDecoder().decode(Person.self, from: json) == person)
    }
    #expect(
      String(decoding: try coder.encode(people[1]), as: UTF8.self)
        == #"{"id":2,"name":"Ada","surname":"Lovelace"}"#)
    #expect(
      try JSONDecoder().decode(Person.self, from: Data(#"{"name": "X"}"#.utf8))
        == Person(name: "X", surname: ""))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Person.self, from: Data("{}".utf8))
    }
  }
}
