internal import LinqCore

extension Translator {
  /// Returns the SQL of an operation.
  func translate(
    _ operation: ExpressionOperation, _ operands: [ExpressionNode], _ type: Any.Type
  ) throws(Untranslatable) -> SQLExpression {
    switch operation {
    case .equal: try equality(operands, isNegated: false)
    case .notEqual: try equality(operands, isNegated: true)
    case .less: try comparison(.less, operands)
    case .lessOrEqual: try comparison(.lessOrEqual, operands)
    case .greater: try comparison(.greater, operands)
    case .greaterOrEqual: try comparison(.greaterOrEqual, operands)
    case .and: try logic(.and, operands)
    case .or: try logic(.or, operands)
    case .not: .not(try translate(operands[0]))
    case .conditional:
      .conditional(
        try translate(operands[0]), then: try translate(operands[1]),
        else: try translate(operands[2]))
    case .coalesce: try coalesce(operands)
    case .wrap, .unwrapped, .map: try translate(operands[0])
    case .string: try description(of: operands[0])
    case .rawValue: try rawValue(of: operands[0])
    case .add, .subtract, .multiply, .divide, .remainder, .negate, .absolute,
      .truncatingRemainder, .double, .integer:
      try arithmetic(operation, operands, type)
    // The argument is read where the aggregate is.
    case .withArgument: try translate(operands[0])
    case .isElement: try membership(operands)
    case .isInRange: try range(operands, upper: .less)
    case .isInClosedRange: try range(operands, upper: .lessOrEqual)
    case .valueForKey: try value(of: operands)
    case .windowRows: throw Untranslatable(reason: "the elements of a window as an array")
    case .elementBefore, .elementAfter, .partNumber, .isNear: throw .opaque
    }
  }

  private func comparison(
    _ operation: SQLOperator, _ operands: [ExpressionNode]
  ) throws(Untranslatable) -> SQLExpression {
    let type = operands[0].type
    return .comparison(
      operation, try StoredOrder.ordered(compared(operands[0]), type),
      try StoredOrder.ordered(compared(operands[1]), type))
  }

  /// Returns the SQL of an operand of a comparison.
  ///
  /// To look up a REAL column, SQLite converts the other operand to an integer in place if it is
  /// whole. Later uses of a column of a nested statement around this one would read the integer.
  private func compared(_ node: ExpressionNode) throws(Untranslatable) -> SQLExpression {
    let value = try translate(node)
    guard node.type is Double.Type || node.type is Double?.Type,
      case .column(_, let source?) = value, place.outer?.isNested(source) == true
    else { return value }
    return .binary(.add, value, .parameter(0.0))
  }

  /// Returns the SQL of `&&` or `||`. A right side that can fail is evaluated only where Swift
  /// evaluates it (S36).
  private func logic(
    _ operation: SQLOperator, _ operands: [ExpressionNode]
  ) throws(Untranslatable) -> SQLExpression {
    let (left, right) = (try translate(operands[0]), try translate(operands[1]))
    if let known = known(operation, left, right) { return known }
    guard right.canFail || left.canFail else { return .binary(operation, left, right) }
    return operation == .and
      ? .conditional(left, then: right, else: .number(0))
      : .conditional(left, then: .number(1), else: right)
  }

  /// Returns the result if a constant side decides it. As a key of `GROUP BY`, SQLite would take a
  /// literal that is left over for the number of a column.
  private func known(
    _ operation: SQLOperator, _ left: SQLExpression, _ right: SQLExpression
  ) -> SQLExpression? {
    let neutral = operation == .and ? 1 : 0
    if case .number(let value) = left { return value == neutral ? right : left }
    if case .number(let value) = right {
      if value == neutral { return left }
      return left.canFail ? nil : right
    }
    return nil
  }

  private func coalesce(_ operands: [ExpressionNode]) throws(Untranslatable) -> SQLExpression {
    let (left, right) = (try translate(operands[0]), try translate(operands[1]))
    if case .null = right { return left }
    // SQLite evaluates the second argument only where the first is NULL.
    return .call(.coalesce, [left, right])
  }

  /// Returns the SQL of `==` or `!=`: `IS` or `IS NOT` if a side can be NULL (S02).
  private func equality(
    _ operands: [ExpressionNode], isNegated: Bool
  ) throws(Untranslatable) -> SQLExpression {
    let canBeNull = operands.contains { isOptional($0.type) }
    let operation: SQLOperator =
      canBeNull ? (isNegated ? .isNotSame : .isSame) : (isNegated ? .notEqual : .equal)
    let (left, right) = (try operand(operands[0]), try operand(operands[1]))
    if left.isNull || right.isNull { return .binary(operation, left, right) }
    let type = operands[0].type
    return .comparison(operation, left.inJSONForm(type), right.inJSONForm(type))
  }

  /// Returns the SQL of an operand of `==` or `!=`.
  private func operand(_ node: ExpressionNode) throws(Untranslatable) -> SQLExpression {
    let value = try compared(node)
    // An optional that wraps a member is never nil.
    guard case .operation(.wrap, let wrapped) = node.form, case .member = wrapped[0].form,
      value.isColumn
    else { return value }
    return .known(value)
  }

  private func range(
    _ operands: [ExpressionNode], upper: SQLOperator
  ) throws(Untranslatable) -> SQLExpression {
    func ordered(_ node: ExpressionNode) throws(Untranslatable) -> SQLExpression {
      try StoredOrder.ordered(compared(node), operands[2].type)
    }
    let value = try ordered(operands[2])
    return .binary(
      .and, .binary(.greaterOrEqual, value, try ordered(operands[0])),
      .binary(upper, value, try ordered(operands[1])))
  }

  /// Returns the SQL of a membership test. nil is a value like others, and an empty list contains
  /// nothing (S29).
  private func membership(_ operands: [ExpressionNode]) throws(Untranslatable) -> SQLExpression {
    if case .subquery(let subquery, .elements) = operands[0].form {
      return try membership(of: operands[1], in: subquery)
    }
    guard let constant = operands[0].constant else {
      throw Untranslatable(reason: "membership in a list that is not known")
    }
    let list = try constant.list()
    let (values, hasNull) = (list.values, list.hasNil)
    let operand = try translate(operands[1]).inJSONForm(operands[1].type)
    let isNull = SQLExpression.binary(.isSame, operand, .null)
    if values.isEmpty, !hasNull {
      return operand.canFail ? .not(.evaluated([operand])) : .number(0)
    }
    guard !values.isEmpty else { return isNull }
    // `IN` converts a REAL operand to an integer in place, so that later uses of the operand would
    // read the integer.
    let candidate: SQLExpression =
      list.hasDouble ? .binary(.add, operand, .parameter(0.0)) : operand
    let isIn: SQLExpression
    if let count = list.parameterCount {
      let parameters = (0..<count).compactMap { constant.bound(list, at: $0) }
      isIn = .isIn(candidate, parameters.map { .parameter($0) })
    } else {
      _ = constant.exactValue()
      guard let json = JSONList.text(of: values) else {
        throw Untranslatable(reason: "a list of \(values.count) values that JSON cannot hold")
      }
      isIn = .isInJSON(candidate, .parameter(json))
    }
    guard isOptional(operands[1].type) else { return isIn }
    // `NULL IN (…)` is NULL, and must become 0 or 1.
    let known = SQLExpression.call(.coalesce, [isIn, .number(0)])
    return hasNull ? .binary(.or, isNull, known) : known
  }
}
