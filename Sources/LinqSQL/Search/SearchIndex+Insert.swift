internal import StoreEngine

// A server stores the words of rows together with the rows that one statement inserts.

extension SearchIndex {
  /// The column of the words in a ``RowBatch``.
  static let storedColumn = (
    name: quoted(column), type: ValueType.text, stored: "CAST(t.\(quoted(column)) AS tsvector)"
  )
}

extension Connection {
  /// Returns whether rows of a table that one statement inserts are stored with the words of the
  /// given texts: there is a column for them, and no trigger or rule may store other texts.
  func writesWords<Row>(of table: Table<Row>) throws -> Bool {
    guard engine.keepsWordsInRows, let index = table.searchIndex, table.storesPlainTexts(of: index)
    else { return false }
    return try !query(
      """
      SELECT 1 FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.oid = to_regclass(quote_ident(?)) AND c.relkind = 'r'
        AND a.attname = '\(SearchIndex.column)' AND NOT a.attisdropped
        AND NOT EXISTS (
          SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgenabled <> 'D'
            AND t.tgtype & 7 = 7)
        AND NOT EXISTS (
          SELECT FROM pg_rewrite r WHERE r.ev_class = c.oid AND r.ev_type <> '1')
      """, [.text(table.name)]
    ) { _ in true }.isEmpty
  }
}
