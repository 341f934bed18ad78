internal import Synchronization

/// A connection to a database, used by one thread at a time.
///
/// Prepared statements are cached (`withStatement(_:_:)`). Errors are ``DatabaseError``.
///
/// ```swift
/// try connection.run("DELETE FROM person WHERE age > ?", [120])
/// let ages = try connection.query("SELECT age FROM person ORDER BY id") { try $0.integer(0) }
/// ```
///
/// Each engine has a subclass. Connections are borrowed from a ``ConnectionPool``.
open class Connection {
  /// The name of the database: the path of a file, or the address of a server.
  public final let path: String

  /// The configuration that the connection was opened with.
  public final let configuration: DatabaseConfiguration

  // A constant pointer, because a variable of a class costs an exclusivity check at each access
  // from another module: together a fifteenth of the instructions of a statement that reads one
  // row. One thread at a time uses a connection, and no access of the state encloses another one.
  package final let state: UnsafeMutablePointer<State>

  /// What engines look up for each statement.
  package struct State {
    /// The error that a registered Swift function threw while the running statement called it.
    package var functionFailure: (any Error)?
    /// Whether statements may only run inside a transaction.
    package var requiresTransaction = false
    /// Whether the connection is used for reading. One in memory could write.
    package var onlyReads = false
    /// Whether ``Connection/close()`` has not been called.
    package var isOpen = true
    /// The number of the schema that the last statement found.
    package var schemaNumber = 0
    /// The reads that a statement that writes would disturb. A server's rows are of a snapshot.
    package var openReads = OpenReads()
  }

  /// What has been found out about the schema and the stored values.
  @exclusivity(unchecked) package final var facts = SchemaFacts()
  /// How often changes have been undone.
  @exclusivity(unchecked) package final var undoCount = 0
  /// Whether the open transaction has changed the schema.
  @exclusivity(unchecked) package final var hasChangedSchema = false

  /// The commits to the database; nil if its connections do not follow them.
  @exclusivity(unchecked) package final var commits: CommitLog?
  /// Records the changes of the connection itself; nil for one that only reads.
  package final var recording: (any RecordsChanges)?
  /// The position of the log before the snapshot that the last statement saw.
  @exclusivity(unchecked) package final var positionBeforeSnapshot: CommitLog.Position?

  /// The columns of many rows that were read only to see whether all values can be read.
  @exclusivity(unchecked) package final var longReads: Set<String> = []

  package final let statements = StatementCache()
  @exclusivity(unchecked) package final var savepointDepth = 0

  /// Whether the transaction has run a statement after which
  /// ``DatabaseConfiguration/completeCommit`` may have something to do: one of the program, or one
  /// that has not said otherwise.
  @exclusivity(unchecked) package final var mayLeaveIncompleteRows = false

  /// The tables whose rows are written without their words, because the server has refused them.
  @exclusivity(unchecked) package final var tablesWithoutWords: Set<String> = []

  /// The number of the connection in this process.
  fileprivate final let number = Connection.count.wrappingAdd(1, ordering: .relaxed).newValue
  private static let count = Atomic<Int>(0)

