internal import LinqCore

/// A value that a property of a row must have for a query to depend on the row. Changes are indexed
/// by it, so that each of many queries for single keys or names reads only its own changes.
///
/// `@unchecked Sendable`: both properties are constant, and `value` wraps a constant of an
/// expression, which is `any Sendable`. `AnyHashable` does not keep that, and a cast cannot ask for
/// it.
struct EqualityConstraint: @unchecked Sendable {
  let keyPath: any AnyKeyPath & Sendable
  let value: AnyHashable

  /// Creates the constraint that the leading filters of a query impose: an equality that is a
  /// filter of its own or an operand of `&&`. Returns nil if there is none before a filter that can
  /// fail, which must see other rows too.
  init?(_ filters: some Sequence<any QueryNode>) {
    for filter in filters {
      guard case .filter(let condition?) = filter.operator, !condition.canFail else { return nil }
      if let found = condition.equalityConstraint {
        self = found
        return
      }
    }
    return nil
  }

  fileprivate init(keyPath: any AnyKeyPath & Sendable, value: AnyHashable) {
    self.keyPath = keyPath
    self.value = value
  }
}

extension ExpressionNode {
  fileprivate var equalityConstraint: EqualityConstraint? {
    guard case .operation(let operation, let operands) = form else { return nil }
    switch operation {
    case .and: return operands[0].equalityConstraint ?? operands[1].equalityConstraint
    case .equal:
      for (side, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        guard case .member(let base, let keyPath) = side.form, case .element = base.form,
          side.type == other.type,
          let value = other.constant?.exactValue() as? AnyHashable
        else { continue }
        return EqualityConstraint(keyPath: keyPath, value: value)
      }
      return nil
    default: return nil
    }
  }
}

/// An index of changes by the value of one property, before and after each change.
struct ChangeIndex<Row: Sendable> {
  private let keyPath: AnyKeyPath
  private var indices: [AnyHashable: [Int]] = [:]
  /// The number of changes that have been indexed.
  private var count = 0

  init(_ keyPath: AnyKeyPath) { self.keyPath = keyPath }

  /// Returns the changes from an index on in which a row had the value before or has it after.
  mutating func changes(
    with value: AnyHashable, from start: Int, of changes: [TableChange<Row>]
  ) -> [TableChange<Row>] {
    for index in count..<changes.count { add(changes[index], index) }
    count = changes.count
    return (indices[value] ?? []).drop { $0 < start }.map { changes[$0] }
  }

  private mutating func add(_ change: TableChange<Row>, _ index: Int) {
    let after = change.after.flatMap(value)
    if let after { indices[after, default: []].append(index) }
    if case .row(let row) = change.before, let before = value(of: row), before != after {
      indices[before, default: []].append(index)
    }
  }

  private func value(of row: Row) -> AnyHashable? { row[keyPath: keyPath] as? AnyHashable }
}
