/// A change of a row, as the program knows rows. A class: all observers of the table's queries
/// share it.
final class TableChange<Row: Sendable>: Sendable {
  /// The row before.
  enum Before: Sendable {
    /// There was none.
    case nothing
    /// The row.
    case row(Row)
    /// There was one, but its values are not known.
    case unknown
  }

  let before: Before
  /// The key before the change; nil where there was no row.
  let oldKey: Int64?
  /// The row after the change; nil where it is gone.
  let after: Row?
  /// Its key.
  let newKey: Int64?

  init(before: Before, oldKey: Int64?, after: Row?, newKey: Int64?) {
    self.before = before
    self.oldKey = oldKey
    self.after = after
    self.newKey = newKey
  }
}
