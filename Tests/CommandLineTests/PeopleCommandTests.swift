import Foundation
import Testing

@Suite("add, show, set, delete")
struct PeopleCommandTests {
  private let program: Program

  init() throws { program = try Program() }

  private func add(_ values: String...) throws {
    #expect(try program.run(["add"] + values).status == 0)
  }

  private func count() throws -> String { try program.run("query", "count()").output }

  @Test("a person is added, shown, changed and deleted")
  func wholeWay() throws {
    let added = try program.run(
      "add", "name=Ada", "surname=Lovelace", "birthDate=1815-12-10", "phone=020 7946",
      "attributes.name=Countess", "city=")
    #expect(added.status == 0 && added.messages.isEmpty, "\(added.messages)")
    let shown = """
      id\t1
      name\tAda
      surname\tLovelace
      age\t
      email\t
      birthDate\t1815-12-10
      attributes.name\tCountess
      phone\t020 7946

      """
    #expect(added.output == shown)
    #expect(try program.run("show", "1").output == shown)
    let changed = try program.run(
      "set", "1", "email=ada@example.org", "attributes.city=Paris", "age=36", "phone=", "birthDate="
    )
    #expect(
      changed.output == """
        id\t1
        name\tAda
        surname\tLovelace
        age\t36
        email\tada@example.org
        birthDate\t
        city\tParis
        attributes.name\tCountess

        """)
    #expect(try program.run("set", "1", "age=", "--json").output.contains(#""age":null,"#))
    let gone = try program.run("delete", "1")
    #expect(gone.status == 0 && gone.messages == "1 person deleted\n")
    #expect(try count() == "0\n")
    // No id is used twice.
    #expect(try program.run("add", "name=Grace").output.hasPrefix("id\t2\n"))
  }

  @Test("several people are told apart, each once; JSON is an object on each line")
  func several() throws {
    try add("name=Ada", "party=Whig")
    try add("name=Grace")
    let shown = try program.run("show", "2", "1", "2").output
    #expect(shown.hasPrefix("id\t2\nname\tGrace\n") && shown.contains("\n\nid\t1\nname\tAda\n"))
    #expect(shown.ranges(of: "Grace").count == 1)
    #expect(
      try program.run("show", "--json", "1", "2").output == """
        {"id":1,"name":"Ada","surname":"","age":null,"email":null,"birthDate":null,\
        "attributes":{"party":"Whig"}}
        {"id":2,"name":"Grace","surname":"","age":null,"email":null,"birthDate":null,\
        "attributes":{}}

        """)
  }

  @Test("fields are found in every spelling, and a probable mistake is told")
  func names() throws {
    try add("NAME=Ada", "birth_date=1815-12-10", "Surname=Lovelace")
    #expect(try program.run("query", "select { $0.birthDate }").output == "1815-12-10\n")
    for (given, meant) in [
      ("birthday", "birthDate"), ("emial", "email"), ("mail", "email"), ("agee", "age"),
      ("lastname", "surname"), ("Nachname", "surname"), ("vorname", "name"), ("Alter", "age"),
    ] {
      let run = try program.run("add", "name=Grace", "\(given)=x")
      #expect(run.status == 0)
      #expect(
        run.messages == """
          note: \(given) is no field and is kept as an attribute; did you mean \(meant)?

          """)
    }
    for quiet in ["phone=1", "note=1", "job=1", "attributes.birthday=1"] {
      #expect(try program.run("add", "name=Grace", quiet).messages.isEmpty, "\(quiet)")
    }
  }

  @Test(
    "what is wrong is told with its name and the remedy, before anything is done",
    arguments: [
      (["add"], "A person has a name: personstore add name=Ada."),
      (["add", "surname=Lovelace"], "A person has a name"),
      (["add", "nmae=Ada"], "Did you mean name instead of nmae?"),
      (["add", "vorname=Ada"], "Did you mean name instead of vorname?"),
      (["add", "firstName=Ada", "lastname=L"], "name instead of firstName, surname instead of"),
      (["add", "lastname=L"], "Ada. Did you mean surname instead of lastname?"),
      (["add", "name="], "name must not be empty."),
      (["add", "Ada"], "'Ada' gives no value: write field=value."),
      (["add", "name=Ada", "=x"], "A field or an attribute has a name."),
      (["add", "name=Ada", "attributes.=x"], "'attributes.' lacks the name of an attribute."),
      (["add", "name=Ada", "attributes={}"], "attributes.city or just city"),
      (["add", "name=Ada", "name=Eve"], "name is given twice."),
      (["add", "name=Ada", "age=abc"], "age is a whole number, not 'abc'."),
      (["add", "name=Ada", "birthDate=2023-02-29"], "birthDate is a day of the calendar"),
      (["add", "name=Ada", "id=0"], "id is a whole number from 1 to"),
      (["set", "1"], "Missing expected argument '<field=value> ...'"),
      (["set", "1", "age=abc"], "age is a whole number, not 'abc'."),
      (["set", "1", "name="], "name must not be empty."),
      (["set", "1", "id=2"], "A person keeps its id."),
      (["set", "abc", "age=1"], "The value 'abc' is invalid for '<id>'"),
      (["show"], "Missing expected argument '<ids> ...'"),
      (["delete"], "Say who is deleted: ids, or a condition with --where."),
      (["delete", "1", "--where", "$0.age == nil"], "Ids and --where exclude each other."),
      (["delete", "--where", "$0.agee == nil"], "did you mean age?"),
      (["delete", "--where", "$0.name"], "the closure of where gives a Bool"),
      (["delete", "--where", "true }.take(1).where { true", "--yes"], "} was not expected here"),
      (["delete", "--where", "true"], "1 person of people.db will be deleted; --yes agrees"),
      (["delete", "--where", "true"], "Usage: personstore delete [--db <db>]"),
      (["delete", "--where", "true"], "  See 'personstore delete --help' for more information."),
      (["query", "where { true }.delete()"], "  See 'personstore query --help' for more"),
      (
        ["query", #"update { $0.set(\.attributes["x"], to: "y") }"#],
        "set changes a whole member, such as \\.surname, and not the value for one key; the "
          + "attribute of one person: personstore set ID name=value"
      ),
      (["query", "where { $0.age > 30 }"], "such as $0.age.map { $0 > 30 } == true"),
      (
        ["export", "out.xlsx"], "out.xlsx: the name says no format; say it with --format: csv, tsv"
      ),
      (["export", "out"], "out: the name says no format"),
      (["export", "out.csv.gz"], "out.csv.gz: files are not compressed; leave out .gz"),
      (["seed", "-o", "out.txt"], "out.txt: the name says no format"),
    ])
  func mistakes(arguments: [String], message: String) throws {
    try add("name=Ada")
    let run = try program.run(arguments)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.messages.contains(message), "\(run.messages)")
    #expect(try count() == "1\n")
  }

  @Test("what the store refuses is not stored")
  func refused() throws {
    try add("name=Ada", "email=ada@example.org")
    for (arguments, message) in [
      (["add", "name=Eve", "age=151"], "age must be at most 150"),
      (["add", "name=Eve", "email=nowhere"], "must be an address like name@example.org"),
      (["add", "name=Eve", "email=ada@example.org"], "another row has the same email"),
      (["add", "name=Eve", "id=1"], "another row has the same id"),
      (["set", "1", "age=-1"], "age must not be negative"),
    ] {
      let run = try program.run(arguments)
      #expect(run.status == 1 && run.messages.contains(message), "\(run.messages)")
    }
    #expect(try count() == "1\n")
  }

  @Test("ids that do not exist are named, and nothing is changed then")
  func missing() throws {
    try add("name=Ada")
    for arguments in [["show", "7", "1", "8"], ["delete", "1", "7", "8"]] {
      let run = try program.run(arguments)
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.messages == "personstore: there are no people 7, 8 in people.db\n")
    }
    let run = try program.run("set", "9", "age=1")
    #expect(run.status == 1 && run.messages == "personstore: there is no person 9 in people.db\n")
    #expect(try count() == "1\n")
    // Nor is a file made by a command that needs people.
    for arguments in [["show", "1"], ["set", "1", "age=1"], ["delete", "1"]] {
      #expect(try program.run(arguments + ["--db", "none.db"]).status == 1)
    }
    #expect(!FileManager.default.fileExists(atPath: try program.file("none.db")))
  }

  @Test("people of a condition go after agreement")
  func condition() throws {
    for age in 1...6 { try add("name=Ada", "age=\(age)") }
    let dry = try program.run("delete", "--where", "($0.age ?? 0) > 4", "--dry-run")
    #expect(dry.status == 0 && dry.messages == "dry run, nothing deleted: 2 people\n")
    #expect(try count() == "6\n")
    #expect(
      try program.run("delete", "--where", "($0.age ?? 0) > 4", "--yes").messages
        == "2 people deleted\n")
    #expect(try program.run("delete", "--where", "{ p in p.age == 1 }", "--yes").status == 0)
    #expect(try program.run("query", "select { $0.age }").output == "2\n3\n4\n")
    // Nobody is asked about nobody.
    let none = try program.run("delete", "--where", "($0.age ?? 0) > 100")
    #expect(none.status == 0 && none.messages == "0 people deleted\n")
  }

  @Test("on a terminal the number is told and the answer is read")
  func questions() throws {
    for age in 1...3 { try add("name=Ada", "age=\(age)") }
    for (answer, status, left) in [("no\n", Int32(1), "3\n"), ("yes\n", 0, "1\n")] {
      let terminal = try #require(PseudoTerminal(columns: 80))
      let process = try program.start(
        ["delete", "--where", "($0.age ?? 0) > 1"], input: terminal.slave, terminal: terminal.slave)
      try terminal.type(answer)
      process.waitUntilExit()
      #expect(process.terminationStatus == status)
      #expect(
        try terminal.shown().contains(
          "2 people of people.db will be deleted. Type yes to go on: "))
      #expect(try count() == left)
    }
  }

  #if !os(Windows)
  @Test("a reader who goes early ends show without a word; add is stored all the same")
  func closedPipe() throws {
    try add("name=Ada")
    let (_, shown) = try program.shell(
      "{ personstore show 1; echo status $? >&2; } 2>messages | true")
    #expect(shown == "status 0\n")
    let full = try program.shell("personstore add name=Grace >/dev/full 2>messages")
    #expect(full.0 == 4 && full.1.hasPrefix("personstore: person 2 is stored, but the report"))
    #expect(try count() == "2\n")
  }
  #endif
}
