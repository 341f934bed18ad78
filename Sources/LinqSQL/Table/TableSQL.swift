internal import StoreEngine

/// The SQL texts of a table's own operations, created once.
///
/// The statements that write a row have a parameter for each column in the order of the table, and
/// the key last.
final class TableSQL: Sendable {
  let select: StatementText
  let selectByKey: StatementText
  private let insertion: String
  private let returning: String
  let update: StatementText
  let save: StatementText
  let delete: StatementText
  let count: StatementText
  /// The names, types and nullability of the columns, which identify a declaration that was
  /// checked.
  let declaration: String

  init(
    _ engine: Engine, table: String, columns: [ColumnDescription], key: String,
    text: TextVersion? = nil
  ) {
    let names = columns.map { quoted($0.name) }.joined(separator: ", ")
    let others = columns.filter { !$0.isPrimaryKey }.map { quoted($0.name) }
    let assignedKey = engine.dialect.assignedKey(in: table, key)
    let table = quoted(table)
    let key = quoted(key)
    let places = (others.map { _ in "?" } + [assignedKey]).joined(separator: ", ")
    select = StatementText("SELECT \(names) FROM \(table) ORDER BY \(key)")
    selectByKey = StatementText("SELECT \(names) FROM \(table) WHERE \(key) = ?")
    // On a server, constraints keep texts of other programs in canonical form.
    let version = engine == .sqlite ? text.map { quoted($0.column) } : nil
    let changed = version.map { ", \($0) = \($0) + 1" } ?? ""
    insertion =
      "INSERT INTO \(table) (\((others + [key]).joined(separator: ", "))"
      + (version.map { ", \($0)) VALUES (\(places), 1)" } ?? ") VALUES (\(places))")
    // A table with nothing but a key has no column to set, so the key is set to itself.
    let set = others.isEmpty ? [key] : others
    update = StatementText(
      "UPDATE \(table) SET "
        + (others.isEmpty
          ? "\(key) = \(key)" : others.map { "\($0) = ?" }.joined(separator: ", "))
        + changed + " WHERE \(key) = ?")
    // SQLite has a call for the key. Elsewhere the row returns it; `xmax` tells a new row.
    returning =
      engine == .sqlite ? "" : " RETURNING CASE WHEN \(table).xmax = 0 THEN \(table).\(key) END"
    save = StatementText(
      insertion + " ON CONFLICT (\(key)) DO UPDATE SET "
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

  /// Returns the statement that inserts a row.
  ///
  /// - Parameter conflictClause: what happens to a row that conflicts with a stored one.
  func insert(_ conflictClause: String) -> String { insertion + conflictClause + returning }
}

/// Returns a name as SQL: unchanged if it is a plain identifier, otherwise in double quotes.
func quoted(_ name: String) -> String {
  let isPlain =
    name.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39)
    } && name.utf8.first.map { $0 > 0x39 } == true && !reservedWords.contains(name)
  return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
}

/// The words that the parser of an engine does not accept as plain identifiers, or not as names of
/// columns. Those that begin with `current_` are values.
private let reservedWords: Set<String> = [
  "add", "all", "alter", "analyse", "analyze", "and", "any", "array", "as", "asc", "asymmetric",
  "authorization", "autoincrement", "between", "binary", "both", "case", "cast", "check",
  "collate", "collation", "column", "commit", "concurrently", "constraint", "create", "cross",
  "current_date", "current_time",
  "current_catalog", "current_role", "current_schema", "current_timestamp", "current_user",
  "default", "deferrable", "delete", "desc", "distinct", "do", "drop", "else", "end", "escape",
  "except", "exists", "false", "fetch", "for", "foreign", "freeze", "from", "full", "grant",
  "group", "having", "ilike", "in", "index", "initially", "inner", "insert", "intersect",
  "into", "is", "isnull", "join", "lateral", "leading", "left", "like", "limit", "localtime",
  "localtimestamp", "natural", "not", "nothing", "notnull", "null", "offset", "on", "only",
  "or", "order", "outer", "overlaps", "placing", "primary", "raise", "references", "returning",
  "right", "select", "session_user", "set", "similar", "some", "symmetric", "table", "tablesample",
  "then", "to", "trailing",
  "transaction", "true", "union", "unique", "update", "user", "using", "values", "variadic",
  "verbose", "when", "where", "window", "with",
]
