import TestSupport

/// A program of the samples of the vocabulary, each of which prints the statement that it becomes.
package struct SampleProgram {
  private let compiler: SwiftCompiler
  private let folder = TemporaryFolder()

  /// Creates a program; nil if there is no compiler.
  package init?() {
    guard let compiler = SwiftCompiler() else { return nil }
    self.compiler = compiler
  }

  /// Compiles and runs chains of `people` and `purchases`.
  ///
  /// - Returns: the statement of each.
  /// - Throws: ``BatchError`` if one of them cannot be compiled.
  package func statements(of chains: [String]) throws -> [String] {
    let source = try folder.write(
      Self.prelude + chains.map { "print(try statement(of: \($0)))" }.joined(separator: "\n"),
      to: "main.swift")
    let modules = ["LinqCore", "LinqSQL", "StoreEngine", "StoreSQLite", "StoreSupport"]
    let outcome = try compiler.run(
      [
        "-Onone", "-suppress-warnings", "-module-name", "Samples", source,
        "-o", folder.file("samples"),
      ] + SwiftCompiler.libraries + compiler.objects(of: modules), in: folder)
    guard outcome.isSuccess else { throw BatchError(output: outcome.output) }
    let printed = try runProgram(folder.file("samples"), [], in: folder)
    guard printed.isSuccess else { throw BatchError(output: printed.output) }
    return printed.output.split(separator: "\n").map { "\($0)" }
  }

  /// The tables have the names and the columns of those that the text form is tried on.
  private static let prelude = #"""
    import Foundation
    import LinqCore
    import LinqSQL
    import StoreSQLite

    struct Person: Sendable {
      var id: Int64
      var name: String
      var surname: String
      var age: Int
      var email: String?
      var birthDate: CalendarDate?

      static let table = Table(
        "person", Person.init, .primaryKey("id", \.id), .column("name", \.name),
        .column("surname", \.surname), .column("age", \.age), .column("email", \.email),
        .column("birth_date", \.birthDate))
    }

    struct Purchase: Sendable {
      var id: Int64
      var price: Double
      var day: CalendarDate
      var ordered: Date
      var token: UUID?

      static let table = Table(
        "purchase", Purchase.init, .primaryKey("id", \.id), .column("price", \.price),
        .column("day", \.day), .column("ordered", \.ordered), .column("token", \.token))
    }

    let pool = try ConnectionPool(path: ":memory:")
    try pool.write { connection in
      try connection.execute(
        """
        CREATE TABLE person (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL, surname TEXT NOT NULL, age INTEGER NOT NULL,
          email TEXT, birth_date TEXT) STRICT;
        CREATE TABLE purchase (
          id INTEGER PRIMARY KEY, price REAL NOT NULL, day TEXT NOT NULL, ordered INTEGER NOT NULL,
          token TEXT) STRICT;
        """)
    }
    let people = Repository(Person.table, in: pool).query
    let purchases = Repository(Purchase.table, in: pool).query

    func statement(of query: Query<some Any>) throws -> String { try query.plan().sql ?? "" }


    """#
}
