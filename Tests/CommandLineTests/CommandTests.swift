import Foundation
import Testing

@Suite("Commands")
struct CommandTests {
  @Test("a misspelled command is told the one that is meant")
  func misspelled() throws {
    let program = try Program()
    for (given, meant) in [("lisst", "list"), ("imprt", "import"), ("chekc", "check")] {
      let run = try program.run(given)
      #expect(run.status == 2)
      #expect(run.messages.hasPrefix("Did you mean '\(meant)'?\n"), "\(run.messages)")
    }
    #expect(try !program.run("xyzzy").messages.contains("Did you mean"))
    #expect(try !program.run("list", "--limt", "3").messages.contains("Did you mean 'list'"))
  }

  @Test("from nothing to people in groups, and back out as files")
  func wholeWay() throws {
    let program = try Program()
    #expect(try program.run("migrate", "status").status == 1)  // there is no file yet
    #expect(try program.run("migrate").status == 0)
    #expect(try program.run("migrate", "status").status == 0)
    #expect(try program.run("seed", "--count", "300").status == 0)
    let list = try program.run("list", "--limit", "2")
    #expect(
      list.lines == [
        "1\tMichael\tPeterson\t16\tmichael.peterson.0@example.net\t2008-08-24",
        "2\tMaría Jesús\tSánchez\t36\tmaria-jesus.sanchez.1@example.org\t",
      ])
    let groups = try program.run("groups", "--save")
    let counted = groups.lines.compactMap { Int($0.split(separator: "\t")[1]) }.reduce(0, +)
    #expect(counted == 300)
    #expect(try program.run("groups", "--stored").output == groups.output)
    let info = try program.run("info", "--json")
    #expect(info.output.contains("\"people\" : 300"))
    #expect(info.output.contains("\"groups\" : \(groups.lines.count)"))
    for format in ["csv", "json", "ndjson"] {
      #expect(try program.run("export", "people.\(format)").status == 0)
      #expect(
        try program.run("import", "people.\(format)", "--db", "\(format).db", "--quiet").status == 0
      )
      let copy = try program.run("list", "--db", "\(format).db")
      #expect(copy.output == (try program.run("list").output))
    }
    #expect(try program.run("backup", "copy.db").status == 0)
    #expect(try program.run("backup", "copy.db").status == 1)
    #expect(try program.run("check", "--db", "copy.db").status == 0)
    #expect(try program.run("migrate", "verify", "--db", "copy.db").status == 0)
  }

  @Test("the environment names the file, --db outdoes it")
  func whichFile() throws {
    let program = try Program()
    let environment = ["PERSONSTORE_DB": "other.db"]
    #expect(try program.run("seed", "--count", "5", environment: environment).status == 0)
    #expect(!FileManager.default.fileExists(atPath: try program.file("people.db")))
    #expect(try program.run("list", environment: environment).lines.count == 5)
    #expect(
      try program.run("seed", "--count", "3", "--db", "third.db", environment: environment).status
        == 0)
    #expect(try program.run("list", "--db", "third.db").lines.count == 3)
  }

  @Test("the same seed gives the same bytes, a row is the same whatever the count")
  func seeds() throws {
    let program = try Program()
    #expect(try program.run("seed", "--count", "2000", "-o", "a.csv").status == 0)
    #expect(try program.run("seed", "--count", "2000", "-o", "b.csv").status == 0)
    let first = try Data(contentsOf: program.folder.appendingPathComponent("a.csv"))
    #expect(first == (try Data(contentsOf: program.folder.appendingPathComponent("b.csv"))))
    let rows = String(decoding: first, as: UTF8.self).split(separator: "\n").dropFirst()
    let part = try program.run("seed", "--count", "5", "--start", "1000", "-o", "-")
    #expect(Array(part.lines.dropFirst()) == Array(rows.dropFirst(1000).prefix(5)))
    // The same people twice are refused as a whole.
    #expect(try program.run("seed", "--count", "10").status == 0)
    #expect(try program.run("seed", "--count", "20").status == 1)
    #expect(try program.run("seed", "--count", "20", "--start", "10").status == 0)
    #expect(try program.run("list").lines.count == 30)
  }

  @Test(
    "wrong usage is told and ends with 2",
    arguments: [
      ["frobnicate"], ["seed", "--count", "-1"], ["seed", "--locale", "xx"],
      ["import"], ["import", "x.csv", "--map", "nom=x"],
      ["import", "x.csv", "--as-of", "2024-02-31"],
      ["list", "--limit", "-1"], ["migrate", "down", "0"], ["groups", "--save", "--stored"],
    ])
  func usage(arguments: [String]) throws {
    let program = try Program()
    let process = try program.start(arguments)
    process.waitUntilExit()
    let run = try program.result(of: process)
    #expect(run.status == 2)
    #expect(run.messages.contains("Usage: "))
    #expect(run.output.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.folder.path).count == 2)
  }

  @Test("what is no database, no file or no folder is one clear line, and nothing is made")
  func noDatabase() throws {
    let program = try Program()
    _ = try program.file("text.db", "this is no database, but long enough to look like one\n")
    for path in ["text.db", ".", "no/such/folder/people.db"] {
      for command in ["seed", "list", "check", "migrate", "info"] {
        let run = try program.run(command, "--db", path)
        #expect(run.status == 1, "\(command) \(path)")
        #expect(run.messages.split(separator: "\n").count == 1, "\(run.messages)")
        #expect(run.messages.hasPrefix("personstore: "), "\(run.messages)")
      }
    }
    #expect(try program.run("list", "--db", "missing.db").status == 1)
    let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
    #expect(Set(files) == ["text.db", "output", "output.messages"])
  }

  @Test("who has seen enough ends the program without a word")
  func brokenPipe() throws {
    let program = try Program()
    _ = try program.run("seed", "--count", "20000")
    let (_, messages) = try program.shell(
      "{ personstore list; echo status $? >&2; } 2>messages | head -n 1 >first")
    #expect(messages == "status 0\n")
  }

  @Test("check finds text that is not in composed form, and --repair mends it")
  func repair() throws {
    let program = try Program()
    _ = try program.run("seed", "--count", "1")
    // A migration of one's own writes what another program might have written.
    let folder = program.folder.appendingPathComponent("sql")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try Data("UPDATE person SET name = 'Ame\u{301}lie';\n".utf8)
      .write(to: folder.appendingPathComponent("0001_decompose.sql"))
    #expect(try program.run("migrate", "--folder", "sql").status == 0)
    let check = try program.run("check", "--folder", "sql")
    #expect(check.status == 1)
    #expect(check.output.hasPrefix("text: person.name row 1"))
    #expect(try program.run("check", "--repair", "--folder", "sql").status == 0)
    #expect(try program.run("check", "--folder", "sql").status == 0)
  }
}

