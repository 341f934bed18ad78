public import StoreEngine

// The code that reads rows is inlinable, so that it is specialized where the type of the rows is
// known. Otherwise each row would use type metadata at run time.

/// The rows of the arrays of all elements, by their keys.
@usableFromInline final class KeyedRows<Element> {
  /// The arrays, each with its rows in the order of the statement.
  @usableFromInline let arrays: [[Element]]
  /// The indices of the arrays whose key is one integer, which most keys are.
  @usableFromInline let byNumber: NumberedIndices
  @usableFromInline let byValues: [[Value]: Int]
  /// The number of rows.
  let rowCount: Int

  @usableFromInline init(
    arrays: [[Element]], byNumber: NumberedIndices, byValues: [[Value]: Int], rowCount: Int
  ) {
    (self.arrays, self.byNumber, self.byValues) = (arrays, byNumber, byValues)
    self.rowCount = rowCount
  }

  /// Reads the rows of a statement.
  ///
  /// - Parameters:
  ///   - keys: the columns by which the element of a row is found.
  ///   - read: reads the current row.
  @inlinable convenience init(
    of statement: Statement, keys: [Int], _ read: () throws -> Element
  ) throws {
    var (rows, arrayOfRow, sizes): ([Element], [Int], [Int]) = ([], [], [])
    var byNumber = NumberedIndices()
    var byValues: [[Value]: Int] = [:]
    let key = keys.count == 1 ? keys[0] : nil
    while try statement.step() {
      let array: Int
      if let key, statement.cell(key).kind == .integer {
        array = byNumber.index(of: try statement.integer(key), orNew: sizes.count)
      } else {
        let values = try keys.map { try statement.value($0) }
        array = byValues[values] ?? sizes.count
        if array == sizes.count { byValues[values] = array }
      }
      if array == sizes.count { sizes.append(0) }
      sizes[array] += 1
      arrayOfRow.append(array)
      rows.append(try read())
    }
    self.init(
      arrays: distribute(rows, to: arrayOfRow, of: sizes), byNumber: byNumber, byValues: byValues,
      rowCount: rows.count)
  }

  /// Returns the array of the current row of a statement, whose key is in these columns.
  func array(_ statement: Statement, _ columns: [Int]) throws -> [Element] {
    let index =
      if columns.count == 1, statement.type(columns[0]) == .integer {
        byNumber[try statement.integer(columns[0])]
      } else {
        byValues[try columns.map { try statement.value($0) }]
      }
    return index.map { arrays[$0] } ?? []
  }
}

/// Indices by integers. Keys that a database assigns are mostly small, and found without hashing.
@usableFromInline struct NumberedIndices {
  /// The indices of small numbers; -1 for none.
  @usableFromInline var small: [Int] = []
  @usableFromInline var others: [Int64: Int] = [:]

  @inlinable init() {}

  @inlinable subscript(number: Int64) -> Int? {
    if small.indices.contains(Int(number)), small[Int(number)] >= 0 { return small[Int(number)] }
    return others.isEmpty ? nil : others[number]
  }

  /// Returns the index of a number, which is `new` if the number has none yet.
  @inlinable mutating func index(of number: Int64, orNew new: Int) -> Int {
    if let index = self[number] { return index }
    // At most a few places are empty for each that is not.
    if number >= 0, number < 4096 + 4 * Int64(new) {
      let missing = Int(number) - small.count + 1
      if missing > 0 {
        small.append(contentsOf: repeatElement(-1, count: max(missing, small.count)))
      }
      small[Int(number)] = new
    } else {
      others[number] = new
    }
    return new
  }
}

/// Returns arrays of elements, each with its exact capacity.
///
/// - Parameters:
///   - elements: the elements of all arrays.
///   - indices: the index of the array of each element.
///   - sizes: the number of elements of each array.
@inlinable func distribute<Element>(
  _ elements: [Element], to indices: [Int], of sizes: [Int]
) -> [[Element]] {
  var arrays: [[Element]] = sizes.map { size in
    var array: [Element] = []
    array.reserveCapacity(size)
    return array
  }
  for (element, index) in zip(elements, indices) { arrays[index].append(element) }
  return arrays
}
