public import LinqSQL
public import StoreSQLite

/// The groups of a store with their ordered items, for any task or thread.
///
/// Each call is a transaction of its own; use the store's `write` to group several calls. Every
/// method exists twice: the `async` one never blocks a thread of Swift's concurrency pool, and the
/// synchronous one runs on the calling thread. Errors are those of ``GroupAccess``.
///
/// ```swift
/// try await store.groups.insert(PersonGroup(letter: "L", items: [ada]))
/// let groups = try await store.groups.all()       // two statements, however many groups
/// ```
public struct GroupRepository: Sendable {
  /// The database.
  public let pool: ConnectionPool

  /// The groups without their items.
  let heads: Repository<GroupHead>

  /// Creates a repository of the groups of a database.
  ///
  /// - Parameters:
  ///   - pool: the database.
  ///   - policy: where the operators of its queries may run; a query may have another one.
  ///   - notice: called, once for each plan, if operators run in memory or an index is missing.
  ///   - sampling: selects queries whose results are verified.
  public init(
    in pool: ConnectionPool, policy: QueryPolicy = .automatic, notice: QueryNotice? = nil,
    sampling: QuerySampling? = nil
  ) {
    self.pool = pool
    heads = Repository(
      GroupHead.table, in: pool, policy: policy, notice: notice, sampling: sampling)
  }

  /// Inserts a group with its items and returns it as it is stored.
  @discardableResult
  public func insert(_ group: PersonGroup) async throws -> PersonGroup {
    try await write { try $0.insert(group) }
  }

  /// Inserts groups, all or none, and returns them as they are stored.
  @discardableResult
  public func insert(_ groups: [PersonGroup]) async throws -> [PersonGroup] {
    try await write { try $0.insert(groups) }
  }

  /// Writes the letter and the items of a stored group.
  public func update(_ group: PersonGroup) async throws {
    try await write { try $0.update(group) }
  }

  /// Inserts a group, or overwrites the one with the same key, and returns it as it is stored.
  @discardableResult
  public func save(_ group: PersonGroup) async throws -> PersonGroup {
    try await write { try $0.save(group) }
  }

  /// Deletes a group, but not its people. Returns false if it is not stored any more.
  @discardableResult
  public func delete(_ group: PersonGroup) async throws -> Bool {
    try await write { try $0.delete(group) }
  }

  /// Deletes the group with a key, but not its people. Returns false if there is none.
  @discardableResult
  public func delete(_ key: Int64) async throws -> Bool {
    try await write { try $0.delete(key) }
  }

  /// Returns the group with a key and its items, if there is one.
  public func find(_ key: Int64) async throws -> PersonGroup? {
    try await read { try $0.find(key) }
  }

  /// Returns the group with a letter and its items, if there is one.
  public func find(letter: String) async throws -> PersonGroup? {
    try await read { try $0.find(letter: letter) }
  }

  /// Returns all groups with their items in the order of their keys.
  public func all() async throws -> [PersonGroup] {
    try await read { try $0.all() }
  }

  /// Returns the number of groups.
  public func count() async throws -> Int {
    try await read { try $0.count() }
  }

  private func write<Value: Sendable>(
    _ body: @escaping @Sendable (GroupAccess) throws -> Value
  ) async throws -> Value {
    try await pool.write(retrying: ConnectionPool.attempts) { try body(GroupAccess(on: $0)) }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (GroupAccess) throws -> Value
  ) async throws -> Value {
    try await pool.withReader { try body(GroupAccess(on: $0)) }
  }
}

/// The same operations on the calling thread, for scripts and for synchronous code.
extension GroupRepository {
  /// Inserts a group with its items and returns it as it is stored.
  @discardableResult
  public func insert(_ group: PersonGroup) throws -> PersonGroup {
    try write { try $0.insert(group) }
  }

  /// Inserts groups, all or none, and returns them as they are stored.
  @discardableResult
  public func insert(_ groups: [PersonGroup]) throws -> [PersonGroup] {
    try write { try $0.insert(groups) }
  }

  /// Writes the letter and the items of a stored group.
  public func update(_ group: PersonGroup) throws {
    try write { try $0.update(group) }
  }

  /// Inserts a group, or overwrites the one with the same key, and returns it as it is stored.
  @discardableResult
  public func save(_ group: PersonGroup) throws -> PersonGroup {
    try write { try $0.save(group) }
  }

  /// Deletes a group, but not its people. Returns false if it is not stored any more.
  @discardableResult
  public func delete(_ group: PersonGroup) throws -> Bool {
    try write { try $0.delete(group) }
  }

  /// Deletes the group with a key, but not its people. Returns false if there is none.
  @discardableResult
  public func delete(_ key: Int64) throws -> Bool {
    try write { try $0.delete(key) }
  }

  /// Returns the group with a key and its items, if there is one.
  public func find(_ key: Int64) throws -> PersonGroup? {
    try read { try $0.find(key) }
  }

  /// Returns the group with a letter and its items, if there is one.
  public func find(letter: String) throws -> PersonGroup? {
    try read { try $0.find(letter: letter) }
  }

  /// Returns all groups with their items in the order of their keys.
  public func all() throws -> [PersonGroup] {
    try read { try $0.all() }
  }

  /// Returns the number of groups.
  public func count() throws -> Int {
    try read { try $0.count() }
  }

  private func write<Value>(_ body: (GroupAccess) throws -> Value) throws -> Value {
    try pool.write(retrying: ConnectionPool.attempts) { try body(GroupAccess(on: $0)) }
  }

  private func read<Value>(_ body: (GroupAccess) throws -> Value) throws -> Value {
    try pool.withReader { try body(GroupAccess(on: $0)) }
  }
}
