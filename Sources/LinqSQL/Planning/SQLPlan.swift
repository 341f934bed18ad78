internal import Linq

/// A query divided in two: what one SQL statement does, and the steps that run in memory behind it.
struct SQLPlan {
  /// The statement of the first part.
  private(set) var statement: SelectStatement
  /// The place in the chain of the last step of the first part: the statement gives its elements.
  private(set) var last = 0
  /// The places of the steps in memory, in their order.
  private(set) var memory: [Int] = []
  private(set) var operators: [QueryPlan.Operator] = []
  /// The step that makes groups of the statement's rows, if one does.
  private(set) var group: (any QueryNode)?

  private let source: any SQLSource
  private let skip: QueryShape.Skip?

  private let chain: [any QueryNode]

  /// The place of the sort that the last steps belong to, and what the plan was before it.
  private var sort: (place: Int, before: SelectStatement, last: Int)?

  /// Divides a query whose source is a table.
  ///
  /// - Parameters:
  ///   - skip: the `skip` whose number is a constant of the query.
  ///   - isPart: whether the statement becomes a part of another query's, whose constants have the
  ///     numbers.
  init(
    _ chain: [any QueryNode], source: any SQLSource, policy: QueryPolicy,
    skip: QueryShape.Skip? = nil, isPart: Bool = false
  ) {
    self.chain = chain
    self.source = source
    self.skip = skip
    statement = source.statement
    var constants = 0
    let steps = chain.enumerated().map { index, node in
      if let skip, skip.step == index {
        precondition(skip.slot == constants, "constants are numbered as the shape reads them")
        constants += 1
      }
      return isPart ? node.step : node.step.numbered(&constants)
    }
    operators.append(.init(name: steps[0].name, place: .sql))
    for index in chain.indices.dropFirst() {
      do throws(Untranslatable) {
        if policy == .memoryOnly { throw Untranslatable(reason: "the policy is memory only") }
        try add(index, steps)
      } catch {
        keep(index, steps, reason: error.reason)
      }
    }
    if case .group(_, _, _, let node) = statement.shape {
      group = node
      statement = statement.withItems()
    }
  }

  /// Leaves a step to memory, and with a `thenBy` the sort between whose equals it decides.
  private mutating func keep(_ index: Int, _ steps: [QueryStep], reason: String) {
    if case .sort(_, _, isSecondary: true) = steps[index], let sort {
      statement = sort.before
      last = sort.last
      let count = index - sort.place
      operators.removeSubrange(
        (operators.count - memory.count - count)..<(operators.count - memory.count))
      for place in sort.place..<index {
        memory.append(place)
        operators.append(
          .init(
            name: steps[place].name,
            place: .memory(reason: "\(steps[index].name) behind it runs in memory")))
      }
    }
    sort = nil
    memory.append(index)
    operators.append(.init(name: steps[index].name, place: .memory(reason: reason)))
  }

  private mutating func add(_ index: Int, _ steps: [QueryStep]) throws(Untranslatable) {
    let step = steps[index]
    try checkMove(of: step)
    // SQLite's limit is 1000 levels; some operations take two.
    let conditions = statement.filters.count + (statement.grouping?.having.count ?? 0)
    guard conditions + 2 * step.depth <= 900 else {
      throw Untranslatable(reason: "SQLite reads no expressions of so many levels")
    }
    var changed = statement
    try changed.apply(step, of: chain[index], on: source)
    if let skip, skip.step == index { changed.offsetSlot = skip.slot }
    guard changed.parserWeight <= SelectStatement.maximumParserWeight else {
      throw Untranslatable(reason: "SQLite cannot read statements nested so deeply")
    }
    switch step {
    case .sort(_, _, isSecondary: true) where sort != nil: break
    case .sort: sort = (index, statement, last)
    default: sort = nil
    }
    statement = changed
    operators.insert(
      .init(name: step.name, place: .sql, movedBefore: memory.map { steps[$0].name }),
      at: operators.count - memory.count)
    if memory.isEmpty { last = index }
  }

  /// A step may come before filters in memory where the laws allow it: other filters, sorts, the
  /// opposite order, the first of equal elements.
  private func checkMove(of step: QueryStep) throws(Untranslatable) {
    for waiting in memory {
      let name = chain[waiting].step.name
      guard case .filter(let predicate) = chain[waiting].step else {
        throw Untranslatable(reason: "it follows \(name), which runs in memory")
      }
      // A closure is taken for one that does not fail; of an expression it is known (S36).
      if let predicate, predicate.canFail {
        throw Untranslatable(reason: "it follows \(name), which runs in memory and can fail")
      }
    }
    guard !memory.isEmpty else { return }
    switch step {
    case .filter, .sort, .reverse, .distinct(.element): return
    default: throw Untranslatable(reason: "it follows where, which runs in memory")
    }
  }
}

extension [QueryPlan.Operator] {
  /// Throws where an operator would run in memory.
  func requireSQL() throws {
    for step in self {
      guard case .memory(let reason) = step.place else { continue }
      throw QueryError.wouldRunInMemory(operator: step.name, reason: reason)
    }
  }
}

extension QueryNode {
  /// The steps from the source on.
  var chain: [any QueryNode] {
    var nodes: [any QueryNode] = [self]
    while let upstream = nodes[nodes.count - 1].upstream { nodes.append(upstream) }
    return nodes.reversed()
  }
}
