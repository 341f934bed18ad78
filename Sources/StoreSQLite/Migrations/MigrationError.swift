/// Why migrations were not read, or not run. Of a file that is refused while it runs, nothing is
/// kept.
public enum MigrationError: Error, Sendable, Hashable {
  // MARK: Reading files

  /// There is no such folder.
  case noFolder(String)
  /// A file or a folder could not be read.
  case notReadable(String, reason: String)
  /// The name of a file is not of the form `NNNN_name.sql` or `NNNN_name.down.sql`.
  case badFileName(String)
  /// Two files have the same number.
  case duplicateNumber(Int, files: [String])
  /// A `.down.sql` file without the file whose work it takes back.
  case downWithoutUp(String, expected: String)
  /// A file without a statement.
  case emptyFile(String)
  /// A file that is not UTF-8.
  case notUTF8(file: String, line: Int)
  /// A file with a NUL in it, after which SQLite would not read on.
  case containsNUL(file: String, line: Int)
  /// A `/*` without `*/`, which would swallow the rest of the file.
  case unclosedComment(file: String, line: Int)

  // MARK: Files and history

  /// A file is not what it was when it was applied as `appliedAs`.
  case modified(file: String, set: String, appliedAs: String)
  /// A file that was applied is not there any more.
  case missing(file: String, set: String)
  /// A file has not been applied, but one with a higher number has.
  case outOfOrder(file: String, set: String, applied: String)
  /// The set has no file of that number.
  case unknownNumber(Int, set: String)
  /// A file that should be taken back has no `.down.sql` file.
  case noDownFile(file: String, expected: String)
  /// A baseline was asked for, but the history is not empty.
  case historyNotEmpty(set: String, applied: String)
  /// Another migrator moved the history elsewhere before the turn of this file came.
  case historyChanged(file: String, set: String)
  /// The table `schema_migration` is not one that this library wrote.
  case historyUnreadable(DatabaseError)
  /// The history has files of a set that was not given.
  case unknownSet(String)

  // MARK: Running

  /// A statement that may not be in a migration, with the reason.
  case refused(file: String, line: Int, statement: String, reason: String)
  /// SQLite refused a statement. `line` is nil where the file as a whole is meant.
  case failed(file: String, line: Int?, DatabaseError)
  /// After the file there are rows that refer to rows which do not exist. Some of the violations,
  /// and how many there are in all.
  case foreignKeys(file: String, [ForeignKeyViolation], count: Int)
  /// The file leaves a temporary table, view or trigger on the connection.
  case leavesTemporary(file: String, name: String)
  /// The file writes the history itself.
  case writesHistory(file: String)
  /// Migrations were to be run inside a transaction, where foreign keys cannot be switched off.
  case insideTransaction
}

/// A row that refers to a row which does not exist.
public struct ForeignKeyViolation: Sendable, Hashable {
  /// The table of the row.
  public let table: String
  /// The row's integer key; nil in a table `WITHOUT ROWID`.
  public let key: Int64?
  /// The columns that refer.
  public let columns: [String]
  /// The table that they refer to.
  public let parent: String
}
