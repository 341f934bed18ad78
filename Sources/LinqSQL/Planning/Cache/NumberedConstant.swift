internal import Linq

/// A constant of a query with its number: the queries of one shape differ in nothing but the values
/// of these.
struct NumberedConstant: Sendable {
  let value: any Sendable
  let slot: Int
}

extension ExpressionNode {
  /// The constant, where it is one.
  var constant: (any Sendable)? {
    guard case .constant(let value) = form else { return nil }
    return (value as? NumberedConstant)?.value ?? value
  }

  /// The same expression with numbers on its constants, in the order in which ``QueryShape`` reads
  /// them.
  func numbered(_ next: inout Int) -> ExpressionNode {
    func all(_ nodes: [ExpressionNode]) -> [ExpressionNode] { nodes.map { $0.numbered(&next) } }
    switch form {
    case .element: return self
    case .constant(let value):
      defer { next += 1 }
      return ExpressionNode(
        form: .constant(NumberedConstant(value: value, slot: next)), type: type)
    case .member(let base, let keyPath):
      return ExpressionNode(form: .member(base.numbered(&next), keyPath), type: type)
    case .operation(let operation, let operands):
      return ExpressionNode(form: .operation(operation, all(operands)), type: type)
    case .function(let function, let arguments):
      return ExpressionNode(form: .function(function, all(arguments)), type: type)
    case .aggregate(let aggregate, let group, let part):
      let group = group.numbered(&next)
      return ExpressionNode(
        form: .aggregate(aggregate, group, part.numbered(&next)), type: type)
    }
  }
}

extension QueryStep {
  /// The same step with numbers on its constants.
  func numbered(_ next: inout Int) -> QueryStep {
    func key(_ key: QueryKey) -> QueryKey {
      if case .expression(let node) = key { return .expression(node.numbered(&next)) }
      return key
    }
    switch self {
    case .filter(let node?): return .filter(node.numbered(&next))
    case .takeWhile(let node?): return .takeWhile(node.numbered(&next))
    case .skipWhile(let node?): return .skipWhile(node.numbered(&next))
    case .select(let nodes?): return .select(nodes.map { $0.numbered(&next) })
    case .sort(let node?, let isDescending, let isSecondary):
      return .sort(
        node.numbered(&next), isDescending: isDescending, isSecondary: isSecondary)
    case .group(let node?, let element):
      let node = node.numbered(&next)
      return .group(node, element: element?.numbered(&next))
    case .distinct(let by): return .distinct(key(by))
    case .aggregate(let aggregate, let of): return .aggregate(aggregate, key(of))
    default: return self
    }
  }
}
