/// A write of a trigger, which a statement causes.
package struct TriggeredWrite: Sendable, Hashable {
  /// The table as the schema spells it.
  package let table: String
  /// The column that is set; nil for an INSERT or DELETE.
  package let column: String?

  package init(table: String, column: String?) {
    self.table = table
    self.column = column
  }
}
