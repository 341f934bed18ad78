import CFaultVFS
import Foundation
import People
import StoreSQLite
import TestSupport
import Testing

/// The power fails after the k-th write, sync, truncation or deletion, for each k. Of what was not
/// synced then, some is on the disk, some is not, and some is in part. Afterwards the file is
/// whole, every acknowledged transaction is there, and no other is there in part.
///
/// Set `FAULTS` to `all` for each k and more seeds.
@Suite("Loss of power", .serialized, .timeLimit(.minutes(hangLimit)))
struct PowerTests {
  /// The number of people that each transaction inserts.
  private static let size = 7
  private static let transactions = 6

  /// Inserts people in transactions and checkpoints in between. Returns the number of calls after
  /// which each transaction was acknowledged.
  private func run(
    at path: String, durability: DatabaseConfiguration.Durability = .full
  ) throws -> [Int] {
    var configuration = DatabaseConfiguration()
    configuration.durability = durability
    let store = try PersonStore(path: path, configuration: configuration)
    defer { store.close() }
    var acknowledged: [Int] = []
    for transaction in 0..<Self.transactions {
      try store.people.insert(
        (0..<Self.size).map { Person(name: "n\(transaction)", surname: "s", age: $0) })
      acknowledged.append(fault_power_count())
      if transaction % 3 == 2 {
        try store.pool.withWriter { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
      }
    }
    return acknowledged
  }

  @Test("what was acknowledged is there, what was not is there as a whole or not at all")
  func power() throws {
    try #require(fault_install() == 0)
    let seed = Seed()
    var generator = seed.generator
    let measured = try WorkFolder(withStore: false)
    fault_power_begin(measured.name, measured.name, 0, 0)
    _ = try run(at: measured.path)
    let total = fault_power_end()
    try #require(total > 30)
    var images = 0
    let calls = (1...total).sample(total / 2, seed)
    for call in calls {
      for _ in 0..<(triesEverything ? 20 : 1) {
        let source = try WorkFolder(withStore: false)
        let target = try WorkFolder(withStore: false)
        let number = UInt32.random(in: 0 ... .max, using: &generator)
        fault_power_begin(source.name, target.name, call, number)
        let acknowledged = try run(at: source.path)
        _ = fault_power_end()
        guard FileManager.default.fileExists(atPath: target.path) else { continue }
        images += 1
        let place = Comment(rawValue: "call \(call) of \(total), \(number), \(seed)")
        try expectWhole(target.path, acknowledged.count { $0 < call }, place)
      }
    }
    #expect(images > calls.count / 2)
    print("loss of power: \(total) calls, \(images) images")
  }

  @Test("a measure that measures: with less durability acknowledged transactions are lost")
  func lessDurability() throws {
    try #require(fault_install() == 0)
    var lost = 0
    for call in 90..<120 {
      let source = try WorkFolder(withStore: false)
      let target = try WorkFolder(withStore: false)
      fault_power_begin(source.name, target.name, call, UInt32(call))
      let acknowledged = try run(at: source.path, durability: .normal)
      _ = fault_power_end()
      guard FileManager.default.fileExists(atPath: target.path) else { continue }
      let store = try PersonStore(path: target.path)
      let count = try store.people.count() / Self.size
      store.close()
      if count < acknowledged.count(where: { $0 < call }) { lost += 1 }
    }
    #expect(lost > 0)
  }

  private func expectWhole(_ path: String, _ acknowledged: Int, _ place: Comment) throws {
    // Before the first transaction the file may be empty, or not have its tables yet.
    let store: PersonStore
    do {
      store = try PersonStore(path: path)
    } catch {
      return #expect(acknowledged == 0, "\(place): \(error)")
    }
    defer { store.close() }
    let findings = try store.check()
    #expect(findings == [], place)
    let counts = try store.people.countBy { $0.name }.toArray()
    #expect(counts.allSatisfy { $0.1 == Self.size }, place)
    #expect((acknowledged...acknowledged + 1).contains(counts.count), place)
  }
}
