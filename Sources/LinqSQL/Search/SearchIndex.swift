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
/// words, so inserting costs nothing. The library moves both into the index when a transaction of
/// its own leaves more than 500 of them.
///
/// **On PostgreSQL** the words are a column of the table, `search_words`, with an index of its own.
/// A statement decides by it alone, and memory decides while a row has no words:
///
/// ```sql
/// SELECT … FROM customer WHERE search_words @@ (SELECT CAST(convert_from($1, 'UTF8') AS tsquery))
/// OR search_words IS NULL AND swift.search_in_memory(id) = 1 ORDER BY …
/// ```
///
/// A trigger makes it NULL where the texts of a row change. The library writes the words before a
/// search.
///
/// In SQLite, a row that disappears without a trigger, because another one replaces it, leaves its
/// words. They find nothing.
public struct SearchIndex: Sendable {
  /// The number of rows that a search looks through because they are not in the index yet.
  static let limit: Int64 = 500

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

  init(table: String, key: Field, names: [Field], others: [Field]) {
    self.table = table
    keyField = key
    fields = names + others
    nameCount = names.count
  }

  var key: String { keyField.column }
  var columns: [String] { fields.map(\.column) }

  var index: String { "\(table)_search" }
  var texts: String { "\(table)_search_text" }
  var due: String { "\(table)_search_due" }

  /// Returns whether a table belongs to the index: its own, or one of those that FTS5 makes for it.
  package func contains(table name: String) -> Bool {
    guard name.hasPrefix(index) else { return false }
    let suffix = String(name.dropFirst(index.count))
    return ["", "_text", "_due"].contains(suffix) || Self.partSuffixes.contains(suffix)
  }

  /// What follows the name of the index in those of the tables that FTS5 makes for it.
  static let partSuffixes = ["_data", "_idx", "_content", "_docsize", "_config"]

  /// Returns the SQL of a migration that creates the index, which is empty until the library writes
  /// to the database.
  public func creation(for engine: Engine = .sqlite) -> String {
    engine.keepsWordsInRows ? creationOnServer : creationInFile
  }

  /// Returns the SQL that removes the index again.
  public func removal(for engine: Engine = .sqlite) -> String {
    engine.keepsWordsInRows ? removalOnServer : removalInFile
  }

  private var creationInFile: String {
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

  var virtualTable: String {
    """
    CREATE VIRTUAL TABLE \(quoted(index)) USING fts5(
      words, content='\(texts)', content_rowid='id',
      tokenize='ascii', prefix='2 3 4', detail=none, columnsize=0)
    """
  }

  private var removalInFile: String {
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
