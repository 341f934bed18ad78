/// The rows around the element of a window, which an array inside an expression is.
///
/// ```swift
/// sales.windows().select { $0.last(7).average { $0.total } }      // 6 rows before, 0 after
/// ```
struct WindowFrame<Element>: Sendable {
  private let parameter: ExpressionParameter
  private let before: Int?
  private let after: Int?

  /// Creates the frame of an array; nil for other arrays, and for a window that is no element of a
  /// closure.
  init?(_ array: ExpressionNode) {
    guard case .operation(.windowRows, let operands) = array.form,
      case .element(let parameter) = operands[0].form,
      operands[0].type == QueryWindow<Element>.self,
      case .constant(let before as Int?) = operands[1].form,
      case .constant(let after as Int?) = operands[2].form
    else { return nil }
    self.parameter = parameter
    self.before = before
    self.after = after
  }

  /// Whether the frame is the whole partition, and so the same for all its windows.
  var isPartition: Bool { before == nil && after == nil }

  /// Returns what keeps the values of the partition.
  func keptValues(in scope: ExpressionScope) throws -> KeptValues? {
    try window(in: scope).rows.kept
  }

  /// Whether the frame is the elements up to the window's.
  var isSoFar: Bool { before == nil && after == 0 }

  /// Returns where the elements of the frame are in the partition of a window.
  func range(of window: QueryWindow<Element>) -> Range<Int> {
    window.range(before: before, after: after)
  }

  /// Returns the window of the frame.
  func window(in scope: ExpressionScope) throws -> QueryWindow<Element> {
    parameter.isOfSubquery ? try scope.element(parameter) : scope.element(parameter.role)
  }
}
