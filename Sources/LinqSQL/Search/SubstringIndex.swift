internal import LinqCore
public import StoreEngine

/// An index of all substrings of texts of a table, which finds candidates for `contains`,
/// `hasSuffix` and comparisons of folded text.
///
/// ```swift
/// let customers = Table("customer", …).substrings(of: \.name, \.city)
/// // customer_substring        the index (FTS5, all texts of three characters)
/// // customer_substring_text   the folded texts of each row
/// // customer_substring_due    the keys of rows that have changed since
/// try await store.repository(of: customers).where { $0.name.contains("ondo") }.toArray()
/// ```
/// ```sql
/// SELECT … FROM customer
/// WHERE id IN (SELECT id FROM (
///   SELECT rowid AS id FROM customer_substring WHERE customer_substring MATCH ?
///   UNION ALL SELECT id FROM customer_substring_due UNION ALL SELECT id FROM customer
///   WHERE id > (SELECT coalesce(max(id), -1e19) FROM customer_substring_text)))
/// AND swift_contains(name, ?) ORDER BY id
/// ```
///
/// **What the index finds is checked** by the condition itself, so its meaning does not change. The
/// index serves
///
/// - `contains` and `hasSuffix` of a column, and these, `hasPrefix` and `==` of its `lowercased()`,
///   `uppercased()` and `folded` forms, with a text of the program;
/// - `&&` with one of them, and `||` of two.
///
/// Texts of less than three characters, a text in which each row has many companions (20,000), and
/// tables whose index has not been created are read as a whole; `plan()` shows what happens.
///
/// **Other programs may write the table**, as with a ``SearchIndex``.
///
/// **On PostgreSQL** it is an index of the columns themselves (`pg_trgm`), which the server keeps.
/// It serves `contains` and `hasSuffix` of a column:
///
/// ```sql
/// SELECT … FROM customer WHERE name LIKE $1 AND swift.contains(name, $2) ORDER BY id
/// ```
public struct SubstringIndex: Sendable {
  /// The columns, and the properties that they store.
  let fields: [SearchIndex.Field]
  let keyField: SearchIndex.Field
  /// The index of a table in a file.
  package let file: FileIndex

  init(table: String, key: SearchIndex.Field, fields: [SearchIndex.Field]) {
    self.fields = fields
    keyField = key
    let columns = fields.map(\.column)
    file = FileIndex(
      table: table, key: key.column, columns: columns, name: "\(table)_substring",
      content: "folded", options: "tokenize='trigram case_sensitive 1', detail=none, columnsize=0",
      title: "substring index",
      text: { SubstringText.form(of: try $0.texts(1..<(1 + columns.count))) },
      terms: { SubstringText.terms(ofForm: $0) })
  }

  /// Returns the SQL that creates the index. In a file it is empty until ``update(on:)`` fills it.
  public func creation(for engine: Engine = .sqlite) -> String {
    engine.keepsWordsInRows ? creationOnServer : file.creation
  }

  /// Returns the SQL that removes the index again.
  public func removal(for engine: Engine = .sqlite) -> String {
    engine.keepsWordsInRows ? "DROP INDEX \(quoted(file.name));" : file.removal
  }

  private var creationOnServer: String {
    let columns = fields.map { "\(quoted($0.column)) gin_trgm_ops" }.joined(separator: ", ")
    return """
      CREATE EXTENSION IF NOT EXISTS pg_trgm;

      CREATE INDEX \(quoted(file.name)) ON \(quoted(file.table)) USING gin (\(columns));
      """
  }

  /// Moves all rows that have changed into the index, in one transaction. A server does so itself.
  ///
  /// ```swift
  /// try await store.write { try customers.substringIndex?.update(on: $0.connection) }
  /// ```
  ///
  /// - Complexity: O(m) for m changed rows, some microseconds for each.
  public func update(on connection: Connection) throws {
    if try exists(on: connection) { try file.update(on: connection) }
  }

  /// Returns whether the index has been created. In a file only: a server finds its own indexes.
  package func exists(on connection: Connection) throws -> Bool {
    try !connection.engine.keepsWordsInRows && file.exists(on: connection)
  }
}

extension SubstringIndex: TextIndex {
  package func isDue(on connection: Connection) throws -> Bool {
    try exists(on: connection) && file.isDue(on: connection)
  }

  package func updateIfDue(on connection: Connection) throws -> Bool {
    try exists(on: connection) && file.updateIfDue(on: connection)
  }

  package func check(
    on connection: Connection, _ report: (_ key: Int64, _ message: String) -> Void
  ) throws {
    if try exists(on: connection) { try file.check(on: connection, report) }
  }

  package func checkContents(on connection: Connection) throws {
    if try exists(on: connection) { try file.checkContents(on: connection) }
  }

  package func rebuild(on connection: Connection) throws {
    if try exists(on: connection) { try file.rebuild(on: connection) }
  }
}
