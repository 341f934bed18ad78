import Foundation

/// The Swift compiler, and the modules and objects of the build that the running program is from.
package struct SwiftCompiler: Sendable {
  /// The path of `swiftc`.
  private let path: String
  /// The folder with a folder of objects for each module.
  private let build: URL
  private let root: URL

  /// Finds the compiler; nil if there is none, or if there are no modules beside the program.
  package init?() {
    root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var found: URL?
    for _ in 0..<5 where found == nil {
      folder.deleteLastPathComponent()
      let module = folder.appending(path: "Modules/LinqSQL.swiftmodule")
      if FileManager.default.fileExists(atPath: module.path) { found = folder }
    }
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let compiler = folders.map { "\($0)/swiftc" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found, let compiler else { return nil }
    build = found
    path = compiler
  }

  /// What the compiler wrote, and whether it succeeded.
  package struct Outcome: Sendable {
    package let isSuccess: Bool
    package let output: String
  }

  /// Runs the compiler on files, with the modules of the build.
  package func run(_ arguments: [String], in folder: TemporaryFolder) throws -> Outcome {
    let modules = build.appending(path: "Modules").path
    let maps = ["CCollation", "CStoreSQLite"].flatMap {
      ["-Xcc", "-fmodule-map-file=\(root.path)/Sources/\($0)/module.modulemap"]
    }
    return try runProgram(
      path, ["-swift-version", "6", "-I", modules] + maps + arguments, in: folder)
  }

  /// The libraries that the objects of the build need.
  package static let libraries = ["-lsqlite3", "-l_FoundationICU"]

  /// The arguments for a program that uses the engine of PostgreSQL.
  package func argumentsForServer(in folder: TemporaryFolder) throws -> [String] {
    let flags = try runProgram("/usr/bin/env", ["pkg-config", "--cflags", "libpq"], in: folder)
      .output.split(whereSeparator: \.isWhitespace).flatMap { ["-Xcc", String($0)] }
    let map = "\(root.path)/Sources/CStorePostgres/module.modulemap"
    return flags + ["-Xcc", "-fmodule-map-file=\(map)", "-lpq"]
  }

  /// The objects of modules of the build.
  package func objects(of modules: [String]) throws -> [String] {
    try modules.flatMap { module in
      let folder = build.appending(path: "\(module).build")
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .filter { $0.hasSuffix(".o") }.map { folder.appending(path: $0).path }
    }
  }
}

/// Runs a program to its end.
///
/// - Returns: whether its status was 0, and what it wrote to both outputs.
package func runProgram(
  _ path: String, _ arguments: [String], in folder: TemporaryFolder
) throws -> SwiftCompiler.Outcome {
  let output = try folder.write("", to: "output")
  let file = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
  defer { try? file.close() }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: path)
  process.arguments = arguments
  process.environment = ProcessInfo.processInfo.environment.merging(
    ["SWIFT_BACKTRACE": "enable=no"]
  ) { $1 }
  process.standardError = file
  process.standardOutput = file
  try process.run()
  process.waitUntilExit()
  return SwiftCompiler.Outcome(
    isSuccess: process.terminationReason == .exit && process.terminationStatus == 0,
    output: String(decoding: try Data(contentsOf: URL(fileURLWithPath: output)), as: UTF8.self))
}
