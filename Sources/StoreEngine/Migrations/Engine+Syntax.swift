// How the SQL of an engine is read.

extension Engine {
  /// Whether a text that begins with `E'` has escapes.
  var escapesTexts: Bool { self == .postgres }

  /// Whether a text may stand between `$$`, or `$tag$`.
  var quotesByDollars: Bool { self == .postgres }

  /// Whether a comment may contain others.
  var nestsComments: Bool { self == .postgres }

  /// Whether names may be quoted as in MySQL (`` `name` ``) and in SQL Server (`[name]`).
  var quotesLikeOthers: Bool { self == .sqlite }

  /// The statement that returns the names of the tables of a program.
  package var listOfTables: String {
    switch self {
    case .sqlite:
      """
      SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name <> 'schema_migration'
      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      """
    case .postgres:
      """
      SELECT tablename FROM pg_tables
      WHERE schemaname = current_schema() AND tablename <> 'schema_migration'
      """
    }
  }
}
