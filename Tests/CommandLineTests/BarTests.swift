import Foundation
import Testing

@Suite("Bars")
struct BarTests {
  private let program: Program

  init() throws {
    program = try Program()
    _ = try program.file(
      "in.csv",
      """
      name,surname,age
      Ada,山田,30
      Bob,山田,20
      Cid,山田,10
      Dan,Éluard,40

      """)
    #expect(try program.run("import", "in.csv").status == 0)
  }

  private func bars(_ chain: String) throws -> String {
    let run = try program.run("query", chain, "--format", "bars")
    #expect(run.status == 0, "\(run.messages)")
    return run.output
  }

  /// Shows the result of a chain on a terminal.
  private func show(
    _ arguments: [String], columns: UInt16 = 40, environment: [String: String] = ["NO_COLOR": "1"]
  ) throws -> String {
    let terminal = try #require(PseudoTerminal(columns: columns))
    let process = try program.start(
      ["query"] + arguments, environment: environment.merging(["TERM": "xterm"]) { $1 },
      terminal: terminal.slave)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try terminal.shown()
  }

  @Test("labels in every script, and bars to an eighth of a column")
  func plain() throws {
    #expect(
      try bars("countBy { $0.surname }") == """
        key     count
        ──────  ─────
        山田        3  \(String(repeating: "█", count: 85))
        Éluard      1  \(String(repeating: "█", count: 28))▍

        """)
  }

  @Test("negative numbers go to the left of an axis, nil has no bar")
  func negative() throws {
    let space = String(repeating: " ", count: 8)
    #expect(
      try show(["select { ($0.name, ($0.age ?? 0) - 20) }", "--format", "bars"], columns: 35) == """
        name    1
        ────  ───
        Ada    10  \(space)│███████▌
        Bob     0  \(space)│
        Cid   -10  ████████│
        Dan    20  \(space)│███████████████

        """)
    let lines = try bars("select { ($0.name, $0.surname == \"Éluard\" ? $0.age : nil) }")
      .split(separator: "\n")
    #expect(lines[2] == "Ada")
    #expect(lines[5].contains("█"))
  }

  @Test("on a terminal few pairs have bars by themselves; a pipe and other formats have none")
  func standard() throws {
    let chain = "countBy { $0.surname }"
    #expect(try show([chain]).contains("山田        3  █████"))
    #expect(try !show([chain, "--format", "table"]).contains("█"))
    #expect(try program.run("query", chain).output == "山田\t3\nÉluard\t1\n")
    #expect(try !program.run("query", chain, "--format", "table").output.contains("█"))
    // Neither pairs with texts, nor what is no pair, nor a single row.
    for other in [
      "select { ($0.name, $0.surname) }", "select { $0.age }",
      "select { ($0.name, $0.age, $0.id) }",
      "countBy { $0.surname }.take(1)", "people", "countBy { $0.surname }.where { $0.1 > 9 }",
    ] {
      #expect(try !show([other]).contains("█"), "\(other)")
    }
  }

  @Test("sixty rows at most by themselves, any number when asked")
  func many() throws {
    #expect(try program.run("seed", "--count", "70").status == 0)
    let chain = "take(61).select { ($0.id, $0.id) }"
    let lines = try show([chain]).split(separator: "\n")
    #expect(lines.count == 63 && !lines.contains { $0.contains("█") })
    #expect(try show(["take(60).select { ($0.id, $0.id) }"]).contains("█"))
    #expect(try bars(chain).split(separator: "\n").count == 63)
  }

  @Test("bars are colored, but not with NO_COLOR; a narrow terminal is not exceeded")
  func terminals() throws {
    let chain = "countBy { $0.surname }"
    #expect(try show([chain], environment: ["NO_COLOR": ""]).contains("\u{1B}[36m█"))
    for columns in [UInt16(10), 20, 30] {
      let lines = try show([chain], columns: columns).split(separator: "\n")
      #expect(lines.count == 4 && lines.allSatisfy { $0.count <= max(columns, 16) }, "\(lines)")
    }
  }

  @Test("what has no bars is told")
  func mistakes() throws {
    for chain in ["people", "select { $0.name }", "count()", "select { ($0.id, $0.name) }"] {
      let run = try program.run("query", chain, "--format", "bars")
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.messages.hasPrefix("personstore: bars are for pairs of a label and a number"))
    }
    #expect(try program.run("list", "--format", "bars").status == 2)
    #expect(try bars("where { $0.id > 9 }.countBy { $0.surname }") == "key  count\n───  ─────\n")
  }
}
