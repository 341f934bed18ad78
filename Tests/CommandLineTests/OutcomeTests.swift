import Foundation
import People
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

#if !os(Windows)
@Suite("The status says what is stored, and the message says so too")
struct OutcomeTests {
  private let program: Program

  init() throws {
    program = try Program()
    var rows = "name,surname,age\n"
    for index in 0..<4000 { rows += "A\(index),b,x\n" }
    for index in 0..<500 { rows += "A\(index),b,5\n" }
    _ = try program.file("bad.csv", rows)
    _ = try program.file("good.csv", "name,surname,age\nAda,Lovelace,36\n")
  }

  private func people(_ database: String = "people.db") throws -> Int {
    let run = try program.run("query", "count()", "--db", database)
    return run.status == 0 ? Int(run.lines.first ?? "") ?? -1 : 0
  }

  @Test(
    "rejects that cannot be written undo the import", arguments: ["-", "/dev/stdout", "/dev/full"])
  func rejects(path: String) throws {
    let (status, messages) = try program.shell(
      """
      { personstore import bad.csv -q --max-errors 100000 --rejects \(path); echo status $?>&2; } \
      2>messages | head -c 10 >first
      """)
    #expect(status == 0)
    let lines = messages.split(separator: "\n").suffix(2)
    #expect(lines.last == "status 1")
    #expect(
      lines.first?.hasPrefix(
        "personstore: the rejected rows could not be written, so nothing was imported: ") == true)
    #expect(try people() == 0)
  }

  @Test("a named pipe whose reader stops fails the import and the export")
  func namedPipes() throws {
    #expect(try program.run("seed", "--count", "5000").status == 0)
    let (_, messages) = try program.shell(
      """
      mkfifo pipe
      head -c 10 pipe >first & personstore import bad.csv -q --max-errors 100000 --rejects pipe \
      2>/dev/null; echo $? >messages; wait
      head -c 10 pipe >first & personstore export pipe 2>>messages; echo $? >>messages; wait
      """)
    #expect(messages == "1\npersonstore: pipe: the reader of the output has closed it\n1\n")
    #expect(try people() == 5000)
  }

  @Test("what is stored although its report could not be written has a status of its own")
  func unreported() throws {
    let stored = try program.shell("personstore import good.csv --json >/dev/full 2>messages")
    #expect(stored.0 == 4)
    #expect(
      stored.1.hasPrefix(
        "personstore: the import is stored, but the report of it could not be written"))
    #expect(try people() == 1)
    let closed = try program.shell(
      "{ personstore groups --save; echo $? >messages; } 2>/dev/null | true")
    #expect(["0\n", "4\n"].contains(closed.1))
    #expect(try program.shell("personstore groups --save >/dev/full 2>messages").0 == 4)
    #expect(try program.run("groups", "--stored").lines.count == 1)
    // A dry run stores nothing, and a listing changes nothing.
    let dry = try program.shell(
      "personstore import good.csv --dry-run --json >/dev/full 2>messages")
    #expect(dry.0 == 1 && dry.1.hasPrefix("personstore: standard output: cannot be written"))
    #expect(try program.shell("personstore list >/dev/full 2>messages").0 == 1)
  }

  @Test("a dry run whose reader has seen enough is done")
  func dryRunOfAFewLines() throws {
    let (_, messages) = try program.shell(
      """
      { personstore import good.csv --dry-run; echo status $? >&2; } 2>messages | true
      """)
    #expect(messages.hasSuffix("status 0\n"), "\(messages)")
    #expect(!messages.contains("closed"))
  }

  @Test("the arguments are known without the list of processes")
  func argumentsWithoutProcesses() throws {
    #if os(Linux)
    // In a namespace of its own, where an empty folder hides /proc.
    guard try program.shell("unshare -m true 2>/dev/null").0 == 0 else {
      print("NOT TESTED: arguments without /proc (unshare is not permitted)")
      return
    }
    let (status, messages) = try program.shell(
      "unshare -m sh -c 'mount -t tmpfs none /proc && \"$0\" seed --count 3 2>messages' "
        + "personstore")
    #expect(status == 0)
    #expect(messages.hasPrefix("3 people stored"))
    #expect(try program.run("list").lines.count == 3)
    #endif
  }

  @Test(
    "where no thread can be started the program ends, and holds no lock",
    arguments: [
      ("seed --count 10", 1), ("import good.csv", 1), ("watch 'count()'", 1), ("edit 1", 1),
      ("list", 0), ("export copy.csv", 0), ("groups --save", 0), ("query 'count()'", 0),
      ("check", 0), ("backup copy.db", 0), ("list --db none.db", 1),
    ])
  func noThreads(command: String, expected: Int32) throws {
    #if os(Linux)
    #expect(try program.run("seed", "--count", "5", "--seed", "9").status == 0)
    // The stack of a new thread is as large as the limit, and no address space has room for this
    // one.
    let (status, messages) = try program.shell(
      "ulimit -s 140000000000 2>/dev/null || exit 99; "
        + "timeout 60 personstore \(command) 2>messages >output",
      with: "/bin/bash")
    guard status != 99 else {
      print("NOT TESTED: no threads (the limit of the stack cannot be raised)")
      return
    }
    #expect(status == expected, "\(messages)")
    if expected == 1, !command.contains("none.db") {
      #expect(messages.hasPrefix("personstore: no thread can be started: "))
    }
    let next = try program.run("--timeout", "0.2", "seed", "--count", "1", "--seed", "10")
    #expect(next.status == 0, "\(next.messages)")
    #endif
  }

  @Test("signals leave no unfinished file", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(number: Int32) throws {
    #expect(try program.run("seed", "--count", "10").status == 0)
    let silent = Pipe()
    for (arguments, isUnfinished) in [
      (["seed", "--count", "100000000", "-o", "people.csv"], { $0.hasPrefix(".table-") }),
      // The import waits for its first row.
      (
        ["import", "-", "--rejects", "rejected.csv", "--db", "other.db"],
        { $0.hasPrefix(".table-") }
      ),
    ] as [([String], (String) -> Bool)] {
      let process = try program.start(arguments, input: silent.fileHandleForReading)
      func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
      }
      let deadline = ContinuousClock.now + .seconds(30)
      while try !names().contains(where: isUnfinished), ContinuousClock.now < deadline {}
      #expect(try names().contains(where: isUnfinished), "\(arguments)")
      kill(process.processIdentifier, number)
      process.waitUntilExit()
      // As of a program that does nothing about it.
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
      #expect(try !names().contains(where: isUnfinished), "\(arguments)")
      #expect(try !names().contains { ["people.csv", "rejected.csv"].contains($0) })
    }
  }

  @Test("a backup may be read by those who may read what it is a copy of")
  func backupPermissions() throws {
    #expect(try program.run("seed", "--count", "5").status == 0)
    func mode(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: program.file(name))[.posixPermissions]
        as? Int
    }
    for (index, permissions) in [0o600, 0o640, 0o644].enumerated() {
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: program.file("people.db"))
      #expect(try program.run("backup", "copy-\(index).db").status == 0)
      #expect(try mode("copy-\(index).db") == permissions)
    }
    // A file that is replaced does not become readable to more people, nor stays so.
    #expect(try program.run("backup", "copy-0.db", "--overwrite").status == 0)
    #expect(try mode("copy-0.db") == 0o600)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: program.file("people.db"))
    #expect(try program.run("backup", "copy-2.db", "--overwrite").status == 0)
    #expect(try mode("copy-2.db") == 0o640)
  }
}

