import Foundation
import Testing

@Suite("stats")
struct StatsTests {
  private func makeProgram() throws -> Program {
    let program = try Program()
    for values in [
      "name=Ada surname=Lovelace age=36 birthDate=1815-12-10 height=165 zip=01234",
      "name=Ada surname=Byron age=30 birthDate=1816-01-01 height=9 zip=01234",
      "name=Émile surname=Borel age=85 email=emile@example.org height=172.5",
      "name=Grace email=grace.hopper@example.org",
    ] {
      #expect(try program.run(["add"] + values.split(separator: " ").map(String.init)).status == 0)
    }
    return program
  }

  @Test("fields and attributes, and numbers in the order of numbers")
  func plain() throws {
    let program = try makeProgram()
    #expect(
      try program.run("stats").output == """
        id\t4\t4\t1\t4\t\t\t
        name\t4\t3\tAda\tÉmile\t\tGrace\tAda (2)
        surname\t3\t3\tBorel\tLovelace\t\tLovelace\t
        age\t3\t3\t30\t85\t36\t\t
        email\t2\t2\temile@example.org\tgrace.hopper@example.org\t\tgrace.hopper@example.org\t
        birthDate\t2\t2\t1815-12-10\t1816-01-01\t1815-12-10\t\t
        height\t3\t3\t9\t172.5\t165\t\t
        zip\t2\t1\t01234\t01234\t\t01234\t01234 (2)

        """)
  }

  @Test("JSON, and people of a condition")
  func json() throws {
    let program = try makeProgram()
    let run = try program.run("stats", "--json", "--where", "($0.age ?? 99) < 40")
    let all = try #require(
      JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(
      all.map { $0["property"] as? String } == [
        "id", "name", "surname", "age", "email", "birthDate", "height", "zip",
      ])
    #expect(all[3]["median"] as? Double == 33 && all[3]["lowest"] as? Int == 30)
    #expect(all[4]["filled"] as? Int == 0 && all[4]["lowest"] is NSNull)
    let common = try #require(all[1]["commonest"] as? [[String: Any]])
    #expect(common.map { $0["value"] as? String } == ["Ada"])
    #expect(common.map { $0["count"] as? Int } == [2])
  }

  @Test("the five commonest, the commonest first and then in their order")
  func commonest() throws {
    let program = try Program()
    var rows = "name,surname,age\n"
    for (index, letter) in "abcdefg".enumerated() {
      for _ in 0..<(index < 2 ? 2 : index) { rows += "\(letter),x,\(index)\n" }
    }
    _ = try program.file("in.csv", rows)
    #expect(try program.run("import", "in.csv").status == 0)
    let line = try program.run("stats").lines[1]
    #expect(line.hasSuffix("\tg (6), f (5), e (4), d (3), a (2)"), "\(line)")
  }

  @Test("nobody has no statistics, and a mistake has its place")
  func edges() throws {
    let program = try makeProgram()
    let none = try program.run("stats", "--where", "($0.age ?? 0) > 100")
    #expect(none.lines.count == 6 && none.output.hasPrefix("id\t0\t0\t\t\t\t\t\n"))
    let mistake = try program.run("stats", "--where", "$0.agee > 100")
    #expect(mistake.status == 2)
    #expect(
      mistake.messages == """
        $0.agee > 100
           ^^^^
        personstore: Person has no member agee; did you mean age?

        """)
    #expect(try program.run("stats", "--format", "table").status == 2)
  }

  @Test("a terminal that is too narrow for all columns has the commonest values below")
  func terminal() throws {
    let program = try makeProgram()
    for (columns, count) in [(UInt16(100), 15), (200, 11)] {
      let terminal = try #require(PseudoTerminal(columns: columns))
      let process = try program.start(
        ["stats"], environment: ["NO_COLOR": "1"], terminal: terminal.slave)
      process.waitUntilExit()
      let lines = try terminal.shown().split(separator: "\n")
      #expect(lines.count == count && lines.last == "4 people", "\(lines)")
      #expect(lines.contains { $0.hasSuffix("  Ada (2)") })
    }
  }
}
