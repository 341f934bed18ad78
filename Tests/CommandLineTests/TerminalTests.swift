import Foundation
import StoreSQLite
import Testing

@Suite("What people see")
struct TerminalTests {
  private let people = """
    name,surname,age,email,birthDate
    日本語テスト,山田,5,,
    हिन्दी,नि,36,,1990-01-02
    👩‍👩‍👧🚀❤️,🇩🇪,7,flag@example.org,
    한국어,각,8,,
    José,O'Neill,105,,

    """

  /// Runs the program with its output, or its messages, on a terminal.
  private func show(
    _ program: Program, _ arguments: [String], columns: UInt16 = 80,
    environment: [String: String] = ["TERM": "xterm", "NO_COLOR": ""], messages: Bool = false
  ) throws -> String {
    let terminal = try #require(PseudoTerminal(columns: columns))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = arguments
    process.currentDirectoryURL = program.folder
    process.environment = environment
    process.environment?["ASAN_OPTIONS"] = ProcessInfo.processInfo.environment["ASAN_OPTIONS"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = messages ? FileHandle.nullDevice : terminal.slave
    process.standardError = messages ? terminal.slave : FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try terminal.shown()
  }

  @Test("a table has its columns below each other in every script")
  func scripts() throws {
    let program = try Program()
    _ = try program.file("people.csv", people)
    #expect(try program.run("import", "people.csv").status == 0)
    #expect(
      try show(program, ["list"], environment: ["NO_COLOR": "1"]) == """
        id  name          surname  age  email             birthDate
        ──  ────────────  ───────  ───  ────────────────  ──────────
         1  日本語テスト  山田       5
         2  हिन्दी         नि        36                    1990-01-02
         3  👩‍👩‍👧🚀❤️        🇩🇪         7  flag@example.org
         4  한국어        각         8
         5  José          O'Neill  105

        """)
    // Plain in a pipe, unless a table is asked for.
    #expect(try program.run("list").lines[3] == "4\t한국어\t각\t8\t\t")
    let table = try program.run("list", "--format", "table")
    #expect(table.output == (try show(program, ["list"], environment: ["TERM": "dumb"])))
  }

  @Test("a bar tells people how far the work is, and goes before the summary comes")
  func progress() throws {
    let program = try Program()
    #expect(try program.run("seed", "--count", "300", "-o", "people.csv").status == 0)
    for (arguments, summary) in [
      (["import", "people.csv"], "300 read, 300 inserted"),
      (["seed", "--count", "20", "--seed", "2"], "20 people stored"),
      (["backup", "copy.db"], "people.db copied to copy.db"),
    ] {
      let shown = try show(program, arguments, messages: true)
      #expect(shown.contains("\r\u{1B}[K" + summary), "\(shown.debugDescription)")
    }
    let quiet = ["import", "people.csv", "--on-conflict", "ignore", "--quiet"]
    #expect(try show(program, quiet, messages: true).isEmpty)
    // Not where nobody watches.
    let piped = try program.run("import", "people.csv", "--db", "other.db")
    #expect(piped.messages.hasPrefix("300 read, ") && !piped.messages.contains("\r"))
  }

  @Test("headings are bold on a terminal, but not with NO_COLOR")
  func colors() throws {
    let program = try Program()
    _ = try program.run("seed", "--count", "3")
    #expect(try show(program, ["list"]).hasPrefix("\u{1B}[1mid  name"))
    for environment in [["NO_COLOR": "1", "TERM": "xterm"], ["TERM": "dumb"]] {
      #expect(try !show(program, ["list"], environment: environment).contains("\u{1B}"))
    }
    #expect(try !program.run("list", "--format", "table").output.contains("\u{1B}"))
  }

