import TestModel
import Testing
import TwiceOnArrays
import TwiceOnStore

@testable import ChainFuzzing

/// More than three hundred chains, each written once and compiled twice: on arrays and on the
/// store.
@Suite("Written once, compiled twice")
struct TwiceTests {
  @Test("an array and the store give the same", arguments: [5, 7, 60])
  func sameResults(count: Int) throws {
    var random = RandomSource(seed: 12)
    var corpus = Corpus(people: count, purchases: 0, withoutNUL: true, &random)
    // Arithmetic of Swift ends the process where the store gives an error.
    for index in corpus.people.indices where corpus.people[index].age > 1_000 {
      corpus.people[index].age = 99
    }
    let stage = try Stage(corpus, &random)
    let people = stage.corpus.people
    let expected = TwiceOnArrays.Log()
    try expected.run(on: people)
    #expect(expected.results.count >= 300)
    var stores = stage.stores
    if let server = try newServerStore() {
      try server.people.insert(people)
      stores.append(server)
    }
    for store in stores {
      for policy in [QueryPolicy.automatic, .memoryOnly] {
        let found = TwiceOnStore.Log()
        try found.run(on: store.people.query.policy(policy))
        #expect(found.results.count == expected.results.count)
        for (left, right) in zip(expected.results, found.results) {
          #expect(left.line == right.line && left.result == right.result)
        }
        if policy == .automatic, store.pool.engine == .sqlite {
          // The ones with closures of Swift alone, and the operators that run in memory.
          #expect(found.inMemory.count < 30, "\(found.inMemory)")
        }
      }
    }
  }
}
