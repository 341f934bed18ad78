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
/// WHERE id IN (SELECT id FROM (SELECT id FROM (
///     SELECT rowid AS id FROM customer_search WHERE customer_search MATCH ?
///     UNION ALL SELECT id FROM customer_search_due)
///   UNION ALL SELECT id FROM customer
///   WHERE id > (SELECT coalesce(max(id), -9223372036854775808) FROM customer_search_text)))
/// AND swift_search_1_2(?, name, city, email) IS NOT NULL ORDER BY …
/// ```
///
/// **Other programs may write the table.** Triggers of plain SQL, which no program needs FTS5 for,
/// put the keys of rows with other texts into `…_due`. New rows have higher keys than the ones with
/// words, so inserting costs nothing. A repository of the table moves both into the index, in the
/// background, when they are more than 500.
///
/// **On PostgreSQL** the words are a column of the table, `search_words`, with an index of its own.
/// A statement decides by it alone, and memory decides while a row has no words:
///
/// ```sql
/// SELECT … FROM customer WHERE search_words @@ (SELECT CAST(convert_from($1, 'UTF8') AS tsquery))
/// OR search_words IS NULL AND swift.search_in_memory(id) = 1 ORDER BY …
/// ```
///
/// A trigger makes it NULL where the texts of a row change. The library writes the words with the
/// rows that it writes itself, and those of other rows before a search.
///
/// In SQLite, a row that disappears without a trigger, because another one replaces it, leaves its
/// words. They find nothing.
public struct SearchIndex: Sendable {
  /// A column and the property that it stores.
  struct Field: Sendable {
    let column: String
    let keyPath: any AnyKeyPath & Sendable
  }

  let table: String
  let keyField: Field
  /// The columns of the names, then those of the other fields.
  let fields: [Field]
  let nameCount: Int

  /// The index of a table in a file.
  package let file: FileIndex

  init(table: String, key: Field, names: [Field], others: [Field]) {
    self.table = table
    keyField = key
    fields = names + others
    nameCount = names.count
    let (columns, nameCount) = (fields.map(\.column), nameCount)
    file = FileIndex(
      table: table, key: key.column, columns: columns, name: "\(table)_search", content: "words",
      options: "tokenize='ascii', prefix='2 3 4', detail=none, columnsize=0",
      title: "search index", text: { try Self.words(of: $0, nameCount, columns.count).text },
      terms: { text in
        Set(text.unicodeScalars.split(separator: " ").map { "\"\(String($0))\"" })
      })
  }

  var key: String { keyField.column }
  var columns: [String] { fields.map(\.column) }

  /// Returns the words of a row, whose key is in the first column.
  func words(of row: Statement) throws -> SearchWords {
    try Self.words(of: row, nameCount, fields.count)
  }

  private static func words(
    of row: Statement, _ nameCount: Int, _ count: Int
  ) throws -> SearchWords {
    let names = try row.texts(1..<(1 + nameCount))
    return SearchWords(names: names, others: try row.texts((1 + nameCount)..<(1 + count)))
  }

  /// Returns the SQL of a migration that creates the index, which is empty until the library writes
  /// to the database.
  public func creation(for engine: Engine = .sqlite) -> String {
    engine.keepsWordsInRows ? creationOnServer : file.creation
  }

  /// Returns the SQL that removes the index again.
  public func removal(for engine: Engine = .sqlite) -> String {
    engine.keepsWordsInRows ? removalOnServer : file.removal
  }

  /// Moves all rows that have changed into the index, in one transaction. On a server a search does
  /// so itself, in transactions of its own.
  ///
  /// ```swift
  /// try await store.write { try customers.searchIndex?.update(on: $0.connection) }
  /// ```
  ///
  /// - Complexity: O(m) for m changed rows, some microseconds for each.
  public func update(on connection: Connection) throws {
    guard !connection.engine.keepsWordsInRows else { return try addAllWords(on: connection) }
    try file.update(on: connection)
  }
}

extension SearchIndex: TextIndex {
  package func isDue(on connection: Connection) throws -> Bool {
    connection.engine.keepsWordsInRows
      ? try hasDueRows(on: connection) : try file.isDue(on: connection)
  }

  package func updateIfDue(on connection: Connection) throws -> Bool {
    guard connection.engine.keepsWordsInRows else { return try file.updateIfDue(on: connection) }
    try addAllWords(on: connection)
    return false
  }

  package func check(
    on connection: Connection, _ report: (_ key: Int64, _ message: String) -> Void
  ) throws {
    guard connection.engine.keepsWordsInRows else { return try file.check(on: connection, report) }
    try checkRows(on: connection, report)
  }

  // A server looks after its own indexes.
  package func checkContents(on connection: Connection) throws {
    if !connection.engine.keepsWordsInRows { try file.checkContents(on: connection) }
  }

  package func rebuild(on connection: Connection) throws {
    guard connection.engine.keepsWordsInRows else { return try file.rebuild(on: connection) }
    try repairRows(on: connection)
  }
}
