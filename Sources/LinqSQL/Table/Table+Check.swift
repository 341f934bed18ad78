internal import StoreSQLite
internal import Synchronization

extension Table {
  /// Throws unless the declaration fits the struct and the table of a database. The struct is
  /// checked once, with sample values. The table is checked once for each connection, before its
  /// first statement of the table.
  ///
  /// - Returns: whether both checks are complete. They are not if a stored row is needed for the
  ///   first, or the table itself for the second, and does not exist yet.
  @discardableResult func check(on connection: Connection) throws -> Bool {
    let isTried = identity.isTried.load(ordering: .relaxed)
    let isCompared = connection.hasCompared(sql.declaration)
    guard !isTried || !isCompared else { return true }
    var problems = declarationProblems
    var isTriedNow = isTried
    if !isTried, let swapped = try swappedColumns(on: connection) {
      problems += swapped
      isTriedNow = true
    }
    let columns = try connection.storedColumns(of: name)
    if !isCompared { problems += try differences(from: columns, on: connection) }
    guard problems.isEmpty else { throw TableDeclarationError(table: name, problems: problems) }
    if isTriedNow { identity.isTried.store(true, ordering: .relaxed) }
    // A table that does not exist yet is compared after it has been created.
    if !columns.isEmpty { connection.setCompared(sql.declaration) }
    return isTriedNow && !columns.isEmpty
  }

  /// Returns the columns whose values end up in the properties of other columns; nil if that cannot
  /// be determined yet.
  ///
  /// A row is made from sample values, and once more for each column with another value in it.
  /// Columns of types without sample values get those of a stored row.
  private func swappedColumns(
    on connection: Connection
  ) throws -> [TableDeclarationError.Problem]? {
    var stored: [Value]?
    if columns.contains(where: { $0.writeSample == nil && !$0.isOptional }) {
      stored = try storedValues(on: connection)
      if stored == nil { return nil }
    }
    guard let first = try trial(changing: nil, stored) else { return [] }
    // For each column, the column whose property received its value, if it is another one.
    var targets: [Int: Int] = [:]
    for index in columns.indices where columns[index].writeSample != nil {
      guard let changed = try trial(changing: index, stored) else { continue }
      let differing = columns.indices.filter { first[$0] != changed[$0] }
      // A change of exactly one other column is a swap. An initializer may compute anything else.
      if differing.count == 1, differing[0] != index { targets[index] = differing[0] }
    }
    // Swapped columns form cycles.
    return targets.keys.sorted().compactMap { start in
      var place = targets[start]
      var steps = 0
      while let next = place, next != start, steps < columns.count {
        place = targets[next]
        steps += 1
      }
      guard place == start, let target = targets[start] else { return nil }
      return .swapped(column: columns[start].name, propertyOf: columns[target].name)
    }
  }

  /// Returns the values of a stored row; nil if there is none.
  private func storedValues(on connection: Connection) throws -> [Value]? {
    guard try !connection.storedColumns(of: name).isEmpty else { return nil }
    let names = columns.map { quoted($0.name) }.joined(separator: ", ")
    return try connection.withStatement("SELECT \(names) FROM \(quoted(name)) LIMIT 1") {
      statement in
      guard try statement.step() else { return nil }
      return try columns.indices.map { try statement.value($0) }
    }
  }

  /// Returns the column values of a row that is made from sample values, using the second sample in
  /// one column; nil if the values do not make a row.
  private func trial(changing changed: Int?, _ stored: [Value]?) throws -> [Value]? {
    var samples = RowWriter()
    for (index, column) in columns.enumerated() {
      if let writeSample = column.writeSample {
        try writeSample(&samples, index == changed)
      } else {
        try samples.write(stored?[index] ?? .null)
      }
    }
    guard let row = try? read(samples.values) else { return nil }
    var written = RowWriter()
    do { try writeColumns(row, &written) } catch is RowError { return nil }
    written.values.insert(.integer(key.read(row)), at: keyColumn)
    return written.values
  }

  /// Returns the differences between the declaration and the table of a database.
  private func differences(
    from stored: [String: StoredColumn], on connection: Connection
  ) throws -> [TableDeclarationError.Problem] {
    // If there is no table, the statement fails with SQLite's own error.
    guard !stored.isEmpty else { return [] }
    let isView = try connection.isView(name)
    var problems: [TableDeclarationError.Problem] = []
    for column in columns {
      guard let found = stored[column.name.lowercased()] else {
        if !isRowID(column, isView) { problems.append(.missingColumn(column.name)) }
        continue
      }
      if !column.type.fits(found, isNeverNumeric: column.isNeverNumeric) {
        problems.append(
          .type(column: column.name, expected: column.type.rawValue, declared: found.type))
      }
      if let collation = found.collation, column.type == .text, collation != "BINARY" {
        problems.append(.collation(column: column.name, collation))
      }
      if !column.isOptional, !found.isNotNull, !found.isKey, !isView {
        problems.append(.nullable(column: column.name))
      }
    }
    if let column = textVersion?.column, stored[column.lowercased()] == nil {
      problems.append(.missingColumn(column))
    }
    if !isView, !(try connection.isUnique(keyName, in: name, stored)),
      !isRowID(columns[keyColumn], isView)
    {
      problems.append(.keyNotUnique(column: keyName))
    }
    return problems
  }

