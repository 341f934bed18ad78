internal import LinqCore

extension SQLExpression {
  /// The condition that is true for the same rows and can be NULL where this one is false; nil if
  /// there is none that is simpler.
  ///
  /// | condition in Swift | as a value | where NULL counts as false |
  /// |---|---|---|
  /// | `list.contains($0.email)` | `coalesce(email IN (?), 0)` | `email IN (?)` |
  /// | `$0.age.map { $0 > 5 } == true` | `CASE WHEN … THEN … END IS ?` | `age > ?` |
  /// | `$0.age.map { $0 > 5 } ?? false` | `coalesce(CASE … END, ?)` | `age > ?` |
  /// | `$0.partner == $1.id` | `partner IS id` | `partner = id` |
  ///
  /// Only the last form can use an index.
  var filterCondition: SQLExpression? {
    switch self {
    case .binary(.isSame, let condition, .parameter(let value)),
      .binary(.isSame, .parameter(let value), let condition):
      condition.isCondition && value.decide(.isTrue) == true ? condition : nil
    case .binary(.isSame, let left, .known(let right)),
      .binary(.isSame, .known(let left), let right):
      .binary(.equal, left, right)
    case .call(.coalesce, let operands) where operands.count == 2:
      operands[0].isCondition && operands[1].isFalse ? operands[0] : nil
    // The engine evaluates the sides of `AND` in any order (S36), and a condition on the keys of
    // groups even before there are groups: after an aggregate it must stay where it is.
    case .conditional(let first, let second, let other)
    where second.isCondition && !first.canFail && !second.canFail && other?.isFalse != false
      && !first.hasAggregate:
      second.isNullUnless(first) ? second : .binary(.and, first, second)
    default: nil
    }
  }

  /// Returns whether a condition is that a value is not NULL, and this compares that value.
  private func isNullUnless(_ condition: SQLExpression) -> Bool {
    guard case .binary(.isNotSame, let value, .null) = condition else { return false }
    switch self {
    case .binary(.isSame, _, _), .binary(.isNotSame, _, _): return false
    case .binary(let operation, let left, let right):
      return operation.isComparison && (left.isSame(as: value) || right.isSame(as: value))
    case .isIn(let operand, _): return operand.isSame(as: value)
    default: return false
    }
  }

  /// Whether the value is 0, 1 or NULL, because a test computes it.
  private var isCondition: Bool { isTruthValue || filterCondition != nil }

  /// Whether the expression is a test itself, and not a stored number. In PostgreSQL it is a truth
  /// value.
  var isTruthValue: Bool {
    switch self {
    case .binary(let operation, _, _): operation.isTest
    case .not, .isIn, .isInJSON, .exists, .isInStatement: true
    case .known(let operand): operand.isTruthValue
    case .call(let function, _): function.isTest
    case .function(let function, _): function.isTest
    default: false
    }
  }

  /// Whether the expression is false or NULL in each run of the plan.
  var isFalse: Bool {
    switch self {
    case .number(0), .null: true
    case .known(let operand): operand.isFalse
    case .parameter(let value): value.decide(.isFalse) == true
    default: false
    }
  }
}

extension SQLFunction {
  /// Whether the function tests something.
  var isTest: Bool { self == .evaluated }
}

extension AnyQueryFunction {
  /// Whether the function tests something.
  var isTest: Bool { resultType == Bool.self }
}

extension ConstantQuestion<Bool> {
  fileprivate static let isTrue = ConstantQuestion("is true") { $0 as? Bool == true }
  fileprivate static let isFalse = ConstantQuestion("is false") { $0 as? Bool == false }
}

extension SQLOperator {
  /// Whether the result is a truth value.
  var isTest: Bool {
    switch self {
    case .or, .and, .like, .match: true
    default: isComparison
    }
  }
}
