internal import StoreSQLite

/// The SQL texts of a table's own operations, created once.
///
/// The statements that write a row have a parameter for each column in the order of the table, and
/// the key last.
struct TableSQL: Sendable {
  let select: StatementText
  let selectByKey: StatementText
  let insert: String
  let update: StatementText
  let save: StatementText
  let delete: StatementText
  let count: StatementText
  /// The names, types and nullability of the columns, which identify a declaration that was
  /// checked.
  let declaration: String

  init(table: String, columns: [ColumnDescription], key: String, text: TextVersion? = nil) {
    let names = columns.map { quoted($0.name) }.joined(separator: ", ")
    let others = columns.filter { !$0.isPrimaryKey }.map { quoted($0.name) }
    let table = quoted(table)
    let key = quoted(key)
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    select = StatementText("SELECT \(names) FROM \(table) ORDER BY \(key)")
    selectByKey = StatementText("SELECT \(names) FROM \(table) WHERE \(key) = ?")
    let version = text.map { quoted($0.column) }
    let changed = version.map { ", \($0) = \($0) + 1" } ?? ""
    insert =
      "INSERT INTO \(table) (\((others + [key]).joined(separator: ", "))"
      + (version.map { ", \($0)) VALUES (\(places), 1)" } ?? ") VALUES (\(places))")
    // A table with nothing but a key has no column to set, so the key is set to itself.
    let set = others.isEmpty ? [key] : others
    update = StatementText(
      "UPDATE \(table) SET "
        + (others.isEmpty
          ? "\(key) = \(key)" : others.map { "\($0) = ?" }.joined(separator: ", "))
        + changed + " WHERE \(key) = ?")
    save = StatementText(
      insert + " ON CONFLICT (\(key)) DO UPDATE SET "
        + set.map { "\($0) = excluded.\($0)" }.joined(separator: ", ") + changed)
    delete = StatementText("DELETE FROM \(table) WHERE \(key) = ?")
    count = StatementText("SELECT count(*) FROM \(table)")
    declaration =
      table
      + columns.map {
        ", \(quoted($0.name)) \($0.type.rawValue)" + ($0.isOptional ? "" : " NOT NULL")
          + ($0.isPrimaryKey ? " PRIMARY KEY" : "")
      }.joined()
  }
}

/// Returns a name as SQL: unchanged if it is a plain identifier, otherwise in double quotes.
func quoted(_ name: String) -> String {
  let isPlain =
    name.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39)
    } && name.utf8.first.map { $0 > 0x39 } == true && !reservedWords.contains(name)
  return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
}

/// The words that SQLite's parser does not accept as plain identifiers, or not as names of columns.
/// Those that begin with `current_` are values.
private let reservedWords: Set<String> = [
  "add", "all", "alter", "and", "as", "autoincrement", "between", "case", "cast", "check",
  "collate", "commit", "constraint", "create", "current_date", "current_time",
  "current_timestamp", "default", "deferrable", "delete", "distinct", "drop", "else", "escape",
  "except", "exists", "foreign", "from", "group", "having", "in", "index", "insert", "intersect",
  "into", "is", "isnull", "join", "limit", "not", "nothing", "notnull", "null", "on", "or",
  "order", "primary", "raise", "references", "returning", "select", "set", "table", "then", "to",
  "transaction", "union", "unique", "update", "using", "values", "when", "where",
]