  package init(database name: String, _ configuration: DatabaseConfiguration) {
    path = name
    self.configuration = configuration
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// The engine of the database.
  open var engine: Engine { preconditionFailure("an engine has a name") }

  /// Whether ``close()`` has not been called.
  public final var isOpen: Bool { state.pointee.isOpen }

  /// Whether the connection can be used, as far as that is known without asking the server.
  open var isUsable: Bool { isOpen }

  /// Finalizes all statements and closes the connection. A later use of the connection is an error
  /// (``DatabaseError/closed(path:)``).
  ///
  /// A transaction that is still open is rolled back. A statement that is still borrowed keeps the
  /// connection open until it is returned.
  open func close() {}

  /// Closes the connection when its pool is closed.
  open func retire() { close() }

  /// Whether a transaction is open.
  open var isInTransaction: Bool { false }

  /// The number of rows that the last INSERT, UPDATE or DELETE changed; 0 on a closed connection.
  open var changedRowCount: Int { 0 }

  /// The number of rows that all statements of the connection have changed, with those of triggers;
  /// 0 if the engine does not tell.
  open var totalChangedRowCount: Int { 0 }

  /// That number when ``ConnectionPool/maintain()`` was last called for it.
  var maintainedRowCount = 0

  /// Whether the engine protects the schema, and tables that belong to others, from statements.
  /// Only a repair turns it off, and on again.
  open var isDefensive: Bool {
    get { false }
    set {}
  }

  /// The state of the database that the last statement saw; nil if the engine does not tell without
  /// a question to a server.
  open var databaseVersion: DatabaseVersion? { nil }

  /// Makes the snapshot of the open transaction begin, and returns the state of the database that
  /// it sees; nil if the engine does not tell, as a server that repeats the commits of another one.
  ///
  /// ```swift
  /// let before = try pool.read { try $0.snapshotVersion() }
  /// let after = try pool.read { try $0.snapshotVersion() }
  /// // Equal on one connection if there was no commit in between.
  /// ```
  open func snapshotVersion() throws -> DatabaseVersion? {
    try beginSnapshot()
    return databaseVersion
  }

  /// Runs any number of statements without parameters, and discards the rows that they return.
  open func execute(_ sql: String) throws {
    preconditionFailure("an engine runs its statements")
  }

  /// Runs one statement with values for its parameters, and returns the number of rows that it
  /// changed. That is 0 for a statement other than INSERT, UPDATE or DELETE.
  @discardableResult
  open func run(_ sql: String, _ values: [Value] = []) throws -> Int {
    preconditionFailure("an engine runs its statements")
  }

  /// Prepares a text that must consist of one statement.
  open func prepare(_ sql: String) throws -> Statement {
    preconditionFailure("an engine prepares its statements")
  }

  /// Begins a transaction outside of one.
  ///
  /// - Parameter writes: whether the transaction may write.
  open func begin(writes: Bool) throws { try run("BEGIN") }

  /// Commits the transaction.
  open func commit() throws { try run("COMMIT") }

  /// Begins a nested transaction.
  open func setSavepoint(_ name: String) throws { try run("SAVEPOINT \(name)") }

  /// Ends a nested transaction, whose changes become a part of the outer one.
  open func releaseSavepoint(_ name: String) throws { try run("RELEASE \(name)") }

  /// The error of a transaction that is no longer open where it must be.
  open var earlyEnd: DatabaseError { .transactionEnded(path: path) }

  /// Returns the error of a writing transaction that has been rolled back, given the error that
  /// ended it.
  open func outcome(of error: any Error) -> any Error { error }

  /// Makes the snapshot of a transaction begin now.
  open func beginSnapshot() throws { _ = try query("SELECT 1") { _ in } }

  /// Returns the lines that describe how the engine runs a statement.
  ///
  /// - Parameters:
  ///   - sql: the text of the statement.
  ///   - bind: binds values to the statement's parameters.
  open func access(of sql: String, _ bind: (Statement) throws -> Void) throws -> [String] { [] }

  /// Registers a Swift function, which the SQL of this connection can then call. It replaces an
  /// earlier one with the same name and number of arguments.
  open func register(_ function: ScalarFunction) throws {
    throw DatabaseError.unsupported("functions of the program", engine: engine)
  }

  /// Registers a Swift aggregate, which the SQL of this connection can then call.
  open func register(_ function: AggregateFunction) throws {
    throw DatabaseError.unsupported("aggregates of the program", engine: engine)
  }

  /// Returns whether a function with this name has been registered on this connection.
  open func hasFunction(_ name: String) -> Bool { false }

  /// Returns whether the function with this name is the one with an identity.
  open func hasFunction(_ name: String, _ identity: AnyObject?) -> Bool { hasFunction(name) }

  /// Installs the functions that translated queries call, where the engine stores them in the
  /// database, and replaces those of another version. `PersonStore` does this by itself.
  open func installFunctions() throws {}

  /// Returns a table or view of the schema; nil if there is none with this name.
  open func storedTable(named name: String) throws -> StoredTable? { nil }

  /// Returns the names of the columns of a table that foreign keys refer to, in lower case.
  open func referencedColumns(of table: String) throws -> Set<String> { [] }

  /// Returns the definitions of all tables and views, in the order of their names.
  ///
  /// - Parameter unreadable: receives the names of tables that cannot be read, such as a view that
  ///   calls a function of another program, and the reasons.
  open func tableDefinitions(
    _ unreadable: (_ table: String, _ error: any Error) -> Void
  ) throws -> [TableDefinition] { [] }

  /// Returns the names of the tables that a statement reads, also through views; nil if they are
  /// not known, or if the changes of one of them are not reported.
  open func tables(readBy sql: String) throws -> Set<String>? { nil }

  /// The key of the last row that was inserted on this connection.
  open var lastInsertedKey: Int64 { 0 }

  /// Makes sure that a key which the program has chosen is not assigned to another row.
  open func keepKey(_ key: Int64, of table: String, _ column: String) throws {}

  /// Returns a position of the server's log after all commits that have returned; nil for an
  /// engine without replicas.
  open func logPosition() throws -> LogPosition? { nil }

  /// Returns whether the server has repeated the commits before a position.
  ///
  /// - Throws: `DatabaseError` if the connection stands in for a replica that cannot be reached.
  open func hasReached(_ position: LogPosition) throws -> Bool { true }

  /// Runs `body` without recording its changes for observers and delegates: what it writes follows
  /// from other columns.
  open func withoutRecording(_ body: () throws -> Void) throws { try body() }

  /// Begins to record changes for the observers of the database.
  open func startObserving() throws {
    throw DatabaseError.unsupported("observers of commits", engine: engine)
  }

  /// Records commits of other connections and changes of the schema, if there are any. A server's
  /// connection waits for them a while.
  open func noteOtherCommits() throws {}

  /// Ends the recording of changes for observers.
  open func stopObserving() throws {}

  /// Whether a statement that writes may run between the rows of another one, which would see its
  /// changes.
  open var changesOpenReads: Bool { false }

  /// Called before the connection is used by another user of its pool. An engine that does not tell
  /// of changes to the schema with each statement asks for them, and forgets what it knows.
  open func noteOtherSchema() throws {}

  /// Throws `closed` after ``close()``.
  package final func checkOpen() throws {
    guard isOpen else { throw DatabaseError.closed(path: path) }
  }
}

/// A database engine.
public enum Engine: String, Sendable, Hashable, Codable {
  /// SQLite, in the process of the program.
  case sqlite = "SQLite"
  /// A PostgreSQL server.
  case postgres = "PostgreSQL"

