internal import LinqCore
internal import StoreSupport

// SQL compares what is stored. A type whose own `==` takes different stored values for equal would
// have other results in SQL than in memory.

extension Table {
  /// The columns of types whose values are equal by an `==` of their own where their stored values
  /// are not.
  var columnsWithOwnEquality: [TableDeclarationError.Problem] {
    columns.compactMap { column in
      let type = Swift.type(of: column.keyPath as AnyKeyPath).valueType
      let value = unwrapped(type)
      guard column.storedForm != nil, !column.isJSON, let value = value as? any ColumnValue.Type,
        valuesHaveOwnEquality(value)
      else { return nil }
      return .ownEquality(column: column.name, type: "\(value)")
    }
  }

  /// Whether rows may be equal by an `==` of their own that leaves out columns, as rows of sample
  /// values show. Operators that compare such rows run in memory.
  var hasOwnEquality: Bool {
    if let known = identity.hasOwnEquality.withLock({ $0 }) { return known }
    // Code of the program, which may use this table, does not run inside the lock.
    let found = (try? leavesOutColumns()) ?? false
    identity.hasOwnEquality.withLock { $0 = found }
    return found
  }

  private func leavesOutColumns() throws -> Bool {
    guard Row.self is any Equatable.Type, let first = try trial(changing: nil, nil) else {
      return false
    }
    return try columns.indices.contains { index in
      guard columns[index].writeSample != nil, let changed = try trial(changing: index, nil) else {
        return false
      }
      return areEqual(first.row, changed.row) && first.values[index] != changed.values[index]
    }
  }
}

extension Projection {
  /// Whether the elements have rows of tables with an `==` of their own.
  var hasRowsOfOwnEquality: Bool {
    switch self {
    case .row(let row): row.table.hasOwnEquality
    case .tuple(_, let parts): parts.contains { $0.projection.hasRowsOfOwnEquality }
    case .optional(let projection, _): projection.hasRowsOfOwnEquality
    case .value, .group, .window, .elements, .nested: false
    }
  }
}

private func valuesHaveOwnEquality<Property: ColumnValue>(_ type: Property.Type) -> Bool {
  // Each is compared with all others.
  let values = triedValues(type)
  return values.indices.contains { index in
    values[..<index].contains { areEqual(values[index], $0) }
  }
}
