/// Everything that can go wrong between a program and its database file, told apart by what one
/// can do about it.
public enum DatabaseError: Error, Sendable, Hashable {
  /// The file could not be opened or made.
  case cannotOpen(path: String, reason: OpenFailure)
  /// The file is there, but it is no SQLite database (or an encrypted one).
  case notADatabase(path: String)
  /// A write to a file or in a folder that may not be written, or through a read-only connection.
  case readOnly(path: String, SQLiteError)
  /// The disk, a quota or a size limit is full. The transaction was rolled back; nothing is lost.
  case diskFull(path: String, SQLiteError)
  /// The file is damaged.
  case corrupt(path: String, SQLiteError)
  /// Another connection kept its lock for longer than the timeout.
  case busy(LockConflict)
  /// A constraint of the schema refused a row.
  case constraint(ConstraintViolation)
  /// A stored value is not what the program expects there.
  case decoding(DecodingFailure)
  /// NaN was about to be stored: SQLite would turn it into NULL. `column` is nil for a parameter
  /// that stands for no known column.
  case notANumber(column: String?, parameter: Int)
  /// The statement was interrupted.
  case interrupted(sql: String?)
  /// A read or write was begun inside another one on the same thread, where it would wait for
  /// itself. Use the connection that the outer one was given.
  case nestedAccess
  /// The connection or the pool has been closed.
  case closed(path: String)
  /// A number of values that does not fit the statement's parameters.
  case wrongParameterCount(expected: Int, given: Int, sql: String)
  /// SQL without a statement in it, a comment for example.
  case noStatement(sql: String)
  /// SQL after the end of a statement where one statement was expected.
  case moreThanOneStatement(sql: String)
  /// The transaction that the library had begun around the SQL has ended too early: by the SQL
  /// itself, or by SQLite after an error that was caught, a full disk for example.
  case transactionEnded(path: String)
  /// A connection came back to its pool with a transaction that nobody had ended. It was rolled
  /// back.
  case transactionLeftOpen(path: String)
  /// A statement was used outside the block that it was borrowed to.
  case statementNotLent(sql: String)
  /// Anything else that SQLite reports, a syntax error for example.
  case failed(SQLiteError)
}

/// Why a database file could not be opened.
public enum OpenFailure: Sendable, Hashable {
  /// There is no such file, and the mode does not make one.
  case noSuchFile
  /// The folder that the file should be in does not exist.
  case noSuchFolder(String)
  /// The path names a folder.
  case isFolder
  /// The path names a pipe, a device or a socket.
  case isNoFile
  /// The path is empty or has a NUL in it.
  case invalidPath
  /// The file or its folder may not be read, or may not be written where that is needed.
  case permissionDenied
  /// The text encoding of the file is not UTF-8, so text would not sort by Unicode scalars.
  case encoding(String)
  /// What SQLite said.
  case failed(SQLiteError)
}

/// A stored value of another type than the program expects.
public struct DecodingFailure: Error, Sendable, Hashable {
  /// The table the column comes from; nil for a computed column.
  public let table: String?
  /// The column's name.
  public let column: String
  /// The row.
  public var row: Row
  /// What the program expects, for example `INTEGER` or `a day YYYY-MM-DD`.
  public let expected: String
  /// What is there, for example `NULL` or `TEXT that is not UTF-8`.
  public let found: String

  /// How a row is named in an error.
  public enum Row: Sendable, Hashable {
    /// By its integer key.
    case key(Int64)
    /// By its place in the result, counted from 1.
    case number(Int)
    /// Not at all: the value is an argument of a function, for example.
    case unknown
  }

  /// A failure from its parts.
  public init(table: String?, column: String, row: Row, expected: String, found: String) {
    self.table = table
    self.column = column
    self.row = row
    self.expected = expected
    self.found = found
  }
}

/// Who holds a lock, and what was waiting for it.
public struct LockConflict: Error, Sendable, Hashable {
  /// The database file.
  public let path: String
  /// How long the statement waited, in seconds.
  public let waited: Double
  /// The statement that waited; nil while opening.
  public let sql: String?
  /// The processes that hold a lock on the file, where the system tells.
  public let holders: [Holder]

  /// A process that holds a lock.
  public struct Holder: Sendable, Hashable {
    /// The process id.
    public let process: Int32
    /// The program's name, where it can be read.
    public let name: String?
    /// What the process is doing: `writing`, `checkpointing` …
    public let activity: String
  }

  /// The same conflict after another time.
  func waited(_ seconds: Double) -> LockConflict {
    LockConflict(path: path, waited: seconds, sql: sql, holders: holders)
  }
}
