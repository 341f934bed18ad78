internal import StoreEngine

extension FileIndex {
  /// Returns whether the tables of the index exist.
  func exists(on connection: Connection) throws -> Bool {
    let names = [Value.text(texts), .text(due)]
    let tables = try connection.query(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name IN (?, ?)", names
    ) { _ in true }
    return tables.count == names.count
  }

  /// Returns whether a query would look through many rows that have changed.
  func isDue(on connection: Connection) throws -> Bool {
    // A migration back removes the tables while the store is open.
    guard try exists(on: connection) else { return false }
    let count = try connection.query(
      """
      SELECT (SELECT count(*) FROM \(quoted(due)))
        + coalesce((SELECT max(\(quoted(key))) FROM \(quoted(table))), 0)
        - coalesce((SELECT max(id) FROM \(quoted(texts))), 0)
      """
    ) { try $0.integer(0) }
    return count.first.map { $0 > Self.limit } ?? false
  }

  /// Moves some of the rows that have changed into the index, if they are many, and returns whether
  /// many are left.
  func updateIfDue(on connection: Connection) throws -> Bool {
    // Without the module, queries look through the table.
    guard try isDue(on: connection), try Self.hasModule(connection) else { return false }
    return try connection.transaction { try updateOnce(on: connection) }
      && isDue(on: connection)
  }

  /// Moves all rows that have changed into the index, in one transaction.
  func update(on connection: Connection) throws {
    guard try Self.hasModule(connection) else { return }
    try connection.transaction {
      while try updateOnce(on: connection) {}
    }
  }

  /// The number of rows, of each kind, that are moved at a time: other writers wait for them, for a
  /// tenth of a second.
  private static let slice = Value.integer(10_000)

  /// Moves the next rows that have changed into the index, and returns whether there were any.
  ///
  /// Large statements in the order of the keys write the index once; SQLite sorts nothing.
  private func updateOnce(on connection: Connection) throws -> Bool {
    let last = try lastKey(on: connection)
    let lastDue = try connection.query(
      "SELECT max(id) FROM (SELECT id FROM \(quoted(due)) ORDER BY id LIMIT ?)", [Self.slice]
    ) { try $0.value(0) }[0]
    let lastNew = try connection.query(
      """
      SELECT max(id) FROM (
        SELECT \(quoted(key)) AS id FROM \(quoted(table)) WHERE \(quoted(key)) > ?
        ORDER BY \(quoted(key)) LIMIT ?)
      """, [last, Self.slice]
    ) { try $0.value(0) }[0]
    if lastDue != .null {
      let isDue = "IN (SELECT id FROM \(quoted(due)) WHERE id <= ?)"
      // The index needs the texts as they were.
      try connection.run(
        """
        INSERT INTO \(quoted(name)) (\(quoted(name)), rowid, \(content))
        SELECT 'delete', id, \(content) FROM \(quoted(texts)) WHERE id \(isDue) ORDER BY id
        """, [lastDue])
      try connection.run("DELETE FROM \(quoted(texts)) WHERE id \(isDue)", [lastDue])
      try add(where: { "\($0) \(isDue) AND \($0) <= ?" }, [lastDue, last], on: connection)
      try connection.run("DELETE FROM \(quoted(due)) WHERE id <= ?", [lastDue])
    }
    if lastNew != .null {
      try add(where: { "\($0) > ? AND \($0) <= ?" }, [last, lastNew], on: connection)
    }
    return lastDue != .null || lastNew != .null
  }

  /// Adds the texts of rows, and adds them to the index.
  ///
  /// - Parameter condition: returns the condition on the rows with a name of the key.
  private func add(
    where condition: (String) -> String, _ values: [Value], on connection: Connection
  ) throws {
    try addTexts(where: condition, values, on: connection)
    try connection.run(
      """
      INSERT INTO \(quoted(name)) (rowid, \(content))
      SELECT id, \(content) FROM \(quoted(texts)) WHERE \(condition("id")) ORDER BY id
      """, values)
  }

  /// Makes the index anew, whatever it contains.
  func rebuild(on connection: Connection) throws {
    guard try Self.hasModule(connection) else { return }
    try connection.transaction {
      try connection.run("DELETE FROM \(quoted(texts))")
      try connection.run("DELETE FROM \(quoted(due))")
      try addTexts(where: { "\($0) > ?" }, [Self.lowest], on: connection)
      let fill = "INSERT INTO \(quoted(name)) (\(quoted(name))) VALUES ('rebuild')"
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
      [.text(name)])
    try connection.run("PRAGMA writable_schema = RESET")
    for suffix in Self.partSuffixes {
      try connection.run("DROP TABLE IF EXISTS \(quoted(name + suffix))")
    }
    try connection.run(virtualTable)
  }

  /// Returns the highest key with a text; a number below all keys if no row has any.
  func lastKey(on connection: Connection) throws -> Value {
    try connection.query("SELECT max(id) FROM \(quoted(texts))") {
      $0.isNull(0) ? Self.lowest : try $0.value(0)
    }[0]
  }

  /// A number below all keys.
  private static let lowest = Value.real(-1e19)

  private func addTexts(
    where condition: (String) -> String, _ values: [Value], on connection: Connection
  ) throws {
    let selected = ([key] + columns).map(quoted).joined(separator: ", ")
    let insert = StatementText("INSERT INTO \(quoted(texts)) (id, \(content)) VALUES (?, ?)")
    let select = StatementText(
      """
      SELECT \(selected) FROM \(quoted(table)) WHERE \(condition(quoted(key)))
      ORDER BY \(quoted(key))
      """)
    try connection.withStatement(insert) { insert in
      try connection.withStatement(select) { row in
        for (place, value) in values.enumerated() { try row.bind(value, at: place) }
        while try row.step() {
          try insert.bind(try row.integer(0), at: 0)
          try insert.bind(.text(try text(row)), at: 1)
          try insert.run()
        }
      }
    }
  }

  static func hasModule(_ connection: Connection) throws -> Bool {
    try !connection.query("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'") { _ in true }
      .isEmpty
  }
}

extension Statement {
  /// Returns the texts of columns. A value that is no text, and text that is not UTF-8, is left
  /// out.
  func texts(_ columns: Range<Int>) throws -> [String] {
    try columns.compactMap { column in
      guard type(column) == .text else { return nil }
      return try withUTF8(column) { String(validating: $0, as: UTF8.self) }
    }
  }
}
