import LinqCore
import People
import PeopleIO
import Tabular
import Testing

/// Two people with keys and addresses of their own.
private let stored = [
  Person(
    id: 1, name: "Ada", surname: "L", age: 36, email: "a@example.org",
    birthDate: CalendarDate("1990-01-01")),
  Person(id: 2, name: "Eve", surname: "E", age: 1, email: "e@example.org"),
]

@Suite("Import of people who are there already")
struct ImportConflictTests {
  private let store: PersonStore

  init() throws {
    store = try PersonStore(path: ":memory:")
    _ = try store.people.insert(stored)
  }

  private func run(
    _ text: String, _ onConflict: ImportOptions.OnConflict, maximumRejections: Int = 0
  ) throws -> (ImportSummary, [String]) {
    let outcome = try importText(
      text,
      options {
        $0.onConflict = onConflict
        $0.maximumRejections = maximumRejections
        $0.mapping = try ColumnMapping(parsing: text.contains("id") ? "id=id" : "id=")
      }, into: store)
    return (outcome.summary, outcome.rejections)
  }

  @Test("the same id is a conflict")
  func byId() throws {
    let text = "id,name,surname,age\n1,Ida,M,40\n7,Bob,B,5\n"
    let (failed, rejections) = try run(text, .error, maximumRejections: 1)
    #expect(rejections == [#"line 2, column 1 (id): another person has this id: "1""#])
    #expect(failed.inserted == 1 && failed.rejected == 1)
    #expect(try store.people.all().map(\.id) == [1, 2, 7])

    let (ignored, _) = try run(text, .ignore)
    #expect(ignored.skipped == 2 && ignored.inserted == 0)
    #expect(try store.people.find(1) == stored[0])

    let (updated, _) = try run(text, .update)
    #expect(updated.updated == 2 && updated.inserted == 0)
    let ida = try #require(try store.people.find(1))
    #expect(ida.name == "Ida" && ida.surname == "M" && ida.age == 40)
    // The file has neither of these.
    #expect(ida.email == "a@example.org" && ida.birthDate == CalendarDate("1990-01-01"))
  }

  @Test("a person found by the address keeps the id, whatever the file's one is")
  func addressBeforeId() throws {
    let (summary, _) = try run("id,name,surname,age,email\n9,New,N,3,e@example.org\n", .update)
    #expect(summary.updated == 1)
    #expect(try store.people.all().map(\.id) == [1, 2])
    #expect(try store.people.find(2)?.name == "New")
  }

  @Test("an id of one person and the address of another are refused, and both stay as they are")
  func twoPeople() throws {
    let text = "id,name,surname,age,email\n1,New,N,3,e@example.org\n8,Bob,B,5,\n"
    let (summary, rejections) = try run(text, .update, maximumRejections: 1)
    #expect(
      rejections == [
        #"line 2, column 5 (email): another person has this email: "e@example.org""#
      ])
    #expect(summary.inserted == 1 && summary.rejected == 1 && summary.updated == 0)
    #expect(Array(try store.people.all().prefix(2)) == stored)
  }

  @Test("the same address twice in one file: the later row is the one in conflict")
  func withinTheFile() throws {
    let text = "name,surname,age,email\nA,x,1,n@example.org\nB,y,2,n@example.org\n"
    let error = #expect(throws: ImportError.self) { try run(text, .error) }
    guard case .tooManyRejections(limit: 0, let last) = error else { throw try #require(error) }
    #expect(
      last.description
        == #"line 3, column 4 (email): another person has this email: "n@example.org""#)
    #expect(last.record == 2 && last.columns == ["name", "surname", "age", "email"])
    // The fields of rows that can be read are kept on request only.
    #expect(last.fields == [.null, .null, .null, .null])
    #expect(try store.people.all() == stored)
    let (ignored, _) = try run(text, .ignore)
    #expect(ignored.inserted == 1 && ignored.skipped == 1)
    let (updated, _) = try run(text, .update)
    #expect(updated.updated == 2)
    #expect(try store.people.find(3)?.name == "B")
  }

  @Test(
    "people without id and address are new each time",
    arguments: [ImportOptions.OnConflict.ignore, .update])
  func alwaysNew(onConflict: ImportOptions.OnConflict) throws {
    for _ in 0..<2 {
      #expect(try run("name,surname,age\nA,x,1\n", .error).0.inserted == 1)
      #expect(try run("name,email\nA,\n", onConflict).0.inserted == 1)
      #expect(throws: ImportError.nobodyIsFound) { try run("name,surname\nA,x\n", onConflict) }
    }
    #expect(try store.people.all().count == 6)
  }

  @Test("an empty field of a column that is there overwrites, as null does")
  func emptyFields() throws {
    _ = try run("id,name,surname,age,email,birthDate\n1,Ada,L,36,,\n", .update)
    #expect(try store.people.find(1) == Person(id: 1, name: "Ada", surname: "L", age: 36))
  }

  @Test("objects of one file may each lack other keys")
  func differentKeys() throws {
    let text = """
      {"id": 1, "name": "A", "surname": "a", "age": 1}
      {"email": "e@example.org", "age": 2, "surname": "b", "name": "B", "birthDate": "2001-02-03"}
      {"id": 1, "name": "C", "surname": "c", "age": 3, "birthDate": null}
      {"id": 2, "age": 4}
      {"name": "D", "surname": "d", "age": 5, "email": null}
      """
    let (summary, rejections) = try run(text, .update, maximumRejections: 1)
    #expect(summary.updated == 3 && summary.inserted == 1)
    #expect(rejections == [#"line 4, column 2 (name): name is missing"#])
    #expect(
      try store.people.all() == [
        Person(id: 1, name: "C", surname: "c", age: 3, email: "a@example.org"),
        Person(
          id: 2, name: "B", surname: "b", age: 2, email: "e@example.org",
          birthDate: CalendarDate("2001-02-03")),
        Person(id: 3, name: "D", surname: "d", age: 5),
      ])
  }
}
