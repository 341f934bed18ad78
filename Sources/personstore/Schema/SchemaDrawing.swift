internal import LinqModels
internal import StoreEngine

/// The tables of a database with what is drawn of them.
struct SchemaDrawing {
  struct Table {
    let name: String
    let isView: Bool
    let columns: [Column]
    /// The relations by which chains lead to other rows: `customer: Customer?`.
    let relations: [String]
    let references: [Reference]
  }

  struct Column {
    let name: String
    let type: String
    let isKey: Bool
    let isUnique: Bool
    let isNotNull: Bool
    /// The columns that it refers to, as `table.column`.
    let targets: [String]
  }

  /// A foreign key.
  struct Reference {
    let columns: [String]
    let table: String
    let targets: [String]
    /// Whether a row is referred to by one row at most.
    let isOne: Bool
    /// Whether each row refers to one.
    let isNeeded: Bool
  }

  let tables: [Table]
  /// What could not be drawn, as sentences.
  let notes: [String]

  /// - Parameter names: the tables; nil for all.
  init(_ connection: Connection, tables names: [String]?) throws {
    let schema = try SchemaDefinitions(connection)
    let model = try DatabaseModel(schema, on: connection, tables: names) { _ in false }
    notes = model.notes
    let types = Dictionary(model.tables.map { ($0.type, $0.name) }) { first, _ in first }
    tables = model.tables.compactMap { table in
      schema.tables.first { $0.table.name == table.name }.map { definition in
        Table(
          definition,
          relations: table.relations.map { relation in
            let rows = types[relation.type] ?? relation.type
            return relation.isOne
              ? "\(relation.property): \(rows)?" : "\(relation.property): [\(rows)]"
          })
      }
    }
  }
}

extension SchemaDrawing.Table {
  fileprivate init(_ definition: TableDefinition, relations: [String]) {
    let table = definition.table
    name = table.name
    isView = table.kind == .view
    self.relations = relations
    columns = table.columns.map { column in
      .init(
        name: column.name, type: definition.details[column.name]?.typeSQL ?? column.type,
        isKey: definition.primaryKey.contains(column.name),
        isUnique: table.isUnique([column.name]), isNotNull: column.isNotNull,
        targets: definition.foreignKeys.flatMap { key in
          zip(key.columns, key.referenced).filter { $0.0 == column.name }
            .map { "\(key.table).\($0.1)" }
        })
    }
    references = definition.foreignKeys.map { key in
      .init(
        columns: key.columns, table: key.table, targets: key.referenced,
        isOne: table.isUnique(key.columns),
        isNeeded: key.columns.allSatisfy { table.column(named: $0)?.isNotNull == true })
    }
  }
}
