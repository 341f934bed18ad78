import Foundation
import Testing

@Suite("duplicates, merge")
struct DuplicateTests {
  private let program: Program

  init() throws {
    program = try Program()
    for person in [
      ["name=José", "surname=Müller", "email=jose@example.org", "city=Köln"],
      ["name=Ann", "surname=Lee", "birthDate=1990-01-02"],
      ["name=Muller", "surname=Jose", "email=JOSE@example.org", "age=36", "city=Bonn"],
      ["name=ANN", "surname=Lee", "birthDate=1990-01-02"], ["name=Jon", "surname=Smith"],
      ["name=John", "surname=Smith", "birthDate=1980-01-02"],
    ] {
      #expect(try program.run(["add"] + person).status == 0)
    }
  }

  private func ids(_ arguments: String...) throws -> String {
    let run = try program.run(["duplicates", "--columns", "id"] + arguments)
    #expect(run.status == 0 && run.messages.isEmpty, "\(run.messages)")
    return run.output
  }

  @Test("each pair has two lines, with what matched")
  func pairs() throws {
    let emails = "1\temail, similar (0)\t1\n1\temail, similar (0)\t3\n"
    let names = "2\tname\t2\n2\tname\t4\n"
    #expect(try ids() == emails + names + "3\tsimilar (1)\t5\n3\tsimilar (1)\t6\n")
    #expect(try ids("--limit", "1") == emails)
    #expect(try ids("--by", "email") == "1\temail\t1\n1\temail\t3\n")
    #expect(try ids("--by", "email, name") == "1\temail\t1\n1\temail\t3\n" + names)
    #expect(
      try ids("--where", "$0.birthDate == nil", "--by", "similar")
        == "1\tsimilar (0)\t1\n1\tsimilar (0)\t3\n")
    let json = try program.run(
      "duplicates", "--by", "name", "--format", "ndjson", "--columns", "name")
    #expect(
      json.output == """
        {"pair":1,"matched":"name","name":"Ann"}
        {"pair":1,"matched":"name","name":"ANN"}

        """)
  }

  @Test("nothing found is told; wrong options are status 2")
  func nothing() throws {
    let none = try program.run("duplicates", "--where", "$0.id == 1")
    #expect(none.status == 0 && none.output.isEmpty)
    #expect(none.messages == "no duplicates are found\n")
    let wrong = try program.run("duplicates", "--by", "email,phone")
    #expect(wrong.status == 2)
    #expect(
      wrong.messages.contains("--by has 'phone'; it has these, with commas: email, name, similar."))
    for arguments in [["--limit", "-1"], ["--by", ""], ["--where", "$0.agee"]] {
      #expect(try program.run(["duplicates"] + arguments).status == 2, "\(arguments)")
    }
  }

  @Test("what is left out is told")
  func leftOut() throws {
    let rows = (0..<46).map { _ in "Kim,Park\n" }.joined()
    let file = try program.file("people.csv", "name,surname\n" + rows)
    #expect(try program.run("import", file).status == 0)
    let run = try program.run("duplicates", "--columns", "id")
    #expect(run.status == 0 && run.lines.count == 6)
    #expect(run.messages == "left out: similar 'kim park', 1,035 pairs\n")
  }

  @Test("two people are merged, and what is chosen is shown")
  func merge() throws {
    let table = """
      name\tJosé\tMuller\tJosé\tname (2)
      surname\tMüller\tJose\tMüller\tsurname (2)
      age\t\t36\t36\t
      email\tjose@example.org\tJOSE@example.org\tJOSE@example.org\temail (2)
      city\tKöln\tBonn\tKöln\tcity (2)

      """
    let keep = ["--keep", "email=3", "--keep", "city=1"]
    let tried = try program.run(["merge", "1", "3", "--dry-run"] + keep)
    #expect(tried.status == 0 && tried.output == table)
    #expect(tried.messages == "dry run, nothing merged\n")
    let unasked = try program.run(["merge", "1", "3"] + keep)
    #expect(unasked.status == 2)
    #expect(
      unasked.messages.contains(
        "person 3 of people.db will be merged into 1; --yes agrees to that."))
    #expect(try program.run("query", "count()").output == "6\n")
    let merged = try program.run(["merge", "1", "3", "--yes"] + keep)
    #expect(merged.status == 0 && merged.output == table)
    #expect(merged.messages == "person 3 is merged into 1\n")
    #expect(
      try program.run("show", "1").output == """
        id\t1
        name\tJosé
        surname\tMüller
        age\t36
        email\tJOSE@example.org
        birthDate\t
        city\tKöln
        city (2)\tBonn
        email (2)\tjose@example.org
        name (2)\tMuller
        surname (2)\tJose

        """)
    #expect(try program.run("query", "count()").output == "5\n")
  }

  @Test("JSON has the person and the choices")
  func json() throws {
    #expect(try program.run("groups", "--save").status == 0)
    let run = try program.run("merge", "5", "6", "--yes", "--json", "--keep", "name=6")
    #expect(run.status == 0)
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect(object?["removed"] as? Int == 6)
    #expect((object?["person"] as? [String: Any])?["name"] as? String == "John")
    #expect((object?["choices"] as? [[String: Any]])?.first?["otherName"] as? String == "name (2)")
  }

  @Test("the groups of the other one are told")
  func groups() throws {
    #expect(try program.run("groups", "--save").status == 0)
    let run = try program.run("merge", "1", "5", "--yes")
    #expect(run.status == 0)
    #expect(
      run.messages == "1 comes into the groups S\nperson 5 is merged into 1\n", "\(run.messages)")
  }

  @Test("wrong arguments are status 2, missing people status 1; nothing is changed")
  func refused() throws {
    for (arguments, message) in [
      (["1", "1"], "A person is not merged with itself."),
      (["1", "3", "--keep", "email"], "--keep has a field and one of both ids, as email=3"),
      (["1", "3", "--keep", "email=2"], "and not 'email=2'."),
      (["1", "3", "--keep", "id=3"], "The id that is kept is the first one."),
      (["1", "3", "--keep", "email=3", "--keep", "e-mail=1"], "--keep has email twice."),
    ] {
      let run = try program.run(["merge"] + arguments + ["--yes"])
      #expect(run.status == 2 && run.messages.contains(message), "\(run.messages)")
    }
    let missing = try program.run("merge", "1", "90", "--yes")
    #expect(missing.status == 1)
    #expect(missing.messages == "personstore: there is no person 90 in people.db\n")
    let untaken = try program.run("merge", "1", "2", "--yes", "--keep", "email=2")
    #expect(untaken.status == 1)
    #expect(untaken.messages == "personstore: person 2 has no email that could be taken\n")
    #expect(try program.run("query", "count()").output == "6\n")
  }

  @Test("on a terminal the choice is shown before the question")
  func question() throws {
    for (answer, status, left) in [("no\n", Int32(1), "6\n"), ("yes\n", 0, "5\n")] {
      let terminal = try #require(PseudoTerminal(columns: 100))
      let process = try program.start(
        ["merge", "2", "4"], input: terminal.slave, terminal: terminal.slave)
      try terminal.type(answer)
      process.waitUntilExit()
      #expect(process.terminationStatus == status)
      let shown = try terminal.shown()
      #expect(shown.contains("the other one") && shown.contains("name (2)"))
      #expect(shown.contains("person 4 of people.db will be merged into 2. Type yes to go on: "))
      #expect(try program.run("query", "count()").output == left)
    }
  }
}
