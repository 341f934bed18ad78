/// The number of mistakes between two texts: characters more, less or others, and neighbors in the
/// wrong order.
enum EditDistance {
  /// Returns the number of mistakes; nil if it is more than a limit.
  ///
  /// This is the optimal string alignment distance: no character is changed twice.
  ///
  /// - Complexity: O(n · limit) for n characters.
  static func distance(
    _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int
  ) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    var (start, leftEnd, rightEnd) = (0, left.count, right.count)
    while start < min(leftEnd, rightEnd), left[start] == right[start] { start += 1 }
    while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1] {
      (leftEnd, rightEnd) = (leftEnd - 1, rightEnd - 1)
    }
    let (rows, columns) = (leftEnd - start, rightEnd - start)
    guard rows > 0, columns > 0 else {
      let distance = max(rows, columns)
      return distance <= limit ? distance : nil
    }
    // Cells further from the diagonal than the limit are more than the limit.
    let far = limit + 1
    var (before, last) = ([Int](), (0...columns).map { min($0, far) })
    for row in 1...rows {
      var current = [Int](repeating: far, count: columns + 1)
      if row <= limit { current[0] = row }
      var least = current[0]
      for column in stride(from: max(1, row - limit), through: min(columns, row + limit), by: 1) {
        let (one, other) = (left[start + row - 1], right[start + column - 1])
        var cell = min(
          last[column - 1] + (one == other ? 0 : 1), last[column] + 1, current[column - 1] + 1)
        if row > 1, column > 1, one == right[start + column - 2],
          left[start + row - 2] == other
        {
          cell = min(cell, before[column - 2] + 1)
        }
        current[column] = min(cell, far)
        least = min(least, cell)
      }
      if least > limit { return nil }
      (before, last) = (last, current)
    }
    return last[columns] <= limit ? last[columns] : nil
  }
}
