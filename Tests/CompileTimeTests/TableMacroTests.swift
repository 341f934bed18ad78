import Foundation
import TestSupport
import Testing

/// The macro of the package `Macros` in a program, which is compiled with the modules of this
/// build. The environment variable `TABLE_MACROS` names the plugin, which `Scripts/test-macros`
/// builds.
@Suite("@Table in a program", .serialized)
struct TableMacroTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let program = "\(root.path)/Tests/CompileTimeTests/Macros/Program.swift"
  private let folder = TemporaryFolder()

  @Test("tables compile without a warning, and do what those do that are declared by hand")
  func program() throws {
    guard let (compiler, plugin) = try Self.tools() else { return }
    try compileAttributes(compiler, plugin)
    let modules = ["LinqCore", "LinqSQL", "StoreEngine", "StoreSQLite", "StoreSupport"]
    let compiled = try compiler.run(
      plugin + [
        "-Onone", "-warnings-as-errors", "-I", folder.path, "-module-name", "Program",
        "-o", folder.file("program"), Self.program, folder.file("TableMacros.o"),
      ] + SwiftCompiler.libraries + compiler.objects(of: modules), in: folder)
    #expect(compiled.isSuccess, "\(compiled.output)")
    let printed = try runProgram(folder.file("program"), [], in: folder)
    #expect(printed.output == "same: invoice\nsame: exchangeRate\nsame: Sessions\n")
  }

  @Test("mistakes have their messages where the compiler runs the macro")
  func mistakes() throws {
    guard let (compiler, plugin) = try Self.tools() else { return }
    try compileAttributes(compiler, plugin)
    let source = """
      import TableMacros
      @Table struct NoKey { var total: Double }
      struct NoTable { @Column("id") var id: Int64 }
      @Table struct Part { var id: Int64; @NoColumn var part: Int }
      struct Box<Value> { @Table struct Row { var id: Int64 } }
      """
    let outcome = try compiler.run(
      plugin + [
        "-typecheck", "-I", folder.path, try folder.write(source, to: "mistakes.swift"),
      ], in: folder)
    let messages = outcome.output.matches(of: /mistakes\.swift:(\d+:\d+): error: ([^:(]*)/)
    #expect(
      messages.map { "\($0.output.1) \($0.output.2)" }.sorted() == [
        "2:15 'NoKey' has no key",
        "3:18 '@Column' is for a stored property of a struct with '@Table' ",
        "4:51 'part' is no column, and needs an initial value ",
        "5:21 a generic struct, or one inside of a generic type, has no static table",
      ], "\(outcome.output)")
  }

  /// The compiler, and the options with which it loads the plugin.
  private static func tools() throws -> (SwiftCompiler, [String])? {
    guard let path = ProcessInfo.processInfo.environment["TABLE_MACROS"],
      let compiler = SwiftCompiler()
    else {
      print("NOT TESTED: @Table in a program; Scripts/test-macros tests it")
      return nil
    }
    return (compiler, ["-load-plugin-executable", "\(path)#TableMacrosPlugin"])
  }

  /// Compiles the module that declares the attributes.
  private func compileAttributes(_ compiler: SwiftCompiler, _ plugin: [String]) throws {
    let sources = "\(Self.root.path)/Macros/Sources/TableMacros"
    let files = try FileManager.default.contentsOfDirectory(atPath: sources).sorted()
    let outcome = try compiler.run(
      plugin + [
        "-emit-module", "-emit-object", "-parse-as-library", "-wmo", "-warnings-as-errors",
        "-module-name", "TableMacros", "-o", folder.file("TableMacros.o"),
        "-emit-module-path", folder.file("TableMacros.swiftmodule"),
      ] + files.map { "\(sources)/\($0)" }, in: folder)
    #expect(outcome.isSuccess, "\(outcome.output)")
  }
}
