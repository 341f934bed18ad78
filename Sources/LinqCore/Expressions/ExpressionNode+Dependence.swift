extension ExpressionNode {
  /// The elements that an expression is computed from, as far as that is known without reading its
  /// tree.
  struct Dependence: Equatable {
    /// Of the first parameter of a closure, its number; 0 for no element, -1 for other parameters.
    private var closure: Int

    /// No element.
    static let none = Dependence(closure: 0)
    /// Other elements than those of one operator's closure.
    static let several = Dependence(closure: -1)

    private init(closure: Int) { self.closure = closure }

    /// The element of a parameter.
    init(_ parameter: ExpressionParameter) {
      let isFirst = if case .first = parameter.role { true } else { false }
      closure = isFirst && !parameter.isBuiltAhead ? parameter.closure : -1
    }

    /// Adds the elements that an operand is computed from.
    mutating func add(_ other: Dependence) {
      if closure == other.closure || other.closure == 0 { return }
      closure = closure == 0 ? other.closure : -1
    }
  }
}
