internal import LinqCore
internal import StoreEngine

// A query of which several connections read parts at the same time (`QueryPolicy.parallel`):
//
//   people.where { isPrime($0.id) }.count()
//
// | step | result |
// |---|---|
// | `DividedChain` | all operators run on parts, whose numbers are added |
// | `KeyRanges` | 1...1250, 1251...2500 … of the keys in the table, four for each connection |
// | `PartsNode` | each connection takes the next range, and runs the chain with |
// | | `.where { $0.id >= 1 && $0.id <= 1250 }` after the table, as any query is run |
// | `DividedNode` | the elements of the parts merged, or the whole query if a part failed |

extension DatabaseEngine {
  /// What of a query runs on parts of the rows.
  struct Division {
    let chain: DividedChain
    let rows: any DividedRows
    /// The column of whose values there are ranges.
    let key: String
    /// The operators after those that run on parts.
    let rest: ArraySlice<any QueryNode>
    let readers: Int

    /// Whether all rows are read, even if only the first element is asked for.
    var readsAll: Bool { !rest.isEmpty || chain.last.operator.traits.contains(.givesOneValue) }
  }

  /// Divides a query into parts of the rows.
  ///
  /// - Throws: why it cannot be divided.
  func division(
    of node: any QueryNode, _ plan: PlannedQuery, _ policy: QueryPolicy
  ) throws(Undivided) -> Division {
    guard case .pool(let pool) = connections else {
      throw Undivided(reason: "a transaction has one connection")
    }
    guard pool.engine.dividesReads else {
      throw Undivided(reason: "the server divides its work itself")
    }
    guard !pool.isSingle else { throw Undivided(reason: "the database has one connection") }
    guard policy.readers > 1 else { throw Undivided(reason: "the policy allows one reader") }
    guard pool.configuration.memoryLimit == nil else {
      throw Undivided(reason: "the memory of each query is limited")
    }
    guard !plan.usesTextIndex else { throw Undivided(reason: "an index of words finds the rows") }
    let chain = node.chain
    guard let rows = chain[0] as? any DividedRows else {
      throw Undivided(reason: "its source is no table")
    }
    guard let key = rows.rangeKey else {
      throw Undivided(reason: "the rows of \(chain[0].operator.name) have no integer key")
    }
    let divided = try DividedChain(chain) { plan.memory.contains($0) }
    return Division(
      chain: divided, rows: rows, key: key, rest: chain[divided.count...], readers: policy.readers)
  }

  /// Returns a query, the parts of which several connections read; the same query if it cannot be
  /// divided.
  func divided<Element>(
    _ query: any QueryNode<Element>, _ division: Division?, on connection: Connection
  ) -> any QueryNode<Element> {
    // A transaction sees what it has written, and a snapshot that has begun is that of one reader.
    guard let division, !connection.isInTransaction, case .pool(let pool) = connections else {
      return query
    }
    func open<Last: QueryNode>(_ last: Last) -> any QueryNode {
      PartsNode<Last.Element>(last.cast(), division, engine: self, pool: pool)
    }
    let chain = newChain(division.rest, on: open(division.chain.last))
    return DividedNode(query, divided: chain.cast(), readsAll: division.readsAll)
  }

  /// Returns whether several connections read parts of a query; nil if the policy does not ask for
  /// that.
  func parallelism(
    of node: any QueryNode, _ plan: PlannedQuery, _ policy: QueryPolicy
  ) -> QueryPlan.Parallelism? {
    guard case .parallel = policy else { return nil }
    do throws(Undivided) {
      let division = try division(of: node, plan, policy)
      return .ranges(of: division.key, readers: division.readers)
    } catch {
      return .oneConnection(reason: error.reason)
    }
  }
}
