internal import StoreEngine

/// The SQL texts of a table's own operations, created once.
///
/// The statements that write a row have a parameter for each column in the order of the table, and
/// the columns of the key last.
final class TableSQL: Sendable {
  let select: StatementText
  let selectByKey: StatementText
  let update: StatementText
  let save: StatementText
  let delete: StatementText
  let count: StatementText
  /// The names, types and nullability of the columns, which identify a declaration that was
  /// checked.
  let declaration: String

  private let engine: Engine
  private let table: String
  private let written: [ColumnDescription]
  private let key: [ColumnDescription]
  private let hasAssignedKey: Bool
  private let text: TextVersion?
  private let insertion: String
  private let returning: String

  /// - Parameter isAssigned: whether the database assigns the keys.
  init(
    _ engine: Engine, table: String, columns: [ColumnDescription], isAssigned: Bool,
    text: TextVersion? = nil
  ) {
    self.engine = engine
    self.table = table
    hasAssignedKey = isAssigned
    self.text = engine.keepsCanonicalText ? nil : text
    written = columns.filter(\.isWritten)
    key = columns.filter(\.isPrimaryKey)
    let dialect = engine.dialect
    let names = dialect.list(of: columns)
    let keys = key.map { quoted($0.name) }
    let isRow = " WHERE " + dialect.equalities(of: key)
    let quotedTable = quoted(table)
    var order = SQLText(dialect)
    order.append(order: key.map { OrderTerm(expression: $0.ordinal) })
    select = StatementText("SELECT \(names) FROM \(quotedTable) ORDER BY \(order.text)")
    selectByKey = StatementText("SELECT \(names) FROM \(quotedTable)\(isRow)")
    let changed = self.text.map { ["\(quoted($0.column)) = \(quoted($0.column)) + 1"] } ?? []
    // A table with nothing but a key has no column to set, so the key is set to itself.
    let assignments =
      written.isEmpty ? ["\(keys[0]) = \(keys[0])"] : written.map(dialect.assignment)
    update = StatementText(
      "UPDATE \(quotedTable) SET \((assignments + changed).joined(separator: ", "))\(isRow)")
    // Without row IDs the row returns its key; `xmax` tells a new row.
    returning =
      engine.hasRowIDs
      ? ""
      : " RETURNING CASE WHEN \(quotedTable).xmax = 0 THEN "
        + (isAssigned ? "\(quotedTable).\(keys[0])" : "1") + " END"
    delete = StatementText("DELETE FROM \(quotedTable)\(isRow)")
    count = StatementText("SELECT count(*) FROM \(quotedTable)")
    declaration =
      quotedTable
      + columns.map {
        ", \(quoted($0.name)) \($0.encoding.map { "\($0) " } ?? "")\($0.type.rawValue)"
          + ($0.isOptional ? "" : " NOT NULL")
          + ($0.isPrimaryKey ? " PRIMARY KEY" : "") + ($0.role == .generated ? " GENERATED" : "")
      }.joined()
    insertion = Self.insertion(
      engine, table, written, key, isAssigned: isAssigned, version: self.text?.column)
    let changing = (written.isEmpty ? key : written).map(\.name)
    save = StatementText(
      insertion + overwriting(conflictsIn: key.map(\.name), changing, changed))
  }

  private static func insertion(
    _ engine: Engine, _ table: String, _ written: [ColumnDescription],
    _ key: [ColumnDescription], isAssigned: Bool,
    version: String?
  ) -> String {
    let dialect = engine.dialect
    let keyParameters =
      isAssigned
      ? [dialect.assignedKey(in: table, key[0].name)] : key.map { dialect.parameter(for: $0) }
    let names = ((written + key).map(\.name) + (version.map { [$0] } ?? [])).map(quoted)
    let parameters =
      written.map { dialect.parameter(for: $0) } + keyParameters + (version == nil ? [] : ["1"])
    // A key that is `GENERATED ALWAYS AS IDENTITY` is given, too.
    let isGiven = isAssigned && engine.hasSequences
    return "INSERT INTO \(quoted(table)) (\(names.joined(separator: ", "))) "
      + (isGiven ? "OVERRIDING SYSTEM VALUE " : "")
      + "VALUES (\(parameters.joined(separator: ", ")))"
  }

  /// Returns the statement that inserts a row.
  ///
  /// - Parameters:
  ///   - conflictClause: what happens to a row that conflicts with a stored one.
  ///   - missing: the columns that get the default values of the database.
  func insert(_ conflictClause: String, without missing: Set<String> = []) -> String {
    insertion(without: missing) + conflictClause + returning
  }

  /// Returns the statement that inserts a row, without a clause for conflicts.
  func insertion(without missing: Set<String>) -> String {
    guard !missing.isEmpty else { return insertion }
    return Self.insertion(
      engine, table, written.filter { !missing.contains($0.name) }, key, isAssigned: hasAssignedKey,
      version: text?.column)
  }
}

extension Dialect {
  /// Returns the values of columns in their usual forms, as a list.
  func list(of columns: [ColumnDescription]) -> String {
    var sql = SQLText(self)
    sql.appendList(columns.map(\.value))
    return sql.text
  }

  /// Returns the list of `RETURNING`, with the values of columns in their usual forms.
  func returning(_ columns: [ColumnDescription]) -> String {
    var sql = SQLText(self)
    sql.append(" RETURNING ")
    sql.appendList(columns.map { engine.returnsWholeNumbers ? $0.returnedValue : $0.value })
    return sql.text
  }

  /// Returns the parameter for a value that is stored in a column.
  func parameter(for column: ColumnDescription) -> String { form(of: column, .nearest, for: "?") }

  /// Returns the assignment of a parameter to a column.
  func assignment(of column: ColumnDescription) -> String {
    quoted(column.name) + " = " + parameter(for: column)
  }

  /// Returns the condition that columns have the values of parameters.
  func equalities(of columns: [ColumnDescription]) -> String {
    columns.map { column in
      let isPlain = column.encoding == .collated && engine.tellsTextsApart
      let value = isPlain ? quoted(column.name) : compared(column)
      return "\(value) = \(form(of: column, .exact, for: "?"))"
    }
    .joined(separator: " AND ")
  }

  /// Returns a column as it is compared with stored values.
  func compared(_ column: ColumnDescription) -> String {
    column.encoding?.isForeignText == true ? list(of: [column]) : quoted(column.name)
  }
}

/// Returns the clause of an `INSERT` that overwrites columns of a stored row with the same values
/// in other columns; it leaves the row as it is if there is nothing to overwrite.
///
/// - Parameters:
///   - target: the columns that have the same values.
///   - columns: the columns that get the new values.
///   - others: further assignments.
func overwriting(
  conflictsIn target: [String], _ columns: [String], _ others: [String]
) -> String {
  let assignments = columns.map { "\(quoted($0)) = excluded.\(quoted($0))" } + others
  return " ON CONFLICT (\(target.map(quoted).joined(separator: ", "))) DO "
    + (assignments.isEmpty ? "NOTHING" : "UPDATE SET " + assignments.joined(separator: ", "))
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
