internal import StoreEngine
internal import StoreSupport

extension SQLiteConnection {
  /// Returns the definitions of the tables and views of the file, in the order of their names.
  /// Tables of SQLite itself and virtual tables with what belongs to them are left out.
  func definitionsOfTables(
    _ unreadable: (_ table: String, _ error: any Error) -> Void
  ) throws -> [TableDefinition] {
    let names = try query(
      """
      SELECT name, type = 'table' AND NOT wr FROM pragma_table_list
      WHERE schema = 'main' AND type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY name
      """
    ) { (name: try $0.text(0), hasRowID: try $0.integer(1) != 0) }
    var keys: [String: [String]] = [:]
    var definitions: [TableDefinition] = []
    for (name, hasRowID) in names {
      let found: StoredTable?
      do {
        found = try schema(of: name)
      } catch let error as DatabaseError {
        // The schema itself can be read.
        unreadable(name, error)
        continue
      }
      guard let table = found else { continue }
      if let collation = try unknownCollation(of: table) {
        unreadable(name, UnknownCollation(name: collation))
        continue
      }
      var definition = TableDefinition(table: table)
      definition.hasRowID = hasRowID
      definition.primaryKey = try query(
        "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", [.text(name)]
      ) { try $0.text(0) }
      keys[name.lowercased()] = definition.primaryKey
      let sql = try query(
        "SELECT sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ?", [.text(name)]
      ) { try $0.text(0) }
      if table.kind != .view, let text = sql.first {
        (definition.comment, definition.details) = TableText(text).details
      }
      let defaults = try query(
        "SELECT name, dflt_value FROM pragma_table_xinfo(?) WHERE dflt_value IS NOT NULL",
        [.text(name)]
      ) { (column: try $0.text(0), sql: try $0.text(1)) }
      for (column, sql) in defaults {
        definition.details[column, default: ColumnDetails()].defaultSQL = sql
      }
      definitions.append(definition)
    }
    for index in definitions.indices {
      definitions[index].foreignKeys = try foreignKeys(of: definitions[index].table.name, keys)
    }
    return definitions
  }

  /// Returns a collation of a table or its indexes that the connection does not know. SQLite
  /// refuses some statements then, depending on its plans.
  private func unknownCollation(of table: StoredTable) throws -> String? {
    let ofIndexes = try query(
      """
      SELECT DISTINCT upper(x.coll) FROM pragma_index_list(?) l, pragma_index_xinfo(l.name) x
      WHERE x.coll IS NOT NULL ORDER BY 1
      """, [.text(table.name)]
    ) { try $0.text(0) }
    // The list of collations has those that SQLite has looked for in vain, too.
    return (table.columns.compactMap(\.foreignCollation) + ofIndexes).first { name in
      (try? query("SELECT '' = '' COLLATE \(name.enclosed(in: "\""))") { _ in }) == nil
    }
  }

  /// - Parameter keys: the primary keys of tables, by their names in lower case.
  private func foreignKeys(of table: String, _ keys: [String: [String]]) throws -> [ForeignKey] {
    let rows = try query(
      #"SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id, seq"#,
      [.text(table)]
    ) { row in
      (
        id: try row.integer(0), table: try row.text(1), from: try row.text(2),
        to: row.isNull(3) ? nil : try row.text(3)
      )
    }
    // SQLite lists the last one first.
    return Dictionary(grouping: rows, by: \.id).sorted { $0.key > $1.key }.map(\.value).map { key in
      let named = key.compactMap(\.to)
      return ForeignKey(
        columns: key.map(\.from), table: key[0].table,
        referenced: named.count == key.count ? named : keys[key[0].table.lowercased()] ?? [])
    }.filter { $0.referenced.count == $0.columns.count }
  }
}

/// A collation that another program defines.
private struct UnknownCollation: Error, CustomStringConvertible {
  let name: String
  var description: String { "it has the collation \(name), which another program defines" }
}
