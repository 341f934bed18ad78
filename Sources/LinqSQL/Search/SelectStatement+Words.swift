internal import LinqCore

// Searches on a server, which cannot call Swift's function: each becomes a condition on the words
// that the rows have.

extension SelectStatement {
  /// Returns an expression in which searches of a table are conditions on its words, if the engine
  /// keeps them in the rows.
  ///
  /// ```sql
  /// search_words @@ ? OR search_words IS NULL AND swift.search_in_memory(id) = 1      -- isFound
  /// ```
  func searchingWords(_ expression: SQLExpression) -> SQLExpression {
    guard place.context?.source.connections.engine.keepsWordsInRows == true, grouping == nil else {
      return expression
    }
    let rows = projection.searchableRows.filter { row in
      row.table.searchIndex.map { isStored(row, in: $0.table, $0.fields + [$0.keyField]) } ?? false
    }
    return rows.isEmpty ? expression : expression.searchingWords(of: rows)
  }
}

extension Projection {
  /// The rows of the elements that have an index. One that may be absent is left out.
  fileprivate var searchableRows: [RowProjection] {
    switch self {
    case .row(let row): row.table.searchIndex == nil ? [] : [row]
    case .tuple(_, let parts): parts.flatMap(\.projection.searchableRows)
    case .window(let window): window.element.searchableRows
    case .value, .optional, .group, .elements, .nested: []
    }
  }
}

extension RowProjection {
  /// The column of the key, and its source.
  fileprivate func key(of index: SearchIndex) -> (name: String, source: String?)? {
    guard case .column(let name, let source)? = expression(of: index.keyField.keyPath) else {
      return nil
    }
    return (name, source)
  }
}

extension SQLExpression {
  fileprivate func searchingWords(of rows: [RowProjection]) -> SQLExpression {
    func inside(_ operand: SQLExpression) -> SQLExpression { operand.searchingWords(of: rows) }
    switch self {
    case .binary(.isNotSame, let search, .null):
      if let found = search.search(in: rows)?.isFound { return found }
      return .binary(.isNotSame, inside(search), .null)
    case .binary(.isSame, let search, .null):
      if let found = search.search(in: rows)?.isFound { return .not(found) }
      return .binary(.isSame, inside(search), .null)
    case .binary(let operation, let left, let right):
      return .binary(operation, inside(left), inside(right))
    case .not(let operand): return .not(inside(operand))
    case .negate(let operand): return .negate(inside(operand))
    case .known(let operand): return .known(inside(operand))
    case .cast(let operand, let type): return .cast(inside(operand), type)
    case .call(let function, let arguments): return .call(function, arguments.map(inside))
    case .isIn(let operand, let list): return .isIn(inside(operand), list.map(inside))
    case .conditional(let condition, let first, let second):
      return .conditional(inside(condition), then: inside(first), else: second.map(inside))
    case .function: return search(in: rows)?.rank ?? self
    default: return self
    }
  }

  /// The search that the expression is in one of some rows.
  private func search(in rows: [RowProjection]) -> WordSearch? {
    guard case .function(let function, let arguments) = self,
      let search = function as? SearchFunction, case .parameter(let text)? = arguments.first
    else { return nil }
    for row in rows {
      guard let index = row.table.searchIndex, let key = row.key(of: index),
        search.isSearch(names: index.nameCount, of: index.fields.count),
        zip(index.fields, arguments.dropFirst()).allSatisfy({ field, argument in
          row.expression(of: field.keyPath)?.isSame(as: argument) == true
        })
      else { continue }
      let queries = (0...3).compactMap { text.inForm(.searchRank($0)) }
      guard queries.count == 4 else { return nil }
      return WordSearch(
        words: .column(SearchIndex.column, of: key.source),
        key: .column(key.name, of: key.source), queries: queries)
    }
    return nil
  }
}

/// A search in the words of a row.
private struct WordSearch {
  let words: SQLExpression
  let key: SQLExpression
  /// The queries for the rows whose rank is at most 0, 1, 2 and 3.
  let queries: [BoundValue]

  private func matches(_ rank: Int) -> SQLExpression {
    .binary(.match, words, .parameter(queries[rank]))
  }

  private var isDue: SQLExpression { .binary(.isSame, words, .null) }

  private var inMemory: SQLExpression { .call(.searchInMemory, [key]) }

  /// Whether the row is found. An index serves both sides.
  var isFound: SQLExpression {
    .binary(.or, matches(3), .binary(.and, isDue, .binary(.equal, inMemory, .number(1))))
  }

  /// The rank of the row; NULL if it is not found.
  var rank: SQLExpression {
    let ranks = (0...3).reversed().reduce(nil as SQLExpression?) { other, rank in
      .conditional(matches(rank), then: .number(rank), else: other)
    }
    return .conditional(isDue, then: inMemory, else: ranks)
  }
}
