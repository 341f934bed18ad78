public import LinqCore
internal import LinqSQL

extension GroupRepository: Queryable {
  /// The groups as a query, in the order of their keys. Their items are read with one statement
  /// more, whatever the number of groups.
  ///
  /// ```swift
  /// store.groups.where { $0.letter >= "M" }.select { ($0.letter, $0.items.count) }
  /// // SELECT letter, (
  /// //   SELECT count(*) FROM person_group_item AS a1 JOIN person AS b1 ON a1.person_id = b1.id
  /// //   WHERE a1.group_id = person_group.id)
  /// // FROM person_group WHERE letter >= ? ORDER BY id
  ///
  /// store.groups.where { $0.items.any { ($0.age ?? 0) > 90 } }
  /// store.groups.sortDescending { $0.items.count }.take(3)
  /// ```
  public var query: Query<PersonGroup> { heads.groups }
}

extension GroupAccess: Queryable {
  /// The groups as a query that runs inside the transaction and sees what it has written. It must
  /// not outlive the transaction.
  public var query: Query<PersonGroup> { heads.query.groups }
}
