internal import StoreEngine

extension SQLExpression {
  /// The stored value of a column, without the function that returns its usual form; other
  /// expressions are unchanged. It has the same order.
  var stored: SQLExpression {
    switch self {
    case .decoded(let column, let encoding): encoding.isForeignText ? self : column
    case .call(.decimalKey, let operands):
      // The usual form is a text, whose order is another one.
      if case .decoded(let column, let encoding) = operands[0], encoding.type == .integer {
        column
      } else {
        self
      }
    default: self
    }
  }

  /// The stored value on a server, where all values of an encoding have their order.
  var storedOnServer: SQLExpression {
    guard case .call(.decimalKey, let operands) = self,
      case .decoded(let column, .numeric) = operands[0]
    else { return stored }
    return column
  }

  /// The comparison of stored values with the same result, which an index can serve; nil for an
  /// expression without values in another encoding.
  ///
  /// - Parameter canCompare: whether an operator of the engine has the same result for a stored
  ///   value and the stored form of another one; nil if that one is a column of the same encoding.
  func comparingStored(
    _ canCompare: (StoredEncoding, SQLOperator, _ other: SQLExpression?) -> Bool
  ) -> SQLExpression? {
    switch self {
    case .binary(let operation, let left, let right) where operation.isComparison:
      let (first, second) = (left.encodedColumn, right.encodedColumn)
      if let first, let second {
        guard first.encoding == second.encoding, canCompare(first.encoding, operation, nil) else {
          return nil
        }
        return .binary(operation, first.column, second.column)
      }
      if let first, canCompare(first.encoding, operation, right) {
        return .binary(
          operation, first.column, right.encoded(first.encoding, operation.encodingUse))
      }
      if let second, canCompare(second.encoding, operation, left) {
        return .binary(
          operation, left.encoded(second.encoding, operation.mirrored.encodingUse), second.column)
      }
      return nil
    case .isIn(.decoded(let column, let encoding), let values)
    where values.allSatisfy { canCompare(encoding, .equal, $0) }:
      return .isIn(column, values.map { $0.encoded(encoding, .exact) })
    default: return nil
    }
  }

  /// Returns the stored values of two sides that are compared for equality, if both have the same
  /// encoding.
  static func storedSides(
    _ left: SQLExpression, _ right: SQLExpression
  ) -> (SQLExpression, SQLExpression) {
    guard let first = left.encodedColumn, let second = right.encodedColumn,
      first.encoding == second.encoding, !first.encoding.isForeignText
    else { return (left, right) }
    return (first.column, second.column)
  }

  /// The stored value of a column and its encoding, if the expression is the usual form of it.
  private var encodedColumn: (column: SQLExpression, encoding: StoredEncoding)? {
    switch self {
    case .decoded(let column, let encoding): (column, encoding)
    case .known(.decoded(let column, let encoding)): (.known(column), encoding)
    case .call(.decimalKey, let operands): operands[0].encodedColumn
    default: nil
    }
  }

  /// Returns the stored form of a value with which a column is compared.
  private func encoded(_ encoding: StoredEncoding, _ use: EncodingUse) -> SQLExpression {
    switch self {
    case .null: self
    case .call(.decimalKey, let operands): operands[0].encoded(encoding, use)
    case .known(let value): .known(value.encoded(encoding, use))
    default: .encoded(self, encoding, encoding.type == .integer ? use : .exact)
    }
  }
}

extension SQLOperator {
  /// The stored form with which the value on the left is compared.
  fileprivate var encodingUse: EncodingUse {
    switch self {
    case .less, .greaterOrEqual: .upper
    case .lessOrEqual, .greater: .lower
    default: .exact
    }
  }

  /// The operator for exchanged operands.
  var mirrored: SQLOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }

  /// Whether the operator compares values for equality.
  var isEquality: Bool {
    switch self {
    case .equal, .notEqual, .isSame, .isNotSame: true
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .or, .and, .add, .subtract, .multiply,
      .divide, .remainder, .concatenate, .like, .match:
      false
    }
  }

  /// Whether the operator compares values.
  var isComparison: Bool {
    switch self {
    case .equal, .notEqual, .isSame, .isNotSame, .less, .lessOrEqual, .greater, .greaterOrEqual:
      true
    case .or, .and, .add, .subtract, .multiply, .divide, .remainder, .concatenate, .like, .match:
      false
    }
  }
}
