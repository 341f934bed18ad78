public import StoreEngine

// The code that reads rows is inlinable, so that it is specialized where the type of the rows is
// known. Otherwise each row would use type metadata at run time.

/// The rows of the arrays of all elements, by their keys.
@usableFromInline final class KeyedRows<Element> {
  /// The rows whose key is one integer, which most keys are.
  @usableFromInline var byNumber: [Int64: [Element]] = [:]
  @usableFromInline var byValues: [[Value]: [Element]] = [:]

  /// Reads the rows of a statement.
  ///
  /// - Parameters:
  ///   - keyCount: the number of columns before those of a row, by which its element is found.
  ///   - read: reads the current row.
  @inlinable init(
    of statement: Statement, keyCount: Int, _ read: () throws -> Element
  ) throws {
    while try statement.step() {
      if keyCount == 1, statement.cell(0).kind == .integer {
        byNumber[try statement.integer(0), default: []].append(try read())
      } else {
        let key = try (0..<keyCount).map { try statement.value($0) }
        byValues[key, default: []].append(try read())
      }
    }
  }

  /// Returns the array of the current row of a statement, whose key is in these columns.
  func array(_ statement: Statement, _ columns: [Int]) throws -> [Element] {
    if columns.count == 1, statement.type(columns[0]) == .integer {
      return byNumber[try statement.integer(columns[0])] ?? []
    }
    return byValues[try columns.map { try statement.value($0) }] ?? []
  }

  /// The number of rows.
  var rowCount: Int {
    byNumber.values.reduce(0) { $0 + $1.count } + byValues.values.reduce(0) { $0 + $1.count }
  }
}
