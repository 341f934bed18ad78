import Foundation
import Testing

@Suite("query from files, with parameters, and with changes")
struct ChainFileTests {
  private let program: Program

  init() throws {
    program = try Program()
    _ = try program.file(
      "in.csv",
      """
      name,surname,age,email,birthDate
      Ada,Lovelace,36,,1815-12-10
      Grace,Hopper,85,grace@example.org,1906-12-09
      1900,nil,,,

      """)
    #expect(try program.run("import", "in.csv").status == 0)
  }

  private func query(_ arguments: String...) throws -> Run {
    try program.run(["query"] + arguments)
  }

  @Test("a chain is read from a file and from the input, with comments and lines")
  func files() throws {
    let file = try program.file(
      "report.chain", "\u{FEFF}// Who is old?\nwhere { $0.age == 85 }\n  .select { $0.name }\n")
    #expect(try query("--chain", file).output == "Grace\n")
    let input = try #require(FileHandle(forReadingAtPath: file))
    let process = try program.start(["query", "-"], input: input)
    process.waitUntilExit()
    #expect(try program.result(of: process).output == "Grace\n")
  }

  @Test("a mistake is shown in its line, and the line is told")
  func mistakes() throws {
    let file = try program.file("report.chain", "people\n  .where { $0.agee == 1 }\n  .count()\n")
    let run = try query("--chain", file)
    #expect(run.status == 2)
    #expect(
      run.messages == """
          .where { $0.agee == 1 }
                      ^^^^
        personstore: \(file), line 2: Person has no member agee; did you mean age?

        """)
    let missing = try query("--chain", "none.chain")
    #expect(missing.status == 1)
    #expect(
      missing.messages == "personstore: none.chain cannot be read: No such file or directory\n")
    try Data([0x22, 0xFF, 0x22]).write(to: program.folder.appendingPathComponent("bytes.chain"))
    #expect(
      try query("--chain", "bytes.chain").messages
        == "personstore: bytes.chain is not a text in UTF-8\n")
    #expect(try query("count()", "--chain", file).status == 2)
    #expect(try query().messages.contains("Missing expected argument '<chain>'"))
    #expect(try query("").status == 2)
  }

  @Test("a parameter is a literal of the type that its place expects")
  func parameters() throws {
    for (chain, parameters, output) in [
      ("where { $0.age == $n }.select { $0.name }", ["n=36"], "Ada\n"),
      ("where { $0.age == $n }.select { $0.name }", ["n=nil"], "1900\n"),
      ("where { $0.name == $n }.select { $0.name }", ["n=1900"], "1900\n"),
      ("where { $0.surname == $n }.select { $0.name }", ["n=nil"], "1900\n"),
      ("where { $0.birthDate == $day }.select { $0.name }", ["day=1815-12-10"], "Ada\n"),
      ("where { $0.email == $mail }.count()", ["mail=grace@example.org"], "1\n"),
      ("where { ($0.birthDate?.year ?? 0) > $year }.count()", ["year=1900"], "1\n"),
      ("where { ($0.name == \"Ada\") == $yes }.count()", ["yes=true"], "1\n"),
      ("where { [$a, $b].contains($0.name) }.count()", ["a=Ada", "b=Grace"], "2\n"),
      ("take($n).count()", ["n=2"], "2\n"),
      (
        "take(1).select { ($a, $b, $c, $d) }", ["a=1", "b=1.5", "c=true", "d=x=y"],
        "1\t1.5\ttrue\tx=y\n"
      ),
      ("take(1).select { $a }", ["a=\"1\""], "1\n"),
      ("take(1).select { \"\\($a) $a\" }", ["a=7"], "7 $a\n"),
      // It is never a part of the chain.
      ("where { $0.name == $n }.count()", ["n=\" || true || \""], "0\n"),
      ("where { $0.name == $n }.count()", ["n=Ada\" }.delete() //"], "0\n"),
    ] {
      let run = try program.run(["query", chain] + parameters.flatMap { ["--param", $0] })
      #expect(run.status == 0 && run.output == output, "\(chain): \(run.output)\(run.messages)")
    }
    #expect(
      try query("take(1).select { $a }", "--param", "a=\"1\"", "--format", "json").output
        == "[\"1\"]\n")
  }

  @Test("parameters that are missing, unused, or of another type")
  func wrongParameters() throws {
    let missing = try query("where { $0.age == $years }.count()", "--param", "year=1")
    #expect(missing.status == 2)
    #expect(
      missing.messages == """
        where { $0.age == $years }.count()
                          ^^^^^^
        personstore: the parameter $years has no value; did you mean $year?; give it one with \
        --param years=…

        """)
    let unused = try query(
      "where { $0.age == $year }.count()", "--param", "year=1", "--param", "a=1")
    #expect(unused.status == 2 && unused.messages.contains("--param a: the chain has no $a."))
    let type = try query("where { $0.age == $year }.count()", "--param", "year=abc")
    #expect(type.status == 2)
    #expect(type.messages.contains("                  ^^^^^\n"))
    #expect(type.messages.contains("a value of type Int? was expected here, not abc"))
    for wrong in ["year", "=1", "1=2", "a b=1"] {
      #expect(
        try query("count()", "--param", wrong).messages.contains("--param gives a value to a"))
    }
    #expect(
      try query("count()", "--param", "a=1", "--param", "a=2").messages.contains("given twice"))
  }

  private func names() throws -> String { try query("select { ($0.name, $0.surname) }").output }

  @Test("rows are changed and deleted after agreement, in the spelling of Swift")
  func changes() throws {
    let update =
      #"where { $0.age != nil }.update { $0.set(\.surname, to: $0.name + "x"); "#
      + #"$0.set(\.name, to: "Y") }"#
    let dry = try query(update, "--dry-run")
    #expect(dry.status == 0 && dry.messages == "dry run, nothing changed: 2 people\n")
    let refused = try query(update)
    #expect(refused.status == 2)
    #expect(
      refused.messages.contains("2 people of people.db will be changed; --yes agrees to that"))
    #expect(try names() == "Ada\tLovelace\nGrace\tHopper\n1900\tnil\n")
    #expect(try query(update, "--yes").messages == "2 people changed\n")
    // New values are computed from the old ones.
    #expect(try names() == "Y\tAdax\nY\tGracex\n1900\tnil\n")
    let lines = try program.file(
      "change.chain",
      """
      where { row in row.name == $name }
        .update { row in
          row.set(\\.age, to: nil)
          row.set(\\.email, to: $mail)
        }

      """)
    let run = try query("--chain", lines, "--param", "name=1900", "--param", "mail=x@y.z", "--yes")
    #expect(run.messages == "1 person changed\n", "\(run.messages)")
    #expect(try query("select { $0.email }").output == "\ngrace@example.org\nx@y.z\n")
    #expect(try query("take(2).delete()", "--yes").messages == "2 people deleted\n")
    #expect(try names() == "1900\tnil\n")
    #expect(try query("delete()", "--yes").messages == "1 person deleted\n")
    #expect(try query("delete()").messages == "0 people deleted\n")
  }

  @Test("a change that a row refuses changes none")
  func refused() throws {
    let run = try query(
      #"update { $0.set(\.name, to: $0.surname.replacing("nil", with: "")) }"#, "--yes")
    #expect(run.status == 1 && run.messages.contains("name must not be empty"))
    #expect(try names() == "Ada\tLovelace\nGrace\tHopper\n1900\tnil\n")
  }

  @Test(
    "what is no change is told with its place",
    arguments: [
      (#"update { $0.set(\.agee, to: 1) }"#, "Person has no member agee; did you mean age?"),
      (#"update { $0.set(\.age, to: "x") }"#, "a value of type Int? was expected here"),
      (
        #"update { $0.set(\.age, to: $0.name) }"#,
        "a value of type Int? was expected here, not String"
      ),
      (#"update { $0.set(\.name, to: nil) }"#, "a value of type String is never nil"),
      (#"update { $0.set(\.fullName, to: "x") }"#, "fullName is computed from other members"),
      (#"update { $0.name }"#, "an assignment was expected"),
      (#"update { $0.set(\.name.count, to: 1) }"#, "an assignment was expected"),
      (#"update { $0.name = "x" }"#, "} was expected at the end of the closure, not ="),
      (#"update { }"#, "a value was expected, not }"),
      ("update(3)", "write .update {"),
      ("delete(3)", "write .delete()"),
      ("groups.delete()", "delete changes whole rows of people"),
      ("select { $0.name }.delete()", "delete changes whole rows of people"),
      ("count().delete()", "delete changes whole rows of people"),
      ("delete().count()", "delete changes rows, and this chain only reads them"),
      ("where { $0.name == \"x\"; true }", "} was expected at the end of the closure, not ;"),
    ])
  func mistakesOfChanges(chain: String, message: String) throws {
    let run = try query(chain, "--yes")
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.messages.contains(message) && run.messages.contains("^"), "\(run.messages)")
    #expect(try names() == "Ada\tLovelace\nGrace\tHopper\n1900\tnil\n")
  }

  @Test("only query accepts changes, and only for them its options")
  func elsewhere() throws {
    let watch = try program.run("watch", "delete()")
    #expect(watch.status == 2)
    #expect(watch.messages.contains("delete changes rows, and this chain only reads them"))
    for arguments in [
      ["count()", "--yes"], ["count()", "--dry-run"], ["delete()", "--explain"],
      ["delete()", "--path", "verify"], ["delete()", "--format", "json"],
    ] {
      #expect(try program.run(["query"] + arguments).status == 2, "\(arguments)")
    }
    #expect(try query("count()").output == "3\n")
  }
}
