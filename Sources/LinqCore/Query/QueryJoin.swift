/// A way to pair the elements of two queries.
package struct QueryJoin: Sendable {
  /// The kinds of joins, which differ in the elements without a match that they keep.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Keeps no element without a match.
    case inner = "join"
    /// Keeps the elements of the first query.
    case left = "leftJoin"
    /// Keeps the elements of the second query.
    case right = "rightJoin"
    /// Keeps the elements of both queries.
    case full = "fullJoin"
    /// Pairs each element of the first query with all its matches.
    case group = "groupJoin"
  }

  /// Which elements of the two queries match.
  package enum Match: Sendable {
    /// Those with equal keys.
    case keys(outer: ExpressionNode, inner: ExpressionNode)
    /// Those for which a condition on their pair is true.
    case condition(ExpressionNode)
    /// Each with each.
    case all
    /// Those for which closures decide that only Swift can run.
    case closures
  }

  /// The kind of the join.
  package let kind: Kind
  /// Which elements match.
  package var match: Match
  /// The type of the first element of each pair.
  package let leftType: Any.Type
  /// The type of the second element of each pair.
  package let rightType: Any.Type

  /// The operator's name in Swift.
  var name: String { if case .all = match { "crossJoin" } else { kind.rawValue } }

  var runsClosure: Bool { if case .closures = match { true } else { false } }
}

extension QueryJoin.Match {
  /// Calls a closure with each expression in order. Returns the match with the expressions that it
  /// returned; nil if it returned none.
  func replacingExpressions(
    _ body: (ExpressionNode) throws -> ExpressionNode?
  ) rethrows -> Self? {
    switch self {
    case .keys(let outer, let inner):
      let (newOuter, newInner) = (try body(outer), try body(inner))
      guard newOuter != nil || newInner != nil else { return nil }
      return .keys(outer: newOuter ?? outer, inner: newInner ?? inner)
    case .condition(let condition): return try body(condition).map(Self.condition)
    case .all, .closures: return nil
    }
  }

  /// The case as a part of the key of a plan, which has the expressions too.
  var fingerprint: UInt {
    switch self {
    case .closures: 0
    case .keys: 1
    case .all: 2
    case .condition: 3
    }
  }
}
