internal import LinqCore
internal import StoreEngine
internal import StoreSupport

/// The stored values that a statement evaluates, of one table.
///
/// SQL compares, sorts and computes with whatever a column holds, also with values that the
/// declaration cannot read: a text in a column of numbers, JSON of another type, a day that does
/// not exist. What a statement returns then is no answer. Neither is it where a type reads what is
/// stored as another value: `A` as `a`, JSON without a key as a default. So a statement counts only
/// if all values of the columns that it evaluates can be read, by the very code that reads rows,
/// and are what SQL takes them for. If not, memory decides (S38), where a value that cannot be read
/// is an error if it is evaluated (S18).
///
/// Nothing is read for columns whose storage class the schema guarantees, unless they hold JSON or
/// another encoding. A column is read once; after that, the values of changed rows tell the same,
/// as long as the log has all of them (``follow(_:on:)``).
final class StoredValues: Sendable {
  private let table: String
  let identity: TableIdentity
  /// Returns the columns of the table, apart from those that are trusted.
  private let makeColumns: @Sendable () -> [ColumnDescription]
  /// Returns those of the columns with some names that are evaluated.
  private let makeEvaluated: @Sendable (Set<String>) -> [ColumnDescription]
  private let evaluated = Locked<Evaluated?>(nil)

  /// What is evaluated of the columns that may hold values that cannot be read.
  private struct Evaluated {
    let exposed: Set<String>
    let columns: [ColumnDescription]
  }

  init<Row>(of table: Table<Row>, _ members: [AnyKeyPath], needsAll: Bool) {
    self.table = table.name
    identity = table.identity
    // Key paths of properties are immutable.
    nonisolated(unsafe) let members = members
    makeColumns = { table.columns.filter { !table.trustedColumns.contains($0.name) } }
    makeEvaluated = { names in
      let columns = table.columns.filter { names.contains($0.name) }
      guard !needsAll else { return columns }
      let parts = members.flatMap { table.parts(of: $0) ?? [] }
      return columns.filter { column in parts.contains { $0 == column.keyPath } }
    }
  }

  /// Whether the connection has found that the schema allows only values that can be read.
  func areReadable(on connection: Connection) -> Bool {
    connection.facts.readableTables.contains(identity.number)
  }

  /// Throws ``ExpressionFailure`` if the state of the database that the last statement saw has a
  /// value that cannot be read. Call this while the statement still runs, inside a transaction, or
  /// before another statement.
  func check(on connection: Connection) throws {
    guard !areReadable(on: connection) else { return }
    var known = try known(on: connection)
    // Most tables allow no such values, and their columns are never asked for.
    guard !known.exposed.isEmpty else { return }
    let exposed = evaluated(of: known.exposed)
    guard !exposed.isEmpty else { return }
    let version = connection.databaseVersion
    if version == nil || known.version != version {
      if !follow(&known, on: connection) { known = CheckedValues(exposed: known.exposed) }
      known.version = version
      connection.facts.checkedValues[identity.number] = known
    }
    let unknown = exposed.filter { !known.readable.contains($0.name) }
    if !unknown.contains(where: { known.failures[$0.name] != nil }), !unknown.isEmpty {
      let keys = makeColumns().filter(\.isPrimaryKey)
      let isFirst = known.readable.isEmpty
      if let (column, error) = try failure(of: unknown, keys, on: connection) {
        known.failures[column] = error
      } else {
        known.readable.formUnion(unknown.map(\.name))
        // What is committed after this may not be in the rows that were read.
        let position = connection.positionBeforeSnapshot
        known.position =
          isFirst ? position : known.position.flatMap { known in position.map { min(known, $0) } }
        let uncommitted = connection.recording?.uncommitted
        known.uncommitted = uncommitted?.end ?? .init()
        if connection.recording != nil, uncommitted?.rows.isEmpty != true {
          known.undoCount = connection.undoCount
        }
        try prepareToFollow(&known, on: connection)
      }
      // Outside a snapshot, the values may be those of a later state.
      guard version == connection.databaseVersion else {
        throw ExpressionFailure(error: UncheckedText(table: table, faulty: nil))
      }
      connection.facts.checkedValues[identity.number] = known
    }
    for column in exposed {
      if let error = known.failures[column.name] { throw ExpressionFailure(error: error) }
    }
  }

  /// Follows the changes of rows since the values of columns were read. Returns false if one of the
  /// new values cannot be read, or not all changes are known, so that the columns have to be read
  /// again.
  private func follow(_ known: inout CheckedValues, on connection: Connection) -> Bool {
    guard let log = connection.commits, let position = known.position, known.failures.isEmpty,
      let areReadable = known.areReadable,
      known.undoCount == nil || known.undoCount == connection.undoCount
    else { return false }
    let recording = connection.recording
    recording?.noteOtherCommits()
    guard let (changes, last) = log.changes(since: position, isWriter: recording != nil),
      areReadable(changes[...])
    else { return false }
    if let recording {
      guard let uncommitted = recording.uncommitted,
        areReadable(uncommitted.since(known.uncommitted))
      else { return false }
      known.uncommitted = uncommitted.end
      if uncommitted.rows.isEmpty { known.undoCount = nil }
    }
    known.position = last
    return true
  }

