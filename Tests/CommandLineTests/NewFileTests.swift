import Foundation
import Testing

/// What a command leaves behind that was to create a database.
@Suite("New databases") struct NewFileTests {
  private func files(_ program: Program) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: program.folder.path).sorted()
      .filter { !$0.hasPrefix("output") }
  }

  private func write(_ program: Program, _ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: program.folder.appendingPathComponent(name))
  }

  @Test("an import that fails leaves no database, and one that does not leaves only that")
  func imports() throws {
    let program = try Program()
    _ = try program.file("bad.csv", "name,surname,age\nAda,L,36\nBob,M,x\n")
    _ = try program.file("header.csv", "stadt,land\nA,L\n")
    try write(program, "people.csv.gz", [0x1F, 0x8B, 8, 0, 0, 0])
    for file in ["bad.csv", "header.csv", "people.csv.gz", "none.csv", "."] {
      let run = try program.run("import", file, "--db", "new.db")
      #expect(run.status == 1 && !run.messages.isEmpty, "\(file)")
      #expect(try files(program) == ["bad.csv", "header.csv", "people.csv.gz"], "\(file)")
    }
    let run = try program.run("import", "bad.csv", "--max-errors", "1", "--db", "new.db")
    #expect(run.status == 0)
    #expect(try files(program) == ["bad.csv", "header.csv", "new.db", "people.csv.gz"])
    #expect(try program.run("list", "--db", "new.db").lines.count == 1)
    let mode =
      try FileManager.default.attributesOfItem(
        atPath: program.folder.appendingPathComponent("new.db").path)[.posixPermissions] as? Int
    #expect(mode == 0o644)
    // A database that is there stays, whatever fails.
    #expect(try program.run("import", "bad.csv", "--db", "new.db").status == 1)
    #expect(try program.run("list", "--db", "new.db").lines.count == 1)
    // Neither does a folder that is not there appear.
    let missing = try program.run("import", "bad.csv", "--db", "nowhere/new.db")
    #expect(missing.status == 1 && missing.messages.contains("nowhere"))
  }

  @Test("an interrupted import or seed leaves no database", arguments: [SIGINT, SIGTERM, SIGKILL])
  func interrupted(number: Int32) throws {
    let program = try Program()
    let process = try program.start(["seed", "--count", "20000000", "--db", "new.db"])
    // The file is there under another name while it is filled.
    while try files(program).allSatisfy({ !$0.hasSuffix(".partial") }), process.isRunning {}
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    let left = try files(program)
    #expect(!left.contains("new.db"))
    if number != SIGKILL { #expect(left.isEmpty) }
    // What a killed one left is removed by the next.
    #expect(try program.run("seed", "--count", "3", "--db", "new.db").status == 0)
    #expect(try files(program) == ["new.db"])
    #expect(try program.run("list", "--db", "new.db").lines.count == 3)
  }

  @Test("two commands that create one database: one of them says so")
  func twoAtOnce() throws {
    let program = try Program()
    let rows = (0..<50_000).map { "N\($0),S,\($0 % 90)\n" }.joined()
    _ = try program.file("people.csv", "name,surname,age\n" + rows)
    let slow = try program.start(["import", "people.csv", "--db", "new.db"])
    while try files(program).allSatisfy({ !$0.hasSuffix(".partial") }), slow.isRunning {}
    #expect(try program.run("migrate", "--db", "new.db", output: "output-2").status == 0)
    slow.waitUntilExit()
    let run = try program.result(of: slow, "output")
    #expect(run.status == 1 && run.messages.contains("created by another program meanwhile"))
    #expect(try program.run("list", "--db", "new.db").lines.isEmpty)
    #expect(try files(program) == ["new.db", "people.csv"])
  }

  @Test("a migration that fails leaves no empty database, and keeps what it applied")
  func migrations() throws {
    let program = try Program()
    let folder = program.folder.appendingPathComponent("sql")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try Data("CREATE TABLE a (x);\nSELECT * FROM nil;\n".utf8)
      .write(to: folder.appendingPathComponent("0001_a.sql"))
    let arguments = ["migrate", "--folder", "sql", "--db", "new.db"]
    #expect(try program.run(arguments).status == 1)
    #expect(try program.run(["migrate", "--db", "new.db", "down"]).status == 0)
    #expect(try program.run(["migrate", "--folder", "none", "--db", "new2.db"]).status == 1)
    #expect(try files(program) == ["sql"])
    try Data("CREATE TABLE a (x);\n".utf8).write(to: folder.appendingPathComponent("0001_a.sql"))
    try Data("SELECT * FROM nil;\n".utf8).write(to: folder.appendingPathComponent("0002_b.sql"))
    #expect(try program.run(arguments).status == 1)
    #expect(try program.run(arguments + ["status"]).output.contains("0001_a.sql\tapplied"))
  }

  @Test("a store whose history differs: all commands say the same")
  func modified() throws {
    let program = try Program()
    #expect(try program.run("seed", "--count", "1").status == 0)
    try changeHistory(program)
    for arguments in [["list"], ["migrate"], ["seed", "--count", "1"], ["migrate", "verify"]] {
      let run = try program.run(arguments)
      #expect(run.status == 1, "\(arguments)")
      #expect(run.messages.contains("is not the file that was applied"), "\(run.messages)")
    }
  }

  private func changeHistory(_ program: Program) throws {
    try TestDatabase.make(
      program.folder.appendingPathComponent("people.db").path,
      "UPDATE schema_migration SET checksum = 'x' WHERE number = 1")
  }
}
