import Foundation
import TestSupport
import Testing

/// What people write before they have read the documentation. Each guess compiles in little time
/// and runs where the list says, or the compiler says what the list says.
///
/// The files in `Guesses` have the guesses, each after a line with its outcome:
///
/// ```
/// = sql: what it is to find            everything runs in SQL
/// = memory: what it is to find         something runs in memory
/// = error: the message                 it does not compile, and this is part of the message
/// ```
///
/// A number after `sql`, `memory` or `error` is a budget in milliseconds for one that is too slow
/// today.
@Suite("Guesses", .serialized)
struct GuessedChainTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Guesses")

  @Test("those that compile do so in little time, and run where they should")
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
    try expectBudgets(program, guesses, try program.check().times)
  }

  @Test("the compiler has a message for the others in little time")
  func failing() throws {
    guard let compiler = SwiftCompiler() else { return }
    let guesses = try Self.guesses().filter { $0.outcome == .error }
    #expect(guesses.count > 10)
    let program = try GuessProgram(guesses, compiler)
    let (times, errors) = try program.check()
    for (index, guess) in guesses.enumerated() {
      let messages = errors[index] ?? []
      #expect(messages.contains { $0.contains(guess.text) }, "\(guess.code)\n\(messages)")
    }
    try expectBudgets(program, guesses, times)
  }

  /// Expects that no expression takes more than its budget. A machine that is busy with other
  /// things gets another chance.
  private func expectBudgets(
    _ program: GuessProgram, _ guesses: [Guess], _ times: [Int: Int]
  ) throws {
    func isSlow(_ index: Int, _ time: Int) -> Bool { time > guesses[index].budget }
    var slow = times.filter { isSlow($0.key, $0.value) }
    for _ in 0..<3 where !slow.isEmpty {
      let again = try program.check().times
      slow = slow.filter { isSlow($0.key, again[$0.key, default: 0]) }
    }
    for (index, time) in slow { Issue.record("\(time) ms: \(guesses[index].code)") }
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
  /// The most milliseconds that one of its expressions may take.
  let budget: Int
  /// What it is to find, or the message.
  let text: String
  let code: String

  init(_ entry: String) throws {
    guard let match = entry.firstMatch(of: /^= (\w+)( \d+)?: ([^\n]*)\n(?s:(.*))/),
      let outcome = Outcome(rawValue: String(match.output.1))
    else { throw BadGuess(entry: entry) }
    self.outcome = outcome
    budget = match.output.2.flatMap { Int($0.dropFirst()) } ?? 300
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

  /// What the compiler says: the time of the slowest expression of each guess in milliseconds, and
  /// the errors of each.
  func check() throws -> (times: [Int: Int], errors: [Int: [String]]) {
    let outcome = try compiler.run(
      ["-typecheck", "-Xfrontend", "-warn-long-expression-type-checking=100"] + files, in: folder)
    var (times, errors): ([Int: Int], [Int: [String]]) = ([:], [:])
    let pattern = /(?m)guesses\.swift:(\d+):\d+: (?:error: (.*)|warning: expression took (\d+)ms)/
    for match in outcome.output.matches(of: pattern) {
      guard let line = Int(match.output.1), let index = ends.firstIndex(where: { line <= $0 })
      else { continue }
      if let error = match.output.2 { errors[index, default: []].append(String(error)) }
      if let time = match.output.3.flatMap({ Int($0) }) {
        times[index] = max(times[index, default: 0], time)
      }
    }
    return (times, errors)
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
