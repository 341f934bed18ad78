import ArgumentParser
import ChainFuzzing
import Foundation
import TestModel
import TestSupport

/// Cancels work at random moments.
struct CancellationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancellations",
    abstract: "Cancels work of every kind at random moments.",
    discussion: """
      The work has to end at once, its connection has to be free, and nothing may be left of it. \
      What is not so is printed; the exit status is 1 then.
      """)

  @Option(help: "How often.") var count = 10_000
  @Option(help: "What decides the work and the moments.") var seed: UInt64 = 1
  @Flag(help: "On a PostgreSQL server.") var postgres = false
  @Option(help: "The milliseconds that no work may take to end.") var limit = 300.0

  mutating func run() async throws {
    let folder = TemporaryFolder()
    var configuration = DatabaseConfiguration()
    configuration.readerCount = 1
    let store =
      postgres
      ? try Server(configuration).store
      : try CancellationTrials.newStore(folder.file())
    var trials = try await CancellationTrials(store, seed: seed)
    trials.limit = limit
    try await trials.run(count)
    print("seed \(seed): \(trials.report.summary)")
    for finding in trials.report.findings { print(finding) }
    await store.close()
    if !trials.report.findings.isEmpty { throw ExitCode.failure }
  }
}
