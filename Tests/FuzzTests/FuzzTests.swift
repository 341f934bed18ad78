import ChainFuzzing
import Foundation
import LinqText
import Testing

@Suite("Random chains")
struct FuzzTests {
  @Test(
    "eight thousand chains give the same in SQL, in memory, split and in plain Swift",
    arguments: [101, 102] as [UInt64])
  func noDifference(seed: UInt64) async throws {
    let (summary, findings) = try await onOwnThread {
      var fuzzer = Fuzzer(seed: seed, variants: 1)
      var summary = Summary()
      var findings: [String] = []
      try fuzzer.run(0..<4_000, into: &summary) { findings.append("\($0)") }
      return (summary, findings)
    }
    #expect(findings.isEmpty, "\(findings.joined(separator: "\n\n"))")
    #expect(summary.chains == 4_000 && summary.emptyShare <= 0.3)
    #expect(summary.allSQL > 2_000, "\(summary.report)")
    // Every operator and every member has its turn.
    let missing = ChainOperator.allCases.map(\.rawValue).filter { name in
      !summary.operators.keys.contains {
        $0.split(whereSeparator: " (".contains).first ?? "" == name
      }
    }
    #expect(missing.isEmpty && summary.members.count >= 70, "\(missing) \(summary.report)")
  }

  /// All tests share a few threads: what takes minutes has one of its own.
  private func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Result { try body() }) }
      thread.stackSize = 16 << 20
      thread.start()
    }
  }

  /// The files of the differences that were found once.
  private static let regressions: [URL] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Regressions")
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }()

  @Test("what differed once is the same now", arguments: regressions)
  func regression(file: URL) throws {
    let regression = try Regression(contentsOf: file)
    for result in try regression.results() {
      #expect(result == regression.expected, "\(file.lastPathComponent): \(regression.chain)")
    }
  }

  @Test("what differed once is the same on a server")
  func regressionsOnServer() async throws {
    try await onOwnThread {
      guard let server = try newServerStore() else { return }
      for file in Self.regressions {
        // A server has no text with a NUL.
        guard try !String(contentsOf: file, encoding: .utf8).contains("\\u0000") else { continue }
        let regression = try Regression(contentsOf: file)
        for result in try regression.results(server: server) {
          #expect(result == regression.expected, "\(file.lastPathComponent): \(regression.chain)")
        }
      }
    }
  }

  @Test("there are regressions to run")
  func regressionsExist() { #expect(Self.regressions.count >= 10) }
}
