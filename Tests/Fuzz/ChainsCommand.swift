import ArgumentParser
import ChainFuzzing
import Foundation

/// Runs random chains in every way and compares the results.
struct ChainsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chains",
    abstract: "Runs random chains in SQL, in memory, split and in plain Swift, and compares.",
    discussion: """
      The seed and the number of a chain decide everything. A difference is made as small as it
      becomes and printed with what replays it; the exit status is 1 then.
      """)

  @Option(help: "How many chains.") var chains = 20_000
  @Option(help: "What decides the chains and the rows.") var seed: UInt64 = 1
  @Option(help: "The number of the first chain.") var from = 0
  @Option(help: "Stop after so many seconds.") var seconds: Double?
  @Option(help: "Stop after so many differences.") var stopAfter = 10
  @Flag(help: "Run each chain on a PostgreSQL server of its own too.") var postgres = false
  @Option(help: "A folder where differences are kept as regressions.") var keep: String?

  mutating func run() throws {
    let start = Date()
    let server = try postgres ? Server() : nil
    var fuzzer = Fuzzer(seed: seed, server: server?.store)
    var summary = Summary()
    var shown = start
    let limit = seconds
    let stop = stopAfter
    let folder = keep.map { URL(filePath: $0) }
    var (begun, differences) = (0, 0)
    try fuzzer.run(
      from..<(from + chains), into: &summary,
      isOver: {
        let now = Date()
        if now.timeIntervalSince(shown) > 60 {
          shown = now
          let seconds = Int(now.timeIntervalSince(start))
          FileHandle.standardError.write(
            Data("\(seconds) s: \(begun) chains, \(differences) differences\n".utf8))
        }
        begun += 1
        return differences >= stop || limit.map { now.timeIntervalSince(start) > $0 } ?? false
      },
      finding: { finding in
        differences += 1
        FileHandle.standardOutput.write(Data("\(finding)\n\n".utf8))
        if let folder {
          try finding.regression.write(to: folder, name: "\(finding.seed)-\(finding.index)")
        }
      })
    print(summary.report)
    if let server { print(server.report) }
    print("seed \(seed), \((Date().timeIntervalSince(start) * 10).rounded() / 10) s")
    if summary.differences > 0 { throw ExitCode.failure }
  }
}
