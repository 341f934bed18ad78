internal import StoreEngine
internal import StoreSupport

/// The SQL texts of a table's own operations, created once.
///
/// The statements that write a row have a parameter for each column in the order of the table, and
/// the columns of the key last.
final class TableSQL: Sendable {
  let select: StatementText
  let selectByKey: StatementText
  let update: StatementText
  let save: StatementText
  /// The same with a last parameter, the words of the row (``GivenWords``), on an engine that keeps
  /// them in rows.
  let updateWithWords: StatementText
  let saveWithWords: StatementText
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
    let update =
      "UPDATE \(quotedTable) SET \((assignments + changed).joined(separator: ", "))\(isRow)"
    self.update = StatementText(update)
    let words = Words(table: quotedTable, parameter: written.count + key.count + 1)
    updateWithWords = StatementText("\(update) AND \(words.isKnown) RETURNING \(words.areStored)")
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
    let overwriting = overwriting(conflictsIn: key.map(\.name), changing, changed)
    save = StatementText(insertion + overwriting)
    let insertionWithWords = Self.insertion(
      engine, table, written, key, isAssigned: isAssigned, version: self.text?.column, words)
    saveWithWords = StatementText(
      "\(insertionWithWords)\(overwriting) WHERE \(words.isKnown) RETURNING \(words.areStored)")
  }

  private static func insertion(
    _ engine: Engine, _ table: String, _ written: [ColumnDescription],
    _ key: [ColumnDescription], isAssigned: Bool,
    version: String?, _ words: Words? = nil
  ) -> String {
    let dialect = engine.dialect
    let keyParameters =
      isAssigned
      ? [dialect.assignedKey(in: table, key[0].name)] : key.map { dialect.parameter(for: $0) }
    let others = (version.map { [($0, "1")] } ?? []) + (words.map { [$0.given] } ?? [])
    let names = ((written + key).map(\.name) + others.map(\.0)).map(quoted)
    let parameters =
      written.map { dialect.parameter(for: $0) } + keyParameters + others.map(\.1)
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
  ///   - isWithWords: whether the last parameter is the words of the row. A stored row keeps its
  ///     own.
  func insert(
    _ conflictClause: String, without missing: Set<String> = [], withWords isWithWords: Bool = false
  ) -> String {
    let insertion = insertion(without: missing, withWords: isWithWords)
    guard isWithWords else { return insertion + conflictClause + returning }
    let (table, key) = (quoted(table), quoted(key[0].name))
    // A new row fails if it has words of other texts.
    return """
      \(insertion)\(conflictClause) RETURNING CASE WHEN \(table).xmax = 0 THEN \
      CASE WHEN \(words(without: missing).areStored) IS NOT NULL THEN \(table).\(key) END END
      """
  }

  /// Returns the statement that inserts a row, without a clause for conflicts.
  func insertion(without missing: Set<String>, withWords isWithWords: Bool = false) -> String {
    guard !missing.isEmpty || isWithWords else { return insertion }
    return Self.insertion(
      engine, table, written.filter { !missing.contains($0.name) }, key, isAssigned: hasAssignedKey,
      version: text?.column, isWithWords ? words(without: missing) : nil)
  }

  /// Returns the parts of a statement that have the words of a row.
  func words(without missing: Set<String>) -> Words {
    let columns = written.filter { !missing.contains($0.name) }
    return Words(table: quoted(table), parameter: columns.count + key.count + 1)
  }

  /// The parts of a statement that have the words of a row.
  struct Words {
    let table: String
    /// The number of the parameter.
    let parameter: Int

    private var value: String { "CAST($\(parameter) AS text)" }

    /// The column of the words, and its value in a new row.
    var given: (String, String) { (SearchIndex.column, "swift.given_words(\(value))") }
    /// A condition, always true, which makes the words known to the trigger of the index.
    var isKnown: String { "swift.know_words(\(value))" }
    /// Whether the stored row has words; an error if they are those of other texts.
    var areStored: String {
      "swift.has_words(\(table).\(SearchIndex.column), to_jsonb(\(table).*), \(value))"
    }
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

  /// Returns the condition that columns have the values of parameters, as a unique constraint
  /// compares them.
  func sameValues(in columns: [ColumnDescription]) -> String {
    columns.map(assignment).joined(separator: " AND ")
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
package func overwriting(
  conflictsIn target: [String], _ columns: [String], _ others: [String]
) -> String {
  let assignments = columns.map { "\(quoted($0)) = excluded.\(quoted($0))" } + others
  return " ON CONFLICT (\(target.map(quoted).joined(separator: ", "))) DO "
    + (assignments.isEmpty ? "NOTHING" : "UPDATE SET " + assignments.joined(separator: ", "))
}

/// Returns a name as SQL: unchanged if it is a plain identifier, otherwise in double quotes.
package func quoted(_ name: String) -> String {
  let isPlain =
    name.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39)
    } && name.utf8.first.map { $0 > 0x39 } == true && !reservedWords.contains(name)
  return isPlain ? name : name.enclosed(in: "\"")
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
