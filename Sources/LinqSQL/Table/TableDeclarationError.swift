public import Foundation

/// A declaration of a table does not fit its struct, or the table in the database: rows would be
/// read or written wrongly. Thrown when the table is first used, before anything is read or
/// written.
///
/// ```swift
/// struct Pair: Sendable { var id: Int64; var a: Int; var b: Int }
/// let pairs = Table(
///   "pair", Pair.init, .primaryKey("id", \.id), .column("b", \.b), .column("a", \.a))
/// // pair: column b is passed to the initializer where property a is set; …
/// ```
public struct TableDeclarationError: Error, Sendable, Hashable {
  /// One thing that does not fit.
  public enum Problem: Sendable, Hashable {
    /// A row made of the columns' values has the value of one column in the property of another:
    /// the columns are not in the order of the initializer's parameters.
    case swapped(column: String, propertyOf: String)
    /// The database's table has no such column.
    case missingColumn(String)
    /// More than one row may have the same key: neither is the column the primary key by itself,
    /// nor has it a unique index.
    case keyNotUnique(column: String)
    /// The column's type would make other values of those that are written.
    case type(column: String, expected: String, declared: String)
    /// The column may be NULL, and the property cannot be nil.
    case nullable(column: String)
    /// The column's collation takes texts for equal, or orders them, in another way than Swift.
    case collation(column: String, String)
    /// A closure of the declaration is no expression.
    case computed(String)
  }

  /// The table.
  public let table: String

  /// All that does not fit.
  public let problems: [Problem]
}

extension TableDeclarationError: CustomStringConvertible, LocalizedError {
  /// The table, and all that does not fit.
  public var description: String {
    "\(table): " + problems.map(\.description).joined(separator: "; ")
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension TableDeclarationError.Problem: CustomStringConvertible {
  /// What does not fit, and what to do about it.
  public var description: String {
    switch self {
    case .swapped(let column, let other):
      "column \(column) is passed to the initializer where the property of column \(other) is set; "
        + "declare the columns in the order of its parameters"
    case .missingColumn(let column): "there is no column \(column)"
    case .keyNotUnique(let column):
      "\(column) is not unique, so it is no key: it must be the primary key by itself, or have "
        + "a unique index of its own"
    case .type(let column, let expected, let declared):
      "column \(column) is \(declared.isEmpty ? "of no type" : declared), "
        + "its property needs \(expected)"
    case .nullable(let column):
      "column \(column) may be NULL; make it NOT NULL, or its property an optional"
    case .collation(let column, let collation):
      "column \(column) has the collation \(collation); only BINARY has Swift's meaning"
    case .computed(let reason): "a computed property has no translation: \(reason)"
    }
  }
}
