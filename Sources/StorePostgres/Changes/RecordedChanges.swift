#if Postgres
internal import StoreEngine

/// Reads recorded changes, and gives the values their types.
struct RecordedChanges {
  /// The changes of one transaction; nil if not all of them are known.
  typealias Transaction = [RowChange]?

  /// The tables whose changes have been read.
  private var tables: [String: StoredTable?] = [:]

  /// Reads the changes that the session has made in its transaction.
  mutating func ownChanges(on connection: PostgresConnection) throws -> [RowChange] {
    let transactions = try read(from: "SELECT * FROM \(ChangeFunctions.ownTable)", [], connection)
    return transactions.compactMap { $0 }.flatMap { $0 }
  }

  /// Reads the changes of the transactions that a snapshot does not see, and the transaction's own
  /// one does. Transactions that changed the same rows come in their order.
  mutating func changes(
    since snapshot: String, on connection: PostgresConnection
  ) throws -> [Transaction] {
    try read(
      from: """
        SELECT * FROM swift.row_change
        WHERE transaction >= pg_snapshot_xmin(CAST($1 AS pg_snapshot))
          AND NOT pg_visible_in_snapshot(transaction, CAST($1 AS pg_snapshot))
        """, [.text(snapshot)], connection)
  }

  private mutating func read(
    from query: String, _ values: [Value], _ connection: PostgresConnection
  ) throws -> [Transaction] {
    var transactions: [Transaction] = []
    var transaction = ""
    var last: Change?
    /// Ends the change that has been read so far.
    func finish(_ change: Change?) throws {
      guard let change else { return }
      if change.transaction != transaction {
        transactions.append([])
        transaction = change.transaction
      }
      let index = transactions.count - 1
      guard let table = try table(change.table, on: connection), let made = change.made(in: table)
      else {
        // The table may have other columns now.
        tables[change.table] = nil
        transactions[index] = nil
        return
      }
      transactions[index]?.append(made)
    }
    // A transaction that changed a row after another one recorded that later than all of the other
    // one's changes.
    let fields = try connection.query(
      """
      WITH fresh AS (
        SELECT *, max(id) OVER (PARTITION BY transaction) AS last FROM (\(query)) changes)
      SELECT CAST(f.transaction AS text), f.id, coalesce(CAST(t.relname AS text), ''), f.operation,
        s.is_new, v.name, v.value
      FROM fresh f LEFT JOIN pg_class t ON t.oid = f.relation
      LEFT JOIN LATERAL (VALUES (FALSE, f.old), (TRUE, f.new)) s (is_new, row)
        ON s.row IS NOT NULL
      LEFT JOIN LATERAL json_each_text(s.row) WITH ORDINALITY v (name, value, place) ON TRUE
      ORDER BY f.last, f.id, s.is_new, v.place
      """, values
    ) { row in
      Field(
        transaction: try row.text(0), id: try row.integer(1), table: try row.text(2),
        operation: try row.text(3), isNew: try !row.isNull(4) && row.integer(4) != 0,
        name: row.isNull(5) ? nil : try row.text(5), value: row.isNull(6) ? nil : try row.text(6))
    }
    for field in fields {
      if last?.id != field.id {
        try finish(last)
        last = Change(field)
      }
      last?.add(field)
    }
    try finish(last)
    return transactions
  }

  private mutating func table(
    _ name: String, on connection: PostgresConnection
  ) throws -> StoredTable? {
    if let known = tables[name] { return known }
    let table = try connection.schema(of: name)
    tables[name] = .some(table)
    return table
  }
}

/// One value of a recorded row.
private struct Field {
  let transaction: String
  let id: Int64
  let table: String
  let operation: String
  let isNew: Bool
  let name: String?
  let value: String?
}

/// A recorded change whose values are texts.
private struct Change {
  let transaction: String
  let id: Int64
  let table: String
  let operation: RowChange.Operation?
  private var old: [(name: String, value: String?)] = []
  private var new: [(name: String, value: String?)] = []

  init(_ field: Field) {
    transaction = field.transaction
    id = field.id
    table = field.table
    operation =
      switch field.operation {
      case "insert": .insert
      case "update": .update
      case "delete": .delete
      default: nil
      }
  }

  mutating func add(_ field: Field) {
    guard let name = field.name else { return }
    if field.isNew { new.append((name, field.value)) } else { old.append((name, field.value)) }
  }

  /// Returns the change with the values as the table's columns have them; nil if these are other
  /// columns.
  func made(in table: StoredTable) -> RowChange? {
    guard let operation else { return nil }
    func values(_ row: [(name: String, value: String?)]) -> [Value]? {
      guard row.map(\.name) == table.columns.map(\.name) else { return nil }
      var values: [Value] = []
      for (field, column) in zip(row, table.columns) {
        guard let value = Value(text: field.value, type: column.type) else { return nil }
        values.append(value)
      }
      return values
    }
    let old = operation == .insert ? nil : values(self.old)
    let new = operation == .delete ? nil : values(self.new)
    guard (old != nil) == (operation != .insert), (new != nil) == (operation != .delete) else {
      return nil
    }
    let keys = table.columns.indices.filter { table.columns[$0].isKey }
    var key: Int64 = 0
    if keys.count == 1, case .integer(let number)? = (old ?? new)?[keys[0]] { key = number }
    return RowChange(operation: operation, table: table.name, key: key, old: old, new: new)
  }
}

extension Value {
  /// Creates a value from the text that JSON has for it; nil if it is none of that type.
  fileprivate init?(text: String?, type: String) {
    guard let text else {
      self = .null
      return
    }
    switch type {
    case "bigint", "integer", "smallint":
      guard let number = Int64(text) else { return nil }
      self = .integer(number)
    case "boolean": self = .integer(text == "true" ? 1 : 0)
    case "real":
      guard let number = Float(text) else { return nil }
      self = .real(Double(number))
    case "double precision":
      guard let number = Double(text) else { return nil }
      self = .real(number)
    case "bytea":
      let digits = Array(text.utf8.dropFirst(2))
      guard text.hasPrefix("\\x"), digits.count.isMultiple(of: 2) else { return nil }
      var bytes: [UInt8] = []
      for index in stride(from: 0, to: digits.count, by: 2) {
        let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
        guard let byte = UInt8(pair, radix: 16) else { return nil }
        bytes.append(byte)
      }
      self = .blob(bytes)
    // As Swift writes them.
    case "uuid": self = .text(text.uppercased())
    // Their texts in JSON are not the usual ones.
    case "numeric", "jsonb", "timestamp with time zone", "timestamp without time zone": return nil
    default: self = .text(text)
    }
  }
}
#endif
