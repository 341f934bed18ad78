internal import LinqCore
internal import StoreEngine
internal import StoreSupport
internal import Synchronization

/// A cache of plans by the fingerprints of their queries. Queries with the same fingerprint whose
/// constants give the same answers (``PlanDependencies``) are translated only once.
///
/// ```swift
/// people.where { $0.name.hasPrefix("Ad") }
/// // SELECT … WHERE name >= ? AND name < ? AND swift_has_prefix(name, ?) ORDER BY id
/// people.where { $0.name.hasPrefix("") }
/// // SELECT … FROM person WHERE 1 ORDER BY id
/// ```
///
/// | what | in the first chain | in |
/// |---|---|---|
/// | fingerprint | table, operator, member `name`, `hasPrefix`, types | ``PlanFingerprint`` |
/// | constants | "Ad" | ``ChainReader`` |
/// | answers | what kind of prefix the constant 0 is (`prefixKind`) | ``PlanDependencies`` |
/// | parameters | the ends of its range, and itself: "Ad", "Ae", "Ad" | ``BoundValue`` |
///
/// Both chains have one fingerprint, and the translation has asked both for the kind of the prefix.
/// The answers differ, so there are two plans. A chain with "Lo" gives the first answer: it takes
/// the first plan and binds "Lo", "Lp" and "Lo". A translation that reads more of a constant than
/// answers (``QueryConstant/exactValue()``) makes a plan for one query alone, so no plan is written
/// for one value and used for another one.
package enum PlanCache {
  private static let capacity = 1000
  /// The highest number of plans with one fingerprint. Each question has few answers.
  private static let maximumVariants = 16
  private static let plans = Locked<[PlanFingerprint: [PlannedQuery]]>([:])

  /// Returns the plan of a query and the values of its parameters, making the plan if the cache has
  /// none for the query.
  ///
  /// - Parameter usingSubstrings: whether the plan may ask an index of substrings.
  static func plan(
    _ node: any QueryNode, source: any SQLSource, policy: QueryPolicy, usingSubstrings: Bool = true
  ) -> (plan: PlannedQuery, values: [any ColumnValue]) {
    var reader = ChainReader(source.connections, policy, usingSubstrings: usingSubstrings)
    reader.read(node)
    if reader.isComplete, let variants = plans.withLock({ $0[reader.fingerprint] }) {
      for plan in variants {
        if let values = plan.values(of: reader.constants) { return (plan, values) }
      }
    }
    let plan = makePlan(node, source: source, policy: policy, usingSubstrings: usingSubstrings)
    guard reader.isComplete, plan.isShared else { return (plan, plan.values) }
    assert(plan.values(of: reader.constants) != nil, "a plan serves the query it was made for")
    plans.withLock { plans in
      // Only programs that generate queries have this many fingerprints.
      if plans.count >= capacity { plans.removeAll(keepingCapacity: true) }
      plans[reader.fingerprint, default: []].append(plan, keeping: maximumVariants)
    }
    return (plan, plan.values)
  }

  /// Removes all plans, so that each query is planned afresh.
  package static func removeAll() { plans.withLock { $0.removeAll() } }

  /// Makes a plan for a query.
  static func makePlan(
    _ node: any QueryNode, source: any SQLSource, policy: QueryPolicy, usingSubstrings: Bool
  ) -> PlannedQuery {
    let dependencies = PlanDependencies()
    var reader = ChainReader(source.connections, policy, dependencies)
    guard let chain = reader.read(node) else { preconditionFailure("a chain was asked for") }
    return PlannedQuery(
      chain, source: source, policy: policy, usingSubstrings: usingSubstrings, dependencies)
  }
}

extension Array {
  /// Appends an element and keeps a number of the last elements.
  fileprivate mutating func append(_ element: Element, keeping count: Int) {
    if self.count >= count { removeFirst() }
    append(element)
  }
}

/// A plan for all queries with one fingerprint and the same answers. It keeps neither a query nor a
/// database alive.
final class PlannedQuery: Sendable {
  /// Whether a statement gives rows. Otherwise all operators run in memory on a sequence, and the
  /// statement is that of a table that the query reads.
  let hasStatement: Bool
  let sql: SQLText
  let statementText: StatementText
  let projection: Projection
  /// The group reader that builds groups from the statement's rows, if its elements are groups with
  /// items.
  let groupReader: (any AnyGroupReader)?
  let operators: [QueryPlan.Operator]
  /// The statements that read the arrays of rows in the elements.
  let nested: [NestedPlan]
  /// The statements that evaluate first what the others may skip.
  let checks: [EvaluationCheck]
  /// The statements that tell whether the indexes of substrings that the main one asks exist and
  /// find few rows.
  let substringProbes: [SubstringProbe]
  /// The values of the parameters of all statements: the main one, the nested ones, the checks and
  /// the probes.
  let values: [any ColumnValue]
  /// Whether the statement may fail with an error of an expression.
  let canFail: Bool
  /// The tables with texts that the statement depends on and that other programs may have written.
  let texts: [TextVersion]
  /// The stored values that the statement evaluates, which may be such that they cannot be read.
  let stored: [StoredValues]
  /// Whether all constants of the types of the parameters have a stored form.
  private let bindsAll: Bool
  /// Whether the statement asks a full-text index, without which memory can answer too.
  let usesTextIndex: Bool
  /// The indexes whose words the statement reads from the rows.
  let wordIndexes: [SearchIndex]
  /// The indexes that would serve the statements.
  let advice: [IndexAdvice]
  /// The index of the last operator before those in memory.
  let last: Int
  /// The indices of the operators that run in memory.
  let memory: [Int]
  /// The paths of the databases for which the notices of the plan have been considered.
  let notified = NotifiedPlans()
  let advised = NotifiedPlans()
  /// Whether other queries than the one that the plan was made for may use it.
  let isShared: Bool
  /// The parameters whose values are constants of the query.
  private let parameters: [Parameter]
  /// Whether the constants of a query give the answers that the plan depends on.
  private let serves: @Sendable ([any Sendable]) -> Bool
  /// The fingerprint identifies these objects by address, which must not be used for others.
  private let keptSources: [TableIdentity]
  private let keptOperators: [QueryOperator]
  private let declarations: [DeclarationCheck]
  private let isChecked = Atomic<Bool>(false)

