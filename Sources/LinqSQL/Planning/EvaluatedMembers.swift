internal import LinqCore
internal import StoreEngine

extension ExpressionNode {
  /// Calls a closure with each member in the expression and in its subqueries.
  func forEachMember(_ body: (AnyKeyPath) -> Void) {
    switch form {
    case .member(let base, let keyPath):
      body(keyPath)
      base.forEachMember(body)
    case .subquery(let subquery, _): subquery.chain.forEachMember(body)
    default: forEachOperand { $0.forEachMember(body) }
    }
  }

  /// Calls a closure with each member in the expression, except those that are selected as they are
  /// stored, and read as a part of the element.
  fileprivate func forEachComputedMember(_ body: (AnyKeyPath) -> Void) {
    switch form {
    case .member(let base, _):
      if case .element = base.form { return }
      forEachMember(body)
    case .tuple(let parts, _): for part in parts { part.forEachComputedMember(body) }
    default: forEachMember(body)
    }
  }

  /// Whether the expression compares whole elements, or passes them to a function.
  fileprivate var usesWholeElements: Bool {
    func isWhole(_ operand: ExpressionNode) -> Bool {
      !(operand.type is any ColumnValue.Type) && operand.dependsOnElement
    }
    switch form {
    case .operation(.equal, let operands), .operation(.notEqual, let operands),
      .function(_, let operands):
      let comparesNil = operands.contains { $0.constant.map { isNil($0) } == true }
      if !comparesNil, operands.contains(where: isWhole) { return true }
    default: break
    }
    return operands.contains(where: \.usesWholeElements)
  }
}

extension QueryOperator {
  /// Whether the operator needs each value of the elements that it reads: a closure of the program
  /// receives them, or they are compared with others.
  ///
  /// - Parameter type: the type of the elements.
  func needsWholeElements(of type: Any.Type) -> Bool {
    if traits.contains(.runsClosure) { return true }
    var usesWholeElements = comparesElements(of: type)
    forEachExpression { usesWholeElements = usesWholeElements || $0.usesWholeElements }
    return usesWholeElements
  }

  /// Whether the operator orders elements.
  var isSort: Bool { if case .sort = self { true } else { false } }

  /// Whether the operator orders the equal elements of the sort before it.
  var continuesSort: Bool {
    if case .sort(_, _, isSecondary: true) = self { true } else { false }
  }

  /// Whether the operator compares elements that are no values of columns.
  func comparesElements(of type: @autoclosure () -> Any.Type) -> Bool {
    switch self {
    case .distinct(.element): break
    case .combine(let combination, .element) where combination != .concat: break
    case .aggregate(let aggregate, .element) where aggregate != .count && aggregate != .any: break
    default: return false
    }
    return !(type() is any ColumnValue.Type)
  }
}

extension IndexedChain {
  fileprivate func forEachMember(_ body: (AnyKeyPath) -> Void) {
    for next in operators { next.forEachExpression { $0.forEachMember(body) } }
    for other in others.joined() { other.forEachMember(body) }
  }

  /// Whether an operator compares whole elements.
  private var comparesElements: Bool {
    operators.indices.dropFirst().contains {
      operators[$0].comparesElements(of: elementType(nodes[$0 - 1]))
    } || others.joined().contains(where: \.comparesElements)
  }

  /// Returns the stored values that the chain evaluates, apart from reading its elements.
  ///
  /// - Parameters:
  ///   - tables: the tables of the chain and of its subqueries.
  ///   - newValues: expressions of new values for the rows of the chain.
  func evaluatedValues(
    of tables: [any SQLSource], and newValues: [ExpressionNode] = []
  ) -> [StoredValues] {
    var members: [AnyKeyPath] = []
    for value in newValues { value.forEachMember { members.append($0) } }
    let last = operators.count - 1
    for index in operators.indices {
      let next = operators[index]
      guard case .select = next, index == last else {
        next.forEachExpression { $0.forEachMember { members.append($0) } }
        continue
      }
      next.forEachExpression { $0.forEachComputedMember { members.append($0) } }
    }
    for other in others.joined() { other.forEachMember { members.append($0) } }
    let needsAll = comparesElements
    guard needsAll || !members.isEmpty else { return [] }
    var values: [StoredValues] = []
    for table in tables where !values.contains(where: { $0.identity === table.identity }) {
      if let stored = table.storedValues(of: members, needsAll: needsAll) { values.append(stored) }
    }
    return values
  }
}
