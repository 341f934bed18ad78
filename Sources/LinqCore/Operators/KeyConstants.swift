// Keys with constants among their parts. The optional makes the compiler try these functions last,
// as does the name of this file, which comes after that of the others: it tries functions in the
// order of their declaration. If they were the only ones, keys would take five times as long.
extension Queryable {
  /// The elements grouped by a key of two parts, some of which are constants.
  ///
  /// ```swift
  /// people.groupBy { ($0.surname, isActive) }.select { ($0.key.0, $0.key.1, $0.count) }
  /// // SELECT surname, ?, count(*) FROM person GROUP BY surname, ?1 ORDER BY min(id)
  /// ```
  @_disfavoredOverload
  @inlinable public func groupBy<First: SelectPart, Second: SelectPart>(
    _ key: ((QueryExpression<Element>) -> (First, Second))?
  ) -> Query<QueryGroup<(First.Part, Second.Part), Element>>
  where First.Part: Hashable & Sendable, Second.Part: Hashable & Sendable {
    guard let key else { preconditionFailure("groupBy without a key") }
    return groupBy { element in
      let (first, second) = key(element)
      return (first.selectedPart, second.selectedPart)
    }
  }

  /// The elements grouped by a key of three parts, some of which are constants.
  @_disfavoredOverload
  @inlinable public func groupBy<First: SelectPart, Second: SelectPart, Third: SelectPart>(
    _ key: ((QueryExpression<Element>) -> (First, Second, Third))?
  ) -> Query<QueryGroup<(First.Part, Second.Part, Third.Part), Element>>
  where
    First.Part: Hashable & Sendable, Second.Part: Hashable & Sendable,
    Third.Part: Hashable & Sendable
  {
    guard let key else { preconditionFailure("groupBy without a key") }
    return groupBy { element in
      let (first, second, third) = key(element)
      return (first.selectedPart, second.selectedPart, third.selectedPart)
    }
  }

  /// The number of elements with each key of two parts, some of which are constants, in the order
  /// in which the keys first occur.
  @_disfavoredOverload
  @inlinable public func countBy<First: SelectPart, Second: SelectPart>(
    _ key: ((QueryExpression<Element>) -> (First, Second))?
  ) -> Query<((First.Part, Second.Part), Int)>
  where First.Part: Hashable & Sendable, Second.Part: Hashable & Sendable {
    groupBy(key).select { ($0.key, $0.count) }
  }

  /// The number of elements with each key of three parts, some of which are constants, in the order
  /// in which the keys first occur.
  @_disfavoredOverload
  @inlinable public func countBy<First: SelectPart, Second: SelectPart, Third: SelectPart>(
    _ key: ((QueryExpression<Element>) -> (First, Second, Third))?
  ) -> Query<((First.Part, Second.Part, Third.Part), Int)>
  where
    First.Part: Hashable & Sendable, Second.Part: Hashable & Sendable,
    Third.Part: Hashable & Sendable
  { groupBy(key).select { ($0.key, $0.count) } }
}
