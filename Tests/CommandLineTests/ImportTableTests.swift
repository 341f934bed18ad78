import Foundation
import StoreSQLite
import Testing

/// `personstore import --table`: tables from files.
@Suite struct ImportTableTests {
  private let program: Program

  init() throws {
    program = try Program()
    _ = try program.file("crew.csv", "id,name,joined,pay\n1,Ada,2020-01-31,7.5\n2,Bo,,8\n")
  }

  private func run(_ arguments: String...) throws -> Run {
    try program.run(["import", "crew.csv", "--table", "crew", "--db", "ship.db"] + arguments)
  }

  private let sql = """
    CREATE TABLE crew (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      joined TEXT,
      pay REAL NOT NULL
    ) STRICT;

    """

  @Test("a table is made, shown, asked and declared; rows are appended") func create() throws {
    let made = try run()
    #expect(made.status == 0 && made.output.isEmpty)
    #expect(made.messages.hasPrefix(sql + "\ncrew: 2 read, 2 inserted in "))
    #expect(
      try program.run(
        "query", "--db", "ship.db", "crew.where { $0.joined == CalendarDate(\"2020-01-31\") }"
      ).output == "1\tAda\t2020-01-31\t7.5\n")
    let source = try program.run("generate", "--db", "ship.db").output
    #expect(source.contains("  var joined: CalendarDate?\n  var pay: Double\n"))

    let twice = try run()
    #expect(twice.status == 1)
    #expect(
      twice.messages
        == "personstore: line 2: another row has this id: \"1\"; nothing was imported\n")
    _ = try program.file("crew.csv", "id,pay,name\n2,9,Bo\n3,1,Cy\n")
    #expect(try run("--on-conflict", "update", "-q").messages.isEmpty)
    let rows = try program.run("query", "--db", "ship.db", "crew.select { ($0.name, $0.pay) }")
    #expect(rows.output == "Ada\t7.5\nBo\t9.0\nCy\t1.0\n")
  }

  @Test("the statement is kept as a migration, which is applied already") func migration() throws {
    let made = try run("--migrations", "Migrations", "--json")
    #expect(made.status == 0 && made.messages.isEmpty)
    #expect(made.output.contains("\"migration\" : \"Migrations/0001_crew.sql\""))
    #expect(
      try String(contentsOfFile: program.file("Migrations/0001_crew.sql"), encoding: .utf8) == sql)
    let status = try program.run("migrate", "status", "--folder", "Migrations", "--db", "ship.db")
    #expect(status.status == 0 && status.output.contains("0001_crew.sql\tapplied"))
    // The tables of migrations are asked like others, without their history.
    #expect(try program.run("query", "--db", "ship.db", "crew.count()").output == "2\n")
    #expect(!(try program.run("generate", "--db", "ship.db").output.contains("schema_migration")))
    // The same migrations make the same table elsewhere.
    #expect(
      try program.run("migrate", "--folder", "Migrations", "--db", "other.db").status == 0)
    let appended = try program.run(
      "import", "crew.csv", "--table", "crew", "--db", "other.db", "--migrations", "Migrations")
    #expect(appended.status == 0)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: program.file("Migrations"))
    #expect(names.sorted() == ["0001_crew.down.sql", "0001_crew.sql"])
    let next = try program.run(
      "import", "crew.csv", "--table", "Crew 2", "--db", "other.db", "--migrations", "Migrations")
    #expect(next.messages.contains("wrote Migrations/0002_crew_2.sql\n"))
    let behind = try program.run(
      "import", "crew.csv", "--table", "third", "--db", "ship.db", "--migrations", "Migrations")
    #expect(behind.status == 1)
    #expect(behind.messages.contains("Migrations/0002_crew_2.sql is pending"))
  }

  @Test("an import that fails leaves no file, no table and no migration") func failure() throws {
    _ = try program.file("crew.csv", "id,name\n1,Ada\n1\n")
    let failed = try run("--migrations", "Migrations", "--rejects", "rejected.csv")
    #expect(failed.status == 1)
    #expect(failed.messages.hasSuffix("1 fields instead of 2; nothing was imported\n"))
    #expect(!FileManager.default.fileExists(atPath: try program.file("ship.db")))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: program.file("Migrations")).isEmpty)
    let rejected = try String(contentsOfFile: program.file("rejected.csv"), encoding: .utf8)
    #expect(rejected.split(separator: "\n").count == 2)
  }

  @Test("a dry run stores nothing") func dryRun() throws {
    let tried = try run("--dry-run", "--migrations", "Migrations")
    #expect(tried.status == 0)
    #expect(tried.messages.contains("would write Migrations/0001_crew.sql\n"))
    #expect(!FileManager.default.fileExists(atPath: try program.file("ship.db")))
    #expect(!FileManager.default.fileExists(atPath: try program.file("Migrations")))
    #expect(try run().status == 0)
    _ = try program.file("crew.csv", "id,name,pay\n3,Cy,1\n4,Di,many\n")
    let refused = try run("--dry-run")
    #expect(refused.status == 1)
    #expect(
      refused.messages.contains("rejected: line 3, column 3 (pay): pay is a number: \"many\""))
    #expect(try program.run("query", "--db", "ship.db", "crew.count()").output == "2\n")
  }

  @Test("options that do not fit are errors") func errors() throws {
    _ = try program.run("seed", "--count", "5", "--db", "people.db")
    for (arguments, status, message) in [
      (["crew.csv", "--table", "crew"], 2, "--table needs --db"),
      (["crew.csv", "--table", "crew", "--db", "people.db"], 2, "people.db is a store of people"),
      (["crew.csv", "--table", "crew", "--db", "a.db", "--map", "name=name"], 2, "are for people"),
      (["crew.csv", "--table", "crew", "--db", "a.db", "--no-undo"], 2, "--no-undo is for people"),
      (["crew.csv", "--table", ""], 2, "--table is the name of a table"),
      (["crew.csv", "--migrations", "M"], 2, "--migrations is for --table"),
      (["crew.csv", "--declared-types"], 2, "--declared-types is for --table"),
      (["none.csv", "--table", "crew", "--db", "a.db"], 1, "none.csv: no such file"),
      (
        ["crew.csv", "--table", "crew", "--db", "a.db", "--key", "none"], 1,
        "the file has no column none"
      ),
      (
        ["crew.csv", "--table", "crew", "--db", "postgresql://x/y"], 2, "This command is for files"
      ),
    ] {
      let run = try program.run(["import"] + arguments)
      #expect(run.status == status, "\(arguments)")
      #expect(run.messages.contains(message), "\(arguments): \(run.messages)")
    }
    #expect(!FileManager.default.fileExists(atPath: try program.file("a.db")))
  }
}
