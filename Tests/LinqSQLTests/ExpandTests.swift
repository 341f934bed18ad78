import LinqCore
import LinqSQL
import StoreSQLite
import TestSupport
import Testing

@Suite("expand in random graphs")
struct ExpandTests {
  private struct Node: Sendable, Hashable, Identifiable {
    var id: Int64 = 0
    var nextID: Int64?

    static let table = Table(
      "node", Node.init, .primaryKey("id", \.id), .column("next_id", \.nextID))
  }

  /// Returns what is reached, by hand.
  private func reached(
    from start: [Node], _ next: (Node) -> [Node]
  ) -> [String] {
    var distances: [Int64: Int] = [:]
    var level = start.map(\.id)
    var depth = 0
    let rows = Dictionary(uniqueKeysWithValues: Set(start).map { ($0.id, $0) })
    var known = rows
    while !level.isEmpty {
      let new = Set(level).filter { distances[$0] == nil }
      for id in new { distances[id] = depth }
      let following = new.compactMap { known[$0] }.flatMap(next)
      for node in following { known[node.id] = node }
      level = following.map(\.id)
      depth += 1
    }
    return distances.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { "\($0) \($1)" }
  }

  @Test("both directions, with cycles", arguments: 1...6)
  func random(count: Int) throws {
    let seed = Seed()
    var random = seed.generator
    let pool = try ConnectionPool(path: ":memory:")
    try pool.withWriter {
      try $0.execute("CREATE TABLE node (id INTEGER PRIMARY KEY, next_id INTEGER) STRICT")
    }
    let nodes: any BlockingRepository<Node> = Repository(Node.table, in: pool)
    let size = Int64(count * count * 4)
    let all = try nodes.insert(
      (1...size).map { _ in
        Node(
          nextID: Int.random(in: 0..<6, using: &random) == 0
            ? nil : Int64.random(in: 1...size + 2, using: &random))
      })
    for _ in 0..<20 {
      let bound = Int64.random(in: 0...size, using: &random)
      let start = all.filter { $0.id % 5 == bound % 5 && $0.id <= bound }
      let first = nodes.query.where { $0.id % 5 == bound % 5 && $0.id <= bound }
      let above = first.expand { node in
        nodes.query.matching { QueryExpression<Int64?>($0.id) == node.nextID }
      }
      let below = first.expand { node in
        nodes.query.matching { $0.nextID == QueryExpression<Int64?>(node.id) }
      }
      for policy in [QueryPolicy.requireSQL, .memoryOnly] {
        let up = try above.policy(policy).toArray().map { "\($0.0.id) \($0.1)" }
        #expect(
          up == reached(from: start) { node in all.filter { $0.id == node.nextID } }, "\(seed)")
        let down = try below.policy(policy).toArray().map { "\($0.0.id) \($0.1)" }
        #expect(
          down == reached(from: start) { node in all.filter { $0.nextID == node.id } }, "\(seed)")
      }
    }
  }
}
