internal import LinqCore

/// Decides which operators of a chain run in one SQL statement, and which run in memory on its
/// rows.
///
/// Operators are pushed down from the source on, until one cannot be. After it, an operator is
/// still pushed down if it commutes with filters and only filters have stayed in memory; the rest
/// runs in memory.
struct Planner {
  /// The translation of the operators that were pushed down.
  private(set) var statement: SelectStatement
  /// The index of the last operator before those in memory. Its elements are the rows of the
  /// statement.
  private(set) var last = 0
  /// The indices of the operators in memory, in their order.
  private(set) var memory: [Int] = []
  private(set) var operators: [QueryPlan.Operator] = []
  /// Whether the statement gives rows. Otherwise memory runs all operators on a sequence.
  private(set) var hasStatement = true
  /// The group reader that builds groups from the statement's rows, if its elements are groups with
  /// items.
  private(set) var groupReader: (any AnyGroupReader)?

  /// What the subqueries of the query share.
  let context: SubqueryContext

  private let source: any SQLSource
  private let chain: IndexedChain
  /// The number of operators after which the depth of the statement is checked.
  private let checkInterval: Int
  /// Whether an operator was kept in memory because of the depth.
  private var isTooDeep = false

  /// An operator, and the state of the plan before it.
  private typealias Step = (index: Int, before: SelectStatement, last: Int)

  /// The sort that a `thenBy` would continue.
  private var sort: Step?
  /// The last windows.
  private var windows: Step?

  /// Plans a query whose source is a table.
  ///
  /// - Parameter context: what the subqueries share with those of a query around this one, if there
  ///   is one.
  init(
    _ chain: IndexedChain, source: any SQLSource, policy: QueryPolicy,
    context: SubqueryContext? = nil
  ) {
    self.init(chain, source: source, policy: policy, context: context, checkingDepthAfter: 8)
    // Few statements are nested so deeply that it matters which operator nests them too deeply.
    guard isTooDeep || !statement.isReadable else { return }
    self.init(chain, source: source, policy: policy, context: context, checkingDepthAfter: 1)
  }

  private init(
    _ chain: IndexedChain, source: any SQLSource, policy: QueryPolicy, context: SubqueryContext?,
    checkingDepthAfter interval: Int
  ) {
    self.chain = chain
    self.source = source
    checkInterval = interval
    statement = policy.isInMemory ? source.storedStatement : source.statement
    self.context = context ?? SubqueryContext(source, chain)
    statement.place.context = self.context
    operators.append(.init(name: chain.operators[0].name, place: .sql))
    for index in chain.operators.indices.dropFirst() where !isTooDeep || interval == 1 {
      do throws(Untranslatable) {
        if policy.isInMemory { throw Untranslatable(reason: "the policy is memory only") }
        if case .build = chain.operators[index], memory.isEmpty {
          build(index)
        } else {
          try pushDown(index)
        }
      } catch {
        keep(index, reason: error.reason)
      }
    }
    if case .group(_, _, _, let reader) = statement.projection {
      groupReader = reader
      statement = statement.withItems()
    }
  }

  /// Plans a query whose source is a table or a sequence in memory.
  ///
  /// A sequence becomes rows of the statement if an operator that reads a table runs in SQL.
  ///
  /// - Parameters:
  ///   - source: a table of the database that the query reads.
  ///   - context: what the subqueries share.
  init(
    _ chain: IndexedChain, database source: any SQLSource, policy: QueryPolicy,
    context: SubqueryContext
  ) {
    guard case .sequence = chain.operators[0] else {
      self.init(chain, source: source, policy: policy, context: context)
      return
    }
    var unreadable: String?
    do throws(Untranslatable) {
      if !policy.isInMemory, let rows = try chain.nodes[0].source(in: context) {
        self.init(chain, source: rows, policy: policy, context: context)
        if chain.nodes[...last].contains(where: \.readsTables) { return }
      } else {
        self.init(chain, source: source, policy: .memoryOnly, context: context)
      }
    } catch {
      unreadable = error.reason
      self.init(chain, source: source, policy: .memoryOnly, context: context)
    }
    keepAll(because: unreadable)
  }

