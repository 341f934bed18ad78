import Foundation
import Testing

@Suite("query from files, and with parameters")
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
    #expect(try query("--file", file).output == "Grace\n")
    let input = try #require(FileHandle(forReadingAtPath: file))
    let process = try program.start(["query", "-"], input: input)
    process.waitUntilExit()
    #expect(try program.result(of: process).output == "Grace\n")
  }

  @Test("a mistake is shown in its line, and the line is told")
  func mistakes() throws {
    let file = try program.file("report.chain", "people\n  .where { $0.agee == 1 }\n  .count()\n")
    let run = try query("--file", file)
    #expect(run.status == 2)
    #expect(
      run.messages == """
          .where { $0.agee == 1 }
                      ^^^^
        personstore: \(file), line 2: Person has no member agee; did you mean age?

        """)
    let missing = try query("--file", "none.chain")
    #expect(missing.status == 1)
    #expect(
      missing.messages == "personstore: none.chain cannot be read: No such file or directory\n")
    try Data([0x22, 0xFF, 0x22]).write(to: program.folder.appendingPathComponent("bytes.chain"))
    #expect(
      try query("--file", "bytes.chain").messages
        == "personstore: bytes.chain is not a text in UTF-8\n")
    #expect(try query("count()", "--file", file).status == 2)
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
}