  /// Returns whether a column is the implicit row ID, which the schema does not list.
  private func isRowID(_ column: ColumnDescription, _ isView: Bool) -> Bool {
    !isView && ["rowid", "oid", "_rowid_"].contains(column.name.lowercased())
  }
}

extension Connection {
  /// Calls a closure with a prepared statement of a table. The declaration of the table is checked
  /// before the statement is first used.
  func withStatement<Row, Result>(
    _ text: StatementText, of table: Table<Row>, _ body: (Statement) throws -> Result
  ) throws -> Result {
    NestedStatements.record(text.sql)
    if !table.identity.isTried.load(ordering: .relaxed) { try table.check(on: self) }
    return try withStatement(text, registering: { try table.check(on: self) }, body)
  }
}

/// A column as declared in the schema of a database.
struct StoredColumn {
  let type: String
  let isNotNull: Bool
  /// Whether the column belongs to the primary key.
  let isKey: Bool
  /// The name of the collation; nil for a column of a view.
  let collation: String?
  /// Whether the table is `STRICT`.
  let isStrict: Bool
}

extension Connection {
  /// Returns the columns of a table or a view by their names in lower case; empty if there is no
  /// such table or view.
  fileprivate func storedColumns(of table: String) throws -> [String: StoredColumn] {
    let isStrict = try query(
      "SELECT strict FROM pragma_table_list WHERE name = ? COLLATE NOCASE", [.text(table)]
    ) { try $0.integer(0) }.contains(1)
    let columns = try query(
      "SELECT name, type, \"notnull\", pk FROM pragma_table_xinfo(?)", [.text(table)]
    ) { row in
      (try row.text(0), try row.text(1), try row.integer(2) != 0, try row.integer(3) > 0)
    }
    return Dictionary(
      columns.map { name, type, isNotNull, isKey in
        (
          name.lowercased(),
          StoredColumn(
            type: type, isNotNull: isNotNull, isKey: isKey,
            collation: collation(of: name, in: table)?.uppercased(), isStrict: isStrict)
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  fileprivate func isView(_ name: String) throws -> Bool {
    try query(
      "SELECT type FROM pragma_table_list WHERE name = ? COLLATE NOCASE", [.text(name)]
    ) { try $0.text(0) }.contains("view")
  }

  /// Returns whether the schema makes the values of a column unique.
  fileprivate func isUnique(
    _ column: String, in table: String, _ columns: [String: StoredColumn]
  ) throws -> Bool {
    if columns[column.lowercased()]?.isKey == true, columns.values.count(where: \.isKey) == 1 {
      return true
    }
    return try !query(
      """
      SELECT 1 FROM pragma_index_list(?1) l WHERE l."unique" AND NOT l.partial
      AND (SELECT count(*) FROM pragma_index_info(l.name)) = 1
      AND (SELECT name FROM pragma_index_info(l.name)) = ?2 COLLATE NOCASE
      """, [.text(table), .text(column)]
    ) { _ in true }.isEmpty
  }
}

extension ValueType {
  /// Returns whether a column stores values of this type unchanged.
  ///
  /// - Parameter isNeverNumeric: whether the values are texts that never look like numbers, so that
  ///   numeric affinity leaves them unchanged.
  fileprivate func fits(_ column: StoredColumn, isNeverNumeric: Bool) -> Bool {
    let declared = column.type.uppercased()
    // SQLite's rules of type affinity, in their order.
    func has(_ parts: String...) -> Bool { parts.contains { declared.contains($0) } }
    let affinity: Affinity =
      if has("INT") {
        .integer
      } else if has("CHAR", "CLOB", "TEXT") {
        .text
      } else if declared.isEmpty || has("BLOB") || declared == "ANY" {
        .none
      } else if has("REAL", "FLOA", "DOUB") {
        .real
      } else {
        .numeric
      }
    switch self {
    case .null: return true
    case .integer: return [.integer, .numeric, .none].contains(affinity)
    case .real: return [.real, .none].contains(affinity)
    case .text: return [.text, .none].contains(affinity) || affinity == .numeric && isNeverNumeric
    case .blob: return affinity == .none || !column.isStrict
    }
  }

  private enum Affinity { case integer, text, none, real, numeric }
}
