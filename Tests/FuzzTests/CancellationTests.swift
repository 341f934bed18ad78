import ChainFuzzing
import StoreSQLite
import TestModel
import TestSupport
import Testing

/// Work of every kind, canceled at random moments. `Scripts/fuzz cancellations` does it far more
/// often.
@Suite("Canceled work", .serialized, .timeLimit(.minutes(hangLimit)))
struct CancellationTests {
  @Test("ends at once, whatever it does, and leaves nothing behind")
  func atAnyMoment() async throws {
    let (folder, seed) = (TemporaryFolder(), Seed())
    let store = try CancellationTrials.newStore(folder.file())
    var trials = try await CancellationTrials(store, seed: seed.number)
    try await trials.run(1_000)
    let report = trials.report
    print("\(seed): \(report.summary)")
    #expect(report.findings.isEmpty, "\(seed)\n\(report.findings.joined(separator: "\n"))")
    // The machine may be busy, but not half of the time.
    #expect(report.answers.sorted()[report.answers.count / 2] < 50 * Double(patience))
    await store.close()
  }

  @Test("streams that are dropped before their first row give all readers back")
  func droppedStreams() async throws {
    let folder = TemporaryFolder()
    let store = try CancellationTrials.newStore(folder.file(), readers: 4)
    try await store.people.insert(
      (0..<2_000).map { Person(name: "A", surname: "B", age: $0 % 90) })
    for _ in 0..<4 {
      let pairs = store.people.query.crossJoin(store.people).sort { $0.0.age + $0.1.age }.take(1)
      let task = Task { for try await _ in pairs.stream() {} }
      await Task.yield()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      _ = pairs.stream().makeAsyncIterator()
    }
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 { group.addTask { try await store.people.count() } }
      for try await count in group { #expect(count == 2_000) }
    }
    #expect(ContinuousClock.now - start < .seconds(2 * patience))
    await store.close()
  }

  @Test("closing in a task that is canceled interrupts statements and streams")
  func closing() async throws {
    let folder = TemporaryFolder()
    let (isCounting, isRead, isClosed) = (Signal(), Signal(), Signal())
    var configuration = DatabaseConfiguration()
    configuration.readerCount = 4
    configuration.trace = { if $0.hasPrefix("SELECT count(*)") { isCounting.fire() } }
    let store = try TestStore(path: folder.file(), configuration: configuration)
    try await store.people.insert(
      (0..<2_000).map { Person(name: "A", surname: "B", age: $0 % 90) })
    let pairs = store.people.query.crossJoin(store.people)
    // Eight billion rows: it does not end before it is interrupted.
    let triples = pairs.crossJoin(store.people)
    let statement = Task { try await triples.count { $0.0.0.age + $0.1.age >= 0 } }
    // A stream whose consumer does not want more for now.
    let stream = Task {
      var count = 0
      for try await _ in pairs.stream() {
        count += 1
        isRead.fire()
        if count == 1 { try await isClosed.wait() }
      }
      return count
    }
    try await isCounting.wait()
    try await isRead.wait()
    let closing = Task { await store.close() }
    closing.cancel()
    await closing.value
    isClosed.fire()
    await #expect(throws: CancellationError.self) { try await statement.value }
    await #expect(throws: CancellationError.self) { try await stream.value }
    #expect(folder.names == ["test.db"])
  }

  @Test("a time limit of the program ends a statement")
  func timeLimit() async throws {
    let folder = TemporaryFolder()
    let store = try CancellationTrials.newStore(folder.file())
    try await store.people.insert(
      (0..<2_000).map { Person(name: "A", surname: "B", age: $0 % 90) })
    let people = store.people.query
    await #expect(throws: TimeIsUp.self) {
      try await withThrowingTaskGroup(of: (Person, Person)?.self) { group in
        group.addTask {
          try await people.crossJoin(people).sort { $0.0.age + $0.1.age }.firstOrNil()
        }
        group.addTask {
          try await Task.sleep(for: .milliseconds(20))
          throw TimeIsUp()
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
      }
    }
    #expect(try await store.people.count() == 2_000)
    await store.close()
  }

  private struct TimeIsUp: Error {}
}
