#if Postgres
internal import LinqCore
internal import StoreEngine

// What PostgreSQL must know of expressions, which have types there.

extension SQLFunction {
  /// Whether the function returns a text.
  var returnsText: Bool {
    switch self {
    case .dateText, .doubleText, .joined, .joinedDistinct, .substr: true
    default: false
    }
  }
}

extension AnyQueryFunction {
  /// Whether the function returns a text.
  var returnsText: Bool {
    switch resultType {
    case is String.Type, is Substring.Type, is Substring?.Type, is Character?.Type: true
    default: false
    }
  }
}

extension SQLExpression {
  /// Whether the expression is a value that is not NULL.
  var isKnown: Bool {
    switch self {
    case .parameter(let value): !value.isOptional
    case .number, .known: true
    case .encoded(let value, _, _): value.isKnown
    default: false
    }
  }

  /// Whether the expression contains a column.
  var hasColumn: Bool {
    switch self {
    case .column, .scalar: true
    default: containsOperand(where: \.hasColumn)
    }
  }

  /// Whether the condition consists of equalities between columns.
  var comparesColumns: Bool {
    switch self {
    case .binary(.and, let left, let right): left.comparesColumns && right.comparesColumns
    case .binary(.equal, let left, let right), .binary(.isSame, let left, let right):
      // The server may find that any other expression is constant.
      left.columnName != nil && right.columnName != nil
    default: false
    }
  }

  /// Whether the server writes the expression as an `integer`: a test, or a choice between tests.
  var isInteger: Bool {
    switch self {
    case .number: true
    case .known(let operand): operand.isInteger
    case .conditional(_, let first, let second): first.isInteger || second?.isInteger == true
    default: isTruthValue
    }
  }

  /// Whether the expression is known to be a text.
  var isText: Bool {
    switch self {
    case .parameter(let value): value.storedType == .text
    case .binary(.concatenate, _, _), .cast(_, "TEXT"): true
    case .call(.coalesce, let arguments), .call(.min, let arguments), .call(.max, let arguments):
      arguments.contains(where: \.isText)
    case .call(let function, _), .ordered(let function, _, _): function.returnsText
    case .function(let function, _): function.returnsText
    case .conditional(_, let first, let second): first.isText || second?.isText == true
    case .unindexed(let operand), .known(let operand): operand.isText
    default: false
    }
  }
}
#endif
