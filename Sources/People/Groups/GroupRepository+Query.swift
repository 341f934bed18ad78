public import LinqCore
internal import LinqSQL

extension GroupRepository: Queryable {
  /// The groups as a query, in the order of their keys. They are read with their items in two
  /// statements, and the operators run in memory.
  ///
  /// ```swift
  /// try store.groups.where { $0.letter >= "M" }.select { ($0.letter, $0.items.count) }.toArray()
  /// ```
  public var query: Query<PersonGroup> {
    Query("groups", from: pool) { try all() }
  }
}
