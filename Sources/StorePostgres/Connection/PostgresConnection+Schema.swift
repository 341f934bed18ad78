#if Postgres
internal import StoreEngine

extension PostgresConnection {
  /// Returns a table or view of the schema; nil if there is none with this name.
  func schema(of table: String) throws -> StoredTable? {
    // A plain table counts as one only with the triggers that record its changes: without them no
    // observer would hear of any (`StoredTable.Kind`). They do not run for what is written to a
    // partition or a child by its own name.
    let kinds = try query(
      """
      SELECT relkind IN ('v', 'm'), relkind = 'r' AND 4 = (
        SELECT count(*) FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgenabled IN ('O', 'A')
          AND t.tgname IN ('swift_inserted', 'swift_updated', 'swift_deleted', 'swift_truncated'))
        AND NOT EXISTS (SELECT FROM pg_inherits h WHERE h.inhparent = c.oid),
        EXISTS (
          SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal
            AND t.tgenabled <> 'D' AND t.tgname !~ '^(zz_)?swift_'),
        EXISTS (
          SELECT FROM pg_rewrite r WHERE r.ev_class = c.oid AND r.ev_type <> '1' AND r.is_instead)
      FROM pg_class c WHERE c.oid = to_regclass(quote_ident($1))
      """, [.text(table)]
    ) { row in
      (
        isView: try row.integer(0) != 0, isTable: try row.integer(1) != 0,
        hasTriggers: try row.integer(2) != 0, hasRules: try row.integer(3) != 0
      )
    }
    guard let kind = kinds.first else { return nil }
    let columns = try query(
      """
      SELECT a.attname, format_type(a.atttypid, NULL), a.attnotnull,
        a.atthasdef OR a.attidentity <> '', a.attgenerated <> '',
        CASE WHEN o.collname = 'default' THEN (
          SELECT datcollate FROM pg_database WHERE datname = current_database())
        ELSE o.collname END,
        EXISTS (
          SELECT FROM pg_index i
          WHERE i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY(i.indkey)),
        coalesce(o.collisdeterministic, TRUE),
        CASE t.typtype WHEN 'd' THEN format_type(t.typbasetype, NULL) END,
        t.typtype = 'd' AND t.typtypmod >= 0 AND t.typcategory IN ('S', 'V')
      FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
      LEFT JOIN pg_collation o ON o.oid = a.attcollation
      WHERE a.attrelid = to_regclass(quote_ident($1)) AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attnum
      """, [.text(table)]
    ) { row in
      let type = try row.text(1)
      let baseType = row.isNull(8) ? nil : try row.text(8)
      var column = StoredColumn(
        name: try row.text(0), type: type, holds: Self.holds[baseType ?? type] ?? [],
        isNotNull: try row.integer(2) != 0, isKey: try row.integer(6) != 0)
      column.baseType = baseType
      column.isDomainWithLength = try row.integer(9) != 0
      // A column of a server holds values of its type only.
      column.refusesOthers = true
      column.hasDefault = try row.integer(3) != 0
      column.isAssigned = column.hasDefault
      column.isGenerated = try row.integer(4) != 0
      // Collations that order texts by their bytes.
      if !row.isNull(5), case let name = try row.text(5),
        !["C", "POSIX", "C.UTF-8", "C.utf8", "ucs_basic", "pg_c_utf8"].contains(name)
      {
        column.foreignCollation = name
        column.isCollationDeterministic = try row.integer(7) != 0
      }
      return column
    }
    // A column of an index on an expression has no name.
    let columnsOfIndexes = try query(
      """
      SELECT CAST(i.indexrelid AS bigint), coalesce(lower(a.attname), '')
      FROM pg_index i
      CROSS JOIN LATERAL unnest(CAST(i.indkey AS smallint[])) WITH ORDINALITY k (number, place)
      LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number AND k.number > 0
      WHERE i.indrelid = to_regclass(quote_ident($1)) AND i.indisunique AND i.indpred IS NULL
        AND k.place <= i.indnkeyatts
      """, [.text(table)]
    ) { (index: try $0.integer(0), column: try $0.text(1)) }
    let unique = Dictionary(grouping: columnsOfIndexes, by: \.index)
    var stored = StoredTable(
      name: table, kind: kind.isView ? .view : kind.isTable ? .table : .other, columns: columns,
      uniqueIndexes: unique.values.map { Set($0.map(\.column)) })
    stored.hasTriggers = kind.hasTriggers
    stored.isIndirect = kind.isView || kind.hasRules
    return stored
  }

  /// Returns the names of the columns of a table that foreign keys name, in lower case.
  func columnsNamedByForeignKeys(of table: String) throws -> Set<String> {
    let names = try query(
      """
      SELECT lower(a.attname) FROM pg_constraint k
      JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = ANY(k.confkey)
      WHERE k.contype = 'f' AND k.confrelid = to_regclass(quote_ident($1))
      """, [.text(table)]
    ) { try $0.text(0) }
    return Set(names)
  }

  /// The storage classes of the values that columns of each type store unchanged.
  private static let holds: [String: Set<ValueType>] = [
    "bigint": [.integer], "integer": [.integer], "smallint": [.integer],
    "double precision": [.real], "text": [.text], "character varying": [.text], "bytea": [.blob],
  ]
}
#endif
