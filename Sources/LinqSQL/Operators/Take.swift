internal import LinqCore

extension SelectStatement {
  /// Sets `LIMIT`, or lowers it.
  mutating func take(_ count: Int) { limit = min(limit ?? .max, count) }

  /// Sets `OFFSET`, with a parameter: all pages share one plan.
  mutating func skip(_ count: ExpressionNode) throws(Untranslatable) {
    if isLimited { nestSafely() }
    offset = try translator().translate(count)
  }

  /// Applies a limit counted from the end: it reverses the elements, limits them, and reverses them
  /// again.
  mutating func fromTheEnd(_ limit: (inout SelectStatement) -> Void) {
    if isLimited { nestSafely() }
    reverse()
    limit(&self)
    nest()
    reverse()
  }
}
