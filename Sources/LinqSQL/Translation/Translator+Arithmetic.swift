internal import LinqCore

extension Translator {
  /// Returns the SQL of an operation on numbers (S11 to S16).
  ///
  /// SQLite turns an integer overflow into a floating-point number, and NaN into NULL. Sums,
  /// differences and products propagate both, so a single check around an expression of them is
  /// enough.
  func arithmetic(
    _ operation: ExpressionOperation, _ operands: [ExpressionNode], _ type: Any.Type
  ) throws(Untranslatable) -> SQLExpression {
    if type == Double.self { return try real(operation, operands) }
    guard type == Int.self || type == Int64.self else {
      throw Untranslatable(reason: "numbers of type \(type) are computed in memory")
    }
    return try whole(operation, operands)
  }

  private func whole(
    _ operation: ExpressionOperation, _ operands: [ExpressionNode]
  ) throws(Untranslatable) -> SQLExpression {
    switch operation {
    case .add, .subtract, .multiply, .negate:
      return .call(.whole, [try unchecked(operation, operands)])
    case .absolute: return .call(.absolute, try translate(operands))
    case .integer:
      let operand = try translate(operands[0])
      return operands[0].type == Double.self
        ? .call(.integer, [operand]) : operand
    case .divide, .remainder:
      let arguments = try translate(operands)
      // A constant divisor other than 0 and -1 needs no check.
      if case .parameter(let divisor, _) = arguments[1],
        let divisor = divisor as? any BinaryInteger,
        let divisor = Int(exactly: divisor), divisor != 0, divisor != -1
      {
        return .binary(operation == .divide ? .divide : .remainder, arguments[0], arguments[1])
      }
      return .call(operation == .divide ? .divide : .remainder, arguments)
    default: throw Untranslatable(reason: "\(operation.rawValue) of whole numbers")
    }
  }

  private func real(
    _ operation: ExpressionOperation, _ operands: [ExpressionNode]
  ) throws(Untranslatable) -> SQLExpression {
    switch operation {
    case .double: return .cast(try translate(operands[0]), "REAL")
    case .add, .subtract, .multiply, .negate:
      return .call(.real, [try unchecked(operation, operands)])
    case .absolute: return .call(.abs, try translate(operands))
    case .divide: return .call(.divide, try translate(operands))
    case .truncatingRemainder:
      return .call(.remainder, try translate(operands))
    default: throw Untranslatable(reason: "\(operation.rawValue) of floating-point numbers")
    }
  }

  /// Returns the SQL of nested sums, differences and products without checks inside.
  private func unchecked(
    _ operation: ExpressionOperation, _ operands: [ExpressionNode]
  ) throws(Untranslatable) -> SQLExpression {
    var parts: [SQLExpression] = []
    for operand in operands {
      if case .operation(let inner, let nested) = operand.form, operand.type == operands[0].type {
        switch inner {
        case .add, .subtract, .multiply, .negate:
          parts.append(try unchecked(inner, nested))
          continue
        default: break
        }
      }
      parts.append(try translate(operand))
    }
    switch operation {
    case .add: return .binary(.add, parts[0], parts[1])
    case .subtract: return .binary(.subtract, parts[0], parts[1])
    case .multiply: return .binary(.multiply, parts[0], parts[1])
    // SQLite evaluates -x as 0 - x, which turns 0.0 into 0.0 instead of -0.0.
    default:
      return operands[0].type == Double.self
        ? .binary(.multiply, parts[0], .parameter(-1.0)) : .negate(parts[0])
    }
  }
}
