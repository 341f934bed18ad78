/// One row that a transaction inserted, updated or deleted.
public struct RowChange: Sendable, Hashable {
  /// What happened to the row.
  public enum Operation: Sendable, Hashable {
    /// It is new.
    case insert
    /// It has new values.
    case update
    /// It is gone.
    case delete
  }

  /// What happened to the row.
  public let operation: Operation
  /// The table.
  public let table: String
  /// The row's integer key, before the change; for an insert the new key. Without a meaning for a
  /// table `WITHOUT ROWID`.
  public let key: Int64
  /// The values before the change, in the order of the table's columns; nil for an insert, and
  /// where SQLite was built without the preupdate hook. Text that is not UTF-8 is repaired.
  public let old: [Value]?
  /// The values after the change; nil for a delete, and as above.
  public let new: [Value]?
}
