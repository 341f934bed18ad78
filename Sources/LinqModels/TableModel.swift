package import StoreEngine

/// A table or view of a schema, and how Swift declares it.
package struct TableModel: Sendable {
  /// The name in the schema.
  package let name: String
  /// Whether it is a view, whose rows are not written.
  package let isView: Bool
  /// The name of the type of its rows.
  package let type: String
  package let comment: String?
  /// The columns, in the order of the table.
  package internal(set) var columns: [ColumnModel]
  package internal(set) var relations: [RelationModel] = []

  package init(
    name: String, isView: Bool = false, type: String, comment: String? = nil,
    columns: [ColumnModel]
  ) {
    self.name = name
    self.isView = isView
    self.type = type
    self.comment = comment
    self.columns = columns
  }

  /// Whether the key is a single property named `id`.
  var isIdentifiable: Bool {
    let keys = columns.filter(\.isKey)
    return keys.count == 1 && keys[0].property == "id"
  }

  package func index(ofColumn name: String) -> Int? {
    columns.firstIndex { $0.name.lowercased() == name.lowercased() }
  }
}

/// A column of a table, and how Swift declares it.
package struct ColumnModel: Sendable {
  /// Who decides about the values.
  package enum Role: Sendable {
    case stored
    /// A part of the key; the database gives a new row its value, or the program does.
    case key(isAssigned: Bool)
    /// The database has a value for a new row without one.
    case defaulted
    case generated
  }

  /// The name in the schema.
  package let name: String
  /// The name of the property, without backticks.
  package let property: String
  package internal(set) var form: ColumnForm
  package internal(set) var isOptional: Bool
  package internal(set) var role: Role
  /// The default value as SQL.
  package let defaultSQL: String?
  package let comment: String?

  package init(
    name: String, property: String, form: ColumnForm, isOptional: Bool, role: Role = .stored,
    defaultSQL: String? = nil, comment: String? = nil
  ) {
    self.name = name
    self.property = property
    self.form = form
    self.isOptional = isOptional
    self.role = role
    self.defaultSQL = defaultSQL
    self.comment = comment
  }

  /// Whether two columns have values of one type, which are never nil.
  func holdsSame(as other: ColumnModel) -> Bool {
    form.kind == other.form.kind && !isOptional && !other.isOptional
  }

  var isKey: Bool { if case .key = role { true } else { false } }

  var isGenerated: Bool { if case .generated = role { true } else { false } }
}

/// Rows of another table that belong to a row.
package struct RelationModel: Sendable {
  package enum Kind: Sendable {
    /// At most one row.
    case one
    case many
    /// Rows that are found through a join table.
    case through(type: String, link: (own: String, other: String), own: String, other: String)
  }

  /// The name of the property, without backticks.
  package let property: String
  /// The type of the rows.
  package let type: String
  package let kind: Kind
  /// The properties that are equal, of the row and of the related one.
  package let matches: [(own: String, other: String)]

  /// Whether there is at most one row.
  package var isOne: Bool { if case .one = kind { true } else { false } }

  /// The types of the rows that the relation reads.
  fileprivate var types: [String] {
    if case .through(let link, _, _, _) = kind { [type, link] } else { [type] }
  }
}

/// The tables of a database, and how Swift declares them.
package struct DatabaseModel: Sendable {
  package internal(set) var tables: [TableModel]
  /// What could not be declared, as sentences.
  package internal(set) var notes: [String]

  package init(tables: [TableModel]) {
    self.tables = tables
    notes = []
  }

  /// Reads the schema of a database, and the values where it leaves their type open.
  ///
  /// - Parameters:
  ///   - names: the tables; nil for all.
  ///   - readsValues: whether the columns of a table of SQLite have the types that all of their
  ///     values have, rather than the declared ones; by the name of the table.
  package init(
    _ connection: Connection, tables names: [String]? = nil,
    readingValues readsValues: @escaping (_ table: String) -> Bool = { _ in true }
  ) throws {
    try self.init(
      SchemaDefinitions(connection), on: connection, tables: names, readingValues: readsValues)
  }

  /// Reads the schema of a database, and the values of the tables that a chain as text may read.
  package init(_ connection: Connection, readingValuesFor chain: String) throws {
    let schema = try SchemaDefinitions(connection)
    let outline = try DatabaseModel(schema, on: connection) { _ in false }
    self = try outline.reading(for: chain, schema, on: connection).model
  }

  /// Returns the model with the values of the tables that a chain as text may read, and all tables
  /// whose values it knows.
  ///
  /// - Parameter known: the tables whose values the model knows.
  func reading(
    for chain: String, besides known: Set<String> = [], _ schema: SchemaDefinitions,
    on connection: Connection
  ) throws -> (model: DatabaseModel, known: Set<String>) {
    var (model, known) = (self, known)
    // Types that values tell may make relations, by which the chain reads more tables.
    while case let named = model.tables(in: chain), !named.isSubset(of: known) {
      known.formUnion(named)
      model = try DatabaseModel(schema, on: connection) { known.contains($0) }
    }
    return (model, known)
  }

  /// Makes the models of a schema that has been read.
  package init(
    _ schema: SchemaDefinitions, on connection: Connection, tables names: [String]? = nil,
    readingValues readsValues: @escaping (_ table: String) -> Bool
  ) throws {
    let reader = ModelReader(connection, readsValues)
    try reader.read(schema, names)
    (tables, notes) = (reader.models, reader.notes)
  }

  /// Returns the names of the tables that a chain may read: those with a name in it, and those that
  /// a relation with a name in it leads to.
  func tables(in chain: String) -> Set<String> {
    guard !tables.isEmpty else { return [] }
    let words = Set(
      chain.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    let types = Set(
      tables.flatMap(\.relations).filter { words.contains($0.property) }.flatMap(\.types))
    return Set(
      zip(tables, namesInChains).filter { table, name in
        types.contains(table.type) || words.contains(name)
      }.map(\.0.name))
  }
}

/// A table that was asked for and is not there.
package struct UnknownTable: Error, CustomStringConvertible {
  let name: String
  let known: [String]

  package var description: String {
    let others = known.isEmpty ? "there are none" : "there are \(known.joined(separator: ", "))"
    return "no table or view \(name); \(others)"
  }
}
