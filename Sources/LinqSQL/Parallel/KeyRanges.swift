internal import LinqCore
internal import StoreEngine

/// A table as a source of rows in ranges of its key.
protocol DividedRows: QueryNode {
  /// The name of the key's column; nil if the key is no integer, or does not order the rows.
  var rangeKey: String? { get }

  /// Returns at most a number of ranges that together have all keys, in ascending order; nil if
  /// there are less than two.
  func keyRanges(_ count: Int, on connection: Connection) throws -> [ClosedRange<Int64>]?

  /// Returns the rows with keys in a range; nil if its ends do not fit the type of the keys.
  func rows(in range: ClosedRange<Int64>) -> (any QueryNode)?
}

extension TableNode: DividedRows {
  var rangeKey: String? {
    guard table.hasIntegerKey, let index = table.keyColumns.first,
      case let key = table.columns[index], key.encoding == nil, table.orderColumns == [key.name],
      rows(in: 1...1) != nil
    else { return nil }
    return key.name
  }

  func keyRanges(_ count: Int, on connection: Connection) throws -> [ClosedRange<Int64>]? {
    // Another column than the number of the row may have NULL, or a text.
    guard let rangeKey,
      let stored = try connection.facts.comparedTable(named: name)
        ?? connection.storedTable(named: name),
      stored.kind == .table, stored.column(named: rangeKey)?.isAssigned == true
    else { return nil }
    let keys = StoredKeys(connection, table: name, key: rangeKey)
    let ranges = try keys.ranges(count)
    guard let first = ranges.first, let last = ranges.last, ranges.count > 1 else { return nil }
    // A stored key that does not fit its property is an error of the whole query.
    return rows(in: first) == nil || rows(in: last) == nil ? nil : ranges
  }

  func rows(in range: ClosedRange<Int64>) -> (any QueryNode)? {
    switch table.keyPath.map({ type(of: $0).valueType }) {
    case let type as any (FixedWidthInteger & Sendable).Type: integers(type, range)
    // The type of a raw value cannot be a condition of a cast.
    case let type as any (RawRepresentable<Int> & ColumnValue).Type: rawValues(type, range)
    case let type as any (RawRepresentable<Int64> & ColumnValue).Type: rawValues(type, range)
    default: nil
    }
  }

  private func integers<Key: FixedWidthInteger & Sendable>(
    _ type: Key.Type, _ range: ClosedRange<Int64>
  ) -> (any QueryNode)? { rows(in: range, of: type) { $0 } }

  private func rawValues<Key: RawRepresentable & ColumnValue>(
    _ type: Key.Type, _ range: ClosedRange<Int64>
  ) -> (any QueryNode)? where Key.RawValue: FixedWidthInteger & Sendable {
    RawColumn.holdsRawValue(of: type) ? rows(in: range, of: type) { $0.rawValue } : nil
  }

  private func rows<Key: Sendable, Number: FixedWidthInteger & Sendable>(
    in range: ClosedRange<Int64>, of type: Key.Type,
    _ number: (QueryExpression<Key>) -> QueryExpression<Number>
  ) -> (any QueryNode)? {
    guard let keyPath = keyPath(KeyPath<Row, Key>.self),
      let low = Number(exactly: range.lowerBound), let high = Number(exactly: range.upperBound)
    else { return nil }
    return Query(source: self).where { row in
      let key = number(row[dynamicMember: keyPath])
      return key >= low && key <= high
    }.node
  }
}

/// The keys of a table, which are integers. Each question is answered by a few pages.
private struct StoredKeys {
  let connection: Connection
  let (first, last): (String, String)

  init(_ connection: Connection, table: String, key: String) {
    self.connection = connection
    let (table, key) = (quoted(table), quoted(key))
    first = "SELECT min(\(key)) FROM \(table) WHERE \(key) >= ?"
    last = "SELECT max(\(key)) FROM \(table) WHERE \(key) <= ?"
  }

  /// Returns at most a number of ranges. The keys at their ends exist, so gaps belong to none of
  /// them, and the widest range is halved first.
  func ranges(_ count: Int) throws -> [ClosedRange<Int64>] {
    guard let lowest = try key(first, .min), let highest = try key(last, .max) else { return [] }
    var ranges = [lowest...highest]
    while ranges.count < count,
      let widest = ranges.indices.max(by: { width(ranges[$0]) < width(ranges[$1]) }),
      width(ranges[widest]) > 0
    {
      let range = ranges[widest]
      let middle = range.lowerBound + Int64(width(range) / 2)
      guard let before = try key(last, middle), let after = try key(first, middle + 1) else {
        break
      }
      ranges.replaceSubrange(
        widest...widest, with: [range.lowerBound...before, after...range.upperBound])
    }
    return ranges
  }

  private func width(_ range: ClosedRange<Int64>) -> UInt64 {
    UInt64(bitPattern: range.upperBound &- range.lowerBound)
  }

  private func key(_ question: String, _ bound: Int64) throws -> Int64? {
    try connection.query(question, [.integer(bound)]) { statement in
      statement.isNull(0) ? nil : try Int64(statement.integer(0))
    }.first ?? nil
  }
}