  /// Keeps all operators in memory, which reads the elements of a sequence.
  ///
  /// - Parameter unreadable: why the elements cannot be rows of a statement; nil if they can.
  private mutating func keepAll(because unreadable: String?) {
    let planned = Dictionary(
      uniqueKeysWithValues: zip(memory, operators.suffix(memory.count)))
    let later = memory.first.map { "\(chain.operators[$0].name) after it runs in memory" }
    operators = chain.operators.indices.map { index in
      if unreadable == nil, let planned = planned[index] { return planned }
      let reason = unreadable ?? (index == 0 ? nil : later) ?? "the source is a sequence in memory"
      return .init(name: chain.operators[index].name, place: .memory(reason: reason))
    }
    memory = Array(chain.operators.indices.dropFirst())
    (hasStatement, groupReader) = (false, nil)
    (statement, last) = (context.source.storedStatement, 0)
  }

  /// Keeps an operator in memory; for a `thenBy` also the sort whose equal elements it orders, and
  /// for what follows windows, which are no rows, also the windows.
  private mutating func keep(_ index: Int, reason: String) {
    var first: Step?
    if case .window = statement.projection {
      first = windows
    } else if case .sort(_, _, isSecondary: true) = chain.operators[index] {
      first = sort
    }
    if let first {
      statement = first.before
      last = first.last
      let count = index - first.index
      operators.removeSubrange(
        (operators.count - memory.count - count)..<(operators.count - memory.count))
      for place in first.index..<index {
        memory.append(place)
        operators.append(
          .init(
            name: chain.operators[place].name,
            place: .memory(reason: "\(chain.operators[index].name) after it runs in memory")))
      }
    }
    (sort, windows) = (nil, nil)
    memory.append(index)
    operators.append(.init(name: chain.operators[index].name, place: .memory(reason: reason)))
  }

  /// Leaves the elements to an initializer that gets the values of each row, as that of a table
  /// does.
  private mutating func build(_ index: Int) {
    sort = nil
    memory.append(index)
    operators.append(.init(name: chain.operators[index].name, place: .sql))
  }

  private mutating func pushDown(_ index: Int) throws(Untranslatable) {
    let next = chain.operators[index]
    try checkMove(of: next)
    // SQLite accepts expressions of at most 1000 levels, and some operations take two.
    let conditions = statement.filters.count + (statement.grouping?.having.count ?? 0)
    guard conditions + 2 * next.depth <= 900 else {
      throw Untranslatable(reason: "SQLite reads no expressions of so many levels")
    }
    var changed = statement
    try changed.apply(index, of: chain, source)
    try changed.checkSize()
    try source.connections.engine.dialect.check(changed)
    guard !index.isMultiple(of: checkInterval) || changed.isReadable else {
      isTooDeep = true
      throw Untranslatable(reason: "SQLite cannot read statements nested so deeply")
    }
    switch next {
    case .sort(_, _, isSecondary: true) where sort != nil: break
    case .sort: sort = (index, statement, last)
    case .windows: (sort, windows) = (nil, (index, statement, last))
    default: sort = nil
    }
    statement = changed
    operators.insert(
      .init(name: next.name, place: .sql, movedBefore: memory.map { chain.operators[$0].name }),
      at: operators.count - memory.count)
    if memory.isEmpty { last = index }
    for waiting in memory { context.add(tablesOf: chain.nodes[waiting]) }
  }

  /// Throws unless an operator may run before those in memory: it must commute with filters, and
  /// those in memory must be filters that cannot fail.
  private func checkMove(of next: QueryOperator) throws(Untranslatable) {
    guard !memory.isEmpty else { return }
    for waiting in memory {
      let name = chain.operators[waiting].name
      if case .build = chain.operators[waiting] {
        throw Untranslatable(
          reason: "it follows an initializer, whose properties SQL does not know")
      }
      guard case .filter(let condition) = chain.operators[waiting] else {
        throw Untranslatable(reason: "it follows \(name), which runs in memory")
      }
      // A closure is assumed not to fail. Of an expression it is known (S36), apart from stored
      // values that cannot be read, for which its tables are checked.
      if let condition, condition.canFail {
        throw Untranslatable(reason: "it follows \(name), which runs in memory and can fail")
      }
    }
    guard next.traits.contains(.commutesWithFilters) else {
      throw Untranslatable(reason: "it follows where, which runs in memory")
    }
  }
}

extension QueryNode {
  /// Whether the operator reads a table besides its own elements.
  fileprivate var readsTables: Bool { allOthers.contains { $0.engine != nil } }
}
