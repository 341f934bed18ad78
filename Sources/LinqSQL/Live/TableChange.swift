/// A change of a row, decoded as values of the program. It is a class because all observers of the
/// table's queries share it.
final class TableChange<Row: Sendable>: Sendable {
  /// The row before.
  enum Before: Sendable {
    /// There was no row.
    case nothing
    /// The row, with its values.
    case row(Row)
    /// There was a row, but its values are not known.
    case unknown
  }

  let before: Before
  /// The integer key before the change; nil if there was no row, or the table has other keys.
  let oldKey: Int64?
  /// The row after the change; nil if it was deleted.
  let after: Row?
  /// The integer key after the change; nil if the row was deleted, or the table has other keys.
  let newKey: Int64?

  init(before: Before, oldKey: Int64?, after: Row?, newKey: Int64?) {
    self.before = before
    self.oldKey = oldKey
    self.after = after
    self.newKey = newKey
  }
}
