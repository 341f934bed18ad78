#if Postgres
internal import StoreEngine
internal import StoreSupport

extension PostgresConnection {
  /// Returns the definitions of the tables and views that names without a schema find, in the order
  /// of their names. Partitions of a table are left out.
  func definitionsOfTables() throws -> [TableDefinition] {
    let names = try query(
      """
      SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
        AND pg_table_is_visible(c.oid) AND n.nspname NOT IN ('information_schema', 'swift')
        AND n.nspname NOT LIKE 'pg\\_%'
      ORDER BY CAST(c.relname AS text) COLLATE "C"
      """
    ) { try $0.text(0) }
    return try names.compactMap { name in
      guard let table = try schema(of: name) else { return nil }
      var definition = TableDefinition(table: table)
      let comments = try query(
        "SELECT obj_description(to_regclass(quote_ident($1)), 'pg_class')", [.text(name)]
      ) { $0.isNull(0) ? nil : try $0.text(0) }
      definition.comment = comments.first ?? nil
      definition.primaryKey = try primaryKey(of: name)
      definition.foreignKeys = try foreignKeys(of: name)
      definition.details = try details(of: name)
      return definition
    }
  }

  private func primaryKey(of table: String) throws -> [String] {
    try query(
      """
      SELECT a.attname FROM pg_index i
      CROSS JOIN LATERAL unnest(CAST(i.indkey AS smallint[])) WITH ORDINALITY k (number, place)
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
      WHERE i.indrelid = to_regclass(quote_ident($1)) AND i.indisprimary
        AND k.place <= i.indnkeyatts
      ORDER BY k.place
      """, [.text(table)]
    ) { try $0.text(0) }
  }

  private func foreignKeys(of table: String) throws -> [ForeignKey] {
    let rows = try query(
      """
      SELECT CAST(c.oid AS bigint), a.attname, r.relname, b.attname FROM pg_constraint c
      CROSS JOIN LATERAL unnest(c.conkey, c.confkey) WITH ORDINALITY k (own, other, place)
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.own
      JOIN pg_class r ON r.oid = c.confrelid
      JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = k.other
      WHERE c.contype = 'f' AND c.conrelid = to_regclass(quote_ident($1)) AND r.relkind <> 'f'
        AND NOT r.relispartition
      ORDER BY c.conkey, c.oid, k.place
      """, [.text(table)]
    ) { row in
      (
        id: try row.integer(0), column: try row.text(1), table: try row.text(2),
        referenced: try row.text(3)
      )
    }
    var keys: [[Int]] = []
    for index in rows.indices {
      if let last = keys.last?.last, rows[last].id == rows[index].id {
        keys[keys.count - 1].append(index)
      } else {
        keys.append([index])
      }
    }
    return keys.map { key in
      ForeignKey(
        columns: key.map { rows[$0].column }, table: rows[key[0]].table,
        referenced: key.map { rows[$0].referenced })
    }
  }

  private func details(of table: String) throws -> [String: ColumnDetails] {
    var details: [String: ColumnDetails] = [:]
    let texts = try query(
      """
      SELECT a.attname, col_description(a.attrelid, a.attnum), pg_get_expr(d.adbin, d.adrelid),
        CASE WHEN a.atttypid = CAST('bpchar' AS regtype)
        THEN format_type(a.atttypid, a.atttypmod) END
      FROM pg_attribute a
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        AND a.attgenerated = '' AND a.attidentity = ''
      WHERE a.attrelid = to_regclass(quote_ident($1)) AND a.attnum > 0 AND NOT a.attisdropped
      """, [.text(table)]
    ) { row in
      (
        column: try row.text(0), comment: row.isNull(1) ? nil : try row.text(1),
        defaultSQL: row.isNull(2) ? nil : try row.text(2),
        typeSQL: row.isNull(3) ? nil : try row.text(3)
      )
    }
    for (column, comment, defaultSQL, typeSQL) in texts {
      var found = ColumnDetails()
      (found.comment, found.defaultSQL, found.typeSQL) = (comment, defaultSQL, typeSQL)
      details[column] = found
    }
    let labels = try query(
      """
      SELECT a.attname, e.enumlabel FROM pg_attribute a JOIN pg_enum e ON e.enumtypid = a.atttypid
      WHERE a.attrelid = to_regclass(quote_ident($1)) AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attnum, e.enumsortorder
      """, [.text(table)]
    ) { (column: try $0.text(0), label: try $0.text(1)) }
    for (column, label) in labels {
      details[column, default: ColumnDetails()].allowed =
        (details[column]?.allowed ?? []) + [.text(label)]
    }
    let checks = try query(
      """
      SELECT a.attname, pg_get_constraintdef(c.oid) FROM pg_constraint c
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
      WHERE c.conrelid = to_regclass(quote_ident($1)) AND c.contype = 'c'
        AND cardinality(c.conkey) = 1
      """, [.text(table)]
    ) { (column: try $0.text(0), condition: try $0.text(1)) }
    for (column, condition) in checks {
      guard let values = Self.values(in: condition) else { continue }
      details[column, default: ColumnDetails()].allowed = values
    }
    return details
  }

  /// Returns the values that a condition lists, as a server writes it:
  /// `CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text])))`; nil for another condition.
  private static func values(in condition: String) -> [Value]? {
    var tokens = Array(SQLTokens([UInt8](condition.utf8), of: .postgres))
    let words = tokens.map(\.name)
    guard let any = words.firstIndex(of: "any"), any > 0, words[any - 1] == "=",
      let array = words.firstIndex(of: "array"), array > any,
      words[..<any].allSatisfy({ !["and", "or", "not", "-", "+"].contains($0) }),
      !words[..<any].contains("(") || words[..<any].filter({ $0 == "=" }).count == 1
    else { return nil }
    tokens.removeFirst(array + 1)
    var values: [Value] = []
    for (index, token) in tokens.enumerated() {
      if token.text.hasPrefix("'") {
        values.append(.text(token.text.withoutQuotes))
      } else if let number = Int64(token.text) {
        values.append(.integer(index > 0 && tokens[index - 1].text == "-" ? -number : number))
      } else if ["and", "or", "not"].contains(token.name) {
        return nil
      }
    }
    return values.isEmpty ? nil : values
  }
}
#endif
