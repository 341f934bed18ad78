internal import StoreEngine
internal import Synchronization

extension Table {
  /// Throws unless the declaration fits the struct and the table of a database. The struct is
  /// checked once, with sample values. The table is checked once for each connection, before its
  /// first statement of the table.
  ///
  /// - Returns: whether both checks are complete. They are not if a stored row is needed for the
  ///   first, or the table itself for the second, and does not exist yet.
  @discardableResult func check(on connection: Connection) throws -> Bool {
    let declaration = sql(connection.engine).declaration
    let isTried = identity.isTried.load(ordering: .relaxed)
    let isCompared = connection.facts.hasCompared(declaration)
    guard !isTried || !isCompared else { return true }
    let unwritable =
      declarationProblems + (connection.engine.ignoresCaseOfNames ? names.columnsOfOtherCase : [])
    guard unwritable.isEmpty else { throw TableDeclarationError(table: name, problems: unwritable) }
    if connection.engine.callsSwift {
      for encoding in columns.compactMap(\.encoding) {
        if encoding == .numeric {
          // Their key orders the rows.
          try connection.registerLinqFunctions()
        } else if !encoding.isPlain {
          try connection.register(encoding)
        }
      }
    }
    var problems: [TableDeclarationError.Problem] = isTried ? [] : columnsWithOwnEquality
    var isTriedNow = isTried
    if !isTried, let swapped = try swappedColumns(on: connection) {
      problems += swapped
      isTriedNow = true
    }
    let schema = connection.state.pointee.schemaNumber
    let stored = try connection.storedTable(named: name)
    if !isCompared, let stored { problems += differences(from: stored, connection.engine) }
    guard problems.isEmpty else { throw TableDeclarationError(table: name, problems: problems) }
    if isTriedNow { identity.isTried.store(true, ordering: .relaxed) }
    // A table that does not exist yet is compared after it has been created.
    guard let stored, schema == connection.state.pointee.schemaNumber else { return false }
    connection.facts.setCompared(declaration, stored)
    return isTriedNow
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
    guard let first = try trial(changing: nil, stored)?.values else { return [] }
    // For each column, the column whose property received its value, if it is another one.
    var targets: [Int: Int] = [:]
    for index in columns.indices where columns[index].writeSample != nil {
      guard let changed = try trial(changing: index, stored)?.values else { continue }
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
    guard try connection.storedTable(named: name) != nil else { return nil }
    let names = columns.map { quoted($0.name) }.joined(separator: ", ")
    return try connection.withStatement("SELECT \(names) FROM \(quoted(name)) LIMIT 1") {
      statement in
      guard try statement.step() else { return nil }
      return try columns.indices.map { try statement.value($0) }
    }
  }

  /// Returns a row that is made from sample values, using the second sample in one column, and its
  /// column values; nil if the values do not make a row.
  func trial(
    changing changed: Int?, _ stored: [Value]?
  ) throws -> (row: Row, values: [Value])? {
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
    do { try write(row, allWriters, &written) } catch is RowError { return nil }
    return (row, written.values)
  }

  /// Returns the differences between the declaration and the table of a database.
  private func differences(
    from stored: StoredTable, _ engine: Engine
  ) -> [TableDeclarationError.Problem] {
    let isView = stored.kind == .view
    let isWritable = orderColumns == keyNames
    var problems: [TableDeclarationError.Problem] = []
    for column in columns {
      guard let found = stored.column(named: column.name) else {
        if !isRowID(column, isView) { problems.append(.missingColumn(column.name)) }
        continue
      }
      if let expected = column.missingType(in: found, engine, isView) {
        problems.append(.type(column: column.name, expected: expected, declared: found.type))
      }
      if let collation = found.foreignCollation, column.type == .text {
        if column.encoding?.isForeignText != true {
          problems.append(.collation(column: column.name, collation))
        } else if !found.isCollationDeterministic, column.encoding?.server.isNamed != true {
          problems.append(.nondeterministicCollation(column: column.name, collation))
        }
      }
      if !column.isOptional, !found.isNotNull, !found.isKey, !isView {
        problems.append(.nullable(column: column.name))
      }
      if column.isPrimaryKey, column.isOptional, assignedKey == nil {
        problems.append(.optionalKey(column: column.name))
      }
      if column.isPrimaryKey, assignedKey != nil, !found.isAssigned, !isView, isWritable,
        stored.isUnique(keyNames)
      {
        problems.append(.keyNotAssigned(column: column.name))
      }
      if found.isGenerated, column.role != .generated {
        problems.append(.generated(column: column.name))
      }
    }
    if !engine.keepsCanonicalText, let column = textVersion?.column,
      stored.column(named: column) == nil
    {
      problems.append(.missingColumn(column))
    }
    let hasRowID = keyColumns.contains { index in
      isRowID(columns[index], isView) && stored.column(named: columns[index].name) == nil
    }
    if !isView, isWritable, !hasRowID, !stored.isUnique(keyNames) {
      problems.append(.keyNotUnique(column: keyNames.joined(separator: ", ")))
    }
    // VACUUM gives rows other numbers, and an index of texts knows the rows by these.
    if hasRowID, searchIndex != nil || substringIndex != nil { problems.append(.noIntegerKey) }
    return problems
  }

  /// Returns whether a column is the implicit row ID, which the schema does not list.
  private func isRowID(_ column: ColumnDescription, _ isView: Bool) -> Bool {
    !isView && ["rowid", "oid", "_rowid_"].contains(column.name.lowercased())
  }
}

extension ColumnDescription {
  /// Returns the type that a stored column does not have, although the values need it; nil if the
  /// column fits.
  fileprivate func missingType(in found: StoredColumn, _ engine: Engine, _ isView: Bool) -> String?
  {
    if engine.hasTypedColumns, let type = encoding?.server.type {
      if found.isDomainWithLength, type == found.type, let base = found.baseType {
        return "\(base): a cast to a domain with a length cuts what is too long"
      }
      return [found.type, found.baseType].contains(type) ? nil : type
    }
    let fits =
      found.holds.contains(type) || type == .null || isView && found.type.isEmpty
      || type == .text && (isNeverNumeric || isCollection) && found.convertsNumericTexts
      || (encoding == .number || encoding == .text) && found.holdsNumbersAndTexts
    return fits ? nil : type.rawValue
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
    return try withCurrentSchema {
      try withStatement(text, registering: { try table.check(on: self) }) { statement in
        statement.relyOnSchema()
        return try body(statement)
      }
    }
  }
}
