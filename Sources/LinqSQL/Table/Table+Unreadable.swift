internal import LinqCore
internal import StoreEngine

extension Table {
  /// Returns a reader of rows whose stored values are in consecutive columns of a statement.
  ///
  /// - Parameter unreadable: receives the values that cannot be read, which fail where they are
  ///   evaluated; nil if that is an error at once.
  func readerOfStored(
    _ statement: Statement, from first: Int, _ unreadable: UnreadableValues?
  ) -> ElementReader<Row> {
    guard columns.contains(where: { $0.encoding?.isPlain == false }) else {
      let reader = makeReader(statement, first)
      guard let unreadable else { return reader }
      return ElementReader {
        do {
          return try reader.read()
        } catch DatabaseError.decoding {
          return try row(of: statement, from: first, unreadable)
        }
      }
    }
    return ElementReader { try row(of: statement, from: first, unreadable) }
  }

  /// Reads a row with samples for the values that cannot be read. Where no sample is known, that is
  /// an error at once.
  private func row(
    of statement: Statement, from first: Int, _ unreadable: UnreadableValues?
  ) throws -> Row {
    var failures: [(property: AnyKeyPath, error: any Error)] = []
    let values = try columns.enumerated().map { index, column in
      do {
        return try column.usualValue(of: statement, first + index)
      } catch {
        let error = names.named(error, ofStored: statement, from: first, column: index)
        guard unreadable != nil, let sample = try column.sample ?? other(column, statement) else {
          throw error
        }
        failures.append((column.keyPath, error))
        return sample
      }
    }
    let row = try read(usual: values)
    if !failures.isEmpty {
      try unreadable?.add(
        failures, of: row, table: identity.number, contents: contents, parts: parts)
    }
    return row
  }

  /// Returns the value of another row in a column, whose type has no sample values; nil if none can
  /// be read.
  private func other(_ column: ColumnDescription, _ statement: Statement) throws -> Value? {
    guard let connection = statement.state.pointee.connection else { return nil }
    var sql = SQLText(connection.engine.dialect)
    sql.append("SELECT ")
    sql.dialect.write(output: column.storedExpression, to: &sql)
    sql.append(" FROM \(quoted(name))")
    return try connection.withStatement(sql.text) { statement in
      while try statement.step() {
        if let value = try? column.usualValue(of: statement, 0) { return value }
      }
      return nil
    }
  }

  /// Returns what a row is known by: its values; nil for a row of another table, if it tells.
  private func contents(of row: Row) -> UnreadableValues.Contents? {
    guard isOwn?(row) ?? true else { return nil }
    var writer = RowWriter()
    let isWritten = withUnsafePointer(to: row) { row in
      allWriters.allSatisfy { (try? $0.write(row, &writer)) != nil }
    }
    return isWritten ? AnyHashable(writer.values) : nil
  }

  /// Returns the stored properties that a property is computed from; nil if they are not known.
  func parts(of property: AnyKeyPath) -> [AnyKeyPath]? {
    if let own = columnPath(of: property) { return [own] }
    guard let expression = computed(property) else { return nil }
    var parts: [AnyKeyPath]? = []
    expression.forEachMember { member in
      guard let own = self.parts(of: member) else { return parts = nil }
      parts?.append(contentsOf: own)
    }
    return parts
  }
}

extension ColumnDescription {
  /// Returns the usual form of a stored value.
  ///
  /// - Throws: `DatabaseError.decoding` if it cannot be read.
  func usualValue(of statement: Statement, _ index: Int) throws -> Value {
    var reader = RowReader(statement, column: index)
    guard let encoding, !encoding.isPlain else {
      try read(&reader)
      return try statement.value(index)
    }
    let stored = try statement.value(index)
    let usual = encoding.decode(stored)
    guard isReadable(usual) else {
      reader.column = index + 1
      throw reader.mismatch(expected: "\(encoding)", found: "\(stored)")
    }
    return usual
  }

  /// Returns whether a value in its usual form can be read.
  func isReadable(_ usual: Value) -> Bool {
    withCells(of: CollectionOfOne(usual)) { cells in
      var reader = RowReader(cells)
      return (try? read(&reader)) != nil
    }
  }
}

extension RowNames {
  /// Returns the error of reading a stored value, with the names of its table and its column and
  /// the key of its row.
  ///
  /// - Parameters:
  ///   - first: the statement's first column of the row.
  ///   - column: the index of the column in the row.
  func named(
    _ error: any Error, ofStored statement: Statement, from first: Int, column: Int
  ) -> any Error {
    guard case DatabaseError.decoding(let failure) = error else { return error }
    let key = keyColumns.compactMap { index in
      (try? columns[index].usualValue(of: statement, first + index))
        ?? (try? statement.value(first + index))
    }
    let isKnown = key.count == keyColumns.count && !key.contains(.null)
    return DatabaseError.decoding(
      DecodingFailure(
        table: table, column: columns[column].name,
        row: isKnown ? .key(RowKey(key)) : failure.row, expected: failure.expected,
        found: failure.found))
  }
}
