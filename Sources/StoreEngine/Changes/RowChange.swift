/// One row that a transaction inserted, updated or deleted.
public struct RowChange: Sendable, Hashable {
  /// The kind of change.
  public enum Operation: Sendable, Hashable {
    /// The row is new.
    case insert
    /// The row has new values.
    case update
    /// The row was deleted.
    case delete
  }

  /// The kind of change.
  public let operation: Operation
  /// The name of the table.
  public let table: String
  /// The row's integer key before the change; for an insert the new key. It has no meaning for a
  /// table `WITHOUT ROWID`.
  public let key: Int64
  /// The values before the change, in the order of the table's columns; nil for an insert, and if
  /// the engine does not provide them. Text that is not UTF-8 is repaired.
  public let old: [Value]?
  /// The values after the change; nil for a delete, and if SQLite was built without the preupdate
  /// hook.
  public let new: [Value]?

  package init(
    operation: Operation, table: String, key: Int64, old: [Value]?, new: [Value]?
  ) {
    self.operation = operation
    self.table = table
    self.key = key
    self.old = old
    self.new = new
  }

  /// The memory that the values take, in bytes.
  package var byteCount: Int {
    [old, new].reduce(0) { $0 + ($1 ?? []).reduce(0) { $0 + $1.byteCount } }
  }
}

extension Value {
  /// The memory that the value takes, in bytes.
  fileprivate var byteCount: Int {
    switch self {
    case .null, .integer, .real: MemoryLayout<Value>.size
    case .text(let text): MemoryLayout<Value>.size + text.utf8.count
    case .blob(let bytes): MemoryLayout<Value>.size + bytes.count
    }
  }
}
