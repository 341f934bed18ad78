import Foundation
import People
import TestSupport
import Testing

/// Stores that read with connections of their own.
@Suite struct SeparateReadersTests {
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "\(UUID().uuidString).db").path

  private func remove() {
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
  }

  @Test func readersOfOneKindOfWorkDoNotWaitForOthers() async throws {
    defer { remove() }
    var configuration = DatabaseConfiguration()
    (configuration.readerCount, configuration.connectionTimeout) = (1, .milliseconds(200))
    let store = try await PersonStore(path: path, configuration: configuration)
    try await store.people.insert([Person(name: "Ada", surname: "Lovelace", age: 36)])
    let reports = store.reading(connections: 1)
    // Each of the reads holds its only connection while the others read.
    try await store.read { transaction in
      let counts = try [transaction.people.count(), Self.readElsewhere(reports)]
      #expect(counts == [1, 1])
      #expect(throws: DatabaseError.noConnection(path: path, count: 1)) {
        try Self.readElsewhere(store)
      }
    }
    try await reports.read { _ in
      let count = try Self.readElsewhere(store)
      #expect(count == 1)
      #expect(throws: DatabaseError.noConnection(path: path, count: 1)) {
        try Self.readElsewhere(reports)
      }
    }
    await store.close()
  }

  @Test func theyReadOnlyAndAreClosedWithTheirStore() async throws {
    defer { remove() }
    let store = try await PersonStore(path: path)
    let reports = store.reading(connections: 2)
    let (again, unused) = (reports.reading(connections: 1), store.reading(connections: 1))
    try await store.people.insert([Person(name: "Ada", surname: "Lovelace", age: 36)])
    #expect(try await reports.people.count() == 1)
    #expect(try await again.people.count() == 1)
    await #expect(throws: DatabaseError.self) {
      try await reports.people.insert([Person(name: "Grace", surname: "Hopper", age: 85)])
    }
    await store.close()
    for closed in [reports, again, unused, store.reading(connections: 1)] {
      await #expect(throws: DatabaseError.closed(path: path)) { try await closed.people.count() }
    }
    // Nothing keeps the file open: the log is gone.
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test func aStoreInMemoryReadsItself() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await store.people.insert([Person(name: "Ada", surname: "Lovelace", age: 36)])
    #expect(try await store.reading(connections: 3).people.count() == 1)
  }

  @Test func aRunOfALiveQueryHasATimeLimit() async throws {
    defer { remove() }
    var configuration = DatabaseConfiguration()
    configuration.observerTime = .milliseconds(300)
    let store = try await PersonStore(path: path, configuration: configuration)
    try await store.people.insert(
      (0..<20_000).map { Person(name: "Ada", surname: "Lovelace", age: $0 % 90) })
    let slow = store.people.query.crossJoin(store.people.query)
      .sort { ($0.0.age ?? 0) + ($0.1.age ?? 0) }.take(1)
    await #expect(throws: DatabaseError.tooSlow(limit: .milliseconds(300))) {
      for try await _ in slow.live() {}
    }
    // Waiting for a commit is no part of a run.
    var counts = store.people.query.select { $0.age }.take(1).live().makeAsyncIterator()
    #expect(try await counts.next() == [0])
    try await Task.sleep(for: .milliseconds(600))
    try await store.people.update(Person(id: 1, name: "Ada", surname: "Lovelace", age: 7))
    #expect(try await counts.next() == [7])
    await store.close()
  }

  /// Reads on another thread.
  private static func readElsewhere(_ store: PersonStore) throws -> Int {
    let (found, hasRead) = (Collected<Result<Int, any Error>>(), Signal())
    Thread.detachNewThread {
      found.append(Result { try store.people.count() })
      hasRead.fire()
    }
    try hasRead.waitBlocking()
    return try #require(found.all.first).get()
  }
}
