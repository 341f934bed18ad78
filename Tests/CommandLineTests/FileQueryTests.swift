import Foundation
import StoreSQLite
import Testing

/// `personstore query --file`: chains over the rows of files.
@Suite struct FileQueryTests {
  private let program: Program

  init() throws {
    program = try Program()
    _ = try program.file("crew.csv", "id,name,port,age\n1,Ada,O,36\n2,Bo,R,\n3,Cy,O,7\n")
    _ = try program.file(
      "ports.json", #"[{"code": "O", "town": "Oslo"}, {"code": "R", "town": null}]"#)
    let connection = try SQLiteConnection(path: program.file("ship.db"))
    try connection.execute(
      """
      CREATE TABLE pay (id INTEGER PRIMARY KEY, crew INTEGER NOT NULL, amount REAL NOT NULL);
      CREATE TABLE ports (id INTEGER PRIMARY KEY);
      INSERT INTO pay VALUES (1, 1, 7.5), (2, 3, 2), (3, 1, 1);
      """)
    connection.close()
  }

  private func query(_ arguments: String...) throws -> Run {
    try program.run(["query"] + arguments)
  }

  @Test("a file is a source with its types") func file() throws {
    let run = try query(
      "--file", "crew.csv", "crew.where { ($0.age ?? 0) > 10 }.select { $0.name }", "--path",
      "verify")
    #expect(run.output == "Ada\n" && run.messages.isEmpty)
    // A chain that begins with an operator is one over the first file.
    #expect(try query("--file", "crew.csv", "sum { $0.age ?? 0 }").output == "43\n")
    let unknown = try query("--file", "crew.csv", "crews.count()")
    #expect(unknown.status == 2)
    #expect(unknown.messages.contains("did you mean crew?"))
  }

  @Test("files are joined with each other and with a database, in one statement") func joins()
    throws
  {
    let chain = """
      crew.join(ports, on: { $0.port }, equals: { $0.code })
        .select { ($0.0.name, $0.1.town ?? "-") }
      """
    let files = try query(
      "--file", "crew.csv", "--file", "ports.json", chain, "--path", "sql")
    #expect(files.output == "Ada\tOslo\nBo\t-\nCy\tOslo\n")
    let sums = """
      crew.join(pay, on: { $0.id }, equals: { $0.crew }).groupBy { $0.0.name }
        .select { ($0.key, $0.sum { $0.1.amount }) }
      """
    #expect(
      try query("--db", "ship.db", "--file", "crew.csv", sums, "--path", "sql").output
        == "Ada\t8.5\nCy\t2.0\n")
    // The database has ports, too.
    let both = try query("--db", "ship.db", "--file", "ports.json", "ports.count()")
    #expect(both.status == 2)
    #expect(both.messages.contains("--file other=path"))
    #expect(
      try query(
        "--db", "ship.db", "--file", "towns=ports.json", "towns.where { $0.town == nil }.count()"
      ).output == "1\n")
  }

  @Test("people are joined with a file") func people() throws {
    _ = try program.file("people.csv", "name,surname\nAda,King\nBo,Li\n")
    #expect(try program.run("import", "people.csv").status == 0)
    let chain =
      "people.join(crew, on: { $0.name }, equals: { $0.name }).select { ($0.0.surname, $0.1.age) }"
    let run = try query("--db", "people.db", "--file", "crew.csv", chain, "--path", "sql")
    #expect(run.output == "King\t36\nLi\t\n")
    let change = try query(
      "--db", "people.db", "--file", "crew.csv", "where { $0.name == \"Ada\" }.delete()", "--yes")
    #expect(change.status == 2)
    #expect(try query("count()").output == "2\n")
  }

  @Test("nothing is left of the files, and what cannot be read is an error") func errors() throws {
    let temporary = try program.file("temporary")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    _ = try program.file("bad.csv", "id,name\n1\n")
    for (arguments, status, message) in [
      (["--file", "crew.csv", "crew.count()"], 0, ""),
      (["--file", "none.csv", "none.count()"], 1, "none.csv: no such file"),
      (["--file", "bad.csv", "bad.count()"], 1, "1 fields instead of 2"),
      (
        ["--file", "crew.csv", "--file", "crew.csv", "crew.count()"], 2, "Two files are called crew"
      ),
      (["--file", "crew.csv"], 2, "Missing expected argument '<chain>'"),
      (
        ["--file", "crew.csv", "--db", "none.db", "crew.count()"], 1,
        "none.db: there is no such file"
      ),
    ] {
      let process = try program.start(["query"] + arguments, environment: ["TMPDIR": temporary])
      process.waitUntilExit()
      let run = try program.result(of: process)
      #expect(run.status == status, "\(arguments)")
      #expect(
        run.messages.hasPrefix(message) || run.messages.contains(message),
        "\(arguments): \(run.messages)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
  }
}
