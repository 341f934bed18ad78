internal import LinqCore
package import StoreEngine

// On a server the words of a row are a column of the table. A statement finds rows by it alone, and
// fails for a row in which it is NULL.

extension SearchIndex {
  /// The column of the words.
  static let column = "search_words"

  /// The trigger that forgets the words of a row whose texts change. Triggers run in the order of
  /// their names, and this one after those that change texts themselves.
  static let trigger = "zz_swift_words"

  /// The SQL of a migration that adds the words to a table of a server.
  var creationOnServer: String {
    let (table, words) = (quoted(table), quoted(Self.column))
    let isChanged = columns.map(quoted).map { column in
      "NEW.\(column) COLLATE \"C\" IS DISTINCT FROM OLD.\(column) COLLATE \"C\""
    }
    return """
      ALTER TABLE \(table) ADD COLUMN \(words) tsvector;

      CREATE INDEX \(quoted(file.name)) ON \(table) USING gin (\(words));

      CREATE INDEX \(quoted(file.due)) ON \(table) (\(quoted(key))) WHERE \(words) IS NULL;

      CREATE TRIGGER \(quoted(Self.trigger)) BEFORE UPDATE ON \(table) FOR EACH ROW
      WHEN (\(isChanged.joined(separator: " OR ")))
      EXECUTE FUNCTION swift.forget_words();
      """
  }

  /// The SQL that removes the words from a table of a server.
  var removalOnServer: String {
    """
    DROP TRIGGER \(quoted(Self.trigger)) ON \(quoted(table));

    DROP INDEX \(quoted(file.due));

    DROP INDEX \(quoted(file.name));

    ALTER TABLE \(quoted(table)) DROP COLUMN \(quoted(Self.column));
    """
  }

  /// Returns whether a row has no words yet.
  func hasDueRows(on connection: Connection) throws -> Bool {
    try !connection.query(
      "SELECT 1 FROM \(quoted(table)) WHERE \(quoted(Self.column)) IS NULL LIMIT 1"
    ) { _ in true }.isEmpty
  }

  /// Writes the words of all rows that have none, some in each transaction.
  func addAllWords(on connection: Connection) throws {
    guard try hasColumn(connection), try hasDueRows(on: connection) else { return }
    var last: Int64? = .min
    while let key = last { last = try addWords(after: key, on: connection) }
  }

  /// Writes the words of rows that a transaction has left without, in one of its own. It looks at
  /// what others write less than a serializable one would, and may be lost.
  package func addWordsAfterCommit(on connection: Connection) throws {
    guard try hasDueRows(on: connection) else { return }
    try connection.execute(
      "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = off")
    do {
      _ = try addWords(after: .min, on: connection)
      try connection.execute("COMMIT")
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// Writes the words of some rows that have none, in one transaction. Rows in use by others, and
  /// those with more words than the server stores, keep none.
  ///
  /// - Parameter key: the key after which the rows come.
  /// - Returns: the key of the last row; nil if no rows come after it.
  func addWords(after key: Int64, on connection: Connection) throws -> Int64? {
    let selected = ([self.key] + columns).map(quoted).joined(separator: ", ")
    return try connection.transaction {
      var (keys, texts): ([String], [String]) = ([], [])
      var (count, last) = (0, key)
      let rows = StatementText(
        """
        SELECT \(selected) FROM \(quoted(table))
        WHERE \(quoted(Self.column)) IS NULL AND \(quoted(self.key)) > ?
        ORDER BY \(quoted(self.key)) LIMIT \(Self.sliceSize) FOR NO KEY UPDATE SKIP LOCKED
        """)
      try connection.withStatement(rows) { row in
        try row.bind(key, at: 0)
        while try row.step() {
          count += 1
          last = try row.integer(0)
          let words = try words(of: row)
          guard words.bytes.count <= Self.highestSize else { continue }
          keys.append("\(last)")
          texts.append(words.text)
        }
      }
      if !keys.isEmpty {
        // The words have no character with a meaning in an array or a tsvector.
        let update = StatementText(
          """
          UPDATE \(quoted(table)) AS r SET \(quoted(Self.column)) = CAST(w.words AS tsvector)
          FROM unnest(CAST(? AS bigint[]), string_to_array(?, '|')) AS w (id, words)
          WHERE r.\(quoted(self.key)) = w.id
          """)
        try connection.withoutRecording {
          try connection.withStatement(update) { statement in
            statement.state.pointee.writesCompleteRows = true
            try statement.bind(.text("{\(keys.joined(separator: ","))}"), at: 0)
            try statement.bind(.text(texts.joined(separator: "|")), at: 1)
            try statement.run()
          }
        }
      }
      return count < Self.sliceSize ? nil : last
    }
  }

  /// The number of rows whose words are written together.
  static let sliceSize = 1_000

  /// The highest number of bytes of the words of a row, of which a server stores 1 MiB.
  static let highestSize = 1_000_000

  /// Whether the table has the column. A migration back removes it while a store is open.
  private func hasColumn(_ connection: Connection) throws -> Bool {
    try connection.storedTable(named: table)?.column(named: Self.column) != nil
  }

  /// Calls a closure with each row whose words are not those of its texts.
  func checkRows(
    on connection: Connection, _ report: (_ key: Int64, _ message: String) -> Void
  ) throws {
    guard try hasColumn(connection) else { return }
    let selected = ([key] + columns).map(quoted).joined(separator: ", ")
    let select = StatementText(
      """
      SELECT \(selected), array_to_string(tsvector_to_array(\(quoted(Self.column))), ' ')
      FROM \(quoted(table)) WHERE \(quoted(Self.column)) IS NOT NULL ORDER BY \(quoted(key))
      """)
    try connection.withStatement(select) { row in
      while try row.step() {
        let words = Set(try words(of: row).text.utf8.split(separator: space).map(Array.init))
        let stored = try row.withUTF8(fields.count + 1) { text in
          Set(text.split(separator: space).map(Array.init))
        }
        if stored != words {
          report(try row.integer(0), "has other words in the search index")
        }
      }
    }
  }

  private var space: UInt8 { UInt8(ascii: " ") }

  /// Writes the words again of rows that have others than those of their texts.
  func repairRows(on connection: Connection) throws {
    guard try hasColumn(connection) else { return }
    try connection.transaction {
      var keys: [String] = []
      try checkRows(on: connection) { key, _ in keys.append("\(key)") }
      try connection.withoutRecording {
        try connection.run(
          """
          UPDATE \(quoted(table)) SET \(quoted(Self.column)) = NULL
          WHERE \(quoted(key)) = ANY(CAST(? AS bigint[]))
          """, [.text("{\(keys.joined(separator: ","))}")])
      }
      try addAllWords(on: connection)
    }
  }
}
