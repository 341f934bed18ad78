internal import Synchronization

/// A parameter of a closure: its role, and the closure that it belongs to.
package struct ExpressionParameter: Hashable, Sendable {
  /// The role of a parameter.
  package enum Role: UInt, Sendable {
    /// The first parameter of an operator's closure.
    case first
    /// The second parameter of an operator's closure.
    case second
    /// The parameter of the closures of a subquery. Closures of operators surround it.
    case subquery
  }

  /// The role of the parameter.
  package let role: Role
  /// A number that no other closure has.
  package let closure: Int

  /// Creates the parameter of a new closure.
  package init(_ role: Role = .first, isBuiltAhead: Bool = false) {
    self.role = role
    let number = Self.closures.wrappingAdd(1, ordering: .relaxed).newValue
    closure = isBuiltAhead ? -number : number
  }

  /// Whether the closure is built before its operator, so that it stands for the elements of any
  /// operator.
  var isBuiltAhead: Bool { closure < 0 }

  /// Whether the closure is one of a subquery. It is faster than `role == .subquery`, which
  /// compares raw values.
  var isOfSubquery: Bool { if case .subquery = role { true } else { false } }

  private static let closures = Atomic<Int>(0)
}