  /// Prepares ``follow(_:on:)`` for the columns that have been read.
  private func prepareToFollow(_ known: inout CheckedValues, on connection: Connection) throws {
    let columns = makeColumns().filter { known.readable.contains($0.name) }
    // The schema may have changed since the declaration was compared with it.
    guard let log = connection.commits, let stored = try connection.storedTable(named: table),
      let layout = TableLayout(of: stored, columns: columns, on: connection.engine)
    else { return }
    log.keep()
    // SQLite stores 5.0 as an integer there, and may report it as one.
    let areReal = columns.map { column in
      let holds = stored.column(named: column.name)?.holds ?? []
      return holds.contains(.real) && !holds.contains(.integer)
    }
    known.areReadable = { changes in
      changes.allSatisfy { change in
        guard change.table == layout.name, change.operation != .delete else { return true }
        guard let values = change.new.flatMap({ layout.declared($0, allowingAdded: false) }) else {
          return false
        }
        return columns.indices.allSatisfy {
          columns[$0].isReadable(reported: values[$0], isReal: areReal[$0])
        }
      }
    }
  }

  /// Returns those columns that are evaluated, of those with some names.
  private func evaluated(of exposed: Set<String>) -> [ColumnDescription] {
    evaluated.withLock { evaluated in
      if let evaluated, evaluated.exposed == exposed { return evaluated.columns }
      let columns = makeEvaluated(exposed)
      evaluated = Evaluated(exposed: exposed, columns: columns)
      return columns
    }
  }

  private func known(on connection: Connection) throws -> CheckedValues {
    if let known = connection.facts.checkedValues[identity.number] { return known }
    let schema = connection.state.pointee.schemaNumber
    let stored =
      try connection.facts.comparedTable(named: table) ?? connection.storedTable(named: table)
    let known = CheckedValues(
      exposed: Set(makeColumns().filter { !$0.isAlwaysReadable(in: stored) }.map(\.name)))
    // A table that does not exist yet may be created in any form.
    guard stored != nil, schema == connection.state.pointee.schemaNumber else { return known }
    // Only programs that make declarations again and again have this many.
    if connection.facts.checkedValues.count > 1000 { connection.facts.checkedValues = [:] }
    connection.facts.checkedValues[identity.number] = known
    if known.exposed.isEmpty { connection.facts.readableTables.insert(identity.number) }
    return known
  }

  /// Reads the values of columns, and returns the first error with its column.
  private func failure(
    of columns: [ColumnDescription], _ keys: [ColumnDescription], on connection: Connection
  ) throws -> (column: String, error: any Error)? {
    var sql = SQLText(connection.engine.dialect)
    sql.append("SELECT ")
    for (index, column) in (columns + keys).enumerated() {
      if index > 0 { sql.append(", ") }
      sql.dialect.write(output: column.storedExpression, to: &sql)
    }
    sql.append(" FROM \(quoted(table))")
    let names = RowNames(table: table, columns: columns + keys)
    return try connection.withStatement(
      sql.text, registering: { try connection.registerFunctions(of: sql) }
    ) { statement in
      var count = 0
      defer { if count >= Self.longRead { noteLongRead(of: columns, on: connection) } }
      while try statement.step() {
        count += 1
        for (index, column) in columns.enumerated() {
          do {
            if let defect = try column.defect(of: statement, index) {
              return (column.name, ForeignValue(column: "\(table).\(column.name)", defect: defect))
            }
          } catch {
            return (column.name, names.named(error, ofStored: statement, from: 0, column: index))
          }
        }
      }
      return nil
    }
  }
}

extension StoredValues {
  /// The number of rows from which on a notice tells that they were read.
  private static let longRead = 1000

  private func noteLongRead(of columns: [ColumnDescription], on connection: Connection) {
    connection.longReads.formUnion(columns.map { "\(table).\($0.name)" })
  }
}

