internal import LinqCore
public import StoreEngine

extension SearchIndex {
  /// Moves the rows that have changed into the index, if a search would look through many of them.
  package func updateIfDue(on connection: Connection) throws {
    // A migration back removes them while the store is open.
    let names = [Value.text(texts), .text(due)]
    let tables = try connection.query(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name IN (?, ?)", names
    ) { _ in true }
    guard tables.count == names.count else { return }
    let count = try connection.query(
      """
      SELECT (SELECT count(*) FROM \(quoted(due)))
        + coalesce((SELECT max(\(quoted(key))) FROM \(quoted(table))), 0)
        - coalesce((SELECT max(id) FROM \(quoted(texts))), 0)
      """
    ) { try $0.integer(0) }
    if let count = count.first, count > Self.limit { try update(on: connection) }
  }

  /// Moves all rows that have changed into the index, in one transaction.
  ///
  /// ```swift
  /// try await store.write { try customers.searchIndex?.update(on: $0.connection) }
  /// ```
  ///
  /// - Complexity: O(m) for m changed rows, some microseconds for each.
  public func update(on connection: Connection) throws {
    // Without the module, searches look through the table.
    guard try Self.hasModule(connection) else { return }
    try connection.transaction {
      let last = try lastKey(on: connection)
      let isDue = "IN (SELECT id FROM \(quoted(due)))"
      // The index needs the words as they were. Large statements in the order of the keys write it
      // once.
      try connection.run(
        """
        INSERT INTO \(quoted(index)) (\(quoted(index)), rowid, words)
        SELECT 'delete', id, words FROM \(quoted(texts)) WHERE id \(isDue) ORDER BY id
        """)
      try connection.run("DELETE FROM \(quoted(texts)) WHERE id \(isDue)")
      // Each in the order of the keys, as they are stored: SQLite sorts nothing.
      for rows in ["<= ? AND \(quoted(key)) \(isDue)", "> ?"] {
        try addTexts(where: "\(quoted(key)) \(rows)", last, on: connection)
      }
      for rows in ["<= ? AND id \(isDue)", "> ?"] {
        try connection.run(
          """
          INSERT INTO \(quoted(index)) (rowid, words)
          SELECT id, words FROM \(quoted(texts)) WHERE id \(rows) ORDER BY id
          """, [.integer(last)])
      }
      try connection.run("DELETE FROM \(quoted(due))")
    }
  }

  /// Makes the index anew, whatever it contains.
  package func rebuild(on connection: Connection) throws {
    guard try Self.hasModule(connection) else { return }
    try connection.transaction {
      try connection.run("DELETE FROM \(quoted(texts))")
      try connection.run("DELETE FROM \(quoted(due))")
      try addTexts(where: "\(quoted(key)) > ?", .min, on: connection)
      let fill = "INSERT INTO \(quoted(index)) (\(quoted(index))) VALUES ('rebuild')"
      do {
        try connection.run(fill)
      } catch {
        // What is damaged too much to be filled again is created again.
        try replaceVirtualTable(on: connection)
        try connection.run(fill)
      }
    }
  }

  /// Creates the virtual table again. SQLite cannot drop one that it cannot open, so its row of the
  /// schema is deleted; the tables that FTS5 made for it are then tables like any.
  private func replaceVirtualTable(on connection: Connection) throws {
    let isDefensive = connection.isDefensive
    connection.isDefensive = false
    defer { connection.isDefensive = isDefensive }
    try connection.run("PRAGMA writable_schema = ON")
    defer { _ = try? connection.run("PRAGMA writable_schema = RESET") }
    try connection.run(
      "DELETE FROM sqlite_schema WHERE type = 'table' AND name = ? AND rootpage = 0",
      [.text(index)])
    try connection.run("PRAGMA writable_schema = RESET")
    for suffix in Self.partSuffixes {
      try connection.run("DROP TABLE IF EXISTS \(quoted(index + suffix))")
    }
    try connection.run(virtualTable)
  }

  /// Returns the highest key with words; the lowest one there is if no row has any.
  func lastKey(on connection: Connection) throws -> Int64 {
    try connection.query("SELECT max(id) FROM \(quoted(texts))") {
      $0.isNull(0) ? .min : try $0.integer(0)
    }.first ?? .min
  }

  private func addTexts(where condition: String, _ last: Int64, on connection: Connection) throws {
    let selected = ([key] + columns).map(quoted).joined(separator: ", ")
    let insert = StatementText("INSERT INTO \(quoted(texts)) (id, words) VALUES (?, ?)")
    let select = StatementText(
      "SELECT \(selected) FROM \(quoted(table)) WHERE \(condition) ORDER BY \(quoted(key))")
    try connection.withStatement(insert) { insert in
      try connection.withStatement(select) { row in
        try row.bind(last, at: 0)
        while try row.step() {
          try insert.bind(try row.integer(0), at: 0)
          try insert.bind(.text(try words(of: row).text), at: 1)
          try insert.run()
        }
      }
    }
  }

  /// Returns the words of a row, whose key is in the first column. A value that is no text, and
  /// text that is not UTF-8, has none.
  func words(of row: Statement) throws -> SearchWords {
    func texts(_ columns: Range<Int>) throws -> [String] {
      try columns.compactMap { column in
        guard row.type(column) == .text else { return nil }
        return try row.withUTF8(column) { String(validating: $0, as: UTF8.self) }
      }
    }
    return SearchWords(
      names: try texts(1..<(1 + nameCount)), others: try texts((1 + nameCount)..<(1 + fields.count))
    )
  }

  static func hasModule(_ connection: Connection) throws -> Bool {
    try !connection.query("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'") { _ in true }
      .isEmpty
  }
}
