import LinqModels
import TestSupport

/// A program that reads all tables and follows all relations of a model.
struct ModelProgram {
  let model: DatabaseModel
  /// Whether the database is on a server.
  var isOnServer = false

  /// The source of the file `main.swift`.
  var text: String {
    var lines = [
      "import LinqSQL", isOnServer ? "import StorePostgres" : "import StoreSQLite",
      "let pool = try \(isOnServer ? "ConnectionPool(postgres" : "ConnectionPool(path"): "
        + "CommandLine.arguments[1])",
    ]
    for table in model.tables {
      lines += [
        "do {", "  let all = Repository(\(table.type).table, in: pool).query.policy(.requireSQL)",
        "  let rows = try all.toArray()", "  print(\"\(table.type)\", rows.count)",
      ]
      for relation in table.relations {
        let name = "`\(relation.property)`"
        switch relation.kind {
        case .one:
          lines.append("  print(try all.where { $0.\(name) != nil }.toArray().count)")
        case .many, .through:
          lines.append("  print(try all.select { $0.\(name).count }.toArray())")
        }
      }
      lines.append("}")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Compiles the declarations with the program, and runs it on a database.
  ///
  /// - Returns: what the compiler or the program wrote.
  func run(
    on database: String, _ compiler: SwiftCompiler, _ access: SwiftSource.Access,
    in folder: TemporaryFolder
  ) throws -> SwiftCompiler.Outcome {
    let files = [
      try folder.write(SwiftSource.text(of: model, access: access), to: "Models.swift"),
      try folder.write(text, to: "main.swift"),
    ]
    let modules =
      ["LinqCore", "LinqSQL", "StoreEngine", "StoreSupport"]
      + [isOnServer ? "StorePostgres" : "StoreSQLite"]
    let compiled = try compiler.run(
      [
        "-Onone", "-warnings-as-errors", "-module-name", "Models", "-package-name", "models", "-o",
        folder.file("models"),
      ]
        + files + SwiftCompiler.libraries
        + (isOnServer ? compiler.argumentsForServer(in: folder) : [])
        + compiler.objects(of: modules), in: folder)
    guard compiled.isSuccess else { return compiled }
    return try runProgram(folder.file("models"), [database], in: folder)
  }
}
