import Foundation
import People
import StoreSQLite
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(hangLimit))) struct TransactionTests {
  private let folder = TemporaryFolder()
  private let store: PersonStore

  init() throws { store = try PersonStore(path: folder.file()) }

  @Test func commit() async throws {
    let group = try await store.write { transaction in
      let ada = try transaction.people.insert(.some())
      return try transaction.groups.insert(PersonGroup(letter: "L", items: [ada]))
    }
    #expect(try await store.groups.all() == [group])
    #expect(try await store.people.all() == group.items)
  }

  @Test func rollback() async throws {
    await #expect(throws: Stop()) {
      try await store.write { transaction in
        let ada = try transaction.people.insert(.some())
        try transaction.groups.insert(PersonGroup(letter: "L", items: [ada]))
        #expect(try transaction.people.count() == 1)
        throw Stop()
      }
    }
    #expect(try await store.people.count() == 0)
    #expect(try await store.groups.count() == 0)
    #expect(try await store.people.insert(.some()).id == 1)
  }

  @Test func aQueryDoesNotOutliveItsTransaction() async throws {
    let query = try await store.write { $0.people.where { $0.id > 0 } }
    let path = store.pool.path
    // No other work has run on a thread of its own.
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        #expect(throws: DatabaseError.transactionEnded(path: path)) {
          try query.blocking.toArray()
        }
        #expect(throws: DatabaseError.transactionEnded(path: path)) { try query.delete() }
        continuation.resume()
      }
    }
  }

  @Test func rollbackOnAThread() throws {
    let people = [Person.some("a"), .some("b")]
    let stored = try store.write { try $0.people.insert(people) }
    #expect(throws: RowError.notFound(table: "person", key: 77)) {
      try store.write { transaction in
        try transaction.people.delete(stored[0])
        var other = stored[1]
        other.id = 77
        try transaction.people.update(other)
      }
    }
    #expect(try store.read { try $0.people.all() } == stored)
  }

  @Test func errorsThatAreCaughtLeaveTheRest() async throws {
    try await store.write { transaction in
      try transaction.people.insert(.some("a", email: "a@example.org"))
      #expect(throws: RowError.self) {
        try transaction.people.insert(.some("b", email: "a@example.org"))
      }
      #expect(throws: RowError.self) {
        try transaction.people.insert([.some("c"), .some("d", email: "a@example.org")])
      }
      #expect(throws: RowError.self) {
        try transaction.groups.insert([
          PersonGroup(letter: "A"), PersonGroup(letter: "A"),
        ])
      }
      try transaction.people.insert(.some("e"))
    }
    #expect(try await store.people.all().map(\.name) == ["a", "e"])
    #expect(try await store.groups.count() == 0)
  }

  @Test func nested() async throws {
    let names = try await store.write { transaction in
      try transaction.people.insert(.some("outer"))
      try transaction.nested { inner in
        try inner.people.insert(.some("kept"))
        try? inner.nested { innermost in
          try innermost.people.insert(.some("undone"))
          throw Stop()
        }
      }
      #expect(throws: Stop()) {
        try transaction.nested { inner in
          try inner.people.insert(.some("undone"))
          try inner.nested { try $0.people.insert(.some("undone, too")) }
          throw Stop()
        }
      }
      #expect(try transaction.nested { try $0.people.count() } == 2)
      return try transaction.people.all().map(\.name)
    }
    #expect(names == ["outer", "kept"])
    #expect(try await store.people.all().map(\.name) == names)
  }

  @Test func nestedIsUndoneWithTheOuterOne() throws {
    #expect(throws: Stop()) {
      try store.write { transaction in
        try transaction.nested { try $0.people.insert(.some()) }
        throw Stop()
      }
    }
    #expect(try store.people.count() == 0)
  }

  @Test func readingIsOneSnapshot() throws {
    try store.people.insert(.some("a"))
    let counts = try store.read { snapshot in
      let before = try snapshot.people.count()
      try store.people.insert(.some("b"))
      try store.groups.insert(PersonGroup(letter: "A"))
      return [before, try snapshot.people.count(), try snapshot.groups.count()]
    }
    #expect(counts == [1, 1, 0])
    #expect(try store.people.count() == 2)
    #expect(try store.groups.count() == 1)
  }

  @Test func readingCannotWrite() async throws {
    do {
      try await store.read { _ = try $0.people.insert(.some()) }
      Issue.record("it was written")
    } catch DatabaseError.readOnly {
    }
    #expect(try await store.people.count() == 0)
  }

  @Test("a write inside a write is an error, not a wait for ever") func writeInsideWrite()
    async throws
  {
    try await store.write { [store] transaction in
      try transaction.people.insert(.some("a"))
      #expect(throws: DatabaseError.nestedAccess) { try store.people.insert(.some("b")) }
      #expect(throws: DatabaseError.nestedAccess) { try store.write { _ in } }
      // Reading is possible: it sees what is committed.
      #expect(try store.people.count() == 0)
    }
    #expect(try await store.people.all().map(\.name) == ["a"])
  }
}
