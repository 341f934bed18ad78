import Foundation
import Testing

@Suite("What must not be lost")
struct SafetyTests {
  @Test("a database is never replaced by a table")
  func databaseAsOutput() throws {
    let program = try Program()
    #expect(try program.run("seed", "--count", "5").status == 0)
    _ = try program.file("bad.csv", "name,surname,age\nA,b,x\n")
    try FileManager.default.createSymbolicLink(
      atPath: program.file("link.csv"), withDestinationPath: "people.db")
    for (name, arguments) in [
      ("people.db", ["export", "people.db", "--format", "csv"]),
      ("link.csv", ["export", "link.csv"]),
      ("people.db", ["seed", "-o", "people.db", "--format", "json"]),
      ("people.db", ["import", "bad.csv", "--rejects", "people.db"]),
    ] {
      let run = try program.run(arguments)
      #expect(run.status == 1)
      #expect(
        run.messages == "personstore: \(name): cannot be written: it is a SQLite database\n")
    }
    #expect(try program.run("list").lines.count == 5)
    // What is no database is replaced, as ever.
    #expect(try program.run("export", "bad.csv").status == 0)
    #expect(try program.run("import", "bad.csv", "--db", "new.db").status == 0)
  }

  @Test("the file to be imported is not where its rejected rows go")
  func rejectsIntoTheSource() throws {
    let program = try Program()
    let text = "name,surname,age\nA,b,x\n"
    let path = try program.file("in.csv", text)
    let run = try program.run("import", "in.csv", "--rejects", "./in.csv", "--max-errors", "1")
    #expect(run.status == 1)
    #expect(
      run.messages == "personstore: ./in.csv: cannot be written: it is the file to be read\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test("an error names the option that helps")
  func remedies() throws {
    let program = try Program()
    _ = try program.file("bad.csv", "name,surname,age\nA,b,x\n")
    _ = try program.file("few.csv", "city,age\nA,1\n")
    _ = try program.run("seed", "--count", "1")
    for (arguments, option) in [
      (["import", "bad.csv"], "--max-errors"), (["import", "few.csv"], "--map"),
      (["import", "bad.csv", "--map", "age=old"], "--map"), (["backup", "bad.csv"], "--overwrite"),
    ] {
      let run = try program.run(arguments)
      #expect(run.status == 1)
      #expect(run.messages.hasSuffix("; see \(option)\n"), "\(run.messages)")
      #expect(run.messages.split(separator: "\n").count == 1)
    }
  }

  @Test("--db and --folder stand before the command as well as after it")
  func globalOptions() throws {
    let program = try Program()
    #expect(try program.run("--db", "one.db", "seed", "--count", "3").status == 0)
    #expect(try program.run("list", "--db", "one.db").lines.count == 3)
    #expect(try program.run("--db", "one.db", "list", "--limit", "2").lines.count == 2)
    let folder = program.folder.appendingPathComponent("sql")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try Data("CREATE TABLE own (x INTEGER) STRICT;\n".utf8)
      .write(to: folder.appendingPathComponent("0001_own.sql"))
    let arguments = ["--db", "one.db", "migrate", "--folder", "sql"]
    let pending = try program.run(arguments + ["status"])
    #expect(pending.status == 3 && pending.output.hasPrefix("0001_own.sql\tpending\t"))
    #expect(
      try program.run(arguments + ["up", "--dry-run"]).messages == "would run 0001_own.sql\n")
    #expect(try program.run(arguments).messages == "applied 0001_own.sql\n")
    #expect(try program.run(arguments + ["status"]).status == 0)
    #expect(try program.run(arguments).messages == "one.db: nothing to do\n")
  }

  @Test("a check names each fault on a line, more of the same indented")
  func schemaFaults() throws {
    let program = try Program()
    #expect(try program.run("seed", "--count", "1").status == 0)
    let folder = program.folder.appendingPathComponent("sql")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let file = folder.appendingPathComponent("0001_odd.sql")
    try Data("CREATE TABLE odd (x);\nUPDATE person SET age = 1;\n".utf8).write(to: file)
    #expect(try program.run("migrate", "--folder", "sql").status == 0)
    // The table is in a file of another set, whose folder the check does not need.
    #expect(try program.run("check").status == 0)
    let verified = try program.run("migrate", "verify")
    #expect(verified.status == 0)
    #expect(verified.messages.contains("the tables of the set app are not compared"))
    #expect(try program.run("check", "--folder", "sql").status == 0)
    try Data("CREATE TABLE odd (x, y);\n".utf8).write(to: file)
    let status = try program.run("migrate", "status", "--folder", "sql")
    #expect(status.status == 1 && status.output.contains("\tmodified\t"))
    let again = try program.run("migrate", "--folder", "sql")
    #expect(again.status == 1 && again.messages.contains("0001_odd.sql"))
  }

  #if !os(Windows)
  @Test("messages that nobody hears do not stop the program")
  func noMessages() throws {
    let program = try Program()
    #expect(try program.shell("personstore seed --count 3 2>&-").0 == 0)
    #expect(try program.shell("personstore list --db none.db 2>&-").0 == 1)
    #expect(try program.shell("personstore list <&- >&- 2>&-").0 == 1)
    #expect(try program.shell("personstore frobnicate 2>&-").0 == 2)
    for seed in 2...6 {
      let script =
        "{ personstore seed --seed \(seed) --count 3 2>&3; echo $? >messages; } 3>&1 | true"
      _ = try program.shell(script)
      #expect(try program.shell("true").1 == "0\n")
    }
    #expect(try program.run("list").lines.count == 18)
    #expect(try program.run("check").status == 0)
  }

  @Test(
    "who has seen enough of any output ends the program without a word",
    arguments: [
      "list --format csv", "list --format json", "list --format ndjson", "export",
      "groups --format json",
      "seed --count 5000 -o -",
    ])
  func brokenPipes(command: String) throws {
    let program = try Program()
    #expect(try program.run("seed", "--count", "5000").status == 0)
    let (_, messages) = try program.shell(
      "{ personstore \(command); echo status $? >&2; } 2>messages | head -n 1 >first")
    #expect(messages == "status 0\n")
  }

  @Test("a file that may not grow is an error, and what was there stays")
  func fileSizeLimit() throws {
    let program = try Program()
    #expect(try program.run("seed", "--count", "10").status == 0)
    let (status, messages) = try program.shell(
      "ulimit -f 100; personstore seed --seed 2 --count 20000 2>messages")
    #expect(status == 1)
    #expect(messages.hasPrefix("personstore: ") && messages.split(separator: "\n").count == 1)
    #expect(try program.run("list").lines.count == 10)
    #expect(try program.run("check").status == 0)
  }

  @Test(
    "a file that may only be read can be read, and is not changed",
    .enabled(if: geteuid() != 0, "NOT TESTED: root may write every file"))
  func readOnly() throws {
    let program = try Program()
    #expect(try program.run("seed", "--count", "3").status == 0)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: program.file("people.db"))
    for command in ["list", "groups", "check", "info", "export"] {
      #expect(try program.run(command).status == 0, "\(command)")
    }
    for arguments in [["seed", "--seed", "2"], ["groups", "--save"], ["check", "--repair"]] {
      let run = try program.run(arguments)
      #expect(run.status == 1)
      #expect(run.messages == "personstore: cannot open people.db: permission denied\n")
    }
  }
  #endif
}
