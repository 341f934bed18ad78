import Testing

@Suite("--locale of list, find and export")
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

  private func ids(_ arguments: String...) throws -> String { try ids(of: "list", arguments) }

  private func ids(of command: String, _ arguments: [String]) throws -> String {
    let run = try program.run([command, "--columns", "id"] + arguments)
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

  @Test("of people who are found, the best come first, and a language orders the others")
  func found() throws {
    // "Åberg" and "Aberg" are the same word to a search.
    #expect(try ids(of: "find", ["aberg"]) == "3 4 2")
    #expect(try ids(of: "find", ["aberg", "--locale", "de"]) == "3 2 4")
    #expect(try ids(of: "find", ["aberg", "--locale", "de", "--limit", "2"]) == "3 2")
    // Whole words come before the beginning of one.
    #expect(try program.run("add", "surname=Abe", "name=Ö").status == 0)
    #expect(try ids(of: "find", ["abe", "--locale", "de"]) == "7 3 2 4")
    // Words in attributes.
    #expect(try program.run("set", "2", "city=Oslo").status == 0)
    #expect(try program.run("set", "3", "city=Oslo").status == 0)
    #expect(try program.run("set", "5", "city=Oslo").status == 0)
    let oslo = ["oslo", "--attributes", "city", "--locale"]
    #expect(try ids(of: "find", oslo + ["sv"]) == "3 5 2")
    #expect(try ids(of: "find", oslo + ["de"]) == "3 2 5")
  }

  @Test("a file has the order of a language")
  func file() throws {
    func ids(_ arguments: String...) throws -> String {
      let run = try program.run(["export", "--format", "ndjson"] + arguments)
      return run.output.split(separator: "\n").compactMap { $0.firstMatch(of: /"id":(\d+)/)?.1 }
        .joined(separator: " ")
    }
    #expect(try ids() == "1 2 3 4 5 6")
    #expect(try ids("--locale", "sv") == "3 5 6 1 4 2")
    #expect(try ids("--locale", "cs") == "3 2 4 6 5 1")
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
    for command in [["list"], ["find", "a"], ["export"]] {
      for locale in ["xx", "", "english", "sv SE", "sv;drop"] {
        let run = try program.run(command + ["--locale", locale])
        #expect(run.status == 2 && run.output.isEmpty, "\(command) \(locale)")
        #expect(run.messages.contains("--locale is the name of a language"))
      }
    }
  }
}
