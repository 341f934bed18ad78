public import Foundation
internal import StoreSupport

/// A declaration of a table that does not fit its struct, or the table in the database, so that
/// rows would be read or written incorrectly. It is thrown when the table is first used, before
/// anything is read or written.
///
/// ```swift
/// struct Pair: Sendable { var id: Int64; var a: Int; var b: Int }
/// let pairs = Table(
///   "pair", Pair.init, .primaryKey("id", \.id), .column("b", \.b), .column("a", \.a))
/// // pair: column b is passed to the initializer where property a is set; …
/// ```
public struct TableDeclarationError: Error, Sendable, Hashable {
  /// A part of the declaration that does not fit.
  public enum Problem: Sendable, Hashable {
    /// The value of one column ends up in the property of another: the columns are not in the order
    /// of the initializer's parameters.
    case swapped(column: String, propertyOf: String)
    /// The database's table has no such column.
    case missingColumn(String)
    /// Two columns of the declaration have the same name.
    case duplicateColumn(String)
    /// Two columns store the same property: the second one would be read, and written over.
    case duplicateProperty(column: String, sameAs: String)
    /// A table or a column has a name that no database has: an empty one, or one with a NUL.
    case name(String)
    /// No column is declared as `primaryKey`.
    case noKey
    /// A parameter of the column's encoding is out of its range.
    case encoding(column: String, reason: String)
    /// Several rows may have the same key: its columns contain neither the primary key of the table
    /// nor those of a unique index.
    case keyNotUnique(column: String)
    /// A column of the key may be nil, so that rows could not be found by it.
    case optionalKey(column: String)
    /// Values of the type of a column are equal by an `==` of its own, but not as they are stored.
    case ownEquality(column: String, type: String)
    /// The database assigns no keys: the column is no `INTEGER PRIMARY KEY` of SQLite, and has no
    /// sequence on a server.
    case keyNotAssigned(column: String)
    /// The database computes the column, so that it cannot be written.
    case generated(column: String)
    /// Changes of texts are counted, and a search index is kept, by integer keys that the database
    /// assigns, and the table has other keys; those of an index must not be the implicit row ID.
    case noIntegerKey
    /// A field in which a search looks is no column.
    case searchOfComputed
    /// The property of `versioned` has no column that the program writes.
    case version(property: String)
    /// The property of a rule of `validated` has no column.
    case rule(property: String)
    /// The column's type would change values that are written.
    case type(column: String, expected: String, declared: String)
    /// The column may be NULL, but the property cannot be nil.
    case nullable(column: String)
    /// The column's collation compares or orders texts differently from Swift.
    case collation(column: String, String)
    /// The column's collation takes texts for equal that differ.
    case nondeterministicCollation(column: String, String)
    /// The translation of a computed property is not an expression.
    case computed(String)
    /// The struct does not tell its columns by how it is decoded.
    case decodable(String)
  }

  /// The name of the table.
  public let table: String

  /// The problems of the declaration.
  public let problems: [Problem]
}

extension TableDeclarationError: CustomStringConvertible, LocalizedError {
  /// The table and its problems.
  public var description: String {
    "\(table): " + problems.map(\.description).joined(separator: "; ")
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension TableDeclarationError.Problem: CustomStringConvertible {
  /// The problem, and how to solve it.
  public var description: String {
    switch self {
    case .swapped(let column, let other):
      "column \(column) is passed to the initializer where the property of column \(other) is set; "
        + "declare the columns in the order of its parameters"
    case .missingColumn(let column): "there is no column \(column)"
    case .duplicateColumn(let column): "column \(column) is declared twice"
    case .duplicateProperty(let column, let other):
      "column \(column) stores the property of column \(other); give it the key path of its own"
    case .name(let name): "\"\(ControlCharacters.escaped(name))\" is no name of a table or a column"
    case .noKey: "no column is declared with primaryKey, by which a row is found"
    case .encoding(let column, let reason): "the encoding of column \(column): \(reason)"
    case .keyNotUnique(let column):
      "\(column) is not unique, so it is no key: declare all columns of the primary key, or of a "
        + "unique index, with primaryKey"
    case .ownEquality(let column, let type):
      "\(column): values of \(type) are equal by its own ==, but not as they are stored, and SQL "
        + "compares what is stored; store the form that is compared, such as lowercased texts"
    case .optionalKey(let column): "\(column) is a part of the key, whose property cannot be nil"
    case .keyNotAssigned(let column):
      "the database assigns no keys to \(column); declare it with isAssigned: false"
    case .generated(let column):
      "the database computes column \(column); declare it with generated"
    case .noIntegerKey:
      "countingTextChanges, searchable and substrings need a key that is one integer, which the "
        + "database assigns; the implicit row ID is none for an index, because VACUUM changes it"
    case .version(let property): "versioned(by: \(property)) needs a property with a column"
    case .rule(let property): "validated(\(property)) needs a property with a column"
    case .searchOfComputed: "searchable and substrings need fields that are columns"
    case .type(let column, let expected, let declared):
      "column \(column) is \(declared.isEmpty ? "of no type" : declared), "
        + "its property needs \(expected)\(advice(for: declared))"
    case .nullable(let column):
      "column \(column) may be NULL; make it NOT NULL, or its property an optional"
    case .collation(let column, let collation):
      "column \(column) has the collation \(collation); only BINARY has Swift's meaning: "
        + "declare it with encoded(as: .collated)"
    case .nondeterministicCollation(let column, let collation):
      "column \(column) has the collation \(collation), which takes different texts for equal; "
        + "give it one that is deterministic"
    case .decodable(let reason): "\(reason); declare its columns with an initializer"
    case .computed(let reason): "a computed property has no translation: \(reason)"
    }
  }

  /// Returns how to declare a column of a type that only a server has.
  private func advice(for declared: String) -> String {
    guard let encoding = StoredEncoding.ofServer.first(where: { $0.server.type == declared }),
      let holds = encoding.server.holds
    else { return "" }
    return "; \(holds) is declared with encoded(as: .\(encoding))"
  }
}
