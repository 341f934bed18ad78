internal import Linq

/// What queries of one shape have in common: operators, members, types. The values of their
/// constants are not a part of it, but for those that decide what SQL is written.
struct QueryShape: Hashable {
  private var words: [UInt] = []
  private var texts: [String] = []

  /// The constants, in the order in which they were read.
  private(set) var constants: [any Sendable] = []

  /// The first `skip`, whose number is a constant as well: pages differ in it.
  private(set) var skip: Skip?
  /// Whether elements have been left out by their number.
  private var isLimited = false
  /// The number of the steps that were read.
  private var stepCount = 1

  /// A `skip` whose number is a constant.
  struct Skip {
    /// Its place in the chain.
    let step: Int
    let count: Int
    /// The number of the constant.
    let slot: Int
    /// Where the shape says whether the number is a part of it.
    fileprivate let word: Int
  }

  /// Reads the shape of a query; nil where no two queries can be told to have the same.
  init?(_ node: any QueryNode, source: any SQLSource, policy: QueryPolicy) {
    words.reserveCapacity(32)
    words.append(policy == .memoryOnly ? 1 : 0)
    add(object: source.identity)
    guard addSteps(of: node) else { return nil }
  }

  static func == (left: QueryShape, right: QueryShape) -> Bool {
    left.words == right.words && left.texts == right.texts
  }

  func hash(into hasher: inout Hasher) {
    words.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(texts)
  }

  /// Adds the steps behind the source, the first one first.
  private mutating func addSteps(of node: any QueryNode) -> Bool {
    guard let upstream = node.upstream else { return true }
    guard addSteps(of: upstream), add(node.step) else { return false }
    stepCount += 1
    return true
  }

  /// Whether the number of the first `skip` is no part of the shape.
  var leavesSkipOpen: Bool { skip.map { words[$0.word] == .max } ?? false }

  private mutating func add(skip count: Int) {
    words += [9, UInt(bitPattern: count)]
    if let skip {
      // Both may become one number, which is a part of the shape then.
      words[skip.word] = UInt(bitPattern: skip.count)
    } else if !isLimited, count > 0 {
      skip = Skip(step: stepCount, count: count, slot: constants.count, word: words.count - 1)
      words[words.count - 1] = .max
      constants.append(count)
      isLimited = true
    }
  }

  private mutating func add(_ step: QueryStep) -> Bool {
    switch step {
    case .filter(let node): return add(1, node)
    case .takeWhile(let node): return add(2, node)
    case .skipWhile(let node): return add(3, node)
    case .select(let nodes):
      words.append(4)
      guard let nodes else { return true }
      words.append(UInt(nodes.count) + 1)
      for node in nodes where !add(node) { return false }
    case .sort(let node, let isDescending, let isSecondary):
      words += [5, (isDescending ? 1 : 0) + (isSecondary ? 2 : 0)]
      return add(17, node)
    case .reverse: words.append(6)
    case .distinct(let key):
      words.append(7)
      return add(key)
    case .take(let count):
      words += [8, UInt(bitPattern: count)]
      isLimited = true
    case .skip(let count): add(skip: count)
    case .takeLast(let count):
      words += [10, UInt(bitPattern: count)]
      isLimited = true
    case .skipLast(let count):
      words += [11, UInt(bitPattern: count)]
      isLimited = true
    case .index: words.append(12)
    case .group(let node, let element):
      guard add(13, node) else { return false }
      return add(14, element)
    case .aggregate(let aggregate, let key):
      words.append(15)
      texts.append(aggregate.rawValue)
      return add(key)
    case .memory(let name):
      words.append(16)
      texts.append(name)
    case .sequence, .table, .combine, .join: return false
    }
    return true
  }

  private mutating func add(_ key: QueryKey) -> Bool {
    switch key {
    case .element: return add(20, nil)
    case .opaque: return add(21, nil)
    case .expression(let node): return add(22, node)
    }
  }

  private mutating func add(_ tag: UInt, _ node: ExpressionNode?) -> Bool {
    words.append(tag)
    guard let node else {
      words.append(0)
      return true
    }
    return add(node)
  }

  private mutating func add(_ node: ExpressionNode) -> Bool {
    words.append(UInt(bitPattern: ObjectIdentifier(node.type)))
    switch node.form {
    case .element(let index): words += [30, UInt(bitPattern: index)]
    case .constant(let value):
      words.append(isOptional(node.type) && isNil(value) ? 32 : 31)
      constants.append(value)
    case .member(let base, let keyPath):
      words.append(33)
      // The plan keeps the key paths of its query, so that no other one has the same address.
      add(object: keyPath)
      return add(base)
    case .operation(let operation, let operands):
      words += [34, operation.ordinal]
      guard add(valuesOf: operation, operands) else { return false }
      for operand in operands where !add(operand) { return false }
    case .function(let function, let arguments):
      words += [35, UInt(arguments.count)]
      texts.append(function.name)
      for argument in arguments where !add(argument) { return false }
    case .aggregate(let aggregate, let group, let part):
      words.append(36)
      texts.append(aggregate.rawValue)
      guard add(group) else { return false }
      return add(part)
    }
    return true
  }

  /// Adds the values on which the translation of an operation depends.
  private mutating func add(
    valuesOf operation: ExpressionOperation, _ operands: [ExpressionNode]
  ) -> Bool {
    switch operation {
    case .isElement: return false
    case .divide, .remainder, .hasPrefix, .concatenate:
      for operand in operands {
        guard case .constant(let value) = operand.form else { continue }
        texts.append(String(describing: value))
      }
    default: break
    }
    return true
  }

  private mutating func add(object: AnyObject) {
    words.append(UInt(bitPattern: ObjectIdentifier(object)))
  }
}

extension ExpressionOperation {
  /// A number of its own.
  fileprivate var ordinal: UInt { Self.ordinals[self] ?? 0 }

  private static let ordinals = Dictionary(
    uniqueKeysWithValues: zip(allCases, UInt(1)...))
}
