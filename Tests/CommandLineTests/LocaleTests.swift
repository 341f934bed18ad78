import Testing

@Suite("list --locale")
struct LocaleTests {
  private let program: Program

  init() throws {
    program = try Program()
    for (surname, name) in [
      ("Zander", "Eva"), ("Åberg", "Örjan"), ("Aberg", "Eva"), ("Åberg", "Zoe"), ("Chalupa", "Jan"),
      ("Hus", "Jan"),
    ] {
      #expect(try program.run("add", "surname=\(surname)", "name=\(name)").status == 0)
    }
  }

  private func ids(_ arguments: String...) throws -> String {
    let run = try program.run(["list", "--columns", "id"] + arguments)
    return run.output.split(separator: "\n").joined(separator: " ")
  }

  @Test("people are listed in the order of a language")
  func languages() throws {
    #expect(try ids() == "1 2 3 4 5 6")
    #expect(try ids("--locale", "sv") == "3 5 6 1 4 2")
    #expect(try ids("--locale", "sv-SE") == "3 5 6 1 4 2")
    #expect(try ids("--locale", "de") == "3 2 4 5 6 1")
    #expect(try ids("--locale", "cs") == "3 2 4 6 5 1")
    #expect(try ids("--locale", "sv", "--offset", "2", "--limit", "3") == "6 1 4")
    #expect(try ids("--locale", "sv", "--limit", "0") == "")
    #expect(try ids("--locale", "sv", "--offset", "9") == "")
  }

  @Test("a chain as text has the same order")
  func chain() throws {
    let run = try program.run("query", #"people.sort { $0.surname.localized("sv") }.take(1)"#)
    #expect(run.output.contains("Aberg"))
    let wrong = try program.run("query", #"people.sort { $0.surname.localized("xx") }"#)
    #expect(wrong.status != 0 && wrong.output.isEmpty)
    #expect(wrong.messages.contains("localized does not take these values"))
  }

  @Test("a language that is not known is a mistake")
  func unknown() throws {
    for locale in ["xx", "", "english", "sv SE", "sv;drop"] {
      let run = try program.run("list", "--locale", locale)
      #expect(run.status == 2 && run.output.isEmpty, "\(locale)")
      #expect(run.messages.contains("--locale is the name of a language"))
    }
  }
}
