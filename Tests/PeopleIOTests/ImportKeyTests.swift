import LinqCore
import People
import PeopleIO
import Testing

@Suite("Import of people by a key, and of some of their attributes")
struct ImportKeyTests {
  private let store: PersonStore

  init() throws {
    store = try PersonStore(path: ":memory:")
    try store.people.insert([
      Person(
        name: "Judit", surname: "Polgar", age: 50, email: "j@example.org",
        attributes: ["fide_id": "700070", "rating": "2675", "title": "GM"]),
      Person(
        name: "Yifan", surname: "Hou", birthDate: CalendarDate("1994-02-27"),
        attributes: ["fide_id": "8602980"]),
    ])
  }

  @discardableResult
  private func run(
    _ text: String, _ onConflict: ImportOptions.OnConflict, key: String? = nil, map: String? = nil,
    maximumRejections: Int = 0
  ) throws -> ImportOutcome {
    try importText(
      text,
      options {
        $0.onConflict = onConflict
        $0.key = try key.map { try PersonKey(parsing: $0) }
        if let map { $0.mapping = try ColumnMapping(parsing: map) }
        $0.maximumRejections = maximumRejections
      }, into: store)
  }

  @Test("an update by an attribute changes the given columns only")
  func partial() throws {
    let text = "fide_id,rating\n700070,2700\n8602980,2658\n"
    #expect(try run(text, .update, key: "attributes.fide_id").summary.updated == 2)
    let people = try store.people.all()
    #expect(
      people[0].attributes == ["fide_id": "700070", "rating": "2700", "title": "GM"])
    #expect(people[0].fullName == "Judit Polgar" && people[0].email == "j@example.org")
    #expect(people[1].attributes == ["fide_id": "8602980", "rating": "2658"])
    #expect(people[1].birthDate?.year == 1994)
  }

  @Test("who is not found is new, and needs a name")
  func new() throws {
    let nameless = try run(
      "fide_id,rating\n1,2000\n700070,2701\n", .update, key: "attributes.fide_id",
      maximumRejections: 1)
    #expect(
      nameless.rejections == [
        "line 2: name is missing, and nobody has this attributes.fide_id"
      ])
    #expect(nameless.summary.updated == 1)
    let text = "Name,fide_id\n\"Koneru, Humpy\",5008123\n\"Koneru, H.\",5008123\n\"Xie, Jun\",\n"
    let summary = try run(text, .update, key: "attributes.fide_id").summary
    #expect(summary.inserted == 2 && summary.updated == 1)
    #expect(try store.people.all().map(\.name) == ["Judit", "Yifan", "H.", "Jun"])
  }

  @Test("an empty cell of an attribute's column removes it; a key that JSON lacks does not")
  func cleared() throws {
    try run("email,Name,title,x\nj@example.org,Judit Polgar,,1\n", .update)
    #expect(
      try store.people.find(1)?.attributes == ["fide_id": "700070", "rating": "2675", "x": "1"])
    try run(
      """
      {"email": "j@example.org", "name": "Judit Polgar", "rating": null}
      {"email": "y@example.org", "name": "Yi Hou", "x": 2}
      """, .update)
    #expect(try store.people.find(1)?.attributes == ["fide_id": "700070", "x": "1"])
    #expect(try store.people.find(3)?.attributes == ["x": "2"])
  }

  @Test("several values are one key, and all have to be the same")
  func several() throws {
    let text = "name,surname,birthDate,title\nYifan,Hou,1994-02-27,GM\nYifan,Hou,1995-02-27,IM\n"
    let key = "name,surname,birthDate"
    #expect(try run(text, .update, key: key).summary.updated == 1)
    #expect(try store.people.find(2)?.attributes["title"] == "GM")
    #expect(try store.people.all().count == 3)
    #expect(try run(text, .ignore, key: key).summary.skipped == 2)
    let refused = try run(text, .error, key: key, maximumRejections: 2)
    #expect(
      refused.rejections.first
        == "line 2: another person has this name,surname,birthDate: \"Yifan, Hou, 1994-02-27\"")
  }

  @Test("a key that is none, or of which the file has no column, is an error")
  func wrong() throws {
    for text in ["", "nom", "name,,age", "attributes"] {
      #expect(throws: ImportError.self) { try PersonKey(parsing: text) }
    }
    for key in ["email", "attributes.y", "id"] {
      #expect(throws: ImportError.self) { try run("id,name,x\n1,A,1\n", .update, key: key) }
    }
  }

  @Test("an id is a key where it is mapped")
  func ids() throws {
    let text = "id,rating\n1,2800\n"
    #expect(try run(text, .update, key: "id", map: "id=id").summary.updated == 1)
    #expect(try store.people.find(1)?.attributes["rating"] == "2800")
  }
}
