import ArgumentParser
import CommitFuzzing
import Foundation

/// Runs random commits with live queries and delegates.
struct CommitsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "commits",
    abstract: "Makes random commits, and compares live results with their queries run afresh.",
    discussion: """
      Each trial has a schema of its own. After each step the live results must equal their \
      queries run afresh, the told rows the difference of the tables, and what writes return what \
      is stored. A difference is printed with as few steps as it became; the exit status is 1 then.
      """)

  @Option(help: "How many steps, each of which is a commit or an attempt of one.")
  var count = 20_000
  @Option(help: "What decides the steps.") var seed: UInt64 = 1
  @Option(help: "The number of the first trial.") var from = 0
  @Option(help: "Stop after so many seconds.") var seconds: Double?
  @Option(help: "Stop after so many differences.") var stopAfter = 10

  mutating func run() async throws {
    let start = Date()
    var (shown, differences) = (start, 0)
    let (limit, stop) = (seconds, stopAfter)
    let numbers = try await CommitFuzzer(seed: seed).run(
      from: from, count: count,
      isOver: { steps in
        let now = Date()
        if now.timeIntervalSince(shown) > 60 {
          shown = now
          let seconds = Int(now.timeIntervalSince(start))
          FileHandle.standardError.write(
            Data("\(seconds) s: \(steps) steps, \(differences) differences\n".utf8))
        }
        return differences >= stop || limit.map { now.timeIntervalSince(start) > $0 } ?? false
      },
      finding: { finding in
        differences += 1
        FileHandle.standardOutput.write(Data("\(finding)\n\n".utf8))
      })
    print(
      "commits, seed \(seed): \(numbers.steps) steps in \(numbers.trials) trials, "
        + "\(differences) differences, \((Date().timeIntervalSince(start) * 10).rounded() / 10) s")
    if differences > 0 { throw ExitCode.failure }
  }
}
