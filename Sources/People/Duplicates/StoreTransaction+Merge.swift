internal import LinqSQL
internal import StoreEngine

extension StoreTransaction {
  /// Returns how two stored people would be merged, and changes nothing.
  ///
  /// ```swift
  /// let merge = try store.read { try $0.merging(57, into: 42) }
  /// merge.choices.filter(\.isConflict)
  /// ```
  ///
  /// - Throws: `RowError.notFound` for a person who is not stored, ``MergeError``.
  public func merging(
    _ removed: Int64, into kept: Int64, taking fields: Set<PersonMerge.Field> = []
  ) throws -> PersonMerge {
    guard removed != kept else { throw MergeError.samePerson(id: kept) }
    return try PersonMerge(
      of: stored(removed), into: stored(kept), taking: fields,
      groups: groupsWith(removed, without: kept).map(\.letter))
  }

  /// Merges two stored people and returns what was chosen: the one is changed and comes into all
  /// groups of the other one, who is deleted.
  ///
  /// ```swift
  /// try store.write { try $0.merge(57, into: 42, taking: [.email, .attribute("city")]) }
  /// // UPDATE person_group_item SET person_id = ? WHERE group_id = ? AND person_id = ?
  /// // DELETE FROM person WHERE id = ?
  /// // UPDATE person SET name = ?, … WHERE id = ?
  /// ```
  ///
  /// Imports that inserted or changed one of them cannot be undone any more.
  ///
  /// - Parameters:
  ///   - removed: the key of the person who is removed.
  ///   - kept: the key of the person who is kept.
  ///   - fields: the fields and attributes that are taken from the person who is removed, although
  ///     the other one has a value.
  /// - Throws: `RowError.notFound` for a person who is not stored, ``MergeError``, and the errors
  ///   of updating and deleting. All changes are undone then.
  @discardableResult
  public func merge(
    _ removed: Int64, into kept: Int64, taking fields: Set<PersonMerge.Field> = []
  ) throws -> PersonMerge {
    try nested { transaction in
      let merge = try transaction.merging(removed, into: kept, taking: fields)
      try transaction.carryOut(merge)
      return merge
    }
  }

  /// Merges two stored people as it was chosen before.
  ///
  /// - Throws: ``MergeError/changed(id:)`` if one of both has other values than those that the
  ///   choice was made from; the errors of ``merge(_:into:taking:)``.
  @discardableResult
  public func merge(_ choice: PersonMerge) throws -> PersonMerge {
    try nested { transaction in
      for person in [choice.kept, choice.removed] where try transaction.stored(person.id) != person
      {
        throw MergeError.changed(id: person.id)
      }
      let merge = try transaction.merging(
        choice.removed.id, into: choice.kept.id, taking: choice.taken)
      try transaction.carryOut(merge)
      return merge
    }
  }

  private func stored(_ id: Int64) throws -> Person {
    guard let person = try people.find(id) else {
      throw RowError.notFound(table: Person.table.name, key: RowKey(id))
    }
    return person
  }

  /// Returns the groups that one person is in, and another one is not.
  private func groupsWith(
    _ person: Int64, without other: Int64
  ) throws -> [(id: Int64, letter: String)] {
    try connection.query(
      """
      SELECT id, letter FROM person_group
      WHERE id IN (SELECT group_id FROM person_group_item WHERE person_id = ?)
      AND id NOT IN (SELECT group_id FROM person_group_item WHERE person_id = ?) ORDER BY id
      """, [.integer(person), .integer(other)]
    ) { (try $0.integer(0), try $0.text(1)) }
  }

  private func carryOut(_ merge: PersonMerge) throws {
    let (kept, removed) = (merge.kept.id, merge.removed.id)
    for group in try groupsWith(removed, without: kept) {
      try connection.run(
        "UPDATE person_group_item SET person_id = ? WHERE group_id = ? AND person_id = ?",
        [.integer(kept), .integer(group.id), .integer(removed)])
    }
    // The address of the deleted person can be given to the other one.
    guard try people.delete(removed) else {
      throw RowError.refused(
        table: Person.table.name, fields: [], rule: "a trigger has kept person \(removed)")
    }
    // All fields are written, also if none is new: an import that inserted the person must see
    // that it is another one now.
    try people.update(merge.person)
    guard connection.engine.isInProcess else { return }
    try connection.run(
      "UPDATE person_import_update SET digest = x'' WHERE person_id = ?", [.integer(kept)])
  }
}

extension PersonMerge {
  /// The fields that are taken although both have a value.
  fileprivate var taken: Set<Field> {
    Set(choices.filter { $0.isConflict && $0.source == .removed }.map(\.field))
  }
}
