extension Queryable {
  /// The elements that are not nil.
  ///
  /// ```swift
  /// people.select { $0.email }.compacted()
  /// // SELECT email FROM person WHERE email IS NOT NULL ORDER BY id
  /// ```
  ///
  /// As `compactMap { $0 }` of an array, it unwraps the elements: the query above is one of
  /// `String`.
  public func compacted<Wrapped>() -> Query<Wrapped> where Element == Wrapped? {
    query.then(.compacted) { next in { try nextThere(next) } }
  }
}

/// Returns the next element of a pull that is not nil; nil after the last one.
func nextThere<Wrapped>(_ next: Pull<Wrapped?>) throws -> Wrapped? {
  while let element = try next() {
    if let element { return element }
  }
  return nil
}

extension QueryExpression where Value: QueryArray & Sendable, Value.Element: Sendable {
  /// The elements of the array that are not nil.
  public func compacted<Wrapped: Sendable>() -> QueryExpression<[Wrapped]>
  where Value.Element == Wrapped? {
    subquery.then(.compacted) { $0.compacted() }.elements
  }
}
