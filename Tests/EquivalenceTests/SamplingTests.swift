import ChainFuzzing
import TestModel
import Testing

@Suite("Queries verified while a program runs")
struct SamplingTests {
  private struct Item: Sendable, Hashable {
    var id: Int64
    var name: String

    var shout: String { name.uppercased() + "!" }

    // A translation that lies.
    static let table = Table(
      "item", Item.init, .primaryKey("id", \.id), .column("name", \.name)
    ).computed(\.shout) { $0.name.uppercased() }
  }

  /// A sampling that writes down what it finds.
  private func sampling(oneIn interval: Int, _ log: Recorder) -> QuerySampling {
    QuerySampling(oneIn: interval) { difference, plan in
      log.add("\(difference.index) \(plan.isAllSQL ? "SQL" : "memory")")
    }
  }

  @Test("a store finds no difference")
  func noDifference() async throws {
    let log = Recorder()
    let store = try TestStore(path: ":memory:", sampling: sampling(oneIn: 2, log))
    try await store.people.insert(hostilePeople)
    for _ in 0..<3 {
      #expect(try await store.people.where { $0.age == 25 }.count() > 0)
      #expect(try await store.people.sort { $0.name }.take(3).toArray().count == 3)
      await #expect(throws: ExpressionError.divisionByZero) {
        try await store.people.select { 7 / $0.age }.toArray()
      }
    }
    #expect(log.all.isEmpty)
  }

  /// Items, in a store of their own, whose `shout` SQL computes in another way.
  private func makeItems(
    sampling: QuerySampling, notice: QueryNotice? = nil
  ) throws -> Repository<Item> {
    let (store, _) = try makeStore(of: [])
    try store.pool.write {
      try $0.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
    }
    return Repository(Item.table, in: store.pool, notice: notice, sampling: sampling)
  }

  @Test("one run of so many is verified, and a difference is reported with its plan")
  func difference() throws {
    let log = Recorder()
    let items = try makeItems(sampling: sampling(oneIn: 3, log))
    try items.insert([Item(id: 0, name: "a"), Item(id: 0, name: "b")])
    for run in 1...7 {
      #expect(try items.select { $0.shout }.toArray() == ["A", "B"])
      #expect(log.all.count == run / 3)
    }
    #expect(log.all == ["0 SQL", "0 SQL"])
    #expect(try items.query.policy(.memoryOnly).select { $0.shout }.first() == "A!")
  }

  @Test("a program is told nothing of the verification itself")
  func notices() throws {
    let (log, notices) = (Recorder(), Recorder())
    let items = try makeItems(
      sampling: sampling(oneIn: 1, log), notice: { message, _ in notices.add(message) })
    #expect(try items.where { String($0.name.reversed()) == "ab" }.toArray().isEmpty)
    #expect(try items.select { $0.id + 4321 }.toArray().isEmpty)
    // What runs in memory, and the spellings that have SQL.
    #expect(notices.all.count == 2)
    #expect(notices.all.first?.hasPrefix("where runs in memory") == true)
    #expect(notices.all.last?.hasPrefix("in SQL: ") == true)
  }
}
