import Foundation
import LinqModels
import StoreSQLite
import TestSupport
import Testing

/// Declarations compile without a warning, fit their tables, and are queried.
@Suite struct CompiledModelTests {
  @Test("random schemas", arguments: 0..<(10 * patience)) func random(_ number: Int) throws {
    let seed = Seed(number: Seed().number &+ UInt64(number))
    let folder = TemporaryFolder()
    let connection = try SQLiteConnection(path: folder.file())
    let statements = RandomSchema(seed.generator).statements
    for statement in statements {
      #expect(throws: Never.self, "\(seed)\n\(statement)") { try connection.run(statement) }
    }
    connection.close()
    try check(
      folder.file(), SwiftSource.Access.allCases[number % 3],
      "\(seed)\n\(statements.joined(separator: ";\n"))")
  }

  /// The SQLite files of the folder that the variable `DATABASES` names.
  private static var databases: [String] {
    guard let folder = ProcessInfo.processInfo.environment["DATABASES"] else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".db") }.sorted().map { "\(folder)/\($0)" }
  }

  @Test("databases of other programs: DATABASES=folder", arguments: databases)
  func database(_ path: String) throws { try check(path, .internal, path) }

  /// Compiles and runs a program with the declarations of all tables of a file.
  private func check(_ path: String, _ access: SwiftSource.Access, _ comment: String) throws {
    guard let compiler = SwiftCompiler() else { return }
    var configuration = DatabaseConfiguration()
    configuration.access = .read
    let connection = try SQLiteConnection(path: path, configuration: configuration)
    defer { connection.close() }
    let model = try DatabaseModel(connection)
    #expect(try SwiftSource.text(of: DatabaseModel(connection)) == SwiftSource.text(of: model))
    let counts = try model.tables.map { table in
      let name = "\"" + table.name.replacing("\"", with: "\"\"") + "\""
      let count = try connection.query("SELECT count(*) FROM \(name)") { try $0.integer(0) }[0]
      return "\(table.type) \(count)"
    }
    let outcome = try ModelProgram(model: model)
      .run(on: path, compiler, access, in: TemporaryFolder())
    guard outcome.isSuccess else {
      Issue.record("\(comment)\n\(outcome.output)\n\(model.notes)")
      return
    }
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(counts.filter { !lines.contains($0) } == [], "\(comment)")
  }
}
