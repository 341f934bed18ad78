internal import LinqCore

extension SelectStatement {
  /// Sets `LIMIT`, or lowers it.
  mutating func take(_ count: Int) {
    switch limit {
    case nil: limit = .number(count)
    case .number(let other): limit = .number(min(other, count))
    default:
      open(.limit)
      limit = .number(count)
    }
  }

  /// Sets `LIMIT` to a number that the engine computes.
  mutating func take(_ count: ExpressionNode) throws(Untranslatable) {
    open(.limit)
    limit = try number(count)
  }

  /// Sets `OFFSET`, with a parameter if the number is known: all pages share one plan.
  mutating func skip(_ count: ExpressionNode) throws(Untranslatable) {
    open(.offset)
    offset = try number(count)
  }

  /// Returns a number of elements, 0 for a negative one. A constant has been clamped already.
  private func number(_ count: ExpressionNode) throws(Untranslatable) -> SQLExpression {
    let number = try translator().translate(count)
    if case .constant = count.form { return number }
    // The statement that joins groups with their items reads no groups where there are no items.
    guard !projection.isGroup || !number.canFail else {
      throw Untranslatable(reason: "a number of groups that can fail")
    }
    return .call(.max, [.number(0), number])
  }

  /// Applies a limit counted from the end: it reverses the elements, limits them, and reverses them
  /// again.
  mutating func fromTheEnd(_ limit: (inout SelectStatement) -> Void) {
    open(.offset)
    reverse()
    limit(&self)
    nest()
    reverse()
  }
}
