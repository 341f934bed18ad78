internal import LinqCore
internal import StoreEngine

/// Reads a query in one fixed order: what decides its plan, and its constants.
///
/// One traversal serves both the plan cache, which looks for a plan by the fingerprint and binds
/// the constants, and the planner, which translates the chain with ``QueryConstant``s in place of
/// the constants. So the index of a constant is the same for both.
struct ChainReader {
  private(set) var fingerprint = PlanFingerprint()

  /// The constants, in the order in which they were read.
  private(set) var constants: [any Sendable] = []

  /// Whether other queries may have the same plan.
  private(set) var isComplete = true

  private let database: AnyObject
  /// What the plan will depend on; nil if only the fingerprint is read.
  private let dependencies: PlanDependencies?

  /// The closures of subqueries, in the order in which they were read.
  private var closures: [Int] = []

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - connections: those of the table that the query begins with.
  ///   - usingSubstrings: whether the plan may ask an index of substrings.
  ///   - dependencies: what the plan will depend on, if a chain for the planner is wanted.
  init(
    _ connections: ConnectionSource, _ policy: QueryPolicy, usingSubstrings: Bool = true,
    _ dependencies: PlanDependencies? = nil
  ) {
    constants.reserveCapacity(8)
    database = connections.identity
    self.dependencies = dependencies
    fingerprint.add(
      (policy.isInMemory ? 1 : 0) + (usingSubstrings ? 0 : 2)
        + 4 * UInt(connections.engine.index))
  }

  /// Reads a query. Returns the chain for the planner, if it is wanted.
  @discardableResult
  mutating func read(_ node: any QueryNode) -> IndexedChain? {
    var chain = dependencies.map { _ in IndexedChain() }
    read(node, into: &chain)
    // The word begins no operator, so the words after it belong to the outer query.
    fingerprint.add(0)
    return chain
  }

  private mutating func read(_ node: any QueryNode, into chain: inout IndexedChain?) {
    if let upstream = node.upstream { read(upstream, into: &chain) }
    let next = node.operator
    if let parameter = node.parameter { closures.append(parameter.closure) }
    if !fingerprint.add(next, of: database) { isComplete = false }
    guard chain != nil else {
      next.forEachExpression { read($0) }
      for other in node.others { read(other) }
      return
    }
    let indexed = next.replacingExpressions { readIndexed($0) }
    chain?.append(node, indexed ?? next, node.others.compactMap { read($0) })
  }

  /// Reads an expression.
  ///
  /// - Parameter isList: whether the expression is the list of a membership test.
  private mutating func read(_ node: ExpressionNode, isList: Bool = false) {
    readKind(of: node, isList: isList)
    switch node.form {
    case .subquery(let subquery, _): read(subquery.last)
    case .operation(.isElement, let operands):
      for (index, operand) in operands.enumerated() { read(operand, isList: index == 0) }
    default: node.forEachOperand { read($0) }
    }
  }

  /// Reads an expression and returns it with ``QueryConstant``s; nil if it has no constants.
  ///
  /// - Parameter isList: whether the expression is the list of a membership test.
  private mutating func readIndexed(
    _ node: ExpressionNode, isList: Bool = false
  ) -> ExpressionNode? {
    readKind(of: node, isList: isList)
    switch node.form {
    case .constant:
      guard let dependencies, let value = constants.last else { return nil }
      let constant = QueryConstant(value, index: constants.count - 1, dependencies)
      return ExpressionNode(form: .constant(constant), type: node.type)
    case .subquery(let subquery, let result):
      return read(subquery.last).map { chain in
        ExpressionNode(form: .subquery(IndexedSubquery(chain: chain), result), type: node.type)
      }
    case .operation(.isElement, _):
      var isList = true
      return node.replacingOperands { operand in
        defer { isList = false }
        return readIndexed(operand, isList: isList)
      }
    default: return node.replacingOperands { readIndexed($0) }
    }
  }

  /// Reads an expression without its operands.
  private mutating func readKind(of node: ExpressionNode, isList: Bool) {
    fingerprint.add(type: node.type)
    switch node.form {
    case .element(let parameter):
      fingerprint.add(30, parameter.role.rawValue)
      // Each run of the closures that build a query makes other numbers.
      if parameter.role == .subquery {
        fingerprint.add(UInt(bitPattern: closures.firstIndex(of: parameter.closure) ?? -1))
      }
    case .constant(let value):
      fingerprint.add(31)
      let list = isList ? try? ConstantList(of: value) : nil
      if isList { fingerprint.add(list?.fingerprint ?? .max) }
      constants.append(list ?? value)
    case .parameter: isComplete = false  // A prepared query keeps its plan.
    case .member(_, let keyPath):
      fingerprint.add(33)
      // The plan keeps the key paths of its query alive, so no other key path has the same address.
      fingerprint.add(object: keyPath)
    case .operation(let operation, _): fingerprint.add(34, operation.caseNumber)
    case .function(let function, let arguments):
      fingerprint.add(35, UInt(arguments.count))
      fingerprint.add(function)
    case .tuple(let parts, let builder):
      fingerprint.add(37, UInt(parts.count))
      // The plan keeps the builder alive.
      if let members = builder.members { fingerprint.add(object: members) }
    case .subquery(_, let result): fingerprint.add(38, result.caseNumber)
    }
  }
}

/// The parts of a query that decide its plan, apart from its constants: sources, operators, members
/// and types.
struct PlanFingerprint: Hashable {
  private var words: [UInt] = []
  private var texts: [String] = []

  /// Creates one with room for most queries.
  init() { words.reserveCapacity(120) }

  static func == (left: PlanFingerprint, right: PlanFingerprint) -> Bool {
    left.words == right.words && left.texts == right.texts
  }

  func hash(into hasher: inout Hasher) {
    // The fingerprint is hashed for each run, and a hasher takes most of that time for its words.
    var mixed: UInt = 0
    for word in words { mixed = (mixed ^ word) &* 0x9E37_79B9_7F4A_7C15 &+ (mixed >> 29) }
    hasher.combine(mixed)
    for text in texts { hasher.combine(text) }
  }

  fileprivate mutating func add(_ word: UInt) { words.append(word) }

  fileprivate mutating func add(_ first: UInt, _ second: UInt) {
    add(first)
    add(second)
  }

  fileprivate mutating func add(object: AnyObject) {
    add(UInt(bitPattern: ObjectIdentifier(object)))
  }

  fileprivate mutating func add(type: Any.Type) {
    add(UInt(bitPattern: ObjectIdentifier(type)))
  }

  fileprivate mutating func add(_ next: QueryOperator, of database: AnyObject) -> Bool {
    next.fingerprint(into: &words, of: database)
  }

  /// Adds a function. The plan keeps the identity of a function of the program alive.
  fileprivate mutating func add(_ function: any AnyQueryFunction) {
    guard let identity = function.planIdentity else { return texts.append(function.name) }
    add(object: identity)
  }
}