/// Former members of the United States Congress, where the data is at hand.
private let legislators = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("shared/data/legislators-historical.csv").path

@Suite(
  "Real people",
  .enabled(
    if: FileManager.default.fileExists(atPath: legislators),
    "NOT TESTED: the file of legislators is not beside the checkout"))
struct LegislatorTests {
  @Test("all of them come in with every column, and go out again")
  func legislatorsImport() throws {
    let program = try Program()
    let tried = try program.run("import", legislators, "--dry-run")
    #expect(tried.status == 0 && tried.lines.count == 15)
    #expect(tried.messages.contains("dry run, nothing stored: 12,230 read, 12,230 inserted"))
    #expect(try !FileManager.default.fileExists(atPath: program.file("people.db")))

    let run = try program.run("import", legislators, "--as-of", "2026-11-21")
    #expect(run.status == 0)
    #expect(
      run.messages.hasPrefix(
        "name ← first_name, surname ← last_name, age ← birthday, birthDate ← birthday, "
          + "attributes ← middle_name, nickname, gender, type, state, party, bioguide_id\n"))
    #expect(run.messages.contains("12,230 read, 12,230 inserted"))
    #expect(run.messages.contains("people would be older than is possible; they have no age"))

    let groups = try program.run("groups")
    #expect(groups.lines.count == 25)  // no surname begins with X
    #expect(groups.lines.compactMap { Int($0.split(separator: "\t")[1]) }.reduce(0, +) == 12_230)
    let list = try program.run("list")
    for name in ["\tJosé\t", "\tCárdenas\t", "\tRené\t"] { #expect(list.output.contains(name)) }

    #expect(try program.run("export", "all.csv").status == 0)
    #expect(try program.run("import", "all.csv", "--db", "copy.db").messages.contains("12,230 ins"))
    let copy = try program.run("export", "--db", "copy.db")
    let exported = try String(contentsOfFile: program.file("all.csv"), encoding: .utf8)
    #expect(copy.output == exported)
    #expect(
      exported.hasPrefix("id,name,surname,age,email,birthDate,bioguide_id,gender,middle_name"))

    // By a key of their own, they are the same people.
    let again = try program.run(
      "import", legislators, "--key", "attributes.bioguide_id", "--on-conflict", "ignore")
    #expect(again.messages.contains("0 inserted, 0 updated, 12,230 skipped"))
    #expect(try program.run("check").status == 0)
  }
}
