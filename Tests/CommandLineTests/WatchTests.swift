import Foundation
import People
import TestSupport
import Testing

@Suite("watch and edit", .timeLimit(.minutes(hangLimit)))
struct WatchTests {
  private let program: Program
  private let store: PersonStore
  private let file: String

  init() throws {
    program = try Program()
    file = try program.file("people.db")
    store = try PersonStore(path: file)
  }

  /// Waits until a person has a name in the store.
  private func wait(for name: String, of key: Int64) async throws {
    for try await names in store.people.where({ $0.id == key }).select({ $0.name }).live()
    where names == [name] { break }
  }

  private func end(_ process: Process, _ output: String = "output") throws {
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    let run = try program.result(of: process, output)
    #expect(run.status == 0 && run.messages == "", "\(run.messages)")
  }

  @Test("watch shows the result, then what another process changes; Ctrl-C ends it")
  func watch() throws {
    try store.people.insert(Person(name: "Ada", surname: "L", age: 36))
    let chain = "where { ($0.age ?? 0) < 40 }.sort(\\.name).select { ($0.name, $0.age) }"
    let changes = LiveOutput()
    let process = try program.start(["watch", chain, "--db", file], pipe: changes.pipe)
    changes.wait(for: "  name\tage\n  Ada\t36\n")
    #expect(
      try program.run(
        "import", program.file("more.csv", "name,surname,age\nBob,B,50\nEve,E,20\n"),
        "--db", file, output: "import"
      ).status == 0)
    changes.wait(for: "  name\tage\n  Ada\t36\n+ Eve\t20\n")
    try store.people.where { $0.name == "Ada" }.update { $0.set(\.name, to: "Zoë") }
    changes.wait(for: "  name\tage\n  Ada\t36\n+ Eve\t20\n- Ada\t36\n+ Zoë\t36\n")
    try end(process)
  }

  #if os(Linux)
  /// The chains run for hours: a statement, and work in memory.
  @Test(
    "Ctrl-C and SIGTERM end what is at work", arguments: [SIGINT, SIGTERM],
    [
      ["watch", "crossJoin(people).sort { $0.0.id + $0.1.id }.take(1)"],
      ["watch", "crossJoin(people).where { inMemory($0.0.id < 0) }.count()"],
      ["query", "crossJoin(people).sort { $0.0.id + $0.1.id }.take(1)"],
    ])
  func endsAtWork(signal: Int32, arguments: [String]) throws {
    try store.people.insert((0..<20_000).map { Person(name: "A", surname: "B", age: $0 % 90) })
    let process = try program.start(arguments + ["--db", file])
    while processorTime(of: process) < 100, process.isRunning { usleep(10_000) }
    kill(process.processIdentifier, signal)
    let start = ContinuousClock.now
    #expect(!process.end(after: 30 * Double(patience)))
    let time = ContinuousClock.now - start
    #expect(time < .seconds(2 * patience), "\(arguments): \(time)")
    let run = try program.result(of: process)
    // The program that only asks a chain does not handle signals.
    #expect(run.status == (arguments[0] == "watch" ? 0 : signal))
    #expect(run.messages.isEmpty && run.output.isEmpty, "\(run.messages)\(run.output)")
  }

  /// The time for which a process has used processors, in hundredths of a second.
  private func processorTime(of process: Process) -> Int {
    let path = "/proc/\(process.processIdentifier)/stat"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ")
    return fields.count > 14 ? (Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0) : 0
  }
  #endif

  @Test(
    "a file that is replaced is followed, one that is deleted is not",
    arguments: [
      "mv other.db watched.db",
      // The connection to the old file sees the log of the new one.
      "mv other.db watched.db; personstore seed --count 1 --seed 2 --db watched.db -q",
      "rm watched.db*",
    ])
  func replacedFile(command: String) throws {
    for (name, count) in [("watched.db", "3"), ("other.db", "2000")] {
      #expect(try program.run("seed", "--count", count, "--db", name, "-q").status == 0)
    }
    let counts = LiveOutput()
    let process = try program.start(
      ["watch", "count()", "--db", "watched.db"], pipe: counts.pipe, output: "counts")
    counts.wait(for: "3\n")
    #expect(try program.shell(command).0 == 0)
    if command.hasPrefix("mv") {
      let last = command.contains("seed") ? "2001\n" : "2000\n"
      counts.wait { $0.hasSuffix(last) }
    }
    if command.hasPrefix("rm") {
      process.waitUntilExit()
    } else {
      kill(process.processIdentifier, SIGINT)
      process.waitUntilExit()
    }
    let run = try program.result(of: process, "counts")
    #expect(run.status == (command.hasPrefix("rm") ? 1 : 0))
    #expect(
      run.messages
        == (command.hasPrefix("rm")
          ? "personstore: cannot open watched.db: there is no such file\n"
          : "watched.db has been replaced; its new content follows\n"),
      "\(run.messages)")
  }

  @Test("edit ends when the person is deleted, and cuts a long name on a narrow terminal")
  func deletedPerson() async throws {
    guard let terminal = PseudoTerminal(columns: 20) else { return }
    let long = String(repeating: "Wolfeschlegel", count: 3)
    let person = try await store.people.insert(Person(name: long, surname: "E", age: 40))
    let process = try program.start(
      ["edit", "\(person.id)", "--db", file], input: terminal.slave, terminal: terminal.slave)
    try terminal.type("r")
    try await wait(for: String(long.reversed()), of: person.id)
    try await store.people.delete(person.id)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    let shown = try terminal.shown()
    #expect(shown.contains("\u{1B}[2KWolfeschlegelWolfe…\r\u{1B}[2KlegelhcsefloWlegel…"))
    #expect(shown.contains("personstore: the person has been deleted\n"))
  }

  @Test("values and JSON")
  func forms() throws {
    try store.people.insert(["b", "a"].map { Person(name: $0, surname: "s", age: 1) })
    let (counts, rows) = (LiveOutput(), LiveOutput())
    let count = try program.start(
      ["watch", "count()", "--db", file], pipe: counts.pipe, output: "count")
    let names = try program.start(
      ["watch", "sort(\\.age).select(\\.name)", "--format", "ndjson", "--db", file],
      pipe: rows.pipe, output: "names")
    let start =
      #"{"insert":0,"value":"b"}"# + "\n" + #"{"insert":1,"value":"a"}"# + "\n" + #"{"state":2}"#
      + "\n"
    rows.wait(for: start)
    counts.wait(for: "2\n")
    try store.people.where { $0.name == "b" }.update { $0.set(\.age, to: 9) }
    let moved =
      start + #"{"remove":1,"value":"a","to":0}"# + "\n" + #"{"insert":0,"value":"a","from":1}"#
      + "\n" + #"{"state":2}"# + "\n"
    rows.wait(for: moved)
    try store.people.delete(1)
    counts.wait(for: "2\n1\n")
    try end(count, "count")
    try end(names, "names")
  }

  @Test("a chain with a mistake, and a file that is not there")
  func mistakes() throws {
    let mistake = try program.run("watch", "where { $0.agee < 3 }", "--db", file)
    #expect(mistake.status == 2 && mistake.messages.contains("no member agee"))
    let missing = try program.run("watch", "count()", "--db", "nowhere.db")
    #expect(missing.status == 1 && missing.messages.contains("no such file"))
    let nobody = try program.run("edit", "7", "--db", file)
    #expect(nobody.status == 1 && nobody.messages.contains("there is no person 7"))
  }

  @Test("what killed writers leave unfinished is never seen")
  func killed() throws {
    let counts = LiveOutput()
    let process = try program.start(
      ["watch", "count()", "--format", "ndjson", "--db", file], pipe: counts.pipe)
    counts.wait(for: "{\"value\":0}\n")
    #expect(
      try program.run("seed", "--count", "20000", "-o", "people.csv", output: "seed").status == 0)
    var stored = 0
    for round in 0..<12 {
      // One transaction, killed at some time within it, or after it.
      let writer = try program.start(
        ["import", "people.csv", "--on-conflict", "ignore", "--db", file], output: "import")
      writer.end(after: 0.01 * Double(round))
      stored = try store.people.count()
      #expect(stored == 0 || stored == 20_000)
    }
    #expect(
      try program.run(
        "import", "people.csv", "--on-conflict", "ignore", "--db", file, output: "import"
      ).status == 0)
    stored = try store.people.count()
    counts.wait(for: "{\"value\":0}\n{\"value\":\(stored)}\n")
    try end(process)
  }

  @Test("edit: keys, the label, and changes from elsewhere")
  func edit() async throws {
    let chris = try await store.people.insert(Person(name: "Chris", surname: "Eidhof", age: 40))
    let keys = Pipe()
    let label = LiveOutput()
    let process = try program.start(
      ["edit", "\(chris.id)", "--db", file], input: keys.fileHandleForReading, pipe: label.pipe)
    label.wait(for: "Chris\n")
    keys.fileHandleForWriting.write(Data("r".utf8))
    label.wait(for: "Chris\nsirhC\n")
    keys.fileHandleForWriting.write(Data("u".utf8))
    label.wait(for: "Chris\nsirhC\nSIRHC\n")
    try await wait(for: "SIRHC", of: chris.id)
    try await store.people.where { $0.id == chris.id }.update { $0.set(\.name, to: "Ada") }
    label.wait(for: "Chris\nsirhC\nSIRHC\nAda\n")
    keys.fileHandleForWriting.write(Data("xq".utf8))
    process.waitUntilExit()
    #expect(try program.result(of: process).messages == "")
    #expect(process.terminationStatus == 0)
    #expect(try await store.people.find(chris.id)?.name == "Ada")
  }

  @Test("edit on a terminal: one line that changes, and the terminal is left as it was")
  func terminal() async throws {
    guard let terminal = PseudoTerminal(columns: 80) else { return }
    let chris = try await store.people.insert(Person(name: "Chris", surname: "Eidhof", age: 40))
    var before = termios()
    tcgetattr(terminal.slave.fileDescriptor, &before)
    let process = try program.start(
      ["edit", "\(chris.id)", "--db", file], input: terminal.slave, terminal: terminal.slave)
    try terminal.type("r")
    try await wait(for: "sirhC", of: chris.id)
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    var after = termios()
    tcgetattr(terminal.slave.fileDescriptor, &after)
    #expect(before.c_lflag == after.c_lflag)
    let shown = try terminal.shown()
    #expect(shown.contains("r Reverse  u Uppercase  q Quit\n\r\u{1B}[2KChris\r\u{1B}[2KsirhC\n"))
  }
}
