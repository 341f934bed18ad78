internal import Linq

/// Why an expression stays in memory.
struct Untranslatable: Error {
  let reason: String
}

/// Turns the expressions of one step into SQL that means the same.
///
/// Every comparison it writes is 0 or 1 and never NULL (S03), so `NOT`, `AND` and `OR` are two-valued
/// as in Swift.
struct Translator {
  /// What the element is made of.
  let shape: Shape

  func translate(_ node: ExpressionNode) throws(Untranslatable) -> SQLExpression {
    switch node.form {
    case .element:
      if case .value(let value) = shape { return value }
      throw Untranslatable(reason: "the element as a whole has no SQL")
    case .member(let base, let keyPath): return try member(keyPath, of: base)
    case .constant(let value): return try constant(value)
    case .operation(let operation, let operands):
      return try translate(operation, operands)
    }
  }

  private func member(
    _ keyPath: AnyKeyPath, of base: ExpressionNode
  ) throws(Untranslatable) -> SQLExpression {
    guard case .element = base.form else {
      throw Untranslatable(reason: "\(keyPath) is a member of a member")
    }
    switch shape {
    case .row(let columns):
      if let column = columns.first(where: { $0.keyPath == keyPath }) {
        return .column(column.name)
      }
      throw Untranslatable(reason: "\(keyPath) is not a column")
    case .tuple(let values):
      if let offset = tupleOffset(keyPath),
        let value = values.first(where: { $0.offset == offset })
      {
        return value.value
      }
      throw Untranslatable(reason: "\(keyPath) is not an element of the tuple")
    case .value: throw Untranslatable(reason: "\(keyPath) is a member of a value")
    }
  }

  private func constant(_ value: any Sendable) throws(Untranslatable) -> SQLExpression {
    guard let value = value as? any ColumnValue else {
      throw Untranslatable(reason: "a value of type \(type(of: value)) has no SQL")
    }
    return isNil(value) ? .null : .parameter(value)
  }

  private func translate(
    _ operation: ExpressionOperation, _ operands: [ExpressionNode]
  ) throws(Untranslatable) -> SQLExpression {
    switch operation {
    case .equal, .notEqual: return try equality(operands, isNegated: operation == .notEqual)
    case .less: return try comparison(.less, operands)
    case .lessOrEqual: return try comparison(.lessOrEqual, operands)
    case .greater: return try comparison(.greater, operands)
    case .greaterOrEqual: return try comparison(.greaterOrEqual, operands)
    case .and: return try binary(.and, operands)
    case .or: return try binary(.or, operands)
    case .not: return .not(try translate(operands[0]))
    case .conditional:
      return .conditional(
        try translate(operands[0]), then: try translate(operands[1]),
        else: try translate(operands[2]))
    case .coalesce: return .call("coalesce", try translate(operands))
    case .isEmpty: return .binary(.equal, try translate(operands[0]), .parameter(""))
    case .isElement: return try membership(operands)
    case .isInRange, .isInClosedRange:
      try StoredOrder.check(operands[2].type)
      let value = try translate(operands[2])
      let upper: SQLOperator = operation == .isInRange ? .less : .lessOrEqual
      return .binary(
        .and, .binary(.greaterOrEqual, value, try translate(operands[0])),
        .binary(upper, value, try translate(operands[1])))
    default: throw Untranslatable(reason: "\(operation.rawValue) has no translation to SQL yet")
    }
  }

  private func translate(
    _ operands: [ExpressionNode]
  ) throws(Untranslatable) -> [SQLExpression] {
    var translated: [SQLExpression] = []
    for operand in operands { translated.append(try translate(operand)) }
    return translated
  }

  private func binary(
    _ operation: SQLOperator, _ operands: [ExpressionNode]
  ) throws(Untranslatable) -> SQLExpression {
    .binary(operation, try translate(operands[0]), try translate(operands[1]))
  }

  private func comparison(
    _ operation: SQLOperator, _ operands: [ExpressionNode]
  ) throws(Untranslatable) -> SQLExpression {
    try StoredOrder.check(operands[0].type)
    return try binary(operation, operands)
  }

  /// S02: `IS` as soon as one side can be NULL.
  private func equality(
    _ operands: [ExpressionNode], isNegated: Bool
  ) throws(Untranslatable) -> SQLExpression {
    try StoredEquality.check(operands[0].type)
    let canBeNull = operands.contains { isOptional($0.type) }
    let operation: SQLOperator =
      canBeNull ? (isNegated ? .isNotSame : .isSame) : (isNegated ? .notEqual : .equal)
    return try binary(operation, operands)
  }

  /// S29: nil counts as a value; nothing is in an empty list.
  private func membership(_ operands: [ExpressionNode]) throws(Untranslatable) -> SQLExpression {
    guard case .constant(let list) = operands[0].form, let list = list as? any Collection else {
      throw Untranslatable(reason: "membership in a list that is not known")
    }
    try StoredEquality.check(operands[1].type)
    var values: [SQLExpression] = []
    var hasNull = false
    for element in list {
      guard let value = element as? any ColumnValue else {
        throw Untranslatable(reason: "a value of type \(type(of: element)) has no SQL")
      }
      if isNil(value) { hasNull = true } else { values.append(.parameter(value)) }
    }
    guard values.count <= 500 else {
      throw Untranslatable(reason: "a list of more than 500 values")
    }
    let operand = try translate(operands[1])
    let canBeNull = isOptional(operands[1].type)
    guard !values.isEmpty else {
      return hasNull ? .binary(.isSame, operand, .null) : .parameter(0)
    }
    let isIn = SQLExpression.isIn(operand, values)
    guard canBeNull else { return isIn }
    // NULL IN (…) is NULL; made 0 or 1.
    return hasNull
      ? .binary(.or, .binary(.isSame, operand, .null), .call("coalesce", [isIn, .parameter(0)]))
      : .call("coalesce", [isIn, .parameter(0)])
  }

  private func isOptional(_ type: Any.Type) -> Bool {
    (type as? any ColumnValue.Type)?.isOptional ?? false
  }

  private func isNil(_ value: any ColumnValue) -> Bool {
    (value as? any OptionalValue)?.isNil ?? false
  }
}

/// Tells nil from other values behind an existential.
private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { self == nil }
}

/// The place in memory that a key path to an element of a tuple points to.
private func tupleOffset(_ keyPath: AnyKeyPath) -> Int? {
  func open<Root>(_ root: Root.Type) -> Int? {
    (keyPath as? PartialKeyPath<Root>).flatMap { MemoryLayout<Root>.offset(of: $0) }
  }
  return _openExistential(type(of: keyPath).rootType, do: open)
}
