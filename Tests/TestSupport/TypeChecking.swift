import Foundation

/// What type-checking Swift files took: with one version of the compiler it is the same on each
/// machine and in each run, unlike its time.
///
/// The compiler counts the scopes that its constraint solver opens: each is an overload or a type
/// that it tries. 10,000 of them take about 0.3 s, with the messages of a mistake included.
package struct TypeChecking: Sendable {
  package let outcome: SwiftCompiler.Outcome
  /// The scopes of each line with an expression or a declaration that opened some, by files' names.
  private let scopes: [String: [Int: Int]]

  /// Reads the traces that the compiler wrote to a folder, one for each file that it checked.
  fileprivate init(_ outcome: SwiftCompiler.Outcome, of files: [String], traces: URL) throws {
    self.outcome = outcome
    let names = try FileManager.default.contentsOfDirectory(atPath: traces.path)
    var scopes: [String: [Int: Int]] = [:]
    for file in files {
      let name = URL(fileURLWithPath: file).lastPathComponent
      for trace in names where trace.hasPrefix("trace-") && trace.contains("-\(name)-") {
        let lines = try String(contentsOf: traces.appending(path: trace), encoding: .utf8)
        scopes[name, default: [:]].merge(Self.scopes(in: lines, of: name), uniquingKeysWith: +)
      }
    }
    self.scopes = scopes
  }

  /// The scopes that some lines of a file took, which are counted from 1.
  package func scopes(of file: String, in lines: some RangeExpression<Int>) -> Int {
    let lines = lines.relative(to: 0..<Int.max)
    return scopes[file, default: [:]].reduce(0) { $0 + (lines.contains($1.key) ? $1.value : 0) }
  }

  /// Most events of a trace have no place, so what was counted belongs to the next one that has.
  private static func scopes(in trace: String, of file: String) -> [Int: Int] {
    var (scopes, pending): ([Int: Int], Int) = ([:], 0)
    for event in trace.split(separator: "\n") {
      // Time, Live, IsEntry, EventName, CounterName, CounterDelta, CounterValue, …
      let fields = event.split(separator: ",", maxSplits: 7, omittingEmptySubsequences: false)
      guard fields.count == 8 else { continue }
      if fields[4] == "\"Sema.NumConstraintScopes\"" { pending += Int(fields[5]) ?? 0 }
      guard fields[2] == "\"exit\"", let place = fields[7].range(of: "\(file):"),
        let line = Int(fields[7][place.upperBound...].prefix { $0.isNumber })
      else { continue }
      scopes[line, default: 0] += pending
      pending = 0
    }
    return scopes
  }
}

extension SwiftCompiler {
  /// Type-checks files, with the modules of the build.
  package func typeCheck(_ files: [String], in folder: TemporaryFolder) throws -> TypeChecking {
    let traces = URL(fileURLWithPath: folder.file("traces-\(UUID().uuidString)"))
    try FileManager.default.createDirectory(at: traces, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: traces) }
    let outcome = try run(
      ["-typecheck", "-trace-stats-events", "-stats-output-dir", traces.path] + files, in: folder)
    return try TypeChecking(outcome, of: files, traces: traces)
  }
}
