public import LinqCore
internal import StoreSupport

extension Queryable<Person> {
  /// Finds people who may be one, and what they have in common.
  ///
  /// ```swift
  /// let found = try await store.people.duplicates(by: [.email, .similarName])
  /// // SELECT id, name, surname, age, email, birth_date, attributes FROM person ORDER BY id
  /// for pair in found.pairs {
  ///   print(pair.first.fullName, pair.second.fullName, pair.matches)
  /// }
  /// // José Müller Muller Jose [similar (0)]
  /// ```
  ///
  /// Reads all elements of the query with one statement and compares them in memory; an array gives
  /// the same result. The article Finding Duplicates says which names are similar.
  ///
  /// - Parameters:
  ///   - criteria: what they must have in common: one of these.
  ///   - limit: how many pairs are returned at most; nil for all. All are counted.
  /// - Complexity: O(n log n) for n people whose names are spread as names are. No common name or
  ///   date makes it quadratic: what has more than ``Duplicates/most`` pairs is left out, and told
  ///   in ``Duplicates/leftOut``. All people are in memory meanwhile.
  public func duplicates(
    by criteria: Set<DuplicateCriterion> = Set(DuplicateCriterion.allCases), limit: Int? = nil
  ) async throws -> Duplicates {
    let people = try await query.toArray()
    return try await Interruption.runOutsideOfTasks {
      try DuplicateFinder(people, criteria).found(limit: limit)
    }
  }
}

extension BlockingQueryable<Person> {
  /// Finds people who may be one, and what they have in common, on the calling thread.
  public func duplicates(
    by criteria: Set<DuplicateCriterion> = Set(DuplicateCriterion.allCases), limit: Int? = nil
  ) throws -> Duplicates {
    try DuplicateFinder(query.blocking.toArray(), criteria).found(limit: limit)
  }
}
