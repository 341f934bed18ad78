/// The SQL texts of a table's own operations, written once.
struct TableSQL: Sendable {
  let select: String
  let selectByKey: String
  let insert: String
  let insertWithKey: String
  let update: String
  let save: String
  let delete: String
  let count: String

  init(table: String, columns: [ColumnDescription], key: String) {
    let names = columns.map { quoted($0.name) }
    let others = columns.filter { !$0.isPrimaryKey }.map { quoted($0.name) }
    let table = quoted(table)
    let key = quoted(key)
    select = "SELECT \(names.joined(separator: ", ")) FROM \(table) ORDER BY \(key)"
    selectByKey = "SELECT \(names.joined(separator: ", ")) FROM \(table) WHERE \(key) = ?"
    insert = Self.insert(table, others)
    insertWithKey = Self.insert(table, names)
    let assignments = others.map { "\($0) = ?" }.joined(separator: ", ")
    update = "UPDATE \(table) SET \(assignments) WHERE \(key) = ?"
    save =
      insertWithKey + " ON CONFLICT (\(key)) DO "
      + (others.isEmpty
        ? "NOTHING"
        : "UPDATE SET " + others.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    delete = "DELETE FROM \(table) WHERE \(key) = ?"
    count = "SELECT count(*) FROM \(table)"
  }

  private static func insert(_ table: String, _ columns: [String]) -> String {
    guard !columns.isEmpty else { return "INSERT INTO \(table) DEFAULT VALUES" }
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
  }
}

/// A name as SQL: as it is where it is a plain one, in double quotes otherwise.
func quoted(_ name: String) -> String {
  let isPlain =
    name.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39)
    } && name.utf8.first.map { $0 > 0x39 } == true && !reservedWords.contains(name)
  return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
}

/// The words that SQLite's parser does not accept as plain names.
private let reservedWords: Set<String> = [
  "add", "all", "alter", "and", "as", "autoincrement", "between", "case", "check", "collate",
  "commit", "constraint", "create", "default", "deferrable", "delete", "distinct", "drop", "else",
  "escape", "exists", "foreign", "from", "group", "having", "in", "index", "insert", "intersect",
  "into", "is", "isnull", "join", "limit", "not", "nothing", "notnull", "null", "on", "or", "order",
  "primary", "references", "returning", "select", "set", "table", "then", "to", "transaction",
  "union", "unique", "update", "using", "values", "when", "where",
]
