import Foundation
import People
import Synchronization
import Testing

@testable import PersonService

/// Answers about the whole store, which are computed once.
@Suite struct SharedAnswerTests {
  /// Counts people, and how often it does.
  private final class Counting: Sendable {
    let runs = Atomic<Int>(0)

    func answer(of store: PersonStore) -> SharedAnswer<Int> {
      SharedAnswer(of: store, ServiceLimits()) { [self] transaction in
        runs.wrappingAdd(1, ordering: .relaxed)
        return try transaction.people.count()
      }
    }
  }

  /// The number of people who are being stored, and who are.
  private final class Written: Sendable {
    let begun = Atomic<Int>(0)
    let stored = Atomic<Int>(0)
  }

  @Test func anAnswerIsComputedOnceForEachState() async throws {
    try await withStoredPeople(1_000) { store in
      let counting = Counting()
      let answer = counting.answer(of: store)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<100 { group.addTask { try await answer.value() } }
        for try await count in group { #expect(count == 1_000) }
      }
      #expect(counting.runs.load(ordering: .relaxed) == 1)
      try await store.people.insert([Person(name: "Grace", surname: "")])
      #expect(try await answer.value() == 1_001)
      #expect(try await answer.value() == 1_001)
      #expect(counting.runs.load(ordering: .relaxed) == 2)
      // What is rolled back is not seen.
      try? await store.write { transaction in
        try transaction.people.insert(Person(name: "Nobody", surname: ""))
        throw CancellationError()
      }
      #expect(try await answer.value() == 1_001)
      #expect(answer.readingCount == 0)
    }
  }

  @Test func whoAsksAfterACommitGetsIt() async throws {
    try await withStoredPeople(0) { store in
      let answer = Counting().answer(of: store)
      let written = Written()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask {
            for _ in 0..<200 {
              written.begun.wrappingAdd(1, ordering: .sequentiallyConsistent)
              try await store.people.insert([Person(name: "Ada", surname: "")])
              written.stored.wrappingAdd(1, ordering: .sequentiallyConsistent)
            }
          }
        }
        for _ in 0..<4 {
          group.addTask {
            var last = 0
            while last < 600 {
              let least = written.stored.load(ordering: .sequentiallyConsistent)
              last = try await answer.value()
              let most = written.begun.load(ordering: .sequentiallyConsistent)
              #expect(last >= least && last <= most)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func commitsOfOthersAreSeen() async throws {
    try await withStoredPeople(10) { store in
      let answer = Counting().answer(of: store)
      #expect(try await answer.value() == 10)
      // Another pool, as another program has.
      let other = try await PersonStore(path: store.pool.path)
      for count in 11...30 {
        try await other.people.insert([Person(name: "Ada", surname: "")])
        #expect(try await answer.value() == count)
      }
      try await other.people.where { $0.name == "Ada" }.delete()
      #expect(try await answer.value() == 0)
      await other.close()
    }
  }

  @Test func aStoreInMemoryIsReadAnewAfterItsOwnCommits() async throws {
    let store = try await PersonStore(path: ":memory:")
    let answer = Counting().answer(of: store)
    for count in 1...5 {
      try await store.people.insert([Person(name: "Ada", surname: "")])
      #expect(try await answer.value() == count)
    }
    await store.close()
  }

  @Test func aReadingEndsWhenAllWhoWaitHaveGone() async throws {
    try await withStoredPeople(20_000) { store in
      let answer = SharedAnswer(of: store, EndingTests.patient) { transaction in
        let people = transaction.people.query
        return try people.crossJoin(people).count { $0.0.age == $0.1.age }
      }
      let first = Task { try await answer.value() }
      let second = Task { try await answer.value() }
      #expect(try await eventually { answer.readingCount > 0 })
      first.cancel()
      try await Task.sleep(for: .milliseconds(50))
      #expect(answer.readingCount > 0)
      second.cancel()
      for task in [first, second] {
        await #expect(throws: CancellationError.self) { try await task.value }
      }
      #expect(try await eventually { answer.readingCount == 0 })
    }
  }

  @Test func anAnswerThatTakesTooLongIsToldToAll() async throws {
    try await withStoredPeople(20_000) { store in
      var limits = ServiceLimits()
      limits.time = .milliseconds(300)
      let answer = SharedAnswer(of: store, limits) { transaction in
        let people = transaction.people.query
        return try people.crossJoin(people).count { $0.0.age == $0.1.age }
      }
      for _ in 0..<2 {
        await #expect(throws: Problem.self) { try await answer.value() }
      }
    }
  }

  @Test func lettersAndAttributesFollowWrites() async throws {
    try await withStoredPeople(3) { store in
      try await withService(store) { client in
        let one = #"[{"letter":"L","people":3}]"#
        for _ in 0..<2 {
          let letters = try await client.send(.get, "/api/letters").text
          #expect(letters == one)
        }
        #expect(
          try await client.send(.get, "/api/attributes").text == #"{"isWhole":true,"names":[]}"#)
        let hopper = #"{"name":"Grace","surname":"Hopper","attributes":{"rank":"admiral"}}"#
        #expect(try await client.send(.post, "/api/people", hopper).status == .created)
        #expect(
          try await client.send(.get, "/api/letters").text
            == #"[{"letter":"H","people":1},{"letter":"L","people":3}]"#)
        #expect(
          try await client.send(.get, "/api/attributes").text
            == #"{"isWhole":true,"names":["rank"]}"#)
      }
    }
  }
}
