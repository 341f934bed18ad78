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
    if type == Int.self || type == Int64.self { return try whole(operation, operands) }
    guard let fitting = Self.fitting(type) else {
      throw Untranslatable(reason: "numbers of type \(type) are computed in memory")
    }
    return try narrow(operation, operands, fitting)
  }

  /// Returns the function that checks whether a number fits a type of less than 64 bits; nil for
  /// other types.
  static func fitting(_ type: Any.Type) -> SQLFunction? {
    switch type {
    case is Int8.Type: .int8
    case is Int16.Type: .int16
    case is Int32.Type: .int32
    case is UInt8.Type: .uint8
    case is UInt16.Type: .uint16
    case is UInt32.Type: .uint32
    default: nil
    }
  }

  /// Returns the SQL of an operation on integers of less than 64 bits. Each result is checked.
  private func narrow(
    _ operation: ExpressionOperation, _ operands: [ExpressionNode], _ fitting: SQLFunction
  ) throws(Untranslatable) -> SQLExpression {
    switch operation {
    case .add, .subtract, .multiply:
      let parts = try translate(operands)
      let sign: SQLOperator =
        operation == .add ? .add : operation == .subtract ? .subtract : .multiply
      return .call(fitting, [.binary(sign, parts[0], parts[1])])
    case .negate: return .call(fitting, [.negate(try translate(operands[0]))])
    default:
      let result = try whole(operation, operands)
      // The divisor is a constant other than 0 and -1.
      if operation != .integer, case .binary = result { return result }
      if operation == .remainder {
        if case .parameter(let dividend) = try translate(operands[0]),
          dividend.decide(.isLowest) == false
        {
          return result
        }
        throw Untranslatable(
          reason: "the lowest number of type \(operands[0].type) has no remainder by -1")
      }
      return .call(fitting, [result])
    }
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
      if case .parameter(let divisor) = arguments[1], divisor.decide(.isPlainDivisor) == true {
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

extension ConstantQuestion<Bool> {
  /// Whether the value is a divisor that needs no check: other than 0 and -1.
  fileprivate static let isPlainDivisor = ConstantQuestion("is a plain divisor") { value in
    guard let value = value as? any BinaryInteger, let divisor = Int(exactly: value) else {
      return false
    }
    return divisor != 0 && divisor != -1
  }

  /// Whether the value is the lowest number of its type.
  fileprivate static let isLowest = ConstantQuestion("is lowest") { value in
    func isLowest<Number: FixedWidthInteger>(_ number: Number) -> Bool { number == .min }
    return (value as? any FixedWidthInteger).map { isLowest($0) } ?? true
  }
}
