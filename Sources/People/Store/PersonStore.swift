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
  /// The database, for custom SQL and for settings.
  public let pool: ConnectionPool

  /// The logger to which the store reports actions of its own, such as migrations.
  public let logger: Logger

  /// The sampling that verifies some of the queries while the program runs.
  public let sampling: QuerySampling?

  /// The people. Operators of queries that run in memory, and missing indexes, are logged at notice
  /// level, once for each plan.
  public let people: Repository<Person>

  /// The delegates that can veto changes of people, and that are notified afterwards.
  ///
  /// ```swift
  /// store.delegates.add(audit)
  /// ```
  ///
  /// To name the type, or to use more than `add` and `remove`, import `Multicast`.
  public let delegates: MulticastDelegate<any PersonStoreDelegate>

  /// Where the operators of the store's queries may run.
  public let policy: QueryPolicy

  /// The groups of people.
  public let groups: GroupRepository

  private let notice: QueryNotice

  /// Where the columns of people are, once the store is open.
  let layout: Locked<TableLayout?>

  /// Opens a file, creates it if it does not exist, and brings its schema up to date.
  ///
  /// A database that is not a store, such as that of another program, is rejected and not changed.
  /// An empty file is accepted only if `configuration.access` is `create`. To add a store's tables
  /// to a database of your own, run ``migrator(for:)`` on it first.
  ///
  /// - Parameters:
  ///   - path: the path of the file, or `:memory:` for a store in memory, which is lost when it is
  ///     closed.
  ///   - configuration: the configuration, such as timeouts, durability and the number of readers.
  ///   - migrating: whether the schema is brought up to date. Pass false if a deployment migrates
  ///     separately; a file whose schema is not up to date is then an error. A read-only store
  ///     never migrates.
  ///   - policy: where the operators of the store's queries may run, in transactions too:
  ///     `.requireSQL` makes an error of each fallback to memory, and `.allowFallback(maxRows:)`
  ///     limits it. A query may have a policy of its own.
  ///   - logger: the logger to which the store reports actions of its own.
  ///   - sampling: selects queries that are verified while the program runs.
  /// - Throws: `DatabaseError` for a file that cannot be used; ``StoreError`` for a file that is
  ///   not a store, whose schema is newer than this version of the library, or whose schema is
  ///   older if it is not to be migrated; `MigrationError` for a file that cannot be brought up to
  ///   date.
  public convenience init(
    path: String, configuration: DatabaseConfiguration = DatabaseConfiguration(),
    migrating: Bool = true, policy: QueryPolicy = .automatic,
    logger: Logger = Logger(label: "personstore"), sampling: QuerySampling? = nil
  ) async throws {
    try await Self.checkIdentity(path: path, configuration: configuration)
    self.init(configuration, policy: policy, logger: logger, sampling: sampling) {
      ConnectionPool(unopened: path, configuration: $0)
    }
    try await pool.withWriter { [self] in try prepare($0, migrating: migrating) }
  }

  /// Opens a file on the calling thread; see the `async` form.
  public convenience init(
    path: String, configuration: DatabaseConfiguration = DatabaseConfiguration(),
    migrating: Bool = true, policy: QueryPolicy = .automatic,
    logger: Logger = Logger(label: "personstore"), sampling: QuerySampling? = nil
  ) throws {
    try Self.checkIdentity(path: path, configuration: configuration)
    self.init(configuration, policy: policy, logger: logger, sampling: sampling) {
      ConnectionPool(unopened: path, configuration: $0)
    }
    try pool.withWriter { try prepare($0, migrating: migrating) }
  }

  /// Creates a store whose database is opened and prepared later.
  ///
  /// - Parameter pool: returns the pool for the configuration of the store.
  package init(
    _ configuration: DatabaseConfiguration, policy: QueryPolicy, logger: Logger,
    sampling: QuerySampling?, pool: (DatabaseConfiguration) -> ConnectionPool
  ) {
    self.logger = logger
    self.sampling = sampling
    self.policy = policy
    let (delegates, layout) = (
      MulticastDelegate<any PersonStoreDelegate>(), Locked<TableLayout?>(nil)
    )
    self.delegates = delegates
    self.layout = layout
    self.pool = pool(configuration.calling(delegates, layout, logger))
    notice = Self.notice(to: logger, path: self.pool.path)
    people = Repository(
      Person.table, in: self.pool, policy: policy, notice: notice, sampling: sampling)
    groups = GroupRepository(
      in: self.pool, policy: policy, notice: notice, sampling: sampling)
    keepIndexes()
  }

  /// Creates a store that reads for another one.
  init(readingFor store: PersonStore, on pool: ConnectionPool) {
    self.pool = pool
    (logger, sampling, policy) = (store.logger, store.sampling, store.policy)
    (delegates, layout, notice) = (store.delegates, store.layout, store.notice)
    people = Repository(Person.table, in: pool, policy: policy, notice: notice, sampling: sampling)
    groups = GroupRepository(in: pool, policy: policy, notice: notice, sampling: sampling)
  }

  private static func notice(to logger: Logger, path: String) -> QueryNotice {
    { message, plan in
      logger.notice(
        "query: \(message)", metadata: ["path": "\(path)", "plan": "\(plan.description)"])
    }
  }

  /// Returns the rows of a table of your own, with the policy, the log and the sampling of the
  /// store.
  ///
  /// ```swift
  /// let invoices = store.repository(of: Invoice.table)
  /// try await invoices.where { $0.total > 100 }.count()
  /// // SELECT count(*) FROM invoice WHERE total > ?
  /// ```
  public func repository<Row: Sendable>(of table: Table<Row>) -> Repository<Row> {
    Repository(table, in: pool, policy: policy, notice: notice, sampling: sampling)
  }

  private func transaction(on connection: Connection) -> StoreTransaction {
    StoreTransaction(connection: connection, policy: policy, notice: notice)
  }

  /// Calls `body` in one snapshot: what it reads does not change while it runs.
  ///
  /// ```swift
  /// let (people, groups) = try await store.read {
  ///   (try $0.people.count(), try $0.groups.count())
  /// }
  /// ```
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (StoreTransaction) throws -> Value
  ) async throws -> Value {
    try await pool.read { try body(self.transaction(on: $0)) }
  }

  /// Calls `body` in one snapshot, on the calling thread.
  public func read<Value>(_ body: (StoreTransaction) throws -> Value) throws -> Value {
    try pool.read { try body(self.transaction(on: $0)) }
  }

  /// Calls `body` in one write transaction: all of its changes are stored or, if it throws, none of
  /// them.
  ///
  /// ```swift
  /// try await store.write { transaction in
  ///   let ada = try transaction.people.insert(Person(name: "Ada", surname: "Lovelace", age: 36))
  ///   try transaction.groups.insert(PersonGroup(letter: "L", items: [ada]))
  /// }
  /// // BEGIN IMMEDIATE; INSERT INTO person …; INSERT INTO person_group …; …; COMMIT
  /// ```
  ///
  /// - Parameters:
  ///   - attempts: how often `body` is called again on a server, if another transaction has used
  ///     the same rows at the same time (`DatabaseError.conflict`).
  ///   - body: writes. What it does outside of the store is done once for each attempt.
  @discardableResult
  public func write<Value: Sendable>(
    retrying attempts: Int = 0, _ body: @escaping @Sendable (StoreTransaction) throws -> Value
  ) async throws -> Value {
    try await pool.write(retrying: attempts) { try body(self.transaction(on: $0)) }
  }

  /// Calls `body` in one write transaction, on the calling thread.
  @discardableResult
  public func write<Value>(
    retrying attempts: Int = 0, _ body: (StoreTransaction) throws -> Value
  ) throws -> Value {
    try pool.write(retrying: attempts) { try body(self.transaction(on: $0)) }
  }

  /// Rejects new work, waits until running work has finished, and closes the file.
  ///
  /// Canceling the task interrupts the asynchronous work that still runs. A store that is
  /// deallocated closes its file in the background.
  public func close() async { await pool.closeAndWait() }

  /// Rejects new work, blocks the thread until running work has finished, and closes the file.
  ///
  /// Inside a read or a write of the same thread, which would wait for itself, this does not wait.
  public func close() { pool.closeAndWait() }
}

/// A store inside a transaction, on the thread that runs it. Do not store it.
public struct StoreTransaction {
  /// The connection that the transaction runs on.
  public let connection: Connection

  let policy: QueryPolicy
  let notice: QueryNotice

  /// The people.
  public var people: TableAccess<Person> { rows(of: Person.table) }

  /// Returns the rows of a table of your own.
  public func rows<Row: Sendable>(of table: Table<Row>) -> TableAccess<Row> {
    TableAccess(table, on: connection, policy: policy, notice: notice)
  }

  /// The groups of people.
  public var groups: GroupAccess {
    GroupAccess(on: connection, policy: policy, notice: notice)
  }

  /// Calls `body` in a nested transaction: if it throws, only its own changes are rolled back.
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
