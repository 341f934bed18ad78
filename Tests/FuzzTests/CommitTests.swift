import CommitFuzzing
import TestSupport
import Testing

/// Random commits with live queries and delegates. `Scripts/fuzz commits` makes many more.
@Suite("S78, S79: random commits", .timeLimit(.minutes(hangLimit)))
struct CommitTests {
  @Test("live results, told rows and what writes return are what is stored", arguments: [1, 2])
  func commits(seed: UInt64) async throws {
    let numbers = try await CommitFuzzer(seed: seed).run(from: 0, count: 1_000) {
      Issue.record("\($0)")
    }
    #expect(numbers.steps >= 1_000)
  }
}
