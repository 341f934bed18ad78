package import LinqSQL

/// A row of a table that is declared when the program runs, see ``DatabaseTables``.
public struct DynamicRow: Sendable {
  /// What tells the rows of a table from those of others.
  final class Origin: Sendable {}

  /// The table of the row.
  let origin: Origin
  /// The values of the columns, in the order of the declaration.
  let values: [any DynamicValue]

  /// The value of a column.
  subscript<Value: DynamicValue>(place: DynamicPlace<Value>) -> Value {
    guard let value = values[place.index] as? Value else {
      preconditionFailure("a column has values of its type")
    }
    return value
  }
}

/// A type of the values of a dynamic row.
package typealias DynamicValue = ColumnValue & Hashable

/// The place of a column in the rows of its table.
struct DynamicPlace<Value: DynamicValue>: Hashable, Sendable {
  let index: Int
}

extension DynamicRow: Hashable {
  /// Whether two rows of one table have the same values.
  public static func == (left: DynamicRow, right: DynamicRow) -> Bool {
    left.origin === right.origin
      && zip(left.values, right.values).allSatisfy { $0.erased == $1.erased }
  }

  /// Hashes the values.
  public func hash(into hasher: inout Hasher) {
    for value in values { hasher.combine(value.erased) }
  }
}

extension ColumnValue where Self: Hashable {
  fileprivate var erased: AnyHashable { AnyHashable(self) }
}
