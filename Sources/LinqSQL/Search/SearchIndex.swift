internal import LinqCore
public import StoreEngine

/// A full-text index of the words of a table's rows, which finds candidates for `search`.
///
/// ```swift
/// let customers = Table("customer", …).searchable()
/// // customer_search         the index (FTS5)
/// // customer_search_text    the words of each row
/// // customer_search_due     the keys of rows that have changed since
/// ```
///
/// **What the index tells is checked.** A statement asks it for the rows that may be found, adds
/// those that have changed since, and evaluates the exact function of each of them:
///
/// ```sql
/// SELECT … FROM customer
/// WHERE (id IN (SELECT rowid FROM customer_search WHERE customer_search MATCH ?)
///   OR id IN (SELECT id FROM customer_search_due)
///   OR id > (SELECT coalesce(max(id), -9223372036854775808) FROM customer_search_text))
/// AND swift_search_1_2(?, name, city, email) IS NOT NULL ORDER BY …
/// ```
///
/// **Other programs may write the table.** Triggers of plain SQL, which no program needs FTS5 for,
/// put the keys of rows with other texts into `…_due`. New rows have higher keys than the ones with
/// words, so inserting costs nothing. The library moves both into the index when a transaction of
/// its own leaves more than ``limit`` of them.
///
/// A row that disappears without a trigger, because another one replaces it, leaves its words. They
/// find nothing.
public struct SearchIndex: Sendable {
  /// The number of rows that a search looks through because they are not in the index yet.
  static let limit: Int64 = 500

  /// A column and the property that it stores.
  struct Field: Sendable {
    let column: String
    let keyPath: any AnyKeyPath & Sendable
  }

  let table: String
  private let keyField: Field
  /// The columns of the names, then those of the other fields.
  private let fields: [Field]
  private let nameCount: Int

  init(table: String, key: Field, names: [Field], others: [Field]) {
    self.table = table
    keyField = key
    fields = names + others
    nameCount = names.count
  }

  private var key: String { keyField.column }
  private var columns: [String] { fields.map(\.column) }

  private var index: String { "\(table)_search" }
  private var texts: String { "\(table)_search_text" }
  private var due: String { "\(table)_search_due" }

  /// Returns whether a table belongs to the index: its own, or one of those that FTS5 makes for it.
  package func contains(table name: String) -> Bool {
    guard name.hasPrefix(index) else { return false }
    return Self.suffixes.contains(String(name.dropFirst(index.count)))
  }

  private static let suffixes: Set<String> = [
    "", "_text", "_due", "_data", "_idx", "_content", "_docsize", "_config",
  ]

  /// The SQL of a migration that creates the index, which is empty until the library writes to the
  /// database.
  public var creation: String {
    let (table, key) = (quoted(table), quoted(key))
    let isChanged = (columns + [self.key]).map { "new.\(quoted($0)) IS NOT old.\(quoted($0))" }
    return """
      CREATE TABLE \(quoted(texts)) (id INTEGER PRIMARY KEY, words TEXT NOT NULL) STRICT;

      CREATE TABLE \(quoted(due)) (id INTEGER PRIMARY KEY) STRICT;

      \(virtualTable);

      CREATE TRIGGER \(quoted("\(index)_inserted")) AFTER INSERT ON \(table)
      WHEN new.\(key) <= (SELECT max(id) FROM \(quoted(texts)))
      BEGIN
        INSERT INTO \(quoted(due)) VALUES (new.\(key)) ON CONFLICT DO NOTHING;
      END;

      CREATE TRIGGER \(quoted("\(index)_updated"))
      AFTER UPDATE OF \((columns + [self.key]).map(quoted).joined(separator: ", ")) ON \(table)
      WHEN \(isChanged.joined(separator: " OR "))
      BEGIN
        INSERT INTO \(quoted(due)) VALUES (new.\(key)) ON CONFLICT DO NOTHING;
        INSERT INTO \(quoted(due)) SELECT old.\(key) WHERE old.\(key) <> new.\(key)
        ON CONFLICT DO NOTHING;
      END;

      CREATE TRIGGER \(quoted("\(index)_deleted")) AFTER DELETE ON \(table)
      BEGIN
        INSERT INTO \(quoted(due)) VALUES (old.\(key)) ON CONFLICT DO NOTHING;
      END;
      """
  }

  private var virtualTable: String {
    """
    CREATE VIRTUAL TABLE \(quoted(index)) USING fts5(
      words, content='\(texts)', content_rowid='id',
      tokenize='ascii', prefix='2 3 4', detail=none, columnsize=0)
    """
  }

