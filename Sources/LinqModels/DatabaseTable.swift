/// A table or view of a database, and what chains as text can name of it.
public struct DatabaseTable: Sendable, Encodable {
  /// The name of its source in chains: `OrderDetail` for the table `Order Details`.
  public let name: String
  /// The name in the schema.
  public let schemaName: String
  /// Whether it is a view.
  public let isView: Bool
  /// The comment of the schema, if any.
  public let comment: String?
  /// The columns, in the order of the table.
  public internal(set) var columns: [DatabaseColumn] = []
  /// The rows of other tables that belong to a row.
  public internal(set) var relations: [DatabaseRelation] = []

  init(_ name: String, _ model: TableModel) {
    self.name = name
    schemaName = model.name
    isView = model.isView
    comment = model.comment
  }
}

/// A column of a ``DatabaseTable``.
public struct DatabaseColumn: Sendable, Encodable {
  /// The name in chains: `$0.UnitPrice`.
  public let name: String
  /// The name in the schema.
  public let schemaName: String
  /// The Swift type of the values that are not nil, such as `Int`, `String` or `CalendarDate`.
  public let type: String
  /// Whether a value may be nil.
  public let isOptional: Bool
  /// Whether it is a part of the key.
  public let isKey: Bool
  /// Whether the database computes the values.
  public let isGenerated: Bool
  /// The texts that the schema allows, if it lists them.
  public let choices: [String]?
  /// The comment of the schema, if any.
  public let comment: String?
}

/// Rows of another table that belong to a row of a ``DatabaseTable``.
public struct DatabaseRelation: Sendable, Encodable {
  /// Two columns that are equal, by their names in chains.
  public struct Match: Sendable, Encodable {
    /// The column of the row.
    public let own: String
    /// The column of the related row.
    public let other: String
  }

  /// The name in chains: `$0.customer`, `$0.invoices`.
  public let name: String
  /// The name of the other table's source.
  public let table: String
  /// Whether there is at most one row.
  public let isOne: Bool
  /// The columns whose values are equal; empty for rows behind a join table.
  public let matches: [Match]
}
