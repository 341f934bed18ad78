/// The reason why migrations were not read or not run. If a file is rejected while it runs, none of
/// its changes are kept.
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
  /// A `.down.sql` file without the file that it reverts.
  case downWithoutUp(String, expected: String)
  /// A file without a statement.
  case emptyFile(String)
  /// A file in another encoding than UTF-8, such as UTF-16.
  case otherEncoding(file: String, String)
  /// A file that is not UTF-8.
  case notUTF8(file: String, line: Int)
  /// A file that contains a NUL, after which SQLite would not read on.
  case containsNUL(file: String, line: Int)
  /// A `/*` without `*/`, which would hide the rest of the file.
  case unclosedComment(file: String, line: Int)
  /// A comment that begins with `--` goes on after a character that looks like the end of its line,
  /// such as a CR without LF, and hides what stands there.
  case hiddenText(file: String, line: Int, after: String)
  /// A name contains a character that looks like a space, or like nothing.
  case invisibleCharacter(file: String, line: Int, String)

  // MARK: Files and history

  /// A file has changed since it was applied as `appliedAs`.
  case modified(file: String, set: String, appliedAs: String)
  /// A file that was applied does not exist any more.
  case missing(file: String, set: String)
  /// A file has not been applied, but one with a higher number has.
  case outOfOrder(file: String, set: String, applied: String)
  /// The set has no file of that number.
  case unknownNumber(Int, set: String)
  /// A file that is to be reverted has no `.down.sql` file.
  case noDownFile(file: String, expected: String)
  /// A baseline was requested, but the history is not empty.
  case historyNotEmpty(set: String, applied: String)
  /// Another migrator changed the history before this file could run.
  case historyChanged(file: String, set: String)
  /// The table `schema_migration` is not one that this library wrote.
  case historyUnreadable(DatabaseError)
  /// The history has files of a set that was not given.
  case unknownSet(String)

  // MARK: Running

  /// A statement that is not allowed in a migration, with the reason.
  case refused(file: String, line: Int, statement: String, reason: String)
  /// There are rows with which a file does not run, as it says by `-- refuse:`.
  case refusesRows(file: String, line: Int, what: String, count: Int)
  /// A statement failed in SQLite. `line` is nil if the error concerns the whole file.
  case failed(file: String, line: Int?, DatabaseError)
  /// After the file, rows refer to rows that do not exist. The error contains some of the
  /// violations, and their total number.
  case foreignKeys(file: String, [ForeignKeyViolation], count: Int)
  /// The file made a table anew, and lost indexes or triggers of it without saying so.
  case loses(file: String, [SchemaLoss])
  /// After the file, a view, a trigger or a reference names what does not exist any more.
  case breaks(file: String, reason: String)
  /// The file leaves a temporary table, view or trigger on the connection.
  case leavesTemporary(file: String, name: String)
  /// The file writes the history itself.
  case writesHistory(file: String)
  /// Migrations were started inside a transaction, where foreign keys cannot be switched off.
  case insideTransaction
}

/// A row that refers to a row that does not exist.
public struct ForeignKeyViolation: Sendable, Hashable {
  /// The table of the row.
  public let table: String
  /// The row's integer key; nil in a table `WITHOUT ROWID`.
  public let key: Int64?
  /// The columns that refer.
  public let columns: [String]
  /// The table that they refer to.
  public let parent: String

  package init(table: String, key: Int64?, columns: [String], parent: String) {
    self.table = table
    self.key = key
    self.columns = columns
    self.parent = parent
  }
}
