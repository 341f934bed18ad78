import Foundation
import StoreSQLite
import Testing

/// `personstore generate`: what it writes, compares and refuses.
@Suite struct GenerateTests {
  private let program: Program

  init() throws {
    program = try Program()
    let connection = try SQLiteConnection(path: program.file("shop.db"))
    try connection.execute(
      """
      CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE orders (
        id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers, day DATE);
      CREATE TABLE odd (id INTEGER PRIMARY KEY, value);
      INSERT INTO odd (value) VALUES (1), (x'00');
      """)
    connection.close()
  }

  @Test("it writes a file, which --check finds unchanged until the schema changes")
  func check() throws {
    let arguments = ["generate", "--db", "shop.db", "--output", "Models.swift"]
    let first = try program.run(arguments)
    #expect(first.status == 0)
    #expect(
      first.messages
        == "personstore: odd.value is left out: no type of Swift reads all of its values\n")
    let source = try String(contentsOfFile: program.file("Models.swift"), encoding: .utf8)
    #expect(try program.run("generate", "--db", "shop.db").output == source)
    #expect(source.contains("  var customer: Related<Customer> {\n"))
    #expect(try program.run(arguments + ["--check"]).status == 0)
    #expect(try program.run(arguments).status == 0)
    #expect(try String(contentsOfFile: program.file("Models.swift"), encoding: .utf8) == source)

    let connection = try SQLiteConnection(path: program.file("shop.db"))
    try connection.run("ALTER TABLE orders ADD COLUMN total REAL")
    connection.close()
    let drifted = try program.run(arguments + ["--check"])
    #expect(drifted.status == 1)
    let line =
      source.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.hasSuffix("var day: CalendarDate?") } ?? 0
    #expect(drifted.messages.contains("Models.swift:\(line + 2): +   var total: Double?\n"))
    #expect(drifted.messages.hasSuffix("run generate again\n"))
    #expect(try String(contentsOfFile: program.file("Models.swift"), encoding: .utf8) == source)
  }

  @Test("--table and --access choose what is declared, and for whom") func choices() throws {
    let output = try program.run(
      "generate", "--db", "shop.db", "--table", "orders", "--access", "public"
    ).output
    #expect(output.contains("public struct Order: Sendable, Hashable, Identifiable {\n"))
    #expect(!output.contains("Customer"))
  }

  @Test("what cannot be read, or would be lost, is an error with its reason") func errors() throws {
    _ = try program.file("text.db", "no database\n")
    _ = try program.file("empty.db", "")
    for (arguments, status, message) in [
      (["--db", "none.db"], 1, "cannot open none.db: there is no such file"),
      (["--db", "text.db"], 1, "text.db is not a SQLite database"),
      (["--db", "empty.db"], 1, "empty.db has no tables to declare"),
      (["--db", "shop.db", "--table", "order"], 1, "no table or view order; there are customers"),
      (["--db", "shop.db", "--output", "shop.db"], 1, "it is a SQLite database"),
      (["--db", "shop.db", "--check"], 2, "--check compares with a file"),
      (["--db", "shop.db", "--check", "-o", "none.swift"], 1, "none.swift: cannot be read"),
      (["--db", "shop.db", "--access", "private"], 2, "internal, package or public"),
    ] {
      let run = try program.run(["generate"] + arguments)
      #expect(run.status == status, "\(arguments)")
      #expect(run.messages.contains(message), "\(arguments): \(run.messages)")
      #expect(run.output.isEmpty)
    }
  }
}