  @Test("what is too wide for the terminal is cut where it shows")
  func narrow() throws {
    let program = try Program()
    _ = try program.run("seed", "--count", "8")
    let lines = try show(program, ["list"], columns: 50, environment: ["TERM": "dumb"])
      .split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 50 })
    #expect(lines.count == 10 && lines[2].hasPrefix(" 1  Michael") && lines[2].contains("…"))
  }

  @Test("fifty people on a terminal, all of them in a pipe")
  func limit() throws {
    let program = try Program()
    _ = try program.run("seed", "--count", "60")
    #expect(try program.run("list").lines.count == 60)
    #expect(try program.run("list", "--limit", "2", "--offset", "59").lines.count == 1)
    #expect(try program.run("list", "--limit", "0").output.isEmpty)
    let shown = try show(
      program, ["list", "--format", "plain"], environment: ["NO_COLOR": "1"])
    #expect(shown.split(separator: "\n").count == 50)
  }

  /// Stores a person of the age of 1 as another program does, which may use other names.
  private func store(_ name: String, _ surname: String, in program: Program) throws {
    #expect(try program.run("add", "name=A", "age=1").status == 0)
    let connection = try SQLiteConnection(path: program.file("people.db"))
    defer { connection.close() }
    try connection.run(
      "UPDATE person SET name = ?, surname = ?", [.text(name), .text(surname)])
  }

  @Test("nothing that is stored or given controls the terminal")
  func escapes() throws {
    let program = try Program()
    try store("a\u{1B}[2Jb", "c\u{202E}d\u{2028}e\nf", in: program)
    let row = #"a\u{1B}[2Jb\#tc\u{202E}d\u{2028}e\nf"#
    #expect(try program.run("list").output == "1\t\(row)\t1\t\t\n")
    let table = try program.run("list", "--format", "table")
    #expect(table.output.contains(#"a\u{1B}[2Jb  c\u{202E}d\u{2028}e\nf    1"#))
    // A file's own column names, in an error and in a hint.
    _ = try program.file("bad.csv", "na\u{1B}[2Jme,town,age\n")
    let bad = try program.run("import", "bad.csv")
    #expect(bad.status == 1)
    #expect(bad.messages.contains(#"the file has: na\u{1B}[2Jme, town, age"#))
    let usage = try program.run("list", "--format", "\u{1B}[2J")
    #expect(usage.status == 2 && !usage.messages.contains("\u{1B}"))
  }

  @Test("no format sends a terminal what it would obey; a pipe gets the text itself")
  func escapesOfFormats() throws {
    let program = try Program()
    let name = "a\u{1B}]52;c;eA==\u{7}b\u{9B}2Jc\u{202E}d"
    try store(name, "s", in: program)
    let obeyed: Set<Unicode.Scalar> = ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}"]
    func isSafe(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { !obeyed.contains($0) } }
    for command in [
      "list --format csv", "list --format json", "list --format ndjson", "list --format plain",
      "export -", "export - --format tsv", "export - --format json", "groups --format json",
      "groups --format csv", "query people --format json", "query people --format csv",
      "query people --format ndjson", "query --explain", "groups --format ndjson",
    ] {
      var arguments = command.split(separator: " ").map(String.init)
      if command == "query --explain" { arguments.append("where { $0.name == \"\(name)\" }") }
      let shown = try show(program, arguments, environment: ["NO_COLOR": "1"])
      #expect(isSafe(shown) && shown.contains("52;c"), "\(command): \(shown)")
    }
    // In a pipe CSV is what is stored, and JSON says the same with escapes.
    #expect(try program.run("export", "-").output.contains(name))
    let json = try program.run("list", "--format", "json").output
    #expect(isSafe(json) && json.contains(#"b\u009b2Jc\u202ed"#))
    _ = try program.file("out.json", json)
    // This library stores no such name.
    let copy = try program.run("import", "out.json", "--on-conflict", "update")
    #expect(copy.status == 1 && copy.messages.contains("control characters (U+001B)"))
    #expect(isSafe(copy.messages))
  }

  @Test("plain text tells a line break from a backslash and an n")
  func backslashes() throws {
    let program = try Program()
    try store("a\nb", "a\\nb", in: program)
    #expect(try program.run("list").output == #"1\#ta\nb\#ta\\nb\#t1\#t\#t\#n"#)
  }

  @Test("--safe-csv marks what a spreadsheet would take for a formula")
  func safeCSV() throws {
    let program = try Program()
    _ = try program.file(
      "in.json", #"[{"name":"=1+2","surname":"-x","age":1},{"name":"a=1","surname":"@b","age":2}]"#)
    #expect(try program.run("import", "in.json").status == 0)
    let safe = "1,'=1+2,'-x,1,,\n2,a=1,'@b,2,,\n"
    #expect(try program.run("export", "-", "--safe-csv").output.hasSuffix(safe))
    #expect(try program.run("list", "--format", "csv", "--safe-csv").output.hasSuffix(safe))
    #expect(
      try program.run("query", "people", "--format", "csv", "--safe-csv").output
        .hasSuffix("1,'=1+2,'-x,1,,,{}\n2,a=1,'@b,2,,,{}\n"))
    #expect(try program.run("export", "out.csv", "--safe-csv").status == 0)
    #expect(try program.run("export", "-").output.hasSuffix("1,=1+2,-x,1,,\n2,a=1,@b,2,,\n"))
  }

  @Test("a table is drawn from its first rows on; later cells are never cut without need")
  func longTable() throws {
    let program = try Program()
    var rows = "name,surname,age\n"
    for index in 1...1100 {
      rows += index == 1050 ? "Maximiliane-Theodora,S,1\n" : "A,S,\(index % 100)\n"
    }
    _ = try program.file("in.csv", rows)
    #expect(try program.run("import", "in.csv").status == 0)
    let lines = try program.run("list", "--format", "table").lines
    #expect(lines.count == 1102)
    #expect(lines[1051].contains("Maximiliane-Theodora"))
    #expect(lines[1101].contains("1100"))
  }

  @Test("the help of each command ends with 0 and tells its options")
  func help() throws {
    let program = try Program()
    let commands = [
      "migrate", "seed", "import", "export", "list", "groups", "check", "backup", "info",
    ]
    let help = try program.run("--help")
    #expect(help.status == 0 && help.messages.isEmpty)
    for command in commands {
      #expect(help.output.contains("\n  \(command) "))
      let run = try program.run(command, "--help")
      #expect(run.status == 0)
      #expect(run.output.contains("--db <db>"), "\(command)")
    }
    #expect(try program.run("--version").output.hasPrefix("personstore "))
    #expect(try program.run().status == 0)
  }
}
