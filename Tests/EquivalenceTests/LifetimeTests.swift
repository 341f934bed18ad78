import ChainFuzzing
import StoreSQLite
import TestModel
import TestSupport
import Testing

@Suite("What keeps a database open")
struct LifetimeTests {
  @Test("plans of its queries do not")
  func plans() throws {
    let folder = TemporaryFolder()
    weak var pool: ConnectionPool?
    do {
      let store = try TestStore(path: folder.file())
      pool = store.pool
      let people = try store.people.insert(hostilePeople)
      // Chains of shapes that no other test has: this store makes their plans.
      #expect(try store.people.take(9_111).toArray() == people)
      #expect(try store.people.take(9_112).select { ($0.name, $0.age) }.toArray().count == 60)
      #expect(
        try store.people.take(9_113).groupBy { $0.surname }.toArray().map(\.count).reduce(0, +)
          == 60)
      #expect(try store.people.take(9_114).index().toArray().count == 60)
      #expect(
        try store.people.take(9_115).join(store.people, on: { $0.id }, equals: { $0.id }).count()
          == 60)
      #expect(try store.people.where { opaquelyTrue($0) }.take(9_116).toArray() == people)
      try store.write { transaction in
        let names = try transaction.people.take(9_117).select { ($0.name, $0.id) }.toArray()
        #expect(names.count == 60)
      }
      #expect(pool != nil)
    }
    #expect(pool == nil)
  }
}
