import Foundation
import TestSupport
import Testing

@Suite("restore", .serialized) struct RestoreCommandTests {
  let program: Program

  init() throws { program = try Program() }

  private func count(_ database: String) throws -> String {
    #expect(try program.run("check", "--db", database).status == 0)
    return try program.run("query", "count()", "--db", database).output
  }

  @Test("the content of a backup comes back, and only when it is meant")
  func restore() throws {
    #expect(try program.run("seed", "--count", "30", "--db", "a.db").status == 0)
    #expect(try program.run("backup", "b.db", "--db", "a.db").status == 0)
    #expect(try program.run("seed", "--count", "5", "--seed", "2", "--db", "a.db").status == 0)
    let refused = try program.run("restore", "b.db", "--db", "a.db")
    #expect(refused.status == 1 && refused.messages.contains("a.db exists"), "\(refused.messages)")
    #expect(try count("a.db") == "35\n")
    let run = try program.run("restore", "b.db", "--db", "a.db", "--overwrite")
    #expect(run.status == 0 && run.messages.contains("30 people"), "\(run.messages)")
    #expect(try count("a.db") == "30\n")
    #expect(try program.run("restore", "b.db", "--db", "new.db").status == 0)
    #expect(try count("new.db") == "30\n")
  }

  @Test("what is no store, or is damaged, is refused and stays as it is")
  func refusals() throws {
    #expect(try program.run("seed", "--count", "3", "--db", "a.db").status == 0)
    _ = try program.file("text.db", "some text that is no database at all, however one reads it")
    for (arguments, reason) in [
      (["text.db", "--db", "a.db"], "not a SQLite database"),
      (["none.db", "--db", "a.db"], "there is no such file"),
      (["a.db", "--db", "a.db"], "is the database itself"),
      (["a.db", "--db", "text.db"], "move it away"),
    ] {
      let run = try program.run(["restore", "--overwrite"] + arguments)
      #expect(run.status == 1 && run.messages.contains(reason), "\(arguments): \(run.messages)")
    }
    #expect(try count("a.db") == "3\n")
  }

  @Test("a restore that is killed has replaced all or nothing, while others write")
  func kills() throws {
    let seed = Seed()
    var numbers = seed.generator
    #expect(try program.run("seed", "--count", "4000", "--db", "backup.db").status == 0)
    #expect(try program.run("seed", "--count", "3000", "--seed", "2", "--db", "a.db").status == 0)
    for round in 0..<(triesEverything ? 200 : 10) {
      let restoring = try program.start(["restore", "backup.db", "--db", "a.db", "--overwrite"])
      let writing = try program.start(
        ["add", "name=N\(round)", "surname=S", "--db", "a.db"], output: "added")
      restoring.end(after: .random(in: 0..<0.25, using: &numbers))
      writing.waitUntilExit()
      let added = try program.result(of: writing, "added")
      #expect(added.status == 0, "\(seed), round \(round): \(added.messages)")
      restoring.waitUntilExit()
      let check = try program.run("check", "--db", "a.db")
      #expect(check.status == 0, "\(seed), round \(round): \(check.output)")
      let people = try #require(Int(count("a.db").trimmingCharacters(in: .newlines)))
      #expect(
        (3000...3001 + round).contains(people) || (4000...4001 + round).contains(people),
        "\(seed), round \(round)")
    }
  }

  @Test("a file that is replaced under a program, which is killed then, is whole or refused")
  func replaced() throws {
    let seed = Seed()
    var numbers = seed.generator
    #expect(try program.run("seed", "--count", "3000", "-o", "people.csv").status == 0)
    #expect(
      try program.run("seed", "--count", "200", "--seed", "2", "--db", "backup.db").status == 0)
    var outcomes: Set<String> = []
    for round in 0..<(triesEverything ? 200 : 10) {
      _ = try program.shell("rm -f a.db*; cp backup.db new.db")
      #expect(try program.run("seed", "--count", "100", "--seed", "3", "--db", "a.db").status == 0)
      let importing = try program.start(["import", "people.csv", "--db", "a.db"], output: "import")
      usleep(.random(in: 0..<500_000, using: &numbers))
      #expect(try program.shell("mv new.db a.db").0 == 0)
      importing.end(after: .random(in: 0..<0.1, using: &numbers))
      importing.waitUntilExit()
      let check = try program.run("check", "--db", "a.db")
      if check.messages.contains("belongs to what was there before") {
        outcomes.insert("refused")
        _ = try program.shell("rm -f a.db-wal a.db-shm a.db-replaced")
      } else {
        #expect(check.status == 0, "\(seed), round \(round): \(check.output)\(check.messages)")
      }
      let people = try count("a.db")
      #expect(["200\n", "3200\n"].contains(people), "\(seed), round \(round)")
      outcomes.insert(people)
    }
    #expect(outcomes.contains("200\n"), "\(seed): \(outcomes)")
  }
}
