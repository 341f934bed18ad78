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

// The order of tuples is that of the first part that differs. The first part is compared twice, so
// that an index on it finds where to begin.

/// Returns whether a pair comes before another one, by the first part that differs.
public func < <A: Comparable & Sendable, B: Comparable & Sendable>(
  left: (QueryExpression<A>, QueryExpression<B>), right: (A, B)
) -> QueryExpression<Bool> {
  left.0 <= right.0 && (left.0 < right.0 || left.1 < right.1)
}

/// Returns whether a pair comes before another one, or is equal to it.
public func <= <A: Comparable & Sendable, B: Comparable & Sendable>(
  left: (QueryExpression<A>, QueryExpression<B>), right: (A, B)
) -> QueryExpression<Bool> {
  left.0 <= right.0 && (left.0 < right.0 || left.1 <= right.1)
}

/// Returns whether a pair comes after another one, by the first part that differs: the elements of
/// the next page of a list that is sorted by both.
///
/// ```swift
/// people.sort { $0.surname }.where { ($0.surname, $0.id) > (last.surname, last.id) }.take(50)
/// // … WHERE surname >= ? AND (surname > ? OR id > ?) ORDER BY surname, id LIMIT 50
/// ```
public func > <A: Comparable & Sendable, B: Comparable & Sendable>(
  left: (QueryExpression<A>, QueryExpression<B>), right: (A, B)
) -> QueryExpression<Bool> {
  left.0 >= right.0 && (left.0 > right.0 || left.1 > right.1)
}

/// Returns whether a pair comes after another one, or is equal to it.
public func >= <A: Comparable & Sendable, B: Comparable & Sendable>(
  left: (QueryExpression<A>, QueryExpression<B>), right: (A, B)
) -> QueryExpression<Bool> {
  left.0 >= right.0 && (left.0 > right.0 || left.1 >= right.1)
}

/// Returns whether a triple comes before another one, by the first part that differs.
public func < <A: Comparable & Sendable, B: Comparable & Sendable, C: Comparable & Sendable>(
  left: (QueryExpression<A>, QueryExpression<B>, QueryExpression<C>), right: (A, B, C)
) -> QueryExpression<Bool> {
  left.0 <= right.0 && (left.0 < right.0 || (left.1, left.2) < (right.1, right.2))
}

/// Returns whether a triple comes after another one, by the first part that differs.
public func > <A: Comparable & Sendable, B: Comparable & Sendable, C: Comparable & Sendable>(
  left: (QueryExpression<A>, QueryExpression<B>, QueryExpression<C>), right: (A, B, C)
) -> QueryExpression<Bool> {
  left.0 >= right.0 && (left.0 > right.0 || (left.1, left.2) > (right.1, right.2))
}
