import Foundation
import Testing

@Suite("list: columns")
struct ColumnTests {
  private let program: Program

  init() throws {
    program = try Program()
    for values in [
      ["name=Ada", "age=36", "party=Whig", "attributes.name=Countess"], ["name=Grace"],
    ] {
      #expect(try program.run(["add"] + values).status == 0)
    }
  }

  @Test("fields and attributes in the order that is given")
  func columns() throws {
    #expect(
      try program.run("list", "--columns", "party, birth_date,attributes.name,age,id").output
        == "Whig\t\tCountess\t36\t1\n\t\t\t\t2\n")
    #expect(
      try program.run("list", "--columns", "NAME,attributes.party", "--format", "csv").output
        == "name,attributes.party\nAda,Whig\nGrace,\n")
    let table = try program.run("list", "--columns", "age,party", "--format", "table")
    #expect(table.lines == ["age  party", "───  ─────", " 36  Whig"])
    #expect(try program.run("list").output == "1\tAda\t\t36\t\t\n2\tGrace\t\t\t\t\n")
  }

  @Test(
    "what is no list of columns is told",
    arguments: [
      ("", "--columns has names with commas between them"), ("name,,age", "--columns has names"),
      ("name,Name", "--columns has Name twice."), ("attributes.", "lacks the name of an attribute"),
    ])
  func mistakes(columns: String, message: String) throws {
    let run = try program.run("list", "--columns", columns)
    #expect(run.status == 2 && run.messages.contains(message), "\(run.messages)")
  }

  @Test("a probable mistake is told, and an attribute that people have is none")
  func intended() throws {
    #expect(try program.run("add", "name=Eve", "mail=x").status == 0)
    #expect(try program.run("list", "--columns", "mail,name").messages.isEmpty)
    let run = try program.run("list", "--columns", "nmae")
    #expect(run.status == 0)
    #expect(
      run.messages == "note: nobody has the attribute nmae; did you mean name?\n")
    #expect(
      try program.run("list", "--columns", "lastname,city").messages == """
        note: nobody has the attribute lastname; did you mean surname?
        note: nobody has the attribute city

        """)
    // Somebody has it who is not shown.
    #expect(try program.run("list", "--columns", "mail", "--limit", "1").messages.isEmpty)
  }

  @Test("an attribute of a condition that nobody has is told, and is no error")
  func conditions() throws {
    let note = "note: nobody has the attribute prty\n"
    let condition = #"$0.attributes["prty"] == "Whig""#
    #expect(try program.run("stats", "--where", condition).messages == note)
    let query = try program.run("query", "where { \(condition) }.count()")
    #expect(query.status == 0 && query.output == "0\n" && query.messages == note)
    let delete = try program.run("delete", "--where", condition, "--yes")
    #expect(delete.status == 0 && delete.messages == note + "0 people deleted\n")
    let known = condition.replacing("prty", with: "party")
    #expect(try program.run("query", "where { \(known) }.count()").messages.isEmpty)
  }

  @Test("on a terminal it is told that people have attributes")
  func notice() throws {
    func show(_ arguments: [String]) throws -> String {
      let terminal = try #require(PseudoTerminal(columns: 80))
      let process = try program.start(arguments, terminal: terminal.slave)
      process.waitUntilExit()
      return try terminal.shown()
    }
    let notice =
      "1 person has attributes; --columns name,surname,attributes.name,party shows them\n"
    #expect(try show(["list"]).hasSuffix(notice))
    #expect(try !show(["list", "--columns", "name"]).contains("attributes"))
    #expect(try program.run("delete", "1").status == 0)
    #expect(try !show(["list"]).contains("attributes"))
    #expect(try program.run("list").messages.isEmpty)
  }
}
