/// The violation of a constraint of the schema, with its table and columns.
public struct ConstraintViolation: Error, Sendable, Hashable {
  /// The kind of constraint.
  public enum Kind: String, Sendable, Hashable {
    /// Two rows would have the same value in columns that must be unique.
    case unique = "UNIQUE"
    /// Two rows would have the same primary key.
    case primaryKey = "PRIMARY KEY"
    /// A value that must not be NULL is missing.
    case notNull = "NOT NULL"
    /// The condition of a `CHECK` is false.
    case check = "CHECK"
    /// A row refers to another one that does not exist.
    case foreignKey = "FOREIGN KEY"
    /// A value does not have the type of its column in a `STRICT` table.
    case type = "type"
    /// Another constraint, such as one that a trigger raises.
    case other = "other"
  }

  /// The kind of constraint.
  public let kind: Kind
  /// The table, if the engine names it.
  public let table: String?
  /// The columns, if the engine names them.
  public let columns: [String]
  /// The name of a `CHECK` constraint, or its expression if it has no name, or the name of a unique
  /// index on an expression.
  public let constraint: String?
  /// The error that the engine reported.
  public let error: EngineError

  package init(
    _ error: EngineError, kind: Kind, table: String?, columns: [String], constraint: String?
  ) {
    self.error = error
    self.kind = kind
    self.table = table
    self.columns = columns
    self.constraint = constraint
  }
}

extension ConstraintViolation: CustomStringConvertible {
  /// The engine's message, which contains the kind and usually the table and column.
  public var description: String { error.message }
}
