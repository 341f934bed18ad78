/// How a connection or a pool opens its file.
///
/// ```swift
/// var configuration = DatabaseConfiguration()
/// configuration.busyTimeout = .seconds(2)
/// configuration.trace = { print($0) }             // every statement, as it starts
/// let pool = try ConnectionPool(path: "people.db", configuration: configuration)
/// ```
public struct DatabaseConfiguration: Sendable {
  /// What may be done with the file.
  public enum Access: Sendable {
    /// Read and write; the file is made where there is none.
    case create
    /// Read and write a file that exists.
    case write
    /// Read only, from a file that exists.
    case read
  }

  /// How safely a commit is on the disk when it returns.
  public enum Durability: String, Sendable {
    /// A committed transaction survives a power failure (`synchronous=FULL`).
    case full = "FULL"
    /// The file survives a power failure, the last transactions may not (`synchronous=NORMAL`).
    case normal = "NORMAL"
  }

  /// What may be done with the file; ``Access/create`` unless set.
  public var access = Access.create

  /// How long a statement waits for a lock that another connection holds; 5 seconds unless set.
  public var busyTimeout = Duration.seconds(5)

  /// How safely a commit is on the disk; ``Durability/full`` unless set.
  public var durability = Durability.full

  /// The number of connections that read at the same time; 4 unless set. They are opened when
  /// needed.
  public var readerCount = 4

  /// Memory for cached pages, in kibibytes for each connection; 16 MiB unless set.
  public var cacheKibibytes = 16_384

  /// Whether errors show the values bound to a statement. Off unless set: values may be private.
  public var showsValuesInErrors = false

  /// Called with the SQL of every statement as it starts, on the thread that runs it.
  public var trace: (@Sendable (_ sql: String) -> Void)?

  /// Called after each commit with the rows that the transaction changed in the file, in order, on
  /// the thread that committed. Never called for what was rolled back. Temporary tables and
  /// attached files do not count.
  public var didCommit: (@Sendable ([RowChange]) -> Void)?

  /// Called before each commit with the rows that the transaction has changed. What it throws
  /// undoes the transaction and reaches whoever wanted to commit. It must not use the database.
  public var willCommit: (@Sendable ([RowChange]) throws -> Void)?

  /// Asked as each transaction begins whether changes are to be written down for the two above;
  /// always where it is nil. Writing them down makes a transaction slower.
  public var wantsChanges: (@Sendable () -> Bool)?

  /// How often those who observe the file's commits look for commits by other processes; 20
  /// milliseconds unless set.
  public var pollInterval = Duration.milliseconds(20)

  /// The defaults.
  public init() {}
}
