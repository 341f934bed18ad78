import Foundation
import LinqCore
import People
import PeopleIO
import Tabular
import Testing

/// Names of fields that a file spells in several ways: no value is lost without a word.
@Suite("Names of columns and keys")
struct ImportSpellingTests {
  private func run(
    _ text: String, map: String? = nil, maximumRejections: Int = 100,
    onConflict: ImportOptions.OnConflict = .error, into store: PersonStore? = nil
  ) throws -> ImportOutcome {
    try importText(
      text,
      options {
        $0.maximumRejections = maximumRejections
        $0.onConflict = onConflict
        $0.reader.flattensNested = false
        if let map { $0.mapping = try ColumnMapping(parsing: map) }
      }, into: store)
  }

  @Test("each record of JSON may spell a key in its own way")
  func spellings() throws {
    let result = try run(
      """
      {"name": "Ada", "surname": "L", "age": 36, "email": "ada@example.org"}
      {"Name": "Bob", "SURNAME": "M", "Age": 4, "EMail": "b@x.org", "birth_date": "1980-01-02"}
      {"name": "Cy", "surname": "N", "age": 5, "birthDate": "2020-03-04", "e mail": "c@example.org"}
      {"na\u{200B}me": "Dee", "sur\u{A0}name": "O", "age ": 6, "BIRTH-DATE": "2019-01-01"}
      """)
    #expect(result.rejections.isEmpty && result.summary.unusedColumns.isEmpty)
    #expect(result.people.map(\.name) == ["Ada", "Bob", "Cy", "Dee"])
    #expect(
      result.people.map(\.email) == [
        "ada@example.org", "b@x.org", "c@example.org", nil,
      ])
    #expect(
      result.people.map { $0.birthDate?.description } == [
        nil, "1980-01-02", "2020-03-04", "2019-01-01",
      ])
  }

  @Test("a record with two spellings of one key is rejected")
  func twice() throws {
    let result = try run(
      """
      {"name": "Ada", "surname": "L", "age": 36, "Name": "Bob"}
      {"name": "Cy", "surname": "N", "age": 5, "Name": null}
      {"name": "Dee", "surname": "O", "age": 6}
      """)
    #expect(
      result.rejections == [
        #"line 1, column 4 (Name): the record has name twice, also as name: "Bob""#,
        #"line 2, column 4 (Name): the record has name twice, also as name: """#,
      ])
    #expect(result.people.map(\.name) == ["Dee"])
  }

  @Test("an update changes the fields that a record has, however it spells them")
  func updates() throws {
    let store = try PersonStore(path: ":memory:")
    try store.people.insert(
      Person(
        name: "Ada", surname: "L", age: 36, email: "a@example.org",
        birthDate: CalendarDate("1990-01-02")))
    let result = try run(
      """
      {"name": "Eve", "surname": "X", "age": 1, "birthDate": "2000-01-01"}
      {"Name": "Ada", "Surname": "L", "Age": 37, "Email": "a@example.org"}
      """, onConflict: .update, into: store)
    #expect(result.rejections.isEmpty)
    #expect(result.people[0].age == 37 && result.people[0].birthDate == CalendarDate("1990-01-02"))
  }

  @Test("of two columns of a header that are named like one field, the exact one is it")
  func header() throws {
    let text = "name,surname,age,birth_date,birthDate\nAda,L,36,1991-01-02,1990-01-02\n"
    let ada = try run(text).people[0]
    #expect(ada.birthDate?.year == 1990 && ada.attributes == ["birth_date": "1991-01-02"])
    let mapped = try run(text, map: "birthDate=birth_date").people[0]
    #expect(mapped.birthDate?.year == 1991 && mapped.attributes == ["birthDate": "1990-01-02"])
    #expect(try run(text, map: "birthDate=").people[0].birthDate == nil)
  }

  @Test("a mapping names a key that some object has")
  func mapping() throws {
    let text = #"{"name": "Ada", "surname": "L", "age": 36}"# + "\n"
    let later = #"{"name": "Bob", "surname": "M", "age": 4, "mail": "b@example.org"}"# + "\n"
    let store = try PersonStore(path: ":memory:")
    #expect(
      throws: ImportError.unknownColumn(
        purpose: "email", column: "mail", columns: ["name", "surname", "age"])
    ) { try run(text, map: "email=mail", into: store) }
    #expect(try store.people.all().isEmpty)
    #expect(
      try run(text + later, map: "email=mail").people.map(\.email) == [nil, "b@example.org"])
  }

  @Test("values that are no text, and numbers that no key can hold")
  func values() throws {
    let result = try run(
      """
      {"name": "A", "surname": "b", "age": 1, "email": {"home": "a@example.org"}}
      {"name": "A", "surname": "b", "age": 1, "birthDate": [1990, 1, 2]}
      {"name": "A", "surname": "b", "age": 1, "id": 9223372036854775808}
      {"name": "A", "surname": "b", "age": 1, "id": 1e3}
      {"name": "A", "surname": "b", "age": 99999999999999999999}
      {"name": "A", "surname": "b", "age": 1, "email": ""}
      """, map: "id=id")
    #expect(
      result.rejections == [
        #"line 1, column 4 (email): not a text: "{"home": "a@example.org"}""#,
        #"line 2, column 5 (birthDate): not a day of the calendar (YYYY-MM-DD): "[1990, 1, 2]""#,
        #"line 3, column 6 (id): not a positive whole number: "9223372036854775808""#,
        #"line 4, column 6 (id): not a positive whole number: "1e3""#,
        "line 5, column 3 (age): not a whole number of years, nor a date YYYY-MM-DD: "
          + "\"99999999999999999999\"",
      ])
    #expect(result.people.map(\.email) == [nil])
  }

  @Test("an age beyond the highest is rejected with its line; of a day of birth it is none")
  func ages() throws {
    let result = try run("name,surname,age\nA,b,10001\nB,b,150\nC,b,1721-04-19\nD,b,-1\n")
    #expect(
      result.rejections == [
        #"line 2, column 3 (age): must be at most 150: "10001""#,
        #"line 5, column 3 (age): must not be negative: "-1""#,
      ])
    #expect(result.people.map(\.age) == [150, nil])
    #expect(result.people.map(\.attributes) == [[:], ["age": "1721-04-19"]])
  }

  @Test(
    "days before 1582 are those of the calendar of all days",
    arguments: [
      "1500-03-01", "1582-10-10", "1500-02-28", "0000-01-01", "0004-02-29",
    ])
  func oldDays(text: String) throws {
    let result = try run("name,surname,age,birthDate\nAda,L,36,\(text)\n")
    #expect(result.people[0].birthDate?.description == text)
    #expect(try run("name,surname,age,birthDate\nA,L,36,1500-02-29\n").rejections.count == 1)
  }
}
