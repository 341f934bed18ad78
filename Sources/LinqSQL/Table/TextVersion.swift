internal import LinqCore
package import StoreEngine

/// A column of a table that tells which rows other programs have written. Their texts may not be in
/// canonical form; see ``Table/countingTextChanges(in:)``.
package struct TextVersion: Sendable {
  let table: String
  let column: String
  /// The columns with texts.
  let columns: Set<String>
  /// Which of the texts that are selected are JSON.
  private let isJSON: [Bool]
  /// Selects the keys and the texts of the rows that other programs have written.
  private let select: StatementText
  private let markChecked: StatementText

  init(table: String, column: String, key: String, columns: [ColumnDescription]) {
    self.table = table
    self.column = column
    self.columns = Set(columns.map(\.name))
    isJSON = columns.map(\.isJSON)
    let names = ([key] + columns.map(\.name)).map(quoted).joined(separator: ", ")
    let (table, column, key) = (quoted(table), quoted(column), quoted(key))
    select = StatementText("SELECT \(names) FROM \(table) WHERE \(column) IS NULL")
    markChecked = StatementText("UPDATE \(table) SET \(column) = 2 WHERE \(key) = ?")
  }

  /// Throws ``ExpressionFailure`` if the state of the database that the last statement saw has a
  /// text of another program that is not in canonical form, or JSON with a key twice. Call this
  /// while the statement still runs, inside a transaction, or before another statement.
  ///
  /// Nothing is read if the database has not changed since the last call.
  func check(on connection: Connection) throws {
    let version = connection.databaseVersion
    if let known = connection.facts.checkedTexts.first(where: { $0.table == table }),
      known.version == version
    {
      guard let faulty = known.faulty else { return }
      throw ExpressionFailure(error: UncheckedText(table: table, faulty: faulty))
    }
    var faulty: (row: Int64, finding: String)?
    try forEachUnchecked(on: connection) { row, finding in
      faulty = finding.map { (row, $0) }
      return finding == nil
    }
    connection.facts.checkedTexts.removeAll { $0.table == table }
    // Outside a snapshot, the rows may be those of a later state.
    guard let version, version == connection.databaseVersion else {
      throw ExpressionFailure(error: UncheckedText(table: table, faulty: nil))
    }
    connection.facts.checkedTexts.append((table, version, faulty))
    if let faulty { throw ExpressionFailure(error: UncheckedText(table: table, faulty: faulty)) }
  }

  /// Marks the rows of other programs whose texts are in canonical form as checked, by 2: they are
  /// not as the library inserted them. This takes the write lock only if there are any.
  package func markChecked(on connection: Connection) throws {
    var hasCanonical = false
    try forEachUnchecked(on: connection) { _, finding in
      hasCanonical = finding == nil
      return finding != nil
    }
    guard hasCanonical else { return }
    try connection.transaction {
      var rows: [Int64] = []
      try forEachUnchecked(on: connection) { row, finding in
        if finding == nil { rows.append(row) }
        return true
      }
      try connection.withStatement(markChecked) { statement in
        for row in rows {
          try statement.bind(row, at: 0)
          try statement.run()
        }
      }
    }
  }

  /// Calls a closure with the key of each row that another program has written, and what is wrong
  /// with one of its texts, until it returns false.
  private func forEachUnchecked(
    on connection: Connection, _ body: (Int64, _ finding: String?) -> Bool
  ) throws {
    try connection.withStatement(select) { statement in
      while try statement.step() {
        var finding: String?
        for column in 1..<statement.columnCount where finding == nil {
          finding = try self.finding(in: column, of: statement)
        }
        guard body(try statement.integer(0), finding) else { return }
      }
    }
  }

  /// Returns what is wrong with a text, as the object of a sentence with "has".
  private func finding(in column: Int, of statement: Statement) throws -> String? {
    // A value that is no text, and text that is not UTF-8, are errors when they are read.
    guard statement.type(column) == .text else { return nil }
    return try statement.withUTF8(column) { bytes in
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      if isJSON[column - 1] { return ForeignJSON.defect(of: text)?.description }
      return CanonicalText.isCanonical(text) ? nil : ForeignJSON.Defect.notCanonical.description
    }
  }
}

extension Table {
  /// Returns the assignment that tells the library's changes from those of other programs, if one
  /// of the changed columns contains texts, or if all changes are counted.
  func textChange(of changed: some Sequence<String>, on engine: Engine) -> [String] {
    guard !engine.keepsCanonicalText, let textVersion,
      countsAllChanges || changed.contains(where: textVersion.columns.contains)
    else { return [] }
    return ["\(quoted(textVersion.column)) = \(quoted(textVersion.column)) + 1"]
  }
}

/// The reason why memory decides about a query that depends on texts: another program has written
/// one that SQL would compare in another way than Swift.
struct UncheckedText: UndecidedInSQL {
  let table: String
  /// The key of a row with such a text, and what is wrong with it; nil if the table changed while
  /// it was checked.
  let faulty: (row: Int64, finding: String)?

  var description: String {
    guard let faulty else { return "another program was writing texts of \(table)" }
    return "row \(faulty.row) of \(table) has \(faulty.finding), from another program; a repair "
      + "corrects it"
  }
}
