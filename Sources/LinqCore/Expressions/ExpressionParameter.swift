internal import Synchronization

/// A parameter of a closure: its place, and the closure that it belongs to.
package struct ExpressionParameter: Hashable, Sendable {
  /// The place of a parameter.
  package enum Place: UInt, Sendable {
    /// The first parameter of an operator's closure.
    case first
    /// The second parameter of an operator's closure.
    case second
    /// The parameter of the closures of a subquery. Closures of operators surround it.
    case subquery
  }

  /// The place of the parameter.
  package let place: Place
  /// A number that no other closure has.
  package let closure: Int

  /// Creates the parameter of a new closure.
  package init(_ place: Place = .first) {
    self.place = place
    closure = Self.closures.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Whether the closure is one of a subquery. It is faster than `place == .subquery`, which
  /// compares raw values.
  var isOfSubquery: Bool { if case .subquery = place { true } else { false } }

  private static let closures = Atomic<Int>(0)
}