@Suite("Reading changes nothing, and only a store is read")
struct ReadingTests {
  private let program: Program

  private static let commands = [
    "list", "info", "query count()", "query --explain count()", "export", "groups",
    "groups --stored", "watch count()", "check", "import --dry-run good.csv", "backup copy.db",
    "backup copy.db --overwrite", "stats", "show 1",
  ]

  init() throws {
    program = try Program()
    _ = try program.file("good.csv", "name,surname,age\nAda,Lovelace,36\n")
  }

  /// What is in the folder, byte for byte, without what the test itself writes.
  private func content() throws -> [String: Data] {
    var content: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
    where !["output", "output.messages", "messages"].contains(name) {
      content[name] = try Data(contentsOf: program.folder.appendingPathComponent(name))
    }
    return content
  }

  private func run(_ command: String, _ database: String) throws -> Run {
    try program.run(command.split(separator: " ").map { String($0) } + ["--db", database])
  }

  @Test("another program's database is refused and stays as it is", arguments: ["delete", "wal"])
  func foreign(journal: String) throws {
    try TestDatabase.make(
      program.file("foreign.db"),
      "PRAGMA journal_mode = \(journal); CREATE TABLE bookmark (url TEXT); "
        + "INSERT INTO bookmark VALUES ('x')")
    try TestDatabase.make(
      program.file("marked.db"),
      "PRAGMA journal_mode = \(journal); PRAGMA application_id = 252006674; CREATE TABLE a (b)")
    try Data().write(to: program.folder.appendingPathComponent("copy.db.keep"))
    let before = try content()
    for database in ["foreign.db", "marked.db"] {
      for command in Self.commands + [
        "check --repair", "groups --save", "edit 1", "seed", "import good.csv", "add name=Ada",
        "set 1 age=1", "delete 1", "query --yes delete()",
      ] {
        let result = try run(command, database)
        #expect(result.status == 1, "\(command)")
        #expect(
          result.messages.hasPrefix(
            "personstore: \(database) is a database of another program (tables: "),
          "\(command): \(result.messages)")
        #expect(result.output.isEmpty)
      }
      #expect(try content() == before, "\(database)")
    }
    // Not even when told to migrate, where the other program has marked its file.
    #expect(try run("migrate", "marked.db").status == 2)
    #expect(try content() == before)
  }

  @Test("an emptied file is no store; its backup replaces nothing")
  func emptied() throws {
    #expect(try program.run("seed", "--count", "7").status == 0)
    #expect(try program.run("backup", "copy.db").status == 0)
    try Data().write(to: program.folder.appendingPathComponent("people.db"))
    try TestDatabase.make(program.file("bare.db"), "CREATE TABLE a (b); DROP TABLE a")
    let before = try content()
    for command in Self.commands where !command.hasPrefix("import") {
      for database in ["people.db", "bare.db"] {
        let result = try run(command, database)
        #expect(result.status == 1, "\(command)")
        #expect(result.messages == "personstore: \(database) is an empty file, not a store\n")
      }
    }
    #expect(try content() == before)
    #expect(try run("list", "copy.db").lines.count == 7)
    // Writing commands make a store of it.
    #expect(try program.run("seed", "--count", "2").status == 0)
    #expect(try program.run("list").lines.count == 2)
  }

  @Test("a store is read without a change, and nothing is left beside it")
  func own() throws {
    #expect(try program.run("seed", "--count", "7").status == 0)
    let before = try content()
    for command in Self.commands where !command.hasPrefix("backup") && !command.hasPrefix("watch") {
      #expect(try run(command, "people.db").status == 0, "\(command)")
      #expect(try content() == before, "\(command)")
    }
    #expect(before["people.db"]?[68..<72] == Data([0x50, 0x65, 0x53, 0x74]))
  }

  @Test("a store whose tables are gone is none, whatever its mark; nor is a service's own database")
  func withoutTables() throws {
    #expect(try program.run("seed", "--count", "4").status == 0)
    #expect(try program.run("backup", "copy.db").status == 0)
    let refused = try program.run("migrate", "to", "0")
    #expect(refused.status == 2 && refused.messages.contains("--yes agrees to that"))
    // Nothing is lost with the last file, as nobody has attributes.
    let back = try program.run("migrate", "down")
    #expect(back.status == 0 && back.messages.contains("took back 0006"))
    let all = try program.run("migrate", "to", "0", "--yes")
    #expect(
      all.status == 0 && all.messages.contains("0001_people_and_groups.down.sql, which lost 4"))
    let before = try content()
    for command in ["list", "check", "backup copy.db --overwrite", "groups --save"] {
      let result = try run(command, "people.db")
      #expect(result.status == 1, "\(command)")
      #expect(result.messages.hasPrefix("personstore: people.db has no tables of a store"))
    }
    #expect(try content() == before)
    try TestDatabase.make(
      program.file("service.db"), "PRAGMA application_id = 7; CREATE TABLE schema_migration (a)")
    #expect(try run("seed", "service.db").status == 1)
    #expect(try program.run("list", "--db", "copy.db").lines.count == 4)
  }

  @Test("through a symbolic link the same store is read, with what is only in its log")
  func links() throws {
    #expect(try program.run("seed", "--count", "4").status == 0)
    try FileManager.default.createSymbolicLink(
      atPath: program.file("link.db"), withDestinationPath: "people.db")
    let store = try PersonStore(path: program.file("people.db"))
    defer { store.close() }
    try store.people.insert(Person(name: "Ada", surname: "Lovelace", age: 36))
    for database in ["people.db", "link.db"] {
      #expect(try run("list", database).lines.count == 5)
      // The locks of this process are still there for other programs to see.
      #expect(try run("query count()", database).output == "5\n")
    }
    #expect(try store.people.count() == 5)
  }

  @Test("a store of version 0.1 has no mark and is known by its history")
  func unmarked() throws {
    #expect(try program.run("seed", "--count", "3").status == 0)
    try TestDatabase.make(program.file("people.db"), "PRAGMA application_id = 0")
    let before = try content()
    for command in ["list", "info", "check", "groups", "query count()"] {
      #expect(try run(command, "people.db").status == 0, "\(command)")
    }
    #expect(try content() == before)
    #expect(try program.run("seed", "--count", "3", "--seed", "2").status == 0)
    #expect(try program.run("list").lines.count == 6)
  }
}
#endif
