import Foundation
import TestSupport

/// Compiles and runs programs, many in one file.
package struct ProgramBatch {
  /// What a program did that it should not have done.
  package enum Mistake {
    /// The compiler rejected it, or the library before it read a row, with a message.
    case rejected(String)
    /// It gave another result than plain Swift.
    case different(path: String, expected: String, found: String)
    /// It ended the process.
    case crashed(path: String)
  }

  private static let modules = [
    "LinqCore", "LinqSQL", "StoreEngine", "StoreSQLite", "StoreSupport",
  ]

  private let compiler: SwiftCompiler
  private let folder = TemporaryFolder()
  private let objects: [String]

  /// Compiles what all programs have in common; nil if there is no compiler.
  ///
  /// - Throws: ``BatchError`` if that cannot be compiled.
  package init?() throws {
    guard let compiler = SwiftCompiler() else { return nil }
    self.compiler = compiler
    objects = try compiler.objects(of: Self.modules) + [folder.file("prelude.o")]
    let source = try folder.write(Prelude.source, to: "prelude.swift")
    let outcome = try compiler.run(
      [
        "-parse-as-library", "-Onone", "-enable-testing", "-module-name", "Prelude",
        "-emit-module", "-emit-module-path", folder.file("Prelude.swiftmodule"), "-emit-object",
        "-o", folder.file("prelude.o"), source,
      ], in: folder)
    guard outcome.isSuccess else { throw BatchError(output: outcome.output) }
  }

  /// Compiles and runs programs.
  ///
  /// - Returns: the mistakes, with the index of the program.
  package func run(_ programs: [Program]) throws -> [(index: Int, mistake: Mistake)] {
    var mistakes: [(index: Int, mistake: Mistake)] = []
    var remaining = Array(programs.indices)
    while !remaining.isEmpty {
      let outcome = try compile(programs, remaining)
      if outcome.isSuccess { break }
      let rejected = messages(outcome.output, remaining)
      guard !rejected.isEmpty else { throw BatchError(output: outcome.output) }
      mistakes += rejected.map { ($0, .rejected($1)) }.sorted { $0.0 < $1.0 }
      remaining.removeAll { rejected[$0] != nil }
    }
    var finished: Set<Int> = Set(programs.indices).subtracting(remaining)
    while finished.count < programs.count {
      let outcome = try runProgram(
        folder.file("programs"), finished.sorted().map(String.init), in: folder)
      let (found, last, isDone) = read(outcome.output)
      mistakes += found
      if isDone { break }
      guard let (index, path) = last, !finished.contains(index) else {
        throw BatchError(output: outcome.output)
      }
      mistakes.append((index, .crashed(path: path)))
      // Programs before it have been compared.
      finished.formUnion(remaining.prefix { $0 <= index })
    }
    return mistakes
  }

  private func compile(
    _ programs: [Program], _ indices: [Int]
  ) throws -> SwiftCompiler.Outcome {
    // One line for each program, so that a message names it.
    let functions = indices.map { index in
      let spelling = programs[index].spelling
      return "func library\(index)(_ t: Library) throws -> [String] "
        + "{ let r = \(spelling.library); return described(r) }\n"
        + "func plain\(index)(_ t: Plain) throws -> [String] "
        + "{ let r = \(spelling.plain); return described(r) }"
    }
    let cases = indices.map { "(\($0), library\($0), plain\($0))," }
    let source = try folder.write(
      """
      import Foundation
      import LinqCore
      import LinqSQL
      @testable import Prelude

      \(functions.joined(separator: "\n"))

      let cases: [Case] = [
      \(cases.joined(separator: "\n"))
      ]
      try run(cases)
      """, to: "main.swift")
    return try compiler.run(
      [
        "-Onone", "-suppress-warnings", "-module-name", "Programs", "-I", folder.path, "-Xfrontend",
        "-solver-expression-time-threshold=2", source,
        "-o", folder.file("programs"),
      ] + SwiftCompiler.libraries + objects, in: folder)
  }

  /// The first message of each program that the compiler rejected.
  private func messages(_ output: String, _ indices: [Int]) -> [Int: String] {
    var messages: [Int: String] = [:]
    for line in output.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 4)
      guard parts.count == 5, parts[0].hasSuffix("main.swift"), parts[3] == " error",
        let number = Int(parts[1]), indices.indices.contains((number - 6) / 2)
      else { continue }
      let side = number % 2 == 0 ? "" : "(plain Swift) "
      let index = indices[(number - 6) / 2]
      if messages[index] == nil { messages[index] = side + parts[4].dropFirst() }
    }
    return messages
  }

  /// Reads what the programs wrote.
  private func read(
    _ output: String
  ) -> (mistakes: [(index: Int, mistake: Mistake)], last: (Int, String)?, isDone: Bool) {
    var mistakes: [(index: Int, mistake: Mistake)] = []
    var (last, isDone): ((Int, String)?, Bool) = (nil, false)
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      if line == "done" { isDone = true }
      guard words.count == 3, let index = Int(words[1]) else { continue }
      if words[0] == "case" { last = (index, String(words[2])) }
      if words[0] == "rejected" { mistakes.append((index, .rejected(String(words[2])))) }
      let parts = words[2].split(separator: "\u{1}", omittingEmptySubsequences: false)
      guard words[0] == "different", parts.count == 3 else { continue }
      mistakes.append(
        (
          index,
          .different(
            path: String(parts[0]), expected: String(parts[1]), found: String(parts[2]))
        ))
    }
    return (mistakes, last, isDone)
  }
}

/// What programs have in common cannot be compiled or run.
package struct BatchError: Error, CustomStringConvertible {
  package let output: String
  package var description: String { "the programs cannot be compiled or run:\n\(output)" }
}