  /// The SQL that removes the index again.
  public var removal: String {
    """
    DROP TRIGGER \(quoted("\(index)_inserted"));

    DROP TRIGGER \(quoted("\(index)_updated"));

    DROP TRIGGER \(quoted("\(index)_deleted"));

    DROP TABLE \(quoted(index));

    DROP TABLE \(quoted(texts));

    DROP TABLE \(quoted(due));
    """
  }
}

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
      try addTexts(where: "\(quoted(key)) \(isDue) OR \(quoted(key)) > ?", last, on: connection)
      try connection.run(
        """
        INSERT INTO \(quoted(index)) (rowid, words)
        SELECT id, words FROM \(quoted(texts)) WHERE id \(isDue) OR id > ? ORDER BY id
        """, [.integer(last)])
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
        try connection.run("DROP TABLE \(quoted(index))")
        try connection.run(virtualTable)
        try connection.run(fill)
      }
    }
  }

  /// Returns the highest key with words; the lowest one there is if no row has any.
  private func lastKey(on connection: Connection) throws -> Int64 {
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
  private func words(of row: Statement) throws -> SearchWords {
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

  private static func hasModule(_ connection: Connection) throws -> Bool {
    try !connection.query("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'") { _ in true }
      .isEmpty
  }

  /// Calls a closure with what is wrong with the index: rows whose words are not those of the row,
  /// and words that the index does not find.
  package func check(
    on connection: Connection, _ report: (_ key: Int64, _ message: String) -> Void
  ) throws {
    guard try Self.hasModule(connection) else { return }
    let last = try lastKey(on: connection)
    let selected = ([key] + columns).map { "p." + quoted($0) }.joined(separator: ", ")
    let select = StatementText(
      """
      SELECT \(selected), t.words FROM \(quoted(table)) AS p
      LEFT JOIN \(quoted(texts)) AS t ON t.id = p.\(quoted(key))
      WHERE p.\(quoted(key)) <= ? AND p.\(quoted(key)) NOT IN (SELECT id FROM \(quoted(due)))
      ORDER BY p.\(quoted(key))
      """)
    var sample: [(key: Int64, words: String)] = []
    try connection.withStatement(select) { row in
      try row.bind(last, at: 0)
      var count = 0
      while try row.step() {
        let (key, words) = (try row.integer(0), try words(of: row).text)
        let place = fields.count + 1
        if row.isNull(place) {
          report(key, "has no words in the search index")
        } else if try row.text(place) != words {
          report(key, "has other words in the search index")
        } else if count.isMultiple(of: max(1, Int(last) / Self.sampleSize)) {
          sample.append((key, words))
        }
        count += 1
      }
    }
    let find = StatementText(
      "SELECT 1 FROM \(quoted(index)) WHERE \(quoted(index)) MATCH ? AND rowid = ?")
    for (key, words) in sample {
      for word in Set(words.split(separator: " ")) {
        let isFound = try connection.withStatement(find) { row in
          try row.bind(.text("\"\(word)\""), at: 0)
          try row.bind(key, at: 1)
          return try row.step()
        }
        if !isFound { report(key, "is not found by the search index") }
      }
    }
  }

  /// The number of rows whose words a check looks up.
  private static let sampleSize = 1_000

  /// Throws an error of SQLite if the index does not contain the words of the rows. It writes
  /// nothing, but needs a connection that may.
  package func checkContents(on connection: Connection) throws {
    guard try Self.hasModule(connection) else { return }
    try connection.run(
      "INSERT INTO \(quoted(index)) (\(quoted(index)), rank) VALUES ('integrity-check', 1)")
  }
}

extension SearchIndex {
  /// Returns a condition with a coarser one before each search that must be true for it.
  fileprivate func narrowed(_ condition: SQLExpression, in row: RowProjection) -> SQLExpression {
    if case .binary(.and, let left, let right) = condition {
      return .binary(.and, narrowed(left, in: row), narrowed(right, in: row))
    }
    return candidates(for: condition, in: row).map { .binary(.and, $0, condition) } ?? condition
  }

  /// Returns the condition of the rows that may be found by a text, given the condition that they
  /// are.
  ///
  /// - Parameter row: the columns of the row where it is read.
  /// - Returns: the condition; nil for one that is no search in the columns of the index.
  private func candidates(for condition: SQLExpression, in row: RowProjection) -> SQLExpression? {
    guard case .binary(.isNotSame, .function(let function, let arguments), .null) = condition,
      let search = function as? SearchFunction, search.isSearch(names: nameCount, of: fields.count),
      case .parameter(let text) = arguments[0], let match = text.inForm(.searchMatch),
      let key = row.expression(of: keyField.keyPath),
      zip(fields, arguments.dropFirst()).allSatisfy({ field, argument in
        row.expression(of: field.keyPath)?.isSame(as: argument) == true
      })
    else { return nil }
    var found = statement(of: index, .column("rowid"))
    found.filters = [.binary(.match, .column(index), .parameter(match))]
    let last = SQLExpression.call(.coalesce, [.call(.max, [.column("id")]), .number(.min)])
    return .binary(
      .or,
      .binary(
        .or, .isInStatement(key, found), .isInStatement(key, statement(of: due, .column("id")))),
      .binary(.greater, key, .scalar(statement(of: texts, last))))
  }

  private func statement(of table: String, _ column: SQLExpression) -> SelectStatement {
    var statement = SelectStatement(
      source: .table(table), projection: .value(column), ordinal: [])
    statement.isOrdered = false
    return statement
  }
}

extension RowProjection {
  /// Returns the column that stores a property.
  fileprivate func expression(of keyPath: AnyKeyPath) -> SQLExpression? {
    columns.first { $0.keyPath == keyPath }?.expression
  }
}

extension SelectStatement {
  /// Whether the statement asks a search index, which may be damaged. Memory decides then (S38).
  var usesSearchIndex: Bool {
    var uses = false
    forEachNestedExpression { if case .binary(.match, _, _) = $0 { uses = true } }
    return uses
  }

  /// Returns a condition with a coarser one before each search in it, which an index can serve.
  func narrowed(_ condition: SQLExpression) -> SQLExpression {
    guard case .row(let row) = projection, let index = row.table.searchIndex else {
      return condition
    }
    return index.narrowed(condition, in: row)
  }
}
