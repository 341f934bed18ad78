/// What the schema of a database says of a table, for declarations that are made from it.
public struct TableDefinition: Sendable, Equatable {
  /// The table with its columns.
  public let table: StoredTable
  /// The comment of the table; nil if it has none.
  public var comment: String?
  /// The names of the columns of the primary key, in the order of the key.
  public var primaryKey: [String] = []
  /// Whether rows have the implicit key of SQLite.
  public var hasRowID = false
  /// The references to rows of other tables, in the order of their first columns.
  public var foreignKeys: [ForeignKey] = []
  /// What is known of columns besides what ``StoredTable`` tells, by their names.
  public var details: [String: ColumnDetails] = [:]

  package init(table: StoredTable) { self.table = table }
}

/// What the schema says of a column, for declarations that are made from it.
public struct ColumnDetails: Sendable, Equatable {
  /// The comment of the column; nil if it has none.
  public var comment: String?
  /// The default value as SQL; nil if there is none.
  public var defaultSQL: String?
  /// The type with its length, for a type of a server that means another one without it:
  /// `character(3)`.
  public var typeSQL: String?
  /// The only values that the column accepts, besides NULL: those of a `CHECK` or of an enumeration
  /// of a server; nil if they are not listed.
  public var allowed: [Value]?

  package init() {}
}

/// Columns whose values are those of a row of another table.
public struct ForeignKey: Sendable, Equatable {
  /// The names of the columns.
  public let columns: [String]
  /// The name of the table that they refer to.
  public let table: String
  /// The names of the columns of that table.
  public let referenced: [String]

  package init(columns: [String], table: String, referenced: [String]) {
    self.columns = columns
    self.table = table
    self.referenced = referenced
  }
}
