internal import LinqCore
internal import StoreEngine

/// The parts of a query that decide its plan: sources, operators, members and types. The values of
/// constants are not included, except for those that decide which SQL is written.
struct PlanCacheKey: Hashable {
  private var words: [UInt] = []
  private var texts: [String] = []

  /// The constants, in the order in which they were read.
  private(set) var constants: [any Sendable] = []

  private var isComplete = true

  /// The closures of subqueries, in the order in which they were read.
  private var closures: [Int] = []

  /// Creates the key of a query; nil if its SQL depends on the number of values in a list.
  init?(_ node: any QueryNode, source: any SQLSource, policy: QueryPolicy) {
    words.reserveCapacity(32)
    words.append((policy == .memoryOnly ? 1 : 0) + (source.connections.engine == .sqlite ? 0 : 2))
    add(object: source.identity)
    add(node, from: source)
    guard isComplete else { return nil }
  }

  static func == (left: PlanCacheKey, right: PlanCacheKey) -> Bool {
    left.words == right.words && left.texts == right.texts
  }

  func hash(into hasher: inout Hasher) {
    words.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(texts)
  }

  /// Adds the nodes of the query, the source first.
  private mutating func add(_ node: any QueryNode, from source: any SQLSource) {
    guard let upstream = node.upstream else { return }
    add(upstream, from: source)
    add(node.operator, source.connections)
    add(others: node.others, source.connections)
  }

  /// Adds the other queries that an operator reads. Each is terminated by a word that begins no
  /// operator, so that the words after it belong to the outer query.
  private mutating func add(others: [any QueryNode], _ connections: ConnectionSource) {
    for other in others {
      add(other: other, connections)
      words.append(0)
    }
  }

  /// Adds the nodes of another query, with its source.
  private mutating func add(other node: any QueryNode, _ connections: ConnectionSource) {
    if let upstream = node.upstream {
      add(other: upstream, connections)
    } else if let source = node as? any SQLSource {
      add(object: source.identity)
      words.append(source.connections.isSame(as: connections) ? 1 : 0)
    } else if let source = node as? any UnboundSource {
      add(object: source.identity)
    }
    // The elements of a sequence become a part of the statement.
    if case .sequence = node.operator { isComplete = false }
    if let parameter = node.parameter { closures.append(parameter.closure) }
    add(node.operator, connections)
    add(others: node.others, connections)
  }

  private mutating func add(
    _ operator: consuming QueryOperator, _ connections: ConnectionSource
  ) {
    `operator`.fingerprint(into: &words)
    `operator`.forEachExpression { add($0, connections) }
  }

  private mutating func add(_ node: ExpressionNode, _ connections: ConnectionSource) {
    words.append(UInt(bitPattern: ObjectIdentifier(node.type)))
    switch node.form {
    case .element(let parameter):
      words += [30, parameter.place.rawValue]
      // Each run of the closures that build a query makes other numbers.
      if parameter.place == .subquery {
        words.append(UInt(bitPattern: closures.firstIndex(of: parameter.closure) ?? -1))
      }
    case .constant(let value):
      words.append(isOptional(node.type) && isNil(value) ? 32 : 31)
      constants.append(value)
    case .parameter: isComplete = false  // A prepared query keeps its plan.
    case .member(let base, let keyPath):
      words.append(33)
      // The plan keeps the key paths of its query alive, so no other key path has the same address.
      add(object: keyPath)
      add(base, connections)
    case .operation(let operation, let operands):
      words += [34, operation.ordinal]
      add(valuesOf: operation, operands)
      for operand in operands { add(operand, connections) }
    case .function(let function, let arguments):
      words += [35, UInt(arguments.count)]
      texts.append(function.name)
      for argument in arguments { add(argument, connections) }
    case .tuple(let parts, let builder):
      words += [37, UInt(parts.count)]
      // The plan keeps the builder alive.
      if let members = builder.members { add(object: members) }
      for part in parts { add(part, connections) }
    case .aggregate(let aggregate, let group, let part):
      words.append(36)
      texts.append(aggregate.rawValue)
      add(group, connections)
      add(part, connections)
    case .subquery(let subquery, let result):
      words += [38, result.ordinal]
      add(others: [subquery.last], connections)
    }
  }

  /// Adds the values on which the translation of an operation depends.
  private mutating func add(valuesOf operation: ExpressionOperation, _ operands: [ExpressionNode]) {
    switch operation {
    case .isElement:
      if case .subquery = operands[0].form { return }
      isComplete = false
    case .valueForKey:
      guard case .constant(let key) = operands[1].form else { return }
      texts.append((key as? any CodingKeyRepresentable)?.codingKey.stringValue ?? "")
    case .divide, .remainder, .hasPrefix, .concatenate:
      for operand in operands {
        guard case .constant(let value) = operand.form else { continue }
        texts.append(String(describing: value))
      }
    default: break
    }
  }

  private mutating func add(object: AnyObject) {
    words.append(UInt(bitPattern: ObjectIdentifier(object)))
  }
}

extension ExpressionOperation {
  /// A unique number for each operation.
  fileprivate var ordinal: UInt { Self.ordinals[self] ?? 0 }

  private static let ordinals = Dictionary(
    uniqueKeysWithValues: zip(allCases, UInt(1)...))
}