  init(
    _ chain: IndexedChain, source: any SQLSource, policy: QueryPolicy, usingSubstrings: Bool,
    _ dependencies: PlanDependencies
  ) {
    let planner = Planner(
      chain, database: source, policy: policy,
      context: SubqueryContext(source, chain, usingSubstrings: usingSubstrings))
    hasStatement = planner.hasStatement
    let engine = source.connections.engine
    var valueCount = 0
    (sql, nested, projection) = NestedPlan.write(
      planner.statement, engine.dialect, &valueCount)
    statementText = sql.statementText
    usesTextIndex = planner.statement.usesTextIndex
    checks = EvaluationCheck.all(
      planner.statement.checks + nested.flatMap(\.all).flatMap(\.checks), engine.dialect,
      &valueCount)
    substringProbes =
      usesTextIndex ? SubstringProbe.all(of: planner.statement, engine.dialect, &valueCount) : []
    let statements = [sql] + nested.flatMap(\.all).map(\.sql) + checks.map(\.sql)
    let texts = statements + substringProbes.map(\.sql)
    values = texts.flatMap(\.values)
    groupReader = planner.groupReader
    operators = planner.operators
    canFail =
      planner.statement.canFail || usesTextIndex || !checks.isEmpty
      || engine.leavesValuesToMemory && statements.contains(where: \.mayFail)
    advice = IndexAdvice.all(for: planner.statement)
    last = planner.last
    memory = planner.memory
    parameters = texts.flatMap(\.parameters).enumerated().compactMap { index, parameter in
      parameter.binding.map { Parameter(index: index, constant: $0.constant, value: $0.value) }
    }
    let sources = chain.sources + planner.context.sources
    keptSources = sources.map(\.identity)
    keptOperators = chain.allOperators
    let tables = sources.filter { $0.connections.isSame(as: source.connections) }
    declarations = tables.map(\.checkDeclaration)
    wordIndexes =
      usesTextIndex && engine.keepsWordsInRows ? tables.compactMap(\.searchIndex) : []
    let versions = engine.keepsCanonicalText ? [] : tables.compactMap(\.textVersion)
    self.texts = versions.filter { text in
      planner.statement.depends(on: text.columns) || statements.count > 1
    }
    stored = policy.isInMemory ? [] : chain.evaluatedValues(of: tables)
    bindsAll = engine.storesNUL && values.allSatisfy(isBoundAlways)
    serves = dependencies.makeTest()
    isShared = dependencies.isShared
  }

  /// Whether the main statement is not the only one that reads rows.
  var hasOtherStatements: Bool { !nested.isEmpty || !checks.isEmpty }

  /// Whether memory may have to decide about a run on a connection (S38): an expression may fail, a
  /// text may not be in canonical form, a stored value may not be readable, or a constant have no
  /// stored form.
  func mayFail(on connection: Connection) -> Bool {
    // Of a row that cannot be read the key is known; of a part of one, memory finds it.
    guard !canFail, texts.isEmpty, memory.isEmpty, bindsAll, sql.encodings.isEmpty,
      case .row = projection
    else { return true }
    for values in stored where !values.areReadable(on: connection) { return true }
    return false
  }

  /// Throws ``ExpressionFailure`` if a text that the statement depends on is not in canonical form,
  /// or a value that it evaluates cannot be read.
  func checkValues(on connection: Connection) throws {
    for text in texts { try text.check(on: connection) }
    guard !connection.engine.hasTypedColumns else { return }
    for values in stored where !values.areReadable(on: connection) {
      try values.check(on: connection)
    }
  }

  /// Throws unless the declarations of all tables fit the database. This runs before a statement is
  /// prepared, and before the first run of a plan, because another declaration may lead to the same
  /// SQL text.
  func checkDeclarations(on connection: Connection) throws {
    var isComplete = true
    for check in declarations where try !check(connection) { isComplete = false }
    if isComplete { isChecked.store(true, ordering: .relaxed) }
  }

  /// Whether the check of the declarations has been completed on a connection.
  var hasCheckedDeclarations: Bool { isChecked.load(ordering: .relaxed) }

  /// Returns the values of the parameters for a query with these constants; nil if the plan is none
  /// for the query.
  func values(of constants: [any Sendable]) -> [any ColumnValue]? {
    guard serves(constants) else { return nil }
    var values = values
    for parameter in parameters {
      guard parameter.constant < constants.count,
        let value = parameter.value(constants[parameter.constant])
      else { return nil }
      values[parameter.index] = value
    }
    return values
  }

  private struct Parameter {
    /// The index of the parameter.
    let index: Int
    /// The index of the constant.
    let constant: Int
    /// Returns the value for a constant; nil for one of another type.
    let value: @Sendable (any Sendable) -> (any ColumnValue)?
  }
}

/// Returns whether each value of the type of a value has a stored form in SQLite.
private func isBoundAlways(_ value: any ColumnValue) -> Bool {
  switch value {
  case is Int, is Int64, is Int32, is Int16, is Int8, is Bool, is String: true
  default: false
  }
}
