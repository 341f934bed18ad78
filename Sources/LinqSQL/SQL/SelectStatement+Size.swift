internal import LinqCore

// A value of the elements is written as often as an operator uses it, so the expressions of
// operators that follow each other are multiplied: `select { $0 > 3 ? $0 : 0 }` uses the value of
// the `select` before it twice, and n of them use it 2^n times.

extension SelectStatement {
  /// The maximum number of parts of the expressions that are selected, or decide which rows are.
  private static let maximumSize = 20_000
  /// The maximum number of columns: SQLite has 2,000, PostgreSQL 1,664.
  private static let maximumColumns = 1_600

  /// Throws if an operator might give expressions so many parts that counting them takes long.
  func checkSize(of next: QueryOperator) throws(Untranslatable) {
    var uses = 0
    next.forEachExpression { uses += $0.size }
    var largest = 0
    projection.forEachColumn { column in
      if !column.isColumn { largest = max(largest, column.size(upTo: Self.maximumSize)) }
    }
    guard largest * uses <= 50 * Self.maximumSize else { throw .tooLarge }
  }

  /// Throws if the expressions have too many parts.
  func checkSize() throws(Untranslatable) {
    var (size, columns) = (0, 0)
    projection.forEachColumn { column in
      columns += 1
      size += column.isColumn ? 1 : column.size(upTo: Self.maximumSize)
    }
    forEachCondition { size += $0.isColumn ? 1 : $0.size(upTo: Self.maximumSize) }
    guard size <= Self.maximumSize, columns <= Self.maximumColumns else { throw .tooLarge }
  }
}

extension SQLExpression {
  /// Returns the number of its parts, those of subqueries not counted, or a little more than a
  /// limit.
  fileprivate func size(upTo limit: Int) -> Int {
    var size = 1
    _ = containsOperand { operand in
      size += operand.size(upTo: limit - size)
      return size > limit
    }
    return size
  }
}

extension Untranslatable {
  fileprivate static let tooLarge = Untranslatable(
    reason: "its expressions would have too many parts in SQL")
}
