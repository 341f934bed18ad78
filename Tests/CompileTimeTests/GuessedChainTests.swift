import Foundation
import TestSupport
import Testing

/// What people write before they have read the documentation. Each guess compiles in few steps and
/// runs where the list says, or the compiler says what the list says.
///
/// The files in `Guesses` have the guesses, each after a line with its outcome:
///
/// ```
/// = sql: what it is to find            everything runs in SQL
/// = memory: what it is to find         something runs in memory
/// = error: the message                 it does not compile, and this is part of the message
/// ```
///
/// A number after `sql`, `memory` or `error` is a budget of scopes, as `TypeChecking` counts them,
/// for one that takes too many today: more than 10,000, which is about 300 ms.
@Suite("Guesses", .serialized)
struct GuessedChainTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Guesses")

  @Test("those that compile do so in few steps, and run where they should")
  func compiling() throws {
    guard let compiler = SwiftCompiler() else {
      print("NOT TESTED: guesses; there is no compiler")
      return
    }
    let guesses = try Self.guesses().filter { $0.outcome != .error }
    #expect(guesses.count > 100)
    let program = try GuessProgram(guesses, compiler)
    let places = try program.run()
    for (guess, place) in zip(guesses, places) {
      #expect(place == guess.outcome.rawValue, "\(guess.text)\n\(guess.code)")
    }
    expectBudgets(guesses, try program.check().scopes)
  }

  @Test("the compiler has a message for the others in few steps")
  func failing() throws {
    guard let compiler = SwiftCompiler() else { return }
    let guesses = try Self.guesses().filter { $0.outcome == .error }
    #expect(guesses.count > 10)
    let program = try GuessProgram(guesses, compiler)
    let (scopes, errors) = try program.check()
    for (index, guess) in guesses.enumerated() {
      let messages = errors[index] ?? []
      #expect(messages.contains { $0.contains(guess.text) }, "\(guess.code)\n\(messages)")
    }
    expectBudgets(guesses, scopes)
  }

  /// Expects that no guess takes more than its budget, and that no budget is out of date.
  private func expectBudgets(_ guesses: [Guess], _ scopes: [Int]) {
    for (guess, taken) in zip(guesses, scopes) {
      #expect(taken > 0 && taken <= guess.budget, "\(guess.code)")
      if guess.budget > Guess.budget { #expect(taken > guess.budget / 2, "\(guess.code)") }
    }
  }

  private static func guesses() throws -> [Guess] {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".txt") }
    return try files.flatMap { file in
      try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        .split(separator: /\n\n+/).map { try Guess(String($0)) }
    }
  }
}

/// A guess and its outcome.
private struct Guess {
  enum Outcome: String { case sql, memory, error }

  let outcome: Outcome
  /// The most scopes that it may take, of one that says nothing else.
  static let budget = 10_000
  let budget: Int
  /// What it is to find, or the message.
  let text: String
  let code: String

  init(_ entry: String) throws {
    guard let match = entry.firstMatch(of: /^= (\w+)( \d+)?: ([^\n]*)\n(?s:(.*))/),
      let outcome = Outcome(rawValue: String(match.output.1))
    else { throw BadGuess(entry: entry) }
    self.outcome = outcome
    budget = match.output.2.flatMap { Int($0.dropFirst()) } ?? Self.budget
    text = String(match.output.3)
    code = String(match.output.4)
  }
}

private struct BadGuess: Error { let entry: String }

/// A program of guesses, each a function.
private struct GuessProgram {
  private let compiler: SwiftCompiler
  private let folder = TemporaryFolder()
  /// The last line of each guess.
  private let ends: [Int]
  private let files: [String]

  init(_ guesses: [Guess], _ compiler: SwiftCompiler) throws {
    self.compiler = compiler
    var (lines, ends): ([String], [Int]) = (
      ["import Foundation", "import LinqCore", "import LinqSQL", "import StoreSQLite"], []
    )
    for (index, guess) in guesses.enumerated() {
      lines.append("func guess\(index)() async throws -> Bool {")
      lines += guess.code.split(separator: "\n").map { "\($0)" }
      lines += ["  return try q.plan().isAllSQL", "}"]
      ends.append(lines.count)
    }
    lines.append("func guesses() async throws {")
    lines += guesses.indices.map { "  print(try await guess\($0)() ? \"sql\" : \"memory\")" }
    lines.append("}")
    self.ends = ends
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    files = [
      try folder.write(lines.joined(separator: "\n"), to: "guesses.swift"),
      source.appending(path: "Guesses/Library.swift").path,
      try folder.write("try prepare()\ntry await guesses()\n", to: "main.swift"),
    ]
  }

  /// What the compiler says: the scopes that each guess takes, and the errors of each.
  func check() throws -> (scopes: [Int], errors: [Int: [String]]) {
    let checking = try compiler.typeCheck(files, in: folder)
    var errors: [Int: [String]] = [:]
    for match in checking.outcome.output.matches(of: /(?m)guesses\.swift:(\d+):\d+: error: (.*)/) {
      guard let line = Int(match.output.1), let index = ends.firstIndex(where: { line <= $0 })
      else { continue }
      errors[index, default: []].append(String(match.output.2))
    }
    let starts = [0] + ends
    let scopes = zip(starts, ends).map { start, end in
      checking.scopes(of: "guesses.swift", in: start + 1...end)
    }
    return (scopes, errors)
  }

  /// Compiles and runs it.
  ///
  /// - Returns: where each guess runs.
  func run() throws -> [String] {
    let modules = ["LinqCore", "LinqSQL", "StoreEngine", "StoreSQLite", "StoreSupport"]
    let outcome = try compiler.run(
      ["-Onone", "-suppress-warnings", "-module-name", "Guesses", "-o", folder.file("guesses")]
        + files + SwiftCompiler.libraries + compiler.objects(of: modules), in: folder)
    guard outcome.isSuccess else { throw Failure(output: outcome.output) }
    let printed = try runProgram(folder.file("guesses"), [], in: folder)
    guard printed.isSuccess else { throw Failure(output: printed.output) }
    return printed.output.split(separator: "\n").map { "\($0)" }
  }

  struct Failure: Error { let output: String }
}
