internal import StoreEngine

/// A full-text index (FTS5) of a text that the library computes from columns of a table in a file.
/// It finds candidates, about which an exact condition decides.
///
/// | table | contains |
/// |---|---|
/// | `person_search` | the index |
/// | `person_search_text` | the text of each row, by its key |
/// | `person_search_due` | the keys of rows that have changed since |
///
/// Other programs may write the table: triggers of plain SQL, which no program needs FTS5 for, put
/// the keys of rows with other values into `…_due`. New rows have higher keys than the ones with
/// texts, so inserting costs nothing. The library moves both into the index, in the background,
/// when they are more than 500.
///
/// A row that disappears without a trigger, because another one replaces it, leaves its text. It
/// finds nothing.
package struct FileIndex: Sendable {
  /// The number of rows that a query looks through because they are not in the index yet.
  static let limit: Int64 = 500

  /// The table of the rows.
  let table: String
  /// The column of the key.
  let key: String
  /// The columns on which the text depends.
  let columns: [String]
  /// The name of the index.
  let name: String
  /// The name of the column with the text.
  let content: String
  /// The options of the virtual table.
  let options: String
  /// What messages call the index.
  let title: String
  /// Returns the text of a row, with the key in the first column, and then the other columns.
  let text: @Sendable (_ row: Statement) throws -> String
  /// Returns what must find a row with a text.
  let terms: @Sendable (_ text: String) -> Set<String>

  var texts: String { "\(name)_text" }
  var due: String { "\(name)_due" }

  /// Returns whether a table belongs to the index: its own, or one of those that FTS5 makes for it.
  func contains(table name: String) -> Bool {
    guard name.hasPrefix(self.name) else { return false }
    let suffix = String(name.dropFirst(self.name.count))
    return ["", "_text", "_due"].contains(suffix) || Self.partSuffixes.contains(suffix)
  }

  /// What follows the name of the index in those of the tables that FTS5 makes for it.
  static let partSuffixes = ["_data", "_idx", "_content", "_docsize", "_config"]

  /// The SQL that creates the index, which is empty.
  var creation: String {
    let (table, key) = (quoted(table), quoted(key))
    let isChanged = (columns + [self.key]).map { "new.\(quoted($0)) IS NOT old.\(quoted($0))" }
    return """
      CREATE TABLE \(quoted(texts)) (id INTEGER PRIMARY KEY, \(content) TEXT NOT NULL) STRICT;

      CREATE TABLE \(quoted(due)) (id INTEGER PRIMARY KEY) STRICT;

      \(virtualTable);

      CREATE TRIGGER \(quoted("\(name)_inserted")) AFTER INSERT ON \(table)
      WHEN new.\(key) <= (SELECT max(id) FROM \(quoted(texts)))
      BEGIN
        INSERT INTO \(quoted(due)) VALUES (new.\(key)) ON CONFLICT DO NOTHING;
      END;

      CREATE TRIGGER \(quoted("\(name)_updated"))
      AFTER UPDATE OF \((columns + [self.key]).map(quoted).joined(separator: ", ")) ON \(table)
      WHEN \(isChanged.joined(separator: " OR "))
      BEGIN
        INSERT INTO \(quoted(due)) VALUES (new.\(key)) ON CONFLICT DO NOTHING;
        INSERT INTO \(quoted(due)) SELECT old.\(key) WHERE old.\(key) <> new.\(key)
        ON CONFLICT DO NOTHING;
      END;

      CREATE TRIGGER \(quoted("\(name)_deleted")) AFTER DELETE ON \(table)
      BEGIN
        INSERT INTO \(quoted(due)) VALUES (old.\(key)) ON CONFLICT DO NOTHING;
      END;
      """
  }

  var virtualTable: String {
    """
    CREATE VIRTUAL TABLE \(quoted(name)) USING fts5(
      \(content), content='\(texts)', content_rowid='id',
      \(options))
    """
  }

  /// The SQL that removes the index again.
  var removal: String {
    """
    DROP TRIGGER \(quoted("\(name)_inserted"));

    DROP TRIGGER \(quoted("\(name)_updated"));

    DROP TRIGGER \(quoted("\(name)_deleted"));

    DROP TABLE \(quoted(name));

    DROP TABLE \(quoted(texts));

    DROP TABLE \(quoted(due));
    """
  }
}
