#if Postgres
internal import CStorePostgres
package import StoreEngine
internal import StoreSupport

extension PostgresConnection: BatchInserting {
  package func insert(_ batch: RowBatch) throws -> [Int64?]? {
    do {
      return batch.conflictClause.isEmpty && batch.isPlain && isInTransaction
        ? try copy(batch) : try insertSelected(batch)
    } catch DatabaseError.constraint {
      return nil
    } catch DatabaseError.nulInText {
      return nil
    } catch DatabaseError.failed(let error) where error.state == "21000" {
      // Two of the rows would change the same stored one.
      return nil
    }
  }

  /// Inserts rows with `COPY`, which is the fastest way but returns no keys: they are chosen first.
  private func copy(_ batch: RowBatch) throws -> [Int64?]? {
    // All rows are new here, so those of a table without assigned keys have the key 1.
    var keys: [Int64?] = batch.rows.map { row in
      guard batch.assignedKey != nil else { return 1 }
      guard case .integer(let key)? = row.last else { return nil }
      return key
    }
    let missing = keys.indices.filter { keys[$0] == nil }
    if !missing.isEmpty, let key = batch.assignedKey {
      let chosen = try query(
        "SELECT nextval((SELECT \(sequence(of: key, in: batch)))) FROM generate_series(1, ?)",
        [.integer(Int64(missing.count))]
      ) { try $0.integer(0) }
      for (index, key) in zip(missing, chosen) { keys[index] = key }
    }
    var content = CopyContent()
    for (row, key) in zip(batch.rows, keys) {
      let given = batch.assignedKey == nil ? row[...] : row.dropLast()
      for value in given { try content.append(value) }
      if batch.assignedKey != nil { try content.append(key.map(Value.integer) ?? .null) }
      content.endRow()
    }
    let names = batch.columns.map(\.name).joined(separator: ", ")
    let sql = "COPY \(batch.table) (\(names)) FROM STDIN"
    return try copy(sql, content.bytes, rowCount: batch.rows.count) ? keys : nil
  }

  /// Runs a `COPY … FROM STDIN`. If a trigger has left rows out, the others are not stored either,
  /// and the result is false.
  private func copy(_ sql: String, _ content: [UInt8], rowCount: Int) throws -> Bool {
    try statementBegins(sql)
    let undo = protect(isReadOnly: false)
    do {
      try sendPending()
      try start(copy: sql)
      try content.withUnsafeBytes { bytes in
        guard
          PQputCopyData(
            handle, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count)) == 1,
          PQputCopyEnd(handle, nil) == 1
        else { throw connectionFailure(sql: sql) }
      }
      var count = 0
      var error: (any Error)?
      while isOpen, let result = receive() {
        defer { PQclear(result) }
        if PQresultStatus(result) != PGRES_COMMAND_OK { error = failure(result, sql: sql) }
        count = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
      }
      if let error { throw error }
      changed(count, isChange: true)
      guard count == rowCount else {
        try undoStatement(undo)
        return false
      }
      return true
    } catch {
      self.undo(undo)
      throw error
    }
  }

  /// Inserts rows with a statement that reads arrays of their values.
  private func insertSelected(_ batch: RowBatch) throws -> [Int64?]? {
    let names = batch.columns.map(\.name)
    let list = names.joined(separator: ", ")
    var values = batch.columns.map(\.stored)
    var returned = "1"
    if let key = batch.assignedKey {
      let name = names[names.count - 1]
      values[names.count - 1] =
        "coalesce(t.\(name), nextval((SELECT \(sequence(of: key, in: batch)))))"
      returned = "\(batch.table).\(name)"
    }
    let arrays = batch.columns.indices.map {
      "CAST($\($0 + 1) AS \(batch.columns[$0].type.array.name))"
    }
    // The rows of a function come in their order. The sequence is looked up once. A given key is
    // stored in a column that is GENERATED ALWAYS, too. The number `xmax` of a row is 0 if the row
    // is new, and not if ON CONFLICT has updated it.
    let sql = """
      INSERT INTO \(batch.table) (\(list)) OVERRIDING SYSTEM VALUE \
      SELECT \(values.joined(separator: ", ")) \
      FROM unnest(\(arrays.joined(separator: ", "))) AS t (\(list))\
      \(batch.conflictClause) \
      RETURNING CASE WHEN \(batch.table).xmax = 0 THEN \(returned) END
      """
    return try withStatement(sql) { statement in
      guard let statement = statement as? PostgresStatement else { return nil }
      for (index, column) in batch.columns.enumerated() {
        try statement.bind(array: column.type, at: index, batch.rows.lazy.map { $0[index] })
      }
      var keys: [Int64?] = []
      keys.reserveCapacity(batch.rows.count)
      while try statement.step() {
        keys.append(statement.isNull(0) ? nil : try statement.integer(0))
      }
      return keys
    }
  }

  /// Returns the sequence that chooses the keys of a table.
  private func sequence(of key: String, in batch: RowBatch) -> String {
    let (table, key) = (batch.table.enclosed(in: "'"), key.enclosed(in: "'"))
    return "CAST(pg_get_serial_sequence(\(table), \(key)) AS regclass)"
  }
}

/// The rows of a `COPY` in its text format, which suits columns of every type.
private struct CopyContent {
  private(set) var bytes: [UInt8] = []
  private var isInRow = false

  mutating func append(_ value: Value) throws {
    if isInRow { bytes.append(UInt8(ascii: "\t")) }
    isInRow = true
    switch value {
    case .null: bytes += "\\N".utf8
    case .integer(let number): bytes += "\(number)".utf8
    case .real(let number): bytes += "\(number)".utf8
    case .text(let text): try append(text.utf8)
    case .blob(let blob):
      bytes += "\\\\x".utf8
      for byte in blob {
        bytes.append(Self.digits[Int(byte >> 4)])
        bytes.append(Self.digits[Int(byte & 15)])
      }
    }
  }

  mutating func endRow() {
    bytes.append(UInt8(ascii: "\n"))
    isInRow = false
  }

  private mutating func append(_ text: String.UTF8View) throws {
    for byte in text {
      switch byte {
      case 0: throw DatabaseError.nulInText(parameter: 0)
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      default: bytes.append(byte)
      }
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)
}

extension ValueType {
  /// The type of an array of such values: its name, the number of the array's type and that of its
  /// elements. PostgreSQL never changes the numbers of its own types.
  var array: (name: String, type: UInt32, element: UInt32) {
    switch self {
    case .integer: ("bigint[]", 1016, 20)
    case .real: ("double precision[]", 1022, 701)
    case .blob: ("bytea[]", 1001, 17)
    case .text, .null: ("text[]", 1009, 25)
    }
  }
}
#endif
