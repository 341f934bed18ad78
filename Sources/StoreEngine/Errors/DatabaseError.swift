/// An error of a database file, its connections or its statements. The cases differ in how a
/// program can react.
public enum DatabaseError: Error, Sendable, Hashable {
  /// The file could not be opened or created.
  case cannotOpen(path: String, reason: OpenFailure)
  /// The file exists, but it is not a SQLite database, or it is encrypted.
  case notADatabase(path: String)
  /// A write to a file or a folder without write permission, or through a read-only connection.
  case readOnly(path: String, EngineError)
  /// The disk, a quota or a size limit is full. The transaction was rolled back, and nothing is
  /// lost.
  case diskFull(path: String, EngineError)
  /// The system failed to read, write, lock or open one of the database's files. Nothing of the
  /// transaction is stored.
  case inputOutput(path: String, EngineError)
  /// The system failed to write while a transaction was committed, and failed again when the
  /// library tried to make sure that the transaction is gone. It is not visible now, but after a
  /// loss of power it may be there, unless another transaction was committed before. On a server,
  /// the connection ended during a commit, and no other one could be opened to ask whether the
  /// transaction is stored.
  case uncertain(path: String, EngineError)
  /// The file is damaged.
  case corrupt(path: String, EngineError)
  /// Another connection held its lock for longer than the timeout.
  case busy(LockConflict)
  /// A constraint of the schema rejected a row.
  case constraint(ConstraintViolation)
  /// A stored value is not what the program expects.
  case decoding(DecodingFailure)
  /// NaN was to be stored, which SQLite would turn into NULL. `column` is nil for a parameter
  /// without a known column.
  case notANumber(column: String?, parameter: Int)
  /// The statement was interrupted.
  case interrupted(sql: String?)
  /// The file was moved, removed, replaced or written by a program without SQLite while it was
  /// open. Nothing is read or written any more. Close the pool, and open the file again.
  case replaced(path: String)
  /// A run of a live query took longer than ``DatabaseConfiguration/observerTime``.
  case tooSlow(limit: Duration)
  /// A read or write was started inside another one on the same thread, and would wait for itself.
  /// Use the connection that was passed to the outer one.
  case nestedAccess
  /// All connections of the pool were in use, and none was returned for
  /// ``DatabaseConfiguration/connectionTimeout``. `count` is their number.
  case noConnection(path: String, count: Int)
  /// The connection or the pool has been closed.
  case closed(path: String)
  /// The number of values does not match the parameters of the statement.
  case wrongParameterCount(expected: Int, given: Int, sql: String)
  /// SQL without a statement, such as a comment.
  case noStatement(sql: String)
  /// SQL after the end of a statement where one statement was expected.
  case moreThanOneStatement(sql: String)
  /// The transaction that the library began around the SQL has ended too early: by the SQL itself,
  /// or by SQLite after an error that was caught, such as a full disk. Or a query of a transaction
  /// was run outside of it, on another thread.
  case transactionEnded(path: String)
  /// A connection was returned to its pool with an open transaction, which was rolled back.
  case transactionLeftOpen(path: String)
  /// A statement was used outside the block for which it was borrowed.
  case statementNotLent(sql: String)
  /// A server could not be reached, or refused the connection.
  case cannotConnect(String, reason: String)
  /// The connection to a server ended while it was in use. Nothing of the transaction is stored:
  /// where the connection ended during a commit, the library has asked what became of it.
  case connectionLost(path: String, EngineError)
  /// Another transaction has read or changed the same rows at the same time. Nothing of this
  /// transaction is stored, and it can be tried again.
  case conflict(EngineError)
  /// A text with a NUL, which the engine does not store.
  case nulInText(parameter: Int)
  /// The engine of the database cannot do this; the other one can.
  case unsupported(String, engine: Engine)
  /// Any other error that the engine reports, such as a syntax error.
  case failed(EngineError)
}

extension DatabaseError {
  /// Whether the pool gives no connection any more.
  var endsPool: Bool {
    switch self {
    case .closed, .replaced: true
    default: false
    }
  }
}

/// The reason why a database file could not be opened.
public enum OpenFailure: Sendable, Hashable {
  /// There is no such file, and the access mode does not create it.
  case noSuchFile
  /// The folder that the file should be in does not exist.
  case noSuchFolder(String)
  /// The path names a folder.
  case isFolder
  /// The path names a pipe, a device or a socket.
  case isNoFile
  /// The path is empty or contains a NUL.
  case invalidPath
  /// The file or its folder cannot be read, or cannot be written where that is needed.
  case permissionDenied
  /// The file system is read-only, and the access mode writes.
  case readOnlyFileSystem
  /// The file was replaced, or written without SQLite, while a program had it open, so the log
  /// beside it belongs to what was there before.
  case otherLog(path: String)
  /// The text encoding of the file is not UTF-8, so text would not sort by Unicode scalars.
  case encoding(String)
  /// The error that SQLite reported.
  case failed(EngineError)
}

/// A stored value of another type than the program expects.
public struct DecodingFailure: Error, Sendable, Hashable {
  /// The table of the column; nil for a computed column.
  public let table: String?
  /// The column's name.
  public let column: String
  /// The row with the value.
  public var row: Row
  /// The expected value, for example `INTEGER` or `a day YYYY-MM-DD`.
  public let expected: String
  /// The value that was found, for example `NULL` or `TEXT that is not UTF-8`.
  public let found: String

  /// The identification of a row in an error.
  public enum Row: Sendable, Hashable {
    /// The key of the row.
    case key(RowKey)
    /// The position of the row in the result, counted from 1.
    case number(Int)
    /// The row is not known: the value is an argument of a function, for example.
    case unknown
  }

  /// Creates a failure.
  public init(table: String?, column: String, row: Row, expected: String, found: String) {
    self.table = table
    self.column = column
    self.row = row
    self.expected = expected
    self.found = found
  }
}

/// A lock that another connection holds, and the statement that waited for it.
public struct LockConflict: Error, Sendable, Hashable {
  /// The database file.
  public let path: String
  /// The time that the statement has waited, in seconds.
  public let waited: Double
  /// The statement that waits; nil while opening, or if it is not known.
  public let sql: String?
  /// The processes that hold a lock on the file, if the system reports them.
  public let holders: [Holder]
  /// The number of connections that may write before this one, including the one that is writing;
  /// 0 if it waits for a program that does not use this library.
  public let connectionsInFront: Int

  /// A process that holds a lock.
  public struct Holder: Sendable, Hashable {
    /// The process id.
    public let process: Int32
    /// The name of the program, if it can be read.
    public let name: String?
    /// The activity of the process: `writing`, `checkpointing` …
    public let activity: String

    package init(process: Int32, name: String?, activity: String) {
      self.process = process
      self.name = name
      self.activity = activity
    }
  }

  package init(
    path: String, waited: Double, sql: String?, holders: [Holder], connectionsInFront: Int
  ) {
    self.path = path
    self.waited = waited
    self.sql = sql
    self.holders = holders
    self.connectionsInFront = connectionsInFront
  }

  /// Returns the conflict with another waiting time.
  package func waited(_ seconds: Double) -> LockConflict {
    LockConflict(
      path: path, waited: seconds, sql: sql, holders: holders,
      connectionsInFront: connectionsInFront)
  }
}
