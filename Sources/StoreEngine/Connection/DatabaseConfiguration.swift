/// The configuration with which a connection or a pool opens its file.
///
/// ```swift
/// var configuration = DatabaseConfiguration()
/// configuration.busyTimeout = .seconds(2)
/// configuration.trace = { print($0) }             // every statement, as it starts
/// let pool = try ConnectionPool(path: "people.db", configuration: configuration)
/// ```
public struct DatabaseConfiguration: Sendable {
  /// The access to the file.
  public enum Access: Sendable {
    /// Reads and writes, and creates the file if it does not exist.
    case create
    /// Reads and writes a file that exists.
    case write
    /// Only reads a file that exists.
    case read
  }

  /// The durability of a commit when it returns.
  public enum Durability: String, Sendable {
    /// A committed transaction survives a power failure (`synchronous=FULL`).
    case full = "FULL"
    /// The file survives a power failure, but the last transactions may be lost
    /// (`synchronous=NORMAL`).
    case normal = "NORMAL"
  }

  /// The access to the file; ``Access/create`` by default.
  public var access = Access.create

  /// The time that a statement waits for a lock of another connection, on a server for a lock of
  /// another transaction; 5 seconds by default.
  ///
  /// Connections of this library write in the order in which they asked, in all processes. The time
  /// starts again each time that one in front has finished.
  public var busyTimeout = Duration.seconds(5)

  /// Called about every second while a statement waits for a lock, on the thread that waits.
  public var didWait: (@Sendable (LockConflict) -> Void)?

  /// The durability of a commit; ``Durability/full`` by default.
  public var durability = Durability.full

  /// The time that a read or a write waits for a connection of the pool while none is returned; 30
  /// seconds by default. Streams keep a connection until their loop ends.
  public var connectionTimeout = Duration.seconds(30)

  /// The number of connections that can read at the same time; 4 by default. They are opened when
  /// needed.
  public var readerCount = 4

  /// The number of connections with which live queries can run at the same time; 1 by default, so
  /// that they use at most one processor. They are opened when needed.
  public var observerCount = 1

  /// The time that each run of a live query may take; nil, the default, for any time. The query
  /// ends with ``DatabaseError/tooSlow(limit:)`` after it.
  public var observerTime: Duration?

  /// The memory for cached pages of each connection in kibibytes; 16 MiB by default.
  public var cacheKibibytes = 16_384

  /// The memory that one run of a query may take for what it keeps, in bytes: elements that are
  /// sorted, grouped or joined in memory, results in arrays, and long texts; nil, the default, for
  /// any. Beyond it a query throws `QueryError.tooMuchMemory`.
  ///
  /// ```swift
  /// configuration.memoryLimit = 256 << 20       // for queries that come from outside
  /// ```
  ///
  /// Sizes are estimates. A text that a query makes, or that a statement in a file has to do with,
  /// is at most an eighth as long.
  public var memoryLimit: Int?

  /// The longest text, in bytes, that a run may make; nil for any that the engine allows.
  package var longestText: Int? { memoryLimit.map { max($0 / 8, 1 << 16) } }

  /// Whether errors contain the values bound to a statement; false by default, because values may
  /// be private.
  public var showsValuesInErrors = false

  /// Called with the SQL of every statement as it starts, on the thread that runs it.
  public var trace: (@Sendable (_ sql: String) -> Void)?

  /// Called with the time for which a read or a write has waited until a connection was free, on
  /// any thread. Not called where one was free.
  public var waited: (@Sendable (_ time: Duration) -> Void)?

  /// Called after each commit with the rows that the transaction changed in the file, in order, on
  /// the thread that committed. Not called for changes that were rolled back, nor for changes of
  /// temporary tables and attached files.
  public var didCommit: (@Sendable ([RowChange]) -> Void)?

  /// Called before each commit with the rows that the transaction changed. An error that it throws
  /// rolls back the transaction and reaches the caller that wanted to commit. It must not use the
  /// database.
  public var willCommit: (@Sendable ([RowChange]) throws -> Void)?

  /// Called when a transaction begins. It returns whether to record changes for `didCommit` and
  /// `willCommit`, which makes a transaction slower. They are always recorded if this is nil.
  public var wantsChanges: (@Sendable () -> Bool)?

  /// Called on a server after a commit that may have left rows incomplete, outside of transactions,
  /// and writes what belongs to them. Its errors are ignored.
  package var completeCommit: (@Sendable (Connection) throws -> Void)?

  /// Whether queries run on a server that does not have the library's functions: what calls them
  /// runs in memory. By default it does not, and such a query is an error.
  public var worksWithoutFunctions = false

  /// Files of SQLite whose tables can be read as those of the database, where that has none with
  /// the same name.
  package var attachedFiles: [String] = []

  /// Returns whether a table is a part of another one, as an index is. Its changes are not
  /// recorded.
  package var isHidden: (@Sendable (_ table: String) -> Bool)?

  /// Called after a statement that may have changed the schema, or has found that others have
  /// changed it, on the thread that ran it.
  package var schemaMayHaveChanged: (@Sendable (Connection) -> Void)?

  /// The interval at which commits of other processes are polled for observers; 20 milliseconds by
  /// default.
  public var pollInterval = Duration.milliseconds(20)

  /// Creates the default configuration.
  public init() {}
}
