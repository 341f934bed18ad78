import Foundation
import People
import StoreSQLite
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(hangLimit))) struct ConcurrencyTests {
  private let folder = TemporaryFolder()

  /// What one read saw.
  private struct Sight: Sendable {
    var people: Int
    var groups: Int
    var items: Int
    var counter: Int
    var peopleAgain: Int
  }

  @Test("eight tasks that read while one writes see whole transactions only")
  func snapshots() async throws {
    let store = try await PersonStore(path: folder.file())
    // This person's age counts the transactions.
    let counter = try await store.people.insert(Person(name: "Counter", surname: "", age: 0))
    let rounds = 150
    let writer = Task {
      for round in 1...rounds {
        try await store.write { transaction in
          var counter = counter
          counter.age = round
          let one = try transaction.people.insert(.some("one of \(round)"))
          try transaction.people.update(counter)
          let two = try transaction.people.insert(.some("two of \(round)"))
          try transaction.groups.insert(PersonGroup(letter: "\(round)", items: [two, one]))
          try? transaction.nested { inner in
            try inner.people.insert(.some("undone"))
            throw Stop()
          }
        }
      }
    }
    let readers = (0..<8).map { _ in
      Task {
        var sights: [Sight] = []
        repeat {
          sights.append(
            try await store.read { snapshot in
              Sight(
                people: try snapshot.people.count(), groups: try snapshot.groups.count(),
                items: try snapshot.groups.all().map(\.items.count).reduce(0, +),
                counter: try snapshot.people.find(counter.id)?.age ?? -1,
                peopleAgain: try snapshot.people.all().count)
            })
        } while (sights.last?.counter ?? rounds) < rounds
        return sights
      }
    }
    try await writer.value
    for reader in readers {
      let sights = try await reader.value
      #expect(!sights.isEmpty)
      for sight in sights {
        #expect(sight.people == 1 + 2 * sight.counter)
        #expect(sight.peopleAgain == sight.people)
        #expect(sight.groups == sight.counter)
        #expect(sight.items == 2 * sight.counter)
      }
      #expect(sights.map(\.counter) == sights.map(\.counter).sorted())
    }
    await store.close()
  }

  @Test("writes of many tasks come one at a time, none is lost") func manyWriters()
    async throws
  {
    let store = try await PersonStore(path: folder.file())
    let counter = try await store.people.insert(Person(name: "Counter", surname: "", age: 0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<15 {
            try await store.write { transaction in
              guard var current = try transaction.people.find(counter.id) else { throw Stop() }
              current.age? += 1
              try transaction.people.update(current)
              try transaction.people.insert(
                .some("\(task) \(round)", email: "p\(task).\(round)@example.org"))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.people.find(counter.id)?.age == 120)
    let ids = try await store.people.all().map(\.id)
    #expect(ids == Array(1...121))
    #expect(try await store.check() == [])
    await store.close()
  }

  @Test("tasks that wait for the write lock block no thread of the concurrency pool")
  func noThreadIsBlocked() async throws {
    var configuration = DatabaseConfiguration()
    configuration.busyTimeout = longTimeout
    configuration.connectionTimeout = longTimeout
    let path = folder.file()
    let count = max(16, ProcessInfo.processInfo.activeProcessorCount * 4)
    var stores: [PersonStore] = []
    for _ in 0..<count {
      stores.append(try await PersonStore(path: path, configuration: configuration))
    }
    let lock = try SQLiteConnection(path: path)
    try lock.run("BEGIN IMMEDIATE")
    let writes = stores.map { store in Task { try await store.people.insert(.some()) } }
    let saves = stores.map { store in
      Task { try await store.groups.save(PersonGroup(letter: UUID().uuidString)) }
    }
    // Others read meanwhile, with the threads that are left.
    for store in stores { #expect(try await store.people.count() == 0) }
    #expect(await tasksGoOn())
    try lock.run("COMMIT")
    var ids: Set<Int64> = []
    for write in writes { ids.insert(try await write.value.id) }
    for save in saves { _ = try await save.value }
    #expect(ids == Set(1...Int64(count)))
    #expect(try await stores[0].groups.count() == count)
    for store in stores { await store.close() }
  }

  @Test func cancelledWriteLeavesNothing() async throws {
    let store = try await PersonStore(path: folder.file())
    let task = Task {
      try await store.write { transaction in
        // Ends by being cancelled only.
        while true { try transaction.people.insert(.some()) }
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await store.people.count() == 0)
    try await store.people.insert(.some())
    #expect(try await store.people.count() == 1)
    await store.close()
  }
}

@Suite struct ConnectionLimitTests {
  @Test(.timeLimit(.minutes(hangLimit))) func streamsThatWaitForOneAnotherEnd() async throws {
    let folder = TemporaryFolder()
    var configuration = DatabaseConfiguration()
    configuration.readerCount = 2
    configuration.connectionTimeout = .milliseconds(200)
    let store = try await PersonStore(path: folder.file(), configuration: configuration)
    try await store.people.insert((0..<1000).map { .some("\($0)") })
    let streaming = Streaming()
    let errors = await withTaskGroup(of: DatabaseError?.self) { group in
      for _ in 0..<2 {
        group.addTask {
          do {
            var count = 0
            for try await person in store.people.stream() {
              if count == 0 { streaming.count.add(1, ordering: .relaxed) }
              // Both have a connection before one of them asks for another.
              while streaming.count.load(ordering: .relaxed) < 2 {
                try await Task.sleep(for: .milliseconds(5))
              }
              _ = try await store.people.find(person.id)
              count += 1
              if count == 3 { break }
            }
            return nil
          } catch {
            return error as? DatabaseError
          }
        }
      }
      return await group.reduce(into: [DatabaseError?]()) { $0.append($1) }
    }
    // One of them ends with the error, and the other one goes on, or ends with it too.
    let expected = DatabaseError.noConnection(path: folder.file(), count: 2)
    #expect(errors.contains(expected) && errors.allSatisfy { $0 == nil || $0 == expected })
    #expect(try await store.people.count() == 1000)
  }
}

/// The number of streams that have begun.
private final class Streaming: Sendable {
  let count = Atomic<Int>(0)
}
