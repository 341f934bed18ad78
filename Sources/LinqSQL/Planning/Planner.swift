internal import LinqCore

/// Decides what one SQL statement does, and which operators run in memory on its rows.
///
/// Operators are pushed down to SQL from the source on, until one cannot be. After it, those that
/// commute with the filters in memory are still pushed down; the rest runs in memory.
struct Planner {
  /// The statement of the operators that were pushed down.
  private(set) var statement: SelectStatement
  /// The index in the chain of the last operator before those in memory: the statement gives its
  /// elements.
  private(set) var last = 0
  /// The indices of the operators in memory, in their order.
  private(set) var memory: [Int] = []
  private(set) var operators: [QueryPlan.Operator] = []
  /// Builds groups of the statement's rows, where it gives groups with items.
  private(set) var groupReader: (any AnyGroupReader)?

  private let source: any SQLSource
  private let chain: IndexedChain

  /// The index of the sort that the last operators belong to, and what was planned before it.
  private var sort: (index: Int, before: SelectStatement, last: Int)?

  /// Plans a query whose source is a table.
  init(_ chain: IndexedChain, source: any SQLSource, policy: QueryPolicy) {
    self.chain = chain
    self.source = source
    statement = source.statement
    operators.append(.init(name: chain.operators[0].name, place: .sql))
    for index in chain.operators.indices.dropFirst() {
      do throws(Untranslatable) {
        if policy == .memoryOnly { throw Untranslatable(reason: "the policy is memory only") }
        try pushDown(index)
      } catch {
        keep(index, reason: error.reason)
      }
    }
    if case .group(_, _, _, let reader) = statement.projection {
      groupReader = reader
      statement = statement.withItems()
    }
  }

  /// Leaves an operator to memory, and with a `thenBy` the sort whose equal elements it orders.
  private mutating func keep(_ index: Int, reason: String) {
    if case .sort(_, _, isSecondary: true) = chain.operators[index], let sort {
      statement = sort.before
      last = sort.last
      let count = index - sort.index
      operators.removeSubrange(
        (operators.count - memory.count - count)..<(operators.count - memory.count))
      for place in sort.index..<index {
        memory.append(place)
        operators.append(
          .init(
            name: chain.operators[place].name,
            place: .memory(reason: "\(chain.operators[index].name) after it runs in memory")))
      }
    }
    sort = nil
    memory.append(index)
    operators.append(.init(name: chain.operators[index].name, place: .memory(reason: reason)))
  }

  private mutating func pushDown(_ index: Int) throws(Untranslatable) {
    let next = chain.operators[index]
    try checkMove(of: next)
    // SQLite's limit is 1000 levels; some operations take two.
    let conditions = statement.filters.count + (statement.grouping?.having.count ?? 0)
    guard conditions + 2 * next.depth <= 900 else {
      throw Untranslatable(reason: "SQLite reads no expressions of so many levels")
    }
    var changed = statement
    try changed.apply(index, of: chain, source)
    guard changed.parserWeight <= SelectStatement.maximumParserWeight else {
      throw Untranslatable(reason: "SQLite cannot read statements nested so deeply")
    }
    switch next {
    case .sort(_, _, isSecondary: true) where sort != nil: break
    case .sort: sort = (index, statement, last)
    default: sort = nil
    }
    statement = changed
    operators.insert(
      .init(name: next.name, place: .sql, movedBefore: memory.map { chain.operators[$0].name }),
      at: operators.count - memory.count)
    if memory.isEmpty { last = index }
  }

  /// Throws unless an operator may run before those in memory: these are filters that do not fail,
  /// and it commutes with filters.
  private func checkMove(of next: QueryOperator) throws(Untranslatable) {
    guard !memory.isEmpty else { return }
    for waiting in memory {
      let name = chain.operators[waiting].name
      guard case .filter(let condition) = chain.operators[waiting] else {
        throw Untranslatable(reason: "it follows \(name), which runs in memory")
      }
      // A closure is taken for one that does not fail; of an expression it is known (S36).
      if let condition, condition.canFail {
        throw Untranslatable(reason: "it follows \(name), which runs in memory and can fail")
      }
    }
    guard next.traits.contains(.commutesWithFilters) else {
      throw Untranslatable(reason: "it follows where, which runs in memory")
    }
  }
}

extension [QueryPlan.Operator] {
  /// Throws where an operator would run in memory.
  func requireSQL() throws {
    for planned in self {
      guard case .memory(let reason) = planned.place else { continue }
      throw QueryError.wouldRunInMemory(operator: planned.name, reason: reason)
    }
  }
}
