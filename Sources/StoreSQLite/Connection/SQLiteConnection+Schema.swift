internal import CStoreSQLite
internal import StoreEngine
internal import StoreSupport

extension SQLiteConnection {
  /// Returns a table or view of the schema; nil if there is none with this name.
  func schema(of table: String) throws -> StoredTable? {
    let tables = try query(
      "SELECT name, schema, type, strict, wr FROM pragma_table_list WHERE name = ? COLLATE NOCASE",
      [.text(table)]
    ) { row in
      (
        name: try row.text(0), schema: try row.text(1), type: try row.text(2),
        isStrict: try row.integer(3) != 0, hasRowIDs: try row.integer(4) == 0
      )
    }
    // An unqualified name means a temporary table first, and one of an attached file last.
    let places = ["temp", "main"]
    guard
      let found = tables.min(by: {
        (places.firstIndex(of: $0.schema) ?? 2) < (places.firstIndex(of: $1.schema) ?? 2)
      })
    else { return nil }
    let isStrict = found.isStrict
    var columns = try query(
      """
      SELECT name, type, "notnull", pk, dflt_value IS NOT NULL, hidden FROM pragma_table_xinfo(?)
      ORDER BY cid
      """, [.text(table)]
    ) { row in
      let type = try row.text(1)
      let affinity = Affinity(of: type)
      var column = StoredColumn(
        name: try row.text(0), type: type, holds: affinity.holds(isStrict: isStrict),
        isNotNull: try row.integer(2) != 0, isKey: try row.integer(3) > 0)
      column.convertsNumericTexts = affinity == .numeric
      column.holdsNumbersAndTexts =
        switch affinity {
        case .integer, .numeric: !isStrict
        case .none: true
        case .text, .real: false
        }
      // A virtual column is computed when it is read.
      column.refusesOthers =
        try isStrict && type.uppercased() != "ANY" && row.integer(5) != Hidden.virtual
      column.hasDefault = try row.integer(4) != 0
      column.isGenerated = try row.integer(5) != 0
      let collation = try
        (found.type == "view"
        ? collation(of: column.name, ofView: table) : collation(of: column.name, in: table))?
        .uppercased()
      column.foreignCollation = collation == "BINARY" ? nil : collation
      return column
    }
    // A column of an index on an expression has no name. One with another collation than the column
    // holds values to be the same that are not.
    let columnsOfIndexes = try query(
      """
      SELECT l.name, coalesce(lower(i.name), ''), upper(i.coll), l.origin = 'pk'
      FROM pragma_index_list(?) l, pragma_index_xinfo(l.name) i
      WHERE l."unique" AND NOT l.partial AND i.key
      """, [.text(table)]
    ) { row in
      (
        index: try row.text(0), column: try row.text(1), collation: try row.text(2),
        isOfKey: try row.integer(3) != 0
      )
    }
    // A key that is the row ID has no index. INTEGER PRIMARY KEY DESC is another one.
    let keys = columns.indices.filter { columns[$0].isKey }
    if found.hasRowIDs, keys.count == 1, columns[keys[0]].type.uppercased() == "INTEGER",
      !columnsOfIndexes.contains(where: \.isOfKey)
    {
      columns[keys[0]].isAssigned = true
      columns[keys[0]].refusesOthers = true
    }
    let collations = Dictionary(
      columns.map { ($0.name.lowercased(), $0.foreignCollation ?? "BINARY") },
      uniquingKeysWith: { first, _ in first })
    let unique = Dictionary(grouping: columnsOfIndexes, by: \.index).filter { _, columns in
      columns.allSatisfy { collations[$0.column] == $0.collation }
    }
    // SQLite does not report what it writes to its own tables.
    let isReported =
      found.schema == "main" && found.type == "table"
      && !found.name.lowercased().hasPrefix("sqlite_")
    let kind: StoredTable.Kind = found.type == "view" ? .view : isReported ? .table : .other
    var stored = StoredTable(
      name: found.name, kind: kind, columns: columns,
      uniqueIndexes: unique.values.map { Set($0.map(\.column)) })
    if kind == .table {
      let texts = try query(
        "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", [.text(stored.name)]
      ) { TableText(try $0.text(0)) }
      stored.checks = texts.flatMap(\.checks)
      stored.hasTriggers = texts.contains(where: \.replacesOnConflict)
    }
    return stored
  }

  /// Returns the names of the columns of a table that foreign keys name, in lower case.
  func columnsNamedByForeignKeys(of table: String) throws -> Set<String> {
    let names = try query(
      """
      SELECT lower(k."to") FROM pragma_table_list t, pragma_foreign_key_list(t.name) k
      WHERE k."table" = ? COLLATE NOCASE AND k."to" IS NOT NULL
      """, [.text(table)]
    ) { try $0.text(0) }
    return Set(names)
  }

  /// Returns the collation of a column of a view, which depends on what the view computes.
  ///
  /// SQLite reports the collations of tables only. A `UNION` compares by that of its first column,
  /// and the program of the statement names it: `k(1,NOCASE)`.
  private func collation(of column: String, ofView view: String) throws -> String {
    let sql = """
      EXPLAIN SELECT \(column.enclosed(in: "\"")) FROM \(view.enclosed(in: "\"")) WHERE 0
      UNION SELECT ''
      """
    let keys = try query(sql) { row in
      try row.text(1) == "OpenEphemeral" && !row.isNull(5) ? try row.text(5) : nil
    }.compactMap { $0 }
    guard let match = keys.first?.wholeMatch(of: /k\(1,-?(.+)\)/) else { return "unknown" }
    return match.output.1 == "B" ? "BINARY" : String(match.output.1)
  }
}

/// The kinds of columns in `pragma_table_xinfo`.
private enum Hidden {
  static let virtual: Int64 = 2
}

/// The conversion that SQLite applies to the values of a column.
private enum Affinity {
  case integer, text, none, real, numeric

  /// Returns the affinity of a declared type, by SQLite's rules in their order.
  init(of type: String) {
    let declared = type.uppercased()
    func has(_ parts: String...) -> Bool { parts.contains { declared.contains($0) } }
    self =
      if has("INT") {
        .integer
      } else if has("CHAR", "CLOB", "TEXT") {
        .text
      } else if declared.isEmpty || has("BLOB") || declared == "ANY" {
        .none
      } else if has("REAL", "FLOA", "DOUB") {
        .real
      } else {
        .numeric
      }
  }

  /// Returns the storage classes of the values that a column stores unchanged.
  func holds(isStrict: Bool) -> Set<ValueType> {
    let types: Set<ValueType> =
      switch self {
      case .integer, .numeric: [.integer]
      case .text: [.text]
      case .none: [.integer, .real, .text, .blob]
      case .real: [.real]
      }
    // Only a strict table rejects bytes in a column of another type.
    return isStrict ? types : types.union([.blob])
  }
}
