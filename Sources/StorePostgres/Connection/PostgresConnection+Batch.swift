#if Postgres
package import StoreEngine

extension PostgresConnection: BatchInserting {
  package func insert(_ batch: RowBatch) throws -> [Int64?]? {
    let names = batch.columns.map(\.name)
    let list = names.joined(separator: ", ")
    let key = names[names.count - 1]
    let arrays = batch.columns.indices.map {
      "CAST($\($0 + 1) AS \(batch.columns[$0].type.array.name))"
    }
    let literal = { (text: String) in "'" + text.replacing("'", with: "''") + "'" }
    let sequence = "pg_get_serial_sequence(\(literal(batch.table)), \(literal(batch.key)))"
    // The rows of a function come in their order. The sequence is looked up once.
    let sql = """
      INSERT INTO \(batch.table) (\(list)) \
      SELECT \(names.dropLast().map { "t." + $0 + ", " }.joined())\
      coalesce(t.\(key), nextval((SELECT CAST(\(sequence) AS regclass)))) \
      FROM unnest(\(arrays.joined(separator: ", "))) AS t (\(list))\
      \(batch.conflictClause) \
      RETURNING CASE WHEN \(batch.table).xmax = 0 THEN \(batch.table).\(key) END
      """
    do {
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
    } catch DatabaseError.constraint {
      return nil
    } catch DatabaseError.nulInText {
      return nil
    } catch DatabaseError.failed(let error) where error.state == "21000" {
      // Two of the rows would change the same stored one.
      return nil
    }
  }
}

extension ValueType {
  /// The type of an array of such values: its name, the number of the array's type and that of its
  /// elements.
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
