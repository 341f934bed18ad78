/// A change of a row, as the program knows rows.
struct TableChange<Row: Sendable>: Sendable {
  /// The row before.
  enum Before: Sendable {
    /// There was none.
    case nothing
    /// The row.
    case row(Row)
    /// There was one, but its values are not known.
    case unknown
  }

  /// The row before.
  let before: Before
  /// Its key; nil where there was none.
  let oldKey: Int64?
  /// The row after the change; nil where it is gone.
  let after: Row?
}
