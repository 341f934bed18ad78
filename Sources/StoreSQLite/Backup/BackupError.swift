internal import StoreEngine

/// The reason why a backup was not made.
public enum BackupError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A file with the name of the destination exists already.
  case fileExists(String)
  /// The destination is the database itself.
  case sameFile(String)
  /// The file to be replaced is a database that is open, or that was not closed properly: some of
  /// its changes are still in a file beside it.
  case destinationInUse(String)
  /// The connection has changes that are not committed.
  case insideTransaction(path: String)
  /// The finished copy could not be renamed to its final name.
  case cannotReplace(String, reason: String)
  /// The pages of the backup have another size than those of the database.
  case otherPageSize(String, Int64, expected: Int64)
  /// The copy failed its check, so the database itself is damaged.
  case damaged(path: String, finding: String)

  /// The reason, as a sentence.
  public var description: String {
    switch self {
    case .fileExists(let path): "\(path) exists; a backup replaces a file only when told to"
    case .sameFile(let path): "\(path) is the database itself"
    case .destinationInUse(let path):
      "\(path) is open or was not closed properly (there is a -wal or -journal file beside it); it "
        + "was not replaced"
    case .insideTransaction(let path):
      "\(path) cannot be copied inside a transaction that has changed it; commit first"
    case .cannotReplace(let path, let reason): "cannot write \(path): \(reason)"
    case .otherPageSize(let path, let size, let expected):
      "\(path) has pages of \(size) bytes, and the database has pages of \(expected); restore it "
        + "into a new file"
    case .damaged(let path, let finding): "\(path) is damaged: \(finding)"
    }
  }
}