extension ColumnDescription {
  /// Returns whether the schema allows only values that the declaration can read, as far as their
  /// storage class tells. A value of the right class that its type refuses, such as a text that is
  /// no UUID, is an error where it is read, but conditions compare it as it is stored: to read all
  /// values of such columns after each commit would cost more than most queries.
  func isAlwaysReadable(in stored: StoredTable?) -> Bool {
    guard let stored else { return false }
    guard let found = stored.column(named: name) else {
      // The implicit row ID.
      return stored.kind == .table && type == .integer && readsAll(Probes.integers)
    }
    if !isJSON, let storedForm, storedForm.isLenient() { return false }
    let isNeverNull = isOptional || found.isNotNull || found.isRowID
    guard isNeverNull, found.refusesOthers || stored.checks(found, .type(type)) else {
      // A column without a type stores 1.0, too, which equals 1.
      return isNeverNull && found.holds.contains(.integer) && !found.holds.contains(.real)
        && stored.checks(found, .oneOf([0, 1])) && readsAll([.integer(0), .integer(1)])
    }
    if let encoding {
      // Such values are those of the server, which has functions for them.
      if let type = encoding.server.type, [found.type, found.baseType].contains(type),
        !encoding.isForeignText
      {
        return encoding != .jsonb
      }
      guard encoding.isPlain else { return false }
    }
    return !isJSON || readsAll(Probes.values(of: found, type))
  }

  /// Returns whether all of these values can be read.
  private func readsAll(_ values: [Value]) -> Bool { values.allSatisfy(isReadable) }

  /// Returns whether a value that SQLite has reported of a changed row can be read for certain.
  ///
  /// - Parameter isReal: whether the column stores only floating-point numbers.
  fileprivate func isReadable(reported value: Value, isReal: Bool) -> Bool {
    switch value {
    // It stands for what is not UTF-8, too.
    case .text(let text) where text.unicodeScalars.contains("\u{FFFD}"): false
    case .integer(let number) where isReal: isReadable(.real(Double(number)))
    default: isReadableBySQL(encoding.map { $0.decode(value) } ?? value)
    }
  }

  private func isReadableBySQL(_ usual: Value) -> Bool {
    guard let storedForm else { return isReadable(usual) && foreignDefect(of: usual) == nil }
    return storedForm.holds(usual) == true && foreignDefect(of: usual) == nil
  }

  /// Returns why SQL may read a stored value in another way than Swift does, as the object of a
  /// sentence with "has"; nil if it reads the same.
  ///
  /// - Throws: `DatabaseError.decoding` if it cannot be read.
  fileprivate func defect(of statement: Statement, _ index: Int) throws -> String? {
    guard let storedForm else {
      return foreignDefect(of: try usualValue(of: statement, index))
    }
    // The form reads the value, too. Where that fails, the error tells more than it does.
    let stored = try statement.value(index)
    let usual = encoding?.isPlain == false ? encoding?.decode(stored) ?? stored : stored
    guard usual != .null, let holds = storedForm.holds(usual) else {
      return foreignDefect(of: try usualValue(of: statement, index))
    }
    return foreignDefect(of: usual)
      ?? (holds ? nil : "a form that its type reads as another value")
  }

  /// Returns what JSON of another program has that SQL may read in another way, whatever its type
  /// is; nil if it has nothing of that.
  private func foreignDefect(of usual: Value) -> String? {
    guard isJSON, case .text(let json) = usual else { return nil }
    return ForeignJSON.defect(of: json)?.description
  }
}

/// The reason why memory decides about a query that depends on a value of another program.
private struct ForeignValue: UndecidedInSQL {
  let column: String
  let defect: String

  var description: String {
    "a value of \(column) has \(defect), which SQL would read in another way"
  }
}

/// Values of each storage class by which a type is tried: one that reads all of them reads every
/// value of the class. They are odd ones, so that a type with a condition refuses one of them.
private enum Probes {
  static let integers: [Value] = [
    .integer(.min), .integer(.max), 0, -1, 1, 2, -7, 255, 65_537, .integer(1 << 53 + 1),
  ]
  private static let reals: [Value] = [0, -1, 0.1, 1e308, -5e-300, 3.5, .real(.infinity)]
  private static let texts: [Value] = [
    "", "a", "A b", "\0", "é\u{301}", "1", "-0.50", "null", "[]", "{}", "[1]", "2020-02-30",
    "2020-02-29", "00000000-0000-0000-0000-00000000000a", "true",
  ]
  private static let blobs: [Value] = [
    .blob([]), .blob([0]), .blob([UInt8](repeating: 7, count: 16)),
  ]

  static func values(of column: StoredColumn, _ type: ValueType) -> [Value] {
    switch (type, column.type) {
    case (.integer, "smallint"): [.integer(-32_768), .integer(32_767), 0, 1, 255, -7]
    case (.integer, "integer"):
      [.integer(-2_147_483_648), .integer(2_147_483_647)] + integers[2..<9]
    case (.integer, _): integers
    case (.real, _): reals
    case (.text, _): texts
    case (.blob, _): blobs
    case (.null, _): []
    }
  }
}

extension StoredColumn {
  /// Whether the column is the row ID, which is an integer in every row.
  fileprivate var isRowID: Bool { isKey && isAssigned && refusesOthers }
}

extension StoredTable {
  /// Returns whether a constraint has a rule for a column.
  fileprivate func checks(_ column: StoredColumn, _ rule: ColumnCheck.Rule) -> Bool {
    checks.contains { $0.rule == rule && $0.column.lowercased() == column.name.lowercased() }
  }
}
