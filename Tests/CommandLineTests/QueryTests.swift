import Foundation
import Testing

@Suite("query")
struct QueryTests {
  /// A folder with three people in `people.db`.
  private func makeProgram() throws -> Program {
    let program = try Program()
    let file = try program.file(
      "three.csv",
      """
      name,surname,age,email,birthDate
      Ada,Lovelace,36,,1815-12-10
      Grace,Hopper,85,grace@example.org,
      Émile,Borel,36,,
      """)
    #expect(try program.run("import", file, "--quiet").status == 0)
    return program
  }

  @Test("formats")
  func formats() throws {
    let program = try makeProgram()
    let chain = "where { ($0.age ?? 0) < 40 }.select { ($0.name, $0.birthDate) }"
    #expect(try program.run("query", chain).output == "Ada\t1815-12-10\nÉmile\t\n")
    #expect(
      try program.run("query", chain, "--format", "json").output
        == "[[\"Ada\",\"1815-12-10\"],[\"Émile\",null]]\n")
    #expect(
      try program.run("query", chain, "--format", "ndjson").output
        == "[\"Ada\",\"1815-12-10\"]\n[\"Émile\",null]\n")
    #expect(
      try program.run("query", chain, "--format", "csv").output
        == "name,birthDate\nAda,1815-12-10\nÉmile,\n")
    let table = try program.run("query", "countBy { $0.age }", "--format", "table").lines
    #expect(table.count == 4 && table[0].contains("key") && table[2].contains("36"))
    #expect(try program.run("query", "count()").output == "3\n")
    #expect(
      try program.run("query", "people.take(1).groupBy(\\.age)", "--format", "json").output == """
        [{"key":36,"items":[{"id":1,"name":"Ada","surname":"Lovelace","age":36,"email":null,\
        "birthDate":"1815-12-10","attributes":{}}]}]

        """)
  }

  @Test("where it runs")
  func paths() throws {
    let program = try makeProgram()
    for path in ["auto", "sql", "memory", "verify"] {
      let run = try program.run("query", "--path", path, "sort(\\.name).select(\\.name)")
      #expect(run.output == "Ada\nGrace\nÉmile\n", "\(path)")
    }
    let refused = try program.run("query", "--path", "sql", "shuffle(seed: 2)")
    #expect(refused.status == 1 && refused.messages.contains("shuffle would run in memory"))
    let plan = try program.run("query", "--explain", "where { $0.email == nil }.shuffle(seed: 2)")
      .output
    #expect(plan.contains("where    SQL") && plan.contains("shuffle  memory: "))
    #expect(plan.contains("WHERE email IS NULL") && plan.contains("USING INDEX"))
    #expect(plan.contains("2 crossed into memory, 2 elements"))
  }

  @Test("--explain as JSON, with readable parameters, after --path verify")
  func explanations() throws {
    let program = try makeProgram()
    let chain = "where { $0.email == \"x\" }.shuffle(seed: 2)"
    let text = try program.run("query", "--explain", chain).output
    #expect(text.contains("parameters: x\n"), "\(text)")
    #expect(text.contains("rows found by key or index, 0 crossed into memory"), "\(text)")
    let json = try program.run("query", "--explain", "--format", "json", "--path", "verify", chain)
    #expect(json.status == 0)
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(report["parameters"] as? [String] == ["x"])
    let operators = try #require(report["operators"] as? [[String: Any]])
    #expect(operators.map { $0["place"] as? String } == ["sql", "sql", "memory"])
  }

  @Test("stored groups have one form, whichever command shows them")
  func groups() throws {
    let program = try makeProgram()
    #expect(try program.run("groups", "--save").status == 0)
    let groups = try program.run("query", "groups", "--format", "ndjson").output
    #expect(try program.run("groups", "--stored", "--format", "ndjson").output == groups)
    let json = try program.run("groups", "--stored", "--format", "json").output
    let other = try program.run("query", "groups", "--format", "json").output
    #expect(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSArray
        == JSONSerialization.jsonObject(with: Data(other.utf8)) as? NSArray)
    #expect(groups.hasPrefix(#"{"id":1,"letter":"B","items":[{"id":3,"name":"Émile","#))
  }

  @Test("mistakes end with 2 and a caret, errors while running with 1")
  func mistakes() throws {
    let program = try makeProgram()
    let mistake = try program.run("query", "where { $0.name == \"É日本\" && $0.agee < 3 }")
    #expect(mistake.status == 2 && mistake.output.isEmpty)
    #expect(
      mistake.messages == """
        where { $0.name == "É日本" && $0.agee < 3 }
                                         ^^^^
        personstore: Person has no member agee; did you mean age?

        """)
    let failure = try program.run("query", "select { 7 / (($0.age ?? 0) - 36) }")
    #expect(failure.status == 1 && failure.messages == "personstore: division by zero\n")
    let nothing = try program.run("query", "where { ($0.age ?? 0) > 99 }.first()")
    #expect(nothing.status == 1 && nothing.messages == "personstore: there are no elements\n")
    #expect(try program.run("query", "count()", "--db", "missing.db").status == 1)
    #expect(try program.run("query").status == 2)
  }
}
