import Testing

@Suite("find")
struct FindTests {
  private let program: Program

  init() throws {
    program = try Program()
    for person in [
      ["name=José", "surname=Müller", "city=Köln"], ["name=Maria", "surname=Muller-Neil"],
      ["name=Ann", "surname=Lee", "email=mar@example.org"], ["name=Mar", "surname=Oak"],
    ] {
      #expect(try program.run(["add"] + person).status == 0)
    }
  }

  @Test("people are found as one types, the best first")
  func found() throws {
    let columns = ["--columns", "name,city"]
    #expect(try program.run(["find", "jose", "mull"] + columns).output == "José\tKöln\n")
    #expect(try program.run(["find", "Müller, José"] + columns).output == "José\tKöln\n")
    #expect(try program.run(["find", "mar", "--columns", "id"]).output == "4\n3\n2\n")
    #expect(try program.run(["find", "mar", "--columns", "id", "--limit", "1"]).output == "4\n")
  }

  @Test("words may be in attributes that are named")
  func attributes() throws {
    let columns = ["--columns", "id"]
    #expect(try program.run(["find", "koln", "jose"] + columns).status == 1)
    let found = try program.run(["find", "koln", "jose", "--attributes", "city"] + columns)
    #expect(found.status == 0 && found.output == "1\n")
    let both = ["find", "mar", "--attributes", "city,attributes.email"]
    #expect(try program.run(both + columns).output == "4\n3\n2\n")
    let misspelled = try program.run("find", "koln", "--attributes", "town,city,x")
    #expect(misspelled.output.contains("José"))
    let none = try program.run("find", "berlin", "--attributes", "town,city")
    #expect(none.status == 1 && none.messages.contains("note: nobody has an attribute 'town'"))
    #expect(!none.messages.contains("'city'"))
    for wrong in ["email", "", "city,,x", "city,city"] {
      #expect(try program.run("find", "a", "--attributes", wrong).status == 2, "\(wrong)")
    }
  }

  @Test("nobody is an exit status")
  func nobody() throws {
    let run = try program.run("find", "xyzzy")
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.messages.contains("nobody is found by 'xyzzy'"))
    #expect(try program.run("find").status == 2)
    #expect(try program.run("find", "a", "--limit", "0").status == 2)
    #expect(try program.run("find", "a", "--columns", "name,name").status == 2)
  }
}