  /// Creates the engine of an address: a URL or a list of `key=value` of a server, or the path of a
  /// file.
  ///
  /// ```swift
  /// Engine(address: "postgresql://user@host/people")  // .postgres
  /// Engine(address: "host=/run dbname=people")        // .postgres
  /// Engine(address: "people.db")                      // .sqlite
  /// ```
  public init(address: String) {
    let isOnServer =
      ["postgresql://", "postgres://"].contains { address.hasPrefix($0) }
      || address.prefixMatch(of: #/\s*(host|hostaddr|port|dbname|user|service)\s*=/#) != nil
    self = isOnServer ? .postgres : .sqlite
  }
}

/// A version of a database as one connection sees it. Equal versions have the same content; those
/// of two connections are never equal.
public struct DatabaseVersion: Equatable, Sendable {
  private let connection: Int
  /// Changes with each commit of any connection.
  private let committed: UInt64
  /// Changes with each row that this connection changes.
  private let changes: Int64
  /// Changes when this connection undoes changes.
  private let undoCount: Int
  /// The transactions whose rows are seen, as a server names them.
  private let snapshot: String

  package init(of connection: Connection, committed: UInt64, changes: Int64) {
    self.connection = connection.number
    (self.committed, self.changes, snapshot) = (committed, changes, "")
    undoCount = connection.undoCount
  }

  package init(of connection: Connection, snapshot: String) {
    self.connection = connection.number
    (committed, changes, undoCount, self.snapshot) = (0, 0, 0, snapshot)
  }
}
