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
  /// The table, if SQLite names it.
  public let table: String?
  /// The columns, if SQLite names them.
  public let columns: [String]
  /// The name of a `CHECK` constraint, or its expression if it has no name, or the name of a unique
  /// index on an expression.
  public let constraint: String?
  /// The error that SQLite reported.
  public let error: SQLiteError

  /// Parses the kind, the table and the columns from SQLite's error.
  init(_ error: SQLiteError) {
    self.error = error
    kind = Self.kind(of: error.extendedCode)
    // "UNIQUE constraint failed: person.email", "CHECK constraint failed: person_age",
    // "cannot store TEXT value in INTEGER column person.age", "FOREIGN KEY constraint failed".
    let detail: Substring
    if kind == .other {
      detail = ""  // the text is a trigger's own
    } else if let range = error.message.firstRange(of: " failed: ") {
      detail = error.message[range.upperBound...]
    } else if kind == .type, let range = error.message.firstRange(of: " column ") {
      detail = error.message[range.upperBound...]
    } else {
      detail = ""
    }
    if kind == .unique, let name = detail.wholeMatch(of: /index '(.*)'/)?.1 {
      // SQLite names no columns for an index on an expression.
      constraint = String(name)
      table = nil
      columns = []
    } else if kind == .check {
      constraint = detail.isEmpty ? nil : String(detail)
      table = nil
      columns = []
    } else {
      let places = detail.split(separator: ",").map { place in
        place.drop { $0 == " " }.split(separator: ".", maxSplits: 1)
      }
      constraint = nil
      table = places.first.flatMap { $0.count == 2 ? String($0[0]) : nil }
      columns = places.compactMap { $0.last.map(String.init) }
    }
  }

  private static func kind(of code: Int32) -> Kind {
    switch code {
    case 2067: .unique  // SQLITE_CONSTRAINT_UNIQUE and its kin are macros with casts and shifts
    case 1555, 2579: .primaryKey  // …_PRIMARYKEY, …_ROWID
    case 1299: .notNull
    case 275: .check
    case 787: .foreignKey
    case 3091: .type  // …_DATATYPE
    default: .other
    }
  }
}

extension ConstraintViolation: CustomStringConvertible {
  /// SQLite's message, which contains the kind and usually the table and column.
  public var description: String { error.message }
}
