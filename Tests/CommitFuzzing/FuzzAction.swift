/// What a transaction does.
enum FuzzAction: Sendable {
  case insert(table: Int, FuzzRow)
  case insertMany(table: Int, [FuzzRow])
  case save(table: Int, FuzzRow)
  case update(table: Int, FuzzRow)
  case delete(table: Int, FuzzRow)
  /// Writes through the first view.
  case viewInsert(FuzzRow)
  case viewUpdate(FuzzRow)
  case viewDelete(Int64)
  case chainUpdate(table: Int, form: Int, Int)
  case chainDelete(table: Int, form: Int, Int)
  case sql(String)
  /// Runs one statement, which the connection keeps.
  case statement(String)
  /// Runs a statement that returns rows, and reads one of them.
  case firstRow(String)
  case nested([FuzzAction], isUndone: Bool)
  /// Ends the transaction with an error.
  case stop
}

/// What happens to the file.
enum FuzzStep: Sendable {
  /// A transaction of the pool.
  case transaction([FuzzAction])
  /// Statements of the pool's writer outside a transaction of the library.
  case statements(String)
  /// Statements that change columns or drop tables, whose rows are not told.
  case schema(String)
  /// Statements of another connection to the file.
  case others(String)
  /// The pool's writer is closed.
  case closing
  /// Live queries and delegates come.
  case observing
  /// The delegates go.
  case silence
  /// The live queries go, too.
  case leaving
}
