internal import LinqCore
public import LinqSQL
public import StoreSQLite

/// The groups of a store inside a transaction, on the thread that runs it.
///
/// Reading groups with their items takes two statements, whatever the number of groups.
///
/// ```swift
/// try store.write { transaction in
///   var group = try transaction.groups.insert(PersonGroup(letter: "L", items: [ada]))
///   group.items.append(try transaction.people.insert(linus))
///   try transaction.groups.update(group)
/// }
/// ```
public struct GroupAccess {
  /// The connection that the transaction runs on.
  public let connection: Connection

  private let policy: QueryPolicy
  private let notice: QueryNotice?

  /// Provides access to the groups on a connection.
  ///
  /// - Parameters:
  ///   - connection: the connection.
  ///   - policy: where the operators of its queries may run; a query may have another one.
  ///   - notice: called, once for each plan, if operators run in memory or an index is missing.
  public init(
    on connection: Connection, policy: QueryPolicy = .automatic, notice: QueryNotice? = nil
  ) {
    self.connection = connection
    self.policy = policy
    self.notice = notice
  }

  var heads: TableAccess<GroupHead> {
    TableAccess(GroupHead.table, on: connection, policy: policy, notice: notice)
  }

  /// Inserts a group with its items and returns it as it is stored.
  ///
  /// - Throws: `RowError`: `invalid` for an empty letter or an item that is not stored, `duplicate`
  ///   if there is a group with this letter.
  @discardableResult
  public func insert(_ group: PersonGroup) throws -> PersonGroup {
    try connection.transaction {
      try check(group)
      let head = try heads.insert(GroupHead(id: group.id, letter: group.letter))
      return try write(group.items, of: head)
    }
  }

  /// Inserts groups and returns them as they are stored. If one of them is rejected, none is
  /// stored.
  ///
  /// - Throws: the errors of ``insert(_:)-(PersonGroup)``.
  @discardableResult
  public func insert(_ groups: some Sequence<PersonGroup>) throws -> [PersonGroup] {
    try connection.transaction { try groups.map { try insert($0) } }
  }

  /// Writes the letter and the items of a stored group.
  ///
  /// - Throws: `RowError.notFound` if there is no group with its key, and the errors of
  ///   ``insert(_:)-(PersonGroup)``.
  public func update(_ group: PersonGroup) throws {
    try connection.transaction {
      try check(group)
      let head = GroupHead(id: group.id, letter: group.letter)
      try heads.update(head)
      try replaceItems(of: head, by: group.items)
    }
  }

  /// Inserts a group, or overwrites the letter and the items of the one with the same key, and
  /// returns it as it is stored.
  ///
  /// - Throws: the errors of ``insert(_:)-(PersonGroup)``.
  @discardableResult
  public func save(_ group: PersonGroup) throws -> PersonGroup {
    try connection.transaction {
      try check(group)
      let head = try heads.save(GroupHead(id: group.id, letter: group.letter))
      return try replaceItems(of: head, by: group.items)
    }
  }

  /// Deletes the group with a key, but not its people. Returns false if there is none.
  ///
  /// `DELETE FROM person_group WHERE id = ?`
  @discardableResult
  public func delete(_ key: Int64) throws -> Bool { try heads.delete(key) }

  /// Deletes a group, but not its people. Returns false if it is not stored any more.
  @discardableResult
  public func delete(_ group: PersonGroup) throws -> Bool { try heads.delete(group.id) }

  /// Deletes all groups, but not their people, and returns their number.
  ///
  /// `DELETE FROM person_group`
  @discardableResult
  public func deleteAll() throws -> Int { try connection.run("DELETE FROM person_group") }

  /// Returns the group with a key and its items, if there is one, with two statements.
  public func find(_ key: Int64) throws -> PersonGroup? {
    try stored.firstOrNil { $0.id == key }
  }

  /// Returns the group with a letter and its items, if there is one.
  ///
  /// `SELECT id, letter FROM person_group WHERE letter = ? ORDER BY id LIMIT 1`
  public func find(letter: String) throws -> PersonGroup? {
    try stored.firstOrNil { $0.letter == letter }
  }

  /// Returns all groups with their items in the order of their keys, with two statements.
  ///
  /// `SELECT id, letter FROM person_group ORDER BY id` and `SELECT a1.group_id, b1.id, … FROM
  /// person_group_item AS a1 JOIN person AS b1 ON a1.person_id = b1.id ORDER BY …`
  public func all() throws -> [PersonGroup] { try stored.toArray() }

  /// Returns the number of groups.
  public func count() throws -> Int { try heads.count() }

  /// The groups as a query under the automatic policy, for the methods that read whole groups.
  private var stored: Query<PersonGroup> { query.policy(.automatic) }

  private func check(_ group: PersonGroup) throws {
    do {
      try group.validate()
    } catch {
      throw RowError.invalid(table: GroupHead.table.name, error)
    }
  }

  private func load(_ head: GroupHead) throws -> PersonGroup {
    try find(head.id) ?? PersonGroup(id: head.id, letter: head.letter)
  }

  @discardableResult
  private func replaceItems(of head: GroupHead, by items: [Person]) throws -> PersonGroup {
    try connection.run("DELETE FROM person_group_item WHERE group_id = ?", [.integer(head.id)])
    return try write(items, of: head)
  }

  private func write(_ items: [Person], of head: GroupHead) throws -> PersonGroup {
    if connection.engine.batchesInserts, try writeTogether(items, of: head) {
      return try load(head)
    }
    let sql = "INSERT INTO person_group_item (group_id, position, person_id) VALUES (?, ?, ?)"
    try connection.withStatement(sql) { statement in
      for (position, person) in items.enumerated() {
        try statement.bind(head.id, at: 0)
        try statement.bind(Int64(position), at: 1)
        try statement.bind(person.id, at: 2)
        do {
          try statement.run()
        } catch DatabaseError.constraint(let violation) where violation.kind == .foreignKey {
          throw RowError.invalid(
            table: GroupHead.table.name,
            RowValidationError([PersonGroup.notStored(person, at: position)]))
        }
      }
    }
    // Returns the people as stored, because those that were passed may be out of date.
    return try load(head)
  }
}

extension GroupAccess {
  /// Inserts all items with one statement, because each one is a trip to a server. Returns false,
  /// and inserts none, if one of the people is not stored.
  private func writeTogether(_ items: [Person], of head: GroupHead) throws -> Bool {
    let keys = "[" + items.map { String($0.id) }.joined(separator: ",") + "]"
    do {
      try connection.run(
        """
        INSERT INTO person_group_item (group_id, position, person_id)
        SELECT ?, place - 1, CAST(key AS bigint)
        FROM json_array_elements_text(CAST(? AS json)) WITH ORDINALITY item (key, place)
        """, [.integer(head.id), .text(keys)])
      return true
    } catch DatabaseError.constraint(let violation) where violation.kind == .foreignKey {
      return false
    }
  }
}
