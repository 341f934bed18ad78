internal import Foundation
internal import LinqCore
internal import StoreEngine
internal import StoreSupport

// Rows that get unique values of each other: a swap of two values, or a shift of all of them. The
// engines compare each row with the others while a statement runs, and so refuse values that are
// unique again when it ends.

/// A row and its new values.
struct NewValues {
  let key: [any ColumnValue]
  let values: [SQLExpression]
}

extension RowChanges {
  /// Runs an update; if it is refused because of a unique value, the rows are updated one by one.
  func exchanging(
    _ columns: [Int], on connection: Connection, _ update: () throws -> Int,
    oneByOne: () throws -> Int
  ) throws -> Int {
    do {
      return try undoing(columns, on: connection, update)
    } catch let refusal as RowError where !taken(refusal, of: columns).isEmpty {
      do {
        return try oneByOne()
      } catch is RowError {
        throw refusal
      }
    }
  }

  /// Updates rows one by one. Rows whose new values others still have wait for those, as long as
  /// there are rows that need not: for the rows after them, then for those before them, which is
  /// all that a shift in the order of the rows needs. Those in a circle get values that no row has
  /// before they get their own.
  func exchanging(
    _ rows: [NewValues], _ columns: [Int], on connection: Connection,
    _ update: (NewValues) throws -> Int
  ) throws -> Int {
    var count = 0
    var check = InterruptionCheck()
    /// Updates rows, and returns those that were refused, in reverse, with the last reason.
    func attempt(
      _ rows: [NewValues]
    ) throws -> (rows: [NewValues], places: Set<Int>, reason: RowError)? {
      var waiting: [NewValues] = []
      var places: Set<Int> = []
      var reason: RowError?
      for row in rows {
        try check()
        do {
          count += try undoing(columns, on: connection) { try update(row) }
        } catch let refusal as RowError where !taken(refusal, of: columns).isEmpty {
          waiting.append(row)
          places.formUnion(taken(refusal, of: columns))
          reason = refusal
        }
      }
      return reason.map { (waiting.reversed(), places, $0) }
    }
    var circle = try attempt(rows)
    var remaining = rows.count
    while let waiting = circle, waiting.rows.count < remaining {
      remaining = waiting.rows.count
      circle = try attempt(waiting.rows)
    }
    var vacated: Set<Int> = []
    while let waiting = circle {
      // An engine names one of the values that a row must not have, and another one the next time.
      let places = waiting.places.subtracting(vacated)
      guard !places.isEmpty else { throw waiting.reason }
      vacated.formUnion(places)
      let vacant = try VacantValues(table, places, on: connection) { place in
        columns.firstIndex(of: place).map { index in waiting.rows.map { $0.values[index] } } ?? []
      }
      try vacate(places, of: waiting.rows, with: vacant, after: waiting.reason, on: connection)
      circle = try attempt(waiting.rows)
    }
    return count
  }

  /// Gives columns of rows values that no row has. They are neither validated nor counted as a
  /// version.
  ///
  /// - Parameter refusal: the error where there are no such values.
  private func vacate(
    _ columns: Set<Int>, of rows: [NewValues], with vacant: VacantValues, after refusal: RowError,
    on connection: Connection
  ) throws {
    for row in rows {
      let changes = columns.compactMap { column in
        vacant.next(in: column).map {
          (column: column, value: stored($0, in: column, connection.engine))
        }
      }
      guard !changes.isEmpty else { throw refusal }
      do {
        try write(changes, row.key, on: connection)
      } catch is RowError {
        // A rule of the schema accepts no value but those that are taken.
        throw refusal
      }
    }
  }

  private func write(
    _ changes: [Change], _ key: [any ColumnValue], on connection: Connection
  ) throws {
    var sql = sql(setting: changes, connection.engine)
    append(.filters([hasKey(key)]), to: &sql)
    _ = try run(sql, changing: changes.map { table.columns[$0.column].name }, on: connection)
  }

  /// Returns the changed columns whose values another row has.
  private func taken(_ refusal: RowError, of columns: [Int]) -> Set<Int> {
    guard case .duplicate(let name, let fields) = refusal,
      name.lowercased() == table.name.lowercased()
    else { return [] }
    return Set(columns.filter { fields.contains(table.columns[$0].name) })
  }

  /// Runs a statement that may be refused. A server ends the transaction then, unless there is a
  /// savepoint before it.
  private func undoing(
    _ columns: [Int], on connection: Connection, _ body: () throws -> Int
  ) throws -> Int {
    guard !connection.engine.isInProcess, connection.isInTransaction,
      let stored = try connection.facts.comparedTable(named: table.name)
        ?? connection.storedTable(named: table.name),
      columns.contains(where: { column in
        stored.isUniquePart(table.columns[column].name)
      })
    else { return try body() }
    return try connection.transaction(body)
  }
}

/// Values that no row of a table has, or gets, in its columns.
private final class VacantValues {
  private var values: [Int: () -> SQLExpression?] = [:]

  /// - Parameter newValues: returns the values that rows get in a column.
  init<Row>(
    _ table: Table<Row>, _ columns: Set<Int>, on connection: Connection,
    _ newValues: (Int) -> [SQLExpression]
  ) throws {
    let referenced = try connection.referencedColumns(of: table.name)
    for index in columns where !table.keyColumns.contains(index) {
      let column = table.columns[index]
      let optional = type(of: column.keyPath).valueType as? any OptionalValue.Type
      let type = optional?.wrappedType ?? type(of: column.keyPath).valueType
      // Rows that refer to the value follow it to another one, but not to NULL and back.
      if optional != nil, !referenced.contains(column.name.lowercased()) {
        values[index] = { .null }
      } else if type is String.Type {
        values[index] = { .parameter(UUID().uuidString) }
      } else if type is UUID.Type {
        values[index] = { .parameter(UUID()) }
      } else if type is any FixedWidthInteger.Type, column.encoding == nil {
        let name = quoted(column.name)
        let sql = "SELECT coalesce(max(\(name)), 0) FROM \(quoted(table.name))"
        let stored = try connection.query(sql) { try $0.integer(0) }
        let new = newValues(index).compactMap { value in
          (value.givenValue as? any FixedWidthInteger).map { Int64(clamping: $0) }
        }
        var last = (stored + new).max() ?? 0
        values[index] = {
          guard last < .max else { return nil }
          last += 1
          return .parameter(last)
        }
      }
    }
  }

  /// Returns a value that has not been returned; nil if there is none.
  func next(in column: Int) -> SQLExpression? { values[column].flatMap { $0() } }
}
