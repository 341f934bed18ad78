internal import LinqCore

extension SelectStatement {
  /// `LIMIT`.
  mutating func take(_ count: Int) { limit = min(limit ?? .max, count) }

  /// `OFFSET`, of a parameter: pages share one plan.
  mutating func skip(_ count: ExpressionNode) throws(Untranslatable) {
    if isLimited { nestSafely() }
    offset = try translator().translate(count)
  }

  /// The elements in reverse order, limited, and in their order again.
  mutating func fromTheEnd(_ limit: (inout SelectStatement) -> Void) {
    if isLimited { nestSafely() }
    reverse()
    limit(&self)
    nest()
    reverse()
  }
}
