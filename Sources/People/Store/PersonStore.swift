public import LinqCore
public import LinqSQL
public import Logging
public import Multicast
public import StoreSQLite
internal import StoreSupport

/// A store of people and groups of people in one SQLite file.
///
/// ```swift
/// let store = try await PersonStore(path: "people.db")            // opened, migrated, ready
/// let ada = try await store.people.insert(Person(name: "Ada", surname: "Lovelace", age: 36))
/// try await store.groups.insert(PersonGroup(letter: "L", items: [ada]))
/// ```
///
/// A store may be used from any number of tasks and threads at once. `async` calls never block a
/// thread of Swift's concurrency pool; the same calls without `await` run on the calling thread,
/// for scripts.
public final class PersonStore: Sendable {
  /// The database: for SQL of your own and for settings.
  public let pool: ConnectionPool

  /// Where the store reports what it did by itself: migrations, for example.
  public let logger: Logger

  /// Verifies some of the queries while the program runs.
  public let sampling: QuerySampling?

  /// The people. What their queries run in memory, and indexes that they miss, are logged once for
  /// each shape of query, at notice level.
  public let people: Repository<Person>

  /// Who is asked before people change, and told after.
  ///
  /// ```swift
  /// store.delegates.add(audit)
  /// ```
  public let delegates: MulticastDelegate<any PersonStoreDelegate>

  /// The groups of people.
  public var groups: GroupRepository { GroupRepository(in: pool) }

  /// Opens a file, makes it where there is none, and brings its schema up to date.
  ///
  /// A database that is not a store, another program's, is refused and not changed; an empty file
  /// is one only where `configuration.access` is `create`. To add a store's tables to a database of
  /// your own, run ``migrator()`` on it first.
  ///
  /// - Parameters:
  ///   - path: the file; `:memory:` for a store in memory that is gone when it is closed.
  ///   - configuration: timeouts, durability, number of readers.
  ///   - migrating: whether the schema is brought up to date. Switch it off where a deployment does
  ///     that by itself; the store then refuses to open a file whose schema is not up to date. A
  ///     store that only reads never migrates.
  ///   - logger: where the store reports what it does by itself.
  ///   - sampling: verifies some of the queries while the program runs.
  /// - Throws: `DatabaseError` for a file that cannot be used, ``StoreError`` for one that is not
  ///   a store, or whose schema is newer than this version of the library, or older and not to be
  ///   migrated, `MigrationError` for one that cannot be brought up to date.
  public init(
    path: String, configuration: DatabaseConfiguration = DatabaseConfiguration(),
    migrating: Bool = true,
    logger: Logger = Logger(label: "personstore"), sampling: QuerySampling? = nil
  ) async throws {
    self.logger = logger
    self.sampling = sampling
    let delegates = MulticastDelegate<any PersonStoreDelegate>()
    self.delegates = delegates
    let layout = Locked<TableLayout?>(nil)
    try await Self.checkIdentity(path: path, configuration: configuration)
    pool = try await ConnectionPool(
      path: path, configuration: configuration.calling(delegates, layout, logger))
    people = Self.people(in: pool, logger, sampling)
    try await pool.withWriter { connection in
      try Self.prepare(connection, migrating: migrating, logger: logger)
      let learned = try Person.table.layout(on: connection)
      layout.withLock { $0 = learned }
    }
  }

  /// Opens a file on the calling thread; see the `async` form.
  public init(
    path: String, configuration: DatabaseConfiguration = DatabaseConfiguration(),
    migrating: Bool = true,
    logger: Logger = Logger(label: "personstore"), sampling: QuerySampling? = nil
  ) throws {
    self.logger = logger
    self.sampling = sampling
    let delegates = MulticastDelegate<any PersonStoreDelegate>()
    self.delegates = delegates
    let layout = Locked<TableLayout?>(nil)
    try Self.checkIdentity(path: path, configuration: configuration)
    pool = try ConnectionPool(
      path: path, configuration: configuration.calling(delegates, layout, logger))
    people = Self.people(in: pool, logger, sampling)
    try pool.withWriter { connection in
      try Self.prepare(connection, migrating: migrating, logger: logger)
      let learned = try Person.table.layout(on: connection)
      layout.withLock { $0 = learned }
    }
  }

  private static func people(
    in pool: ConnectionPool, _ logger: Logger, _ sampling: QuerySampling?
  ) -> Repository<Person> {
    let path = pool.path
    let notice: QueryNotice = { message, plan in
      logger.notice(
        "query: \(message)", metadata: ["path": "\(path)", "plan": "\(plan.description)"])
    }
    return Repository(Person.table, in: pool, notice: notice, sampling: sampling)
  }

  /// Reads in one snapshot: what `body` sees does not change while it runs.
  ///
  /// ```swift
  /// let (people, groups) = try await store.read {
  ///   (try $0.people.count(), try $0.groups.count())
  /// }
  /// ```
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (StoreTransaction) throws -> Value
  ) async throws -> Value {
    try await pool.read { try body(StoreTransaction(connection: $0)) }
  }

  /// Reads in one snapshot, on the calling thread.
  public func read<Value>(_ body: (StoreTransaction) throws -> Value) throws -> Value {
    try pool.read { try body(StoreTransaction(connection: $0)) }
  }

  /// Writes in one transaction: all of it is stored, or, when `body` throws, none of it.
  ///
  /// ```swift
  /// try await store.write { transaction in
  ///   let ada = try transaction.people.insert(Person(name: "Ada", surname: "Lovelace", age: 36))
  ///   try transaction.groups.insert(PersonGroup(letter: "L", items: [ada]))
  /// }
  /// // BEGIN IMMEDIATE; INSERT INTO person …; INSERT INTO person_group …; …; COMMIT
  /// ```
  @discardableResult
  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (StoreTransaction) throws -> Value
  ) async throws -> Value {
    try await pool.write { try body(StoreTransaction(connection: $0)) }
  }

  /// Writes in one transaction, on the calling thread.
  @discardableResult
  public func write<Value>(_ body: (StoreTransaction) throws -> Value) throws -> Value {
    try pool.write { try body(StoreTransaction(connection: $0)) }
  }

  /// Turns away new work, waits for running work to end, and closes the file.
  ///
  /// A store that is let go of closes by itself, in the background.
  public func close() async { await pool.closeAndWait() }

  /// Turns away new work, blocks the thread until running work has ended, and closes the file.
  ///
  /// Inside a read or a write, which would wait for itself, it does not wait.
  public func close() { pool.closeAndWait() }
}

/// A store inside a transaction, on the thread that runs it. Do not keep it.
public struct StoreTransaction {
  /// The connection that the transaction runs on.
  public let connection: Connection

  /// The people.
  public var people: TableAccess<Person> { TableAccess(Person.table, on: connection) }

  /// The groups of people.
  public var groups: GroupAccess { GroupAccess(on: connection) }

  /// A transaction within this one: when `body` throws, only its own changes are undone.
  ///
  /// ```swift
  /// try await store.write { transaction in
  ///   try transaction.people.insert(ada)                            // stays
  ///   try? transaction.nested { try $0.people.insert(adaAgain) }    // the same address: undone
  /// }
  /// // BEGIN IMMEDIATE; INSERT …; SAVEPOINT …; ROLLBACK TO …; RELEASE …; COMMIT
  /// ```
  @discardableResult
  public func nested<Value>(_ body: (StoreTransaction) throws -> Value) throws -> Value {
    try connection.transaction { try body(self) }
  }
}
