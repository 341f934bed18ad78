/// A table or a view as the schema of a database declares it.
public struct StoredTable: Sendable, Equatable {
  /// The kind of a table.
  public enum Kind: Sendable {
    /// A table of the database itself, whose changes the engine reports.
    case table
    /// A table whose changes may not be reported: a virtual table or one of another file of SQLite,
    /// one of a server without the triggers that record changes.
    case other
    /// A view.
    case view
  }

  /// The name as the schema spells it.
  public let name: String
  /// The kind of the table.
  public let kind: Kind
  /// The columns, in the order of the table.
  public let columns: [StoredColumn]
  /// Whether triggers or rules store what is written to it: to a view, for example.
  package var isIndirect: Bool
  /// Whether a row may be stored in another form than it is written, without that the engine tells
  /// of it with the statement: whether there are triggers on a server, or constraints with
  /// `ON CONFLICT REPLACE`, which stores the default value instead of NULL.
  package var hasTriggers = false
  /// For each unique index without a condition, the names of its columns in lower case.
  public let uniqueIndexes: [Set<String>]
  /// The constraints `CHECK` that the library understands, as far as the engine gives them.
  package var checks: [ColumnCheck] = []

  package init(
    name: String, kind: Kind, columns: [StoredColumn], uniqueIndexes: [Set<String>]
  ) {
    self.name = name
    self.kind = kind
    self.columns = columns
    self.uniqueIndexes = uniqueIndexes
    isIndirect = kind == .view
  }

  /// Returns the column with a name, in whatever case; nil if there is none.
  public func column(named name: String) -> StoredColumn? {
    columns.first { $0.name.lowercased() == name.lowercased() }
  }

  /// Returns whether no two rows have the same values in these columns.
  public func isUnique(_ columns: [String]) -> Bool {
    let key = Set(self.columns.filter(\.isKey).map { $0.name.lowercased() })
    let names = Set(columns.map { $0.lowercased() })
    return ([key] + uniqueIndexes).contains { !$0.isEmpty && $0.isSubset(of: names) }
  }

  /// Returns whether these are the columns of the key, or of values that must be unique.
  package func hasConstraint(on columns: [String]) -> Bool {
    let names = Set(columns.map { $0.lowercased() })
    return uniqueIndexes.contains(names)
      || names == Set(self.columns.filter(\.isKey).map { $0.name.lowercased() })
  }

  /// Returns whether a column is part of the key, or of values that must be unique.
  package func isUniquePart(_ column: String) -> Bool {
    let name = column.lowercased()
    return uniqueIndexes.contains { $0.contains(name) }
      || self.column(named: name)?.isKey == true
  }
}

/// What a constraint `CHECK` says of the values of a column.
package struct ColumnCheck: Sendable, Equatable {
  package enum Rule: Sendable, Equatable {
    /// All are of a storage class.
    case type(ValueType)
    /// Each, unless it is NULL, is one of some values.
    case oneOf([Value])
  }

  package let column: String
  package let rule: Rule

  package init(column: String, rule: Rule) {
    self.column = column
    self.rule = rule
  }
}

/// A column as the schema of a database declares it.
public struct StoredColumn: Sendable, Equatable {
  /// The name.
  public let name: String
  /// The declared type.
  public let type: String
  /// The type that values of the declared type have, if that is a domain of a server.
  package var baseType: String?
  /// Whether the declared type is a domain of texts or bits with a length. A cast to it cuts what
  /// is too long.
  package var isDomainWithLength = false
  /// The storage classes of the values that the column stores unchanged.
  public let holds: Set<ValueType>
  /// Whether the column refuses values of all other storage classes, except NULL.
  public var refusesOthers = false
  /// Whether the column stores whole numbers as integers and others as floating-point numbers, and
  /// texts that are no numbers unchanged.
  package var holdsNumbersAndTexts = false
  /// Whether the column turns texts that look like numbers into numbers, and stores other texts
  /// unchanged.
  public var convertsNumericTexts = false
  /// Whether the column refuses NULL.
  public let isNotNull: Bool
  /// Whether the column belongs to the primary key.
  public let isKey: Bool
  /// The name of a collation that does not order texts by their bytes; nil for one that does.
  public var foreignCollation: String?
  /// Whether the collation tells texts apart that differ in a byte.
  package var isCollationDeterministic = true
  /// Whether the database chooses a key for a row that is inserted without a value of the column.
  public var isAssigned = false
  /// Whether the column has a default value.
  public var hasDefault = false
  /// Whether the column is computed from others.
  public var isGenerated = false

  package init(
    name: String, type: String, holds: Set<ValueType>, isNotNull: Bool, isKey: Bool
  ) {
    self.name = name
    self.type = type
    self.holds = holds
    self.isNotNull = isNotNull
    self.isKey = isKey
  }
}
