#if Postgres
import Foundation
import People
import PeoplePostgres
import StorePostgres
import TestSupport
import Testing

extension PostgresSuite {
  /// Connections that end while a transaction is committed.
  @Suite struct LostCommitTests {
    private let direct: PersonStore
    private let proxy: Proxy
    private let store: PersonStore

    init() throws {
      let database = try newDatabase()
      direct = try PersonStore(postgres: database)
      let folder = String(try #require(database.firstMatch(of: /host=(\S+)/)).1)
      proxy = try Proxy(server: folder)
      store = try PersonStore(
        postgres: database.replacing("host=\(folder)", with: "host=\(proxy.folder)"))
    }

    private let ada = Person(name: "Ada", surname: "Lovelace", age: 36)

    @Test func aCommitThatArrivedIsKnownToBeStored() throws {
      proxy.cutNext(.after("COMMIT"))
      let stored = try store.people.insert(ada)
      #expect(proxy.cutCount.withLock { $0 } == 1)
      #expect(try direct.people.all() == [stored])
      proxy.cutNext(.after("COMMIT"))
      try store.write { transaction in
        for _ in 0..<3 { try transaction.people.insert(ada) }
      }
      #expect(proxy.cutCount.withLock { $0 } == 2)
      #expect(try direct.people.count() == 4)
    }

    @Test func aCommitThatDidNotArriveIsKnownToBeLost() throws {
      for _ in 0..<2 {
        proxy.cutNext(.before("COMMIT"))
        #expect {
          try store.people.insert(ada)
        } throws: { error in
          guard case .connectionLost? = error as? DatabaseError else { return false }
          return true
        }
      }
      #expect(proxy.cutCount.withLock { $0 } == 2)
      #expect(try direct.people.count() == 0)
      try store.people.insert(ada)
      #expect(try direct.people.count() == 1)
    }

    @Test func statementsThatAreCutStoreNothing() throws {
      for text in ["BEGIN", "INSERT INTO person"] {
        for cut in [Proxy.Cut.before(text), .after(text)] {
          proxy.cutNext(cut)
          #expect(throws: DatabaseError.self) { try store.people.insert(ada) }
        }
      }
      proxy.cutNext(.after("SELECT"))
      #expect(throws: DatabaseError.self) { try store.people.count() }
      #expect(try store.people.count() == 0)
      #expect(proxy.cutCount.withLock { $0 } == 5)
    }

    @Test func withoutAnotherConnectionItStaysOpen() throws {
      proxy.cutNext(.after("COMMIT"))
      proxy.refusesAfterCut.withLock { $0 = true }
      #expect {
        try store.people.insert(ada)
      } throws: { error in
        guard case .uncertain? = error as? DatabaseError else { return false }
        return true
      }
      #expect(try direct.people.count() == 1)
    }
  }
}
#endif
