// Swift's own names for a condition on each of some values of the program, in the closures of a
// query.

extension Sequence {
  /// Returns whether a condition of the query's element is true for each value of the program; true
  /// without values.
  ///
  /// ```swift
  /// let words = ["ada", "love"]
  /// people.where { person in words.allSatisfy { person.fullName.contains($0) } }
  /// // … WHERE swift_contains(name || ? || surname, ?)
  /// // AND swift_contains(name || ? || surname, ?) …
  /// ```
  ///
  /// The closure is called for all values when the query is built. A value whose condition is
  /// not needed is not evaluated, as with `&&`.
  public func allSatisfy(
    _ condition: (Element) throws -> QueryExpression<Bool>
  ) rethrows -> QueryExpression<Bool> {
    combined(try map(condition)[...]) { $0 && $1 } ?? QueryExpression(true)
  }

  /// Returns whether a condition of the query's element is true for at least one value of the
  /// program; false without values.
  ///
  /// ```swift
  /// people.where { person in ["A", "B"].contains { person.name.hasPrefix($0) } }
  /// // … WHERE (name >= ? AND name < ? AND swift_has_prefix(name, ?)
  /// // OR name >= ? AND name < ? AND swift_has_prefix(name, ?)) …
  /// ```
  public func contains(
    where condition: (Element) throws -> QueryExpression<Bool>
  ) rethrows -> QueryExpression<Bool> {
    combined(try map(condition)[...]) { $0 || $1 } ?? QueryExpression(false)
  }
}

extension Array {
  /// Returns whether one of several values of the query's element is a given one.
  ///
  /// ```swift
  /// fixtures.where { [$0.homeID, $0.awayID].contains(12) }   // WHERE home_id = ? OR away_id = ?
  /// ```
  public func contains<Value: Equatable & Sendable>(
    _ value: Value
  ) -> QueryExpression<Bool> where Element == QueryExpression<Value> {
    contains { $0 == value }
  }

  /// Returns whether one of several values of the query's element is the same as another one.
  public func contains<Value: Equatable & Sendable>(
    _ value: QueryExpression<Value>
  ) -> QueryExpression<Bool> where Element == QueryExpression<Value> {
    contains { $0 == value }
  }
}

/// Joins conditions in their order, each half by itself: an expression may not be as deep as there
/// are values.
private func combined(
  _ conditions: ArraySlice<QueryExpression<Bool>>,
  _ join: (QueryExpression<Bool>, QueryExpression<Bool>) -> QueryExpression<Bool>
) -> QueryExpression<Bool>? {
  guard conditions.count > 1 else { return conditions.first }
  let middle = conditions.startIndex + conditions.count / 2
  guard let left = combined(conditions[..<middle], join),
    let right = combined(conditions[middle...], join)
  else { return nil }
  return join(left, right)
}
