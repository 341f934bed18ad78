import Foundation
import LinqCore
import People
import PeopleIO
import Tabular
import Testing

/// What an import makes of a file with the plain command.
@Suite("Guessed columns")
struct GuessTests {
  private func guess(
    _ text: String, _ change: (inout ImportOptions) throws -> Void = { _ in }
  ) throws -> ImportGuess {
    try PersonImporter(options: options(change)).guess(ByteSource(text: text))
  }

  private func run(
    _ text: String, _ change: (inout ImportOptions) throws -> Void = { _ in }
  ) throws -> (people: [Person], summary: ImportSummary) {
    let outcome = try importText(text, options(change))
    return (outcome.people, outcome.summary)
  }

  @Test("what no name may have is left out, a day in the future is no birth; both are kept")
  func refusedByTheStore() throws {
    let (people, summary) = try run(
      "first_name,last_name,birthday\n\"Ada\nMaria\",\u{202E}King,1815-12-10\n"
        + "\u{200B},Brown,2999-01-01\nJo\u{200C}e,O\u{2019}Neil,1990-01-01\n")
    #expect(people.map(\.name) == ["Ada Maria", "Brown", "Jo\u{200C}e"])
    #expect(people.map(\.surname) == ["King", "", "O\u{2019}Neil"])
    #expect(people.map(\.birthDate?.year) == [1815, nil, 1990])
    #expect(people[0].attributes == ["first_name": "Ada\nMaria", "last_name": "\u{202E}King"])
    #expect(people[1].attributes == ["birthday": "2999-01-01"])
    #expect(people[2].attributes == [:])
    #expect(
      Set(summary.notes.map { "\($0.field) \($0.finding) \($0.count)" }) == [
        "name cleaned 1", "surname cleaned 1", "birthDate kept 1",
      ])
  }

  @Test(
    "headers of files of people",
    arguments: [
      (
        "last_name,first_name,birthday,party\nBrown,Sherrod,1952-11-09,D\n",
        "name ← first_name, surname ← last_name, birthDate ← birthday, attributes ← party"
      ),
      (
        "Vorname,Nachname,Geburtsdatum,E-Mail\nJosé,Müller,1980-01-02,j@example.org\n",
        "name ← Vorname, surname ← Nachname, email ← E-Mail, birthDate ← Geburtsdatum"
      ),
      (
        "Name,Vorname\nMüller,José\n", "name ← Vorname, surname ← Name"
      ),
      (
        "Name,Given Name,Family Name\nAda Lovelace,Ada,Lovelace\n",
        "name ← Given Name, surname ← Family Name, attributes ← Name"
      ),
      (
        "Name,Given Name\nAda Lovelace,Ada\n",
        "name and surname ← Name (name surname), attributes ← Given Name"
      ),
      (
        "PassengerId,Name,Age\n1,\"Braund, Mr. Owen Harris\",22\n",
        "name and surname ← Name (surname, name), age ← Age, attributes ← PassengerId"
      ),
      (
        "name,sort_name\nAdam Afriyie,\"Afriyie, Adam\"\n",
        "name and surname ← sort_name (surname, name), attributes ← name"
      ),
      ("user,url\nwraithgar,x\n", "name ← user, attributes ← url"),
      ("Last name,Notes\nMadonna,\n", "name ← Last name, attributes ← Notes"),
      (
        "First Name,E-mail 2 - Value,E-mail 1 - Value\nAda,b@x.org,a@x.org\n",
        "name ← First Name, email ← E-mail 1 - Value, attributes ← E-mail 2 - Value"
      ),
      (
        "name,E-mail 1 - Value,E-mail 2 - Value\nAda,,a@x.org\n",
        "name ← name, email ← E-mail 2 - Value, attributes ← E-mail 1 - Value"
      ),
      (
        "Nombre,Año de nacimiento\n\"Polgar, Judit\",1976\n",
        "name and surname ← Nombre (surname, name), attributes ← Año de nacimiento"
      ),
      ("name,born\nAda,1815\nBo,1816\n", "name ← name, attributes ← born"),
      ("name,born\nAda,1815-12-10\n", "name ← name, birthDate ← born"),
      (
        "name,dob\nAda,13/02/1951\n", "name ← name, birthDate ← dob (%d/%m/%Y)"
      ),
      ("name,dob\nAda,05/06/1951\n", "name ← name, attributes ← dob"),
      (
        "First Name,Birthday\nAda,1/31/1980\nBo,0/0/00\n",
        "name ← First Name, birthDate ← Birthday (%m/%d/%Y)"
      ),
      ("name,age\nAda,old\n", "name ← name, attributes ← age"),
      ("name,email\nAda,x@x.org\nBo,x@x.org\n", "name ← name, attributes ← email"),
      ("name,email\nAda,none\n", "name ← name, attributes ← email"),
      ("id,name\n7,Ada\n", "name ← name, attributes ← id"),
      (
        "id,name,surname,age,email,birthDate,Vorname\n7,Ada,L,,,,x\n",
        "id ← id, name ← name, surname ← surname, age ← age, email ← email, "
          + "birthDate ← birthDate, attributes ← Vorname"
      ),
      ("name,,x\nAda,1,2\n", "name ← name, attributes ← #2, x"),
    ])
  func headers(text: String, mapping: String) throws {
    #expect(try guess(text).mapping.description == mapping)
  }

  @Test("the guess has the first people, the problems and the reasons")
  func contents() throws {
    let guess = try guess("name,dob,age\nAda L,05/06/1951,36.5\nBo M,05/07/1952\n")
    #expect(
      guess.people == [
        Person(
          name: "Ada", surname: "L", age: 36, attributes: ["dob": "05/06/1951", "age": "36.5"])
      ])
    #expect(guess.problems.map(\.description) == ["line 3, column 3 (age): 2 fields instead of 3"])
    #expect(guess.notes.map(\.finding) == [.rounded])
    let reasons = guess.mapping.assignments.map(\.reason)
    #expect(
      guess.mapping.hints == [
        "dob is an attribute: its days may be written as %d/%m/%Y or %m/%d/%Y"
      ])
    #expect(reasons[1] == "its days may be written as %d/%m/%Y or %m/%d/%Y")
    #expect(guess.columns == ["name", "dob", "age"] && guess.format == .csv)
  }

  @Test("no column with a name is an error that tells the columns")
  func noName() throws {
    let error = #expect(throws: ImportError.self) { try guess("party,state\nD,OH\n") }
    #expect(
      error?.description
        == "no column is the name of people; the file has: party, state. Map one with name=COLUMN, "
        + "or name=#N for the Nth column")
  }

  @Test("values that a guessed field cannot have are attributes of that person")
  func kept() throws {
    let text = """
      Full Name;Birth Date;E-mail;Age
      Ada Lovelace;1815-12-10;ada@example.org;36
      Bo;1943-00-00;nobody;-
      Cy;;ada@example.org;200
      Di;NA;d@x.org ::: e@x.org;0.42
      Ed;N/A;f@x.org;5.0
      Flo;1901-02-03;g@x.org;\\N
      Gus;1901-02-03;h@x.org;7
      Hal;1901-02-03;i@x.org;8
      Ida;1901-02-03;j@x.org;9
      """
    let (people, summary) = try run(text + extra(12))
    #expect(summary.rejected == 0 && summary.inserted == 21)
    #expect(people[0].birthDate?.year == 1815 && people[0].attributes.isEmpty)
    #expect(
      people[1]
        == Person(
          id: 2, name: "Bo", surname: "",
          attributes: ["Birth Date": "1943-00-00", "E-mail": "nobody"]))
    #expect(
      people.first { $0.name == "Cy" }?.attributes == ["E-mail": "ada@example.org", "Age": "200"])
    let di = people.first { $0.name == "Di" }
    #expect(di?.email == "d@x.org" && di?.age == 0)
    #expect(di?.attributes == ["E-mail": "d@x.org ::: e@x.org", "Age": "0.42"])
    #expect(people.first { $0.name == "Ed" }?.age == 5)
    #expect(
      Set(summary.notes.map { "\($0.field) \($0.finding) \($0.count)" }) == [
        "birthDate kept 1", "email kept 1", "email several 1", "email shared 1", "age kept 1",
        "age rounded 1",
      ])
  }

  @Test("keys with other numbers are not other spellings")
  func numbers() throws {
    let guess = try guess(
      #"{"name": "Ada", "emails.0.value": "a@x.org", "emails.1.value": "b@x.org"}"#)
    #expect(guess.problems.isEmpty)
    #expect(
      guess.people == [
        Person(
          name: "Ada", surname: "", email: "a@x.org", attributes: ["emails.1.value": "b@x.org"])
      ])
  }

  /// Rows with addresses and days of their own.
  private func extra(_ count: Int) -> String {
    "\n" + (0..<count).map { "P\($0);1950-01-01;p\($0)@x.org;1" }.joined(separator: "\n")
  }

  @Test("a second import of the same file is refused, though addresses are guessed")
  func twice() throws {
    let store = try PersonStore(path: ":memory:")
    let text = "First name,E-mail\nAda,a@example.org\n"
    try importText(text, options { _ in }, into: store)
    #expect(throws: ImportError.self) { try importText(text, options { _ in }, into: store) }
    #expect(try store.people.all().count == 1)
  }

  @Test("ages are counted from days and years of birth if that is asked for")
  func agesCounted() throws {
    let days = "Name,Birthday\nAda,1990-06-16\nBo,1721-04-19\nCy,2030-01-01\n"
    #expect(try run(days).people.map(\.age) == [nil, nil, nil])
    let (counted, summary) = try run(days) { $0.countsAges = true }
    #expect(counted.map(\.age) == [35, nil, nil])
    #expect(counted.map(\.birthDate?.year) == [1990, 1721, nil])
    #expect(counted.map(\.attributes) == [[:], [:], ["Birthday": "2030-01-01"]])
    #expect(Set(summary.notes.map(\.finding)) == [.kept, .tooOld])
    let years = try run("Name,Year_of_birth\nAda,1976\nBo,1976.0\nCy,\n") { $0.countsAges = true }
    #expect(years.people.map(\.age) == [50, 50, nil])
    #expect(
      years.people.map(\.attributes) == [
        ["Year_of_birth": "1976"], ["Year_of_birth": "1976.0"], [:],
      ])
    #expect(years.people.allSatisfy { $0.birthDate == nil })
    // A mapped age is counted in any case, and what it is counted from is not lost.
    let mapped = try run("Name,Born\nAda,1976\nBo,1990-06-16\n") {
      $0.mapping = try ColumnMapping(parsing: "age=Born")
    }
    #expect(mapped.people.map(\.age) == [50, 35])
    #expect(mapped.people.map(\.attributes) == [["Born": "1976"], ["Born": "1990-06-16"]])
  }

  @Test("people without a name are named by what else is known of them")
  func nameless() throws {
    let text = """
      Given Name,Family Name,Company,E-mail
      Ada,Lovelace,X,a@x.org
      ,Madonna,,
      ,,Acme,b@x.org
      ,,,c@x.org
      """
    let (people, summary) = try run(text)
    #expect(people.map(\.fullName) == ["Ada Lovelace", "Madonna", "Acme", "c@x.org"])
    #expect(people[1].surname.isEmpty && people[2].attributes == ["Company": "Acme"])
    #expect(
      summary.notes.map(\.description) == [
        "name: 1 people without a name are named by Company",
        "name: 1 people without a name are named by E-mail",
      ])
    let error = #expect(throws: ImportError.self) {
      try run("Given Name,Family Name,x\nAda,L,\n,,y\n")
    }
    #expect(error?.description.hasPrefix("line 3, column 1 (Given Name): name is missing") == true)
  }

  @Test("columns by number, in another case, with a comma, left out, and only some")
  func selectors() throws {
    let text = "\"Last, first\",B,c,d\n\"Lovelace, Ada\",b,36,x\n"
    func people(_ change: (inout ColumnMapping) throws -> Void) throws -> Person {
      try run(text) {
        try change(&$0.mapping)
      }.people[0]
    }
    let mapped = try people {
      $0 = try ColumnMapping(parsing: "name=\"Last, first\",surname=b,age=#3,attributes.e=D")
    }
    #expect(
      mapped == Person(id: 1, name: "Lovelace, Ada", surname: "b", age: 36, attributes: ["e": "x"]))
    let split = try people {
      $0 = try $0.splitting("\"Last, first\"=surname, name")
      $0.ignored = ["#2", "d"]
    }
    #expect(split == Person(id: 1, name: "Ada", surname: "Lovelace", attributes: ["c": "36"]))
    let only = try people {
      $0 = try $0.splitting("#1=surname, name")
      $0.only = ["d"]
    }
    #expect(only == Person(id: 1, name: "Ada", surname: "Lovelace", attributes: ["d": "x"]))
    for wrong in [["x"], ["#9"], ["#0"], ["#"]] {
      #expect(throws: ImportError.self) { try people { $0.ignored = wrong } }
    }
    #expect(throws: ImportError.self) { try ColumnMapping(parsing: "name=\"a,age=b") }
    for wrong in ["x", "x=", "=name", "x=name, surname"] {
      #expect(throws: ImportError.self) { try ColumnMapping().splitting(wrong) }
    }
  }

  @Test("without guessing, only exact spellings and the mapping count")
  func noGuess() throws {
    let mapping = try guess("name,surname,E-mail,age\nAda,L,a@x.org,x\n") {
      $0.mapping.isGuessed = false
    }.mapping
    #expect(
      mapping.description == "name ← name, surname ← surname, age ← age, attributes ← E-mail")
    #expect(throws: ImportError.self) {
      try guess("First name\nAda\n") { $0.mapping.isGuessed = false }
    }
  }

  @Test("white space, words for no value and forms of days as they are asked for")
  func values() throws {
    let text = "Name,dob,Note\n Ada ,05/12/1950, x \nBo,?,-\n"
    let plain = try run(text)
    #expect(
      plain.people.map(\.attributes) == [["dob": "05/12/1950", "Note": " x "], ["dob": "?"]])
    let people = try run(text) {
      $0.trims = true
      $0.nullWords = NullWords(["?"])
      $0.dates = try DateForm("%d/%m/%Y")
    }.people
    #expect(people.map(\.birthDate?.description) == ["1950-12-05", nil])
    #expect(people.map(\.attributes) == [["Note": "x"], ["Note": "-"]])
  }

  @Test("a NUL in an attribute refuses the row, with the column")
  func nul() throws {
    let error = #expect(throws: ImportError.self) { try run("name,x\nAda,a\u{0}b\n") }
    #expect(error?.description.hasPrefix("line 2, column 2 (x): must not contain a NUL") == true)
  }

  @Test("a mapping is the same after it has been JSON")
  func coding() throws {
    let mapping = try guess("Name,dob,x\n\"L, Ada\",13/02/1951,\n") {
      $0.mapping.ignored = ["x"]
    }.mapping
    #expect(mapping.assignments.map(\.target.description) == ["surname, name", "birthDate", "-"])
    let data = try JSONEncoder().encode(mapping)
    #expect(try JSONDecoder().decode(ResolvedMapping.self, from: data) == mapping)
  }

  @Test("keys of JSON that come after the first records are what they spell, or attributes")
  func lateKeys() throws {
    let rows = (0..<300).map { #"{"name": "P\#($0)", "surname": "S"}"# }
    let late = #"{"Name": "Late", "surname": "S", "party": "D", "email": "l@x.org"}"#
    let people = try run((rows + [late]).joined(separator: "\n")).people
    #expect(people.last?.name == "Late")
    #expect(people.last?.email == "l@x.org" && people.last?.attributes == ["party": "D"])
  }

  @Test("the first different values of each column, and whether there are other rows")
  func examples() throws {
    let rows = (1...300).map { "n\($0),\($0 % 2 == 0 ? "a" : "NA")\n" }.joined()
    let large = try guess("name,x,empty\n" + rows.replacing("\n", with: ",\n"))
    #expect(large.examples == [["n1", "n2", "n3"], ["a"], []] && !large.isWhole)
    // Very large rows are not all kept.
    let text = String(repeating: "x", count: 1 << 20)
    let wide = try guess("name,x\n" + (1...20).map { "n\($0),\(text)\n" }.joined())
    #expect(wide.people.count == 8 && !wide.isWhole)
    let small = try guess("name\nAda\nAda\n")
    #expect(small.examples == [["Ada"]] && small.isWhole)
  }

  @Test(
    "the beginning of a file is guessed without its last row",
    arguments: [
      "name,age\nAda,36\nAlan,4", "name,age\nAda,36\n\"Al", "name,age\nAda,36\nAlan",
      #"[{"name":"Ada","age":36},{"name":"Al"#,
      "{\"name\":\"Ada\",\"age\":36}\n{\"name\":\"A",
    ])
  func part(text: String) throws {
    let importer = PersonImporter(options: try options { _ in })
    let guess = try importer.guess(ByteSource(text: text), isPart: true)
    #expect(guess.people.map(\.name) == ["Ada"] && guess.people.first?.age == 36)
    #expect(guess.problems.isEmpty && !guess.isWhole)
  }
}
