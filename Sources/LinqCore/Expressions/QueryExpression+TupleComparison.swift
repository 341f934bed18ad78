// Comparisons of tuples, part by part.

/// Returns whether all parts of two pairs are equal.
///
/// ```swift
/// people.where { ($0.name, $0.surname) == ("Ada", "Lovelace") }
/// // WHERE name = ? AND surname = ?
/// ```
public func == <A: Equatable & Sendable, B: Equatable & Sendable>(
  left: (QueryExpression<A>, QueryExpression<B>), right: (A, B)
) -> QueryExpression<Bool> { left.0 == right.0 && left.1 == right.1 }

/// Returns whether all parts of two pairs are equal.
public func == <A: Equatable & Sendable, B: Equatable & Sendable>(
  left: (QueryExpression<A>, QueryExpression<B>), right: (QueryExpression<A>, QueryExpression<B>)
) -> QueryExpression<Bool> { left.0 == right.0 && left.1 == right.1 }

/// Returns whether all parts of two triples are equal.
public func == <A: Equatable & Sendable, B: Equatable & Sendable, C: Equatable & Sendable>(
  left: (QueryExpression<A>, QueryExpression<B>, QueryExpression<C>), right: (A, B, C)
) -> QueryExpression<Bool> { left.0 == right.0 && left.1 == right.1 && left.2 == right.2 }

/// Returns whether two pairs differ in at least one part.
public func != <A: Equatable & Sendable, B: Equatable & Sendable>(
  left: (QueryExpression<A>, QueryExpression<B>), right: (A, B)
) -> QueryExpression<Bool> { !(left == right) }

/// Returns whether two pairs differ in at least one part.
public func != <A: Equatable & Sendable, B: Equatable & Sendable>(
  left: (QueryExpression<A>, QueryExpression<B>), right: (QueryExpression<A>, QueryExpression<B>)
) -> QueryExpression<Bool> { !(left == right) }

/// Returns whether two triples differ in at least one part.
public func != <A: Equatable & Sendable, B: Equatable & Sendable, C: Equatable & Sendable>(
  left: (QueryExpression<A>, QueryExpression<B>, QueryExpression<C>), right: (A, B, C)
) -> QueryExpression<Bool> { !(left == right) }
