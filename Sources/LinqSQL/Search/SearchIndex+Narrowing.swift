internal import LinqCore

extension SearchIndex {
  /// Returns a condition with a coarser one before each search that must be true for it.
  fileprivate func narrowed(_ condition: SQLExpression, in row: RowProjection) -> SQLExpression {
    if case .binary(.and, let left, let right) = condition {
      return .binary(.and, narrowed(left, in: row), narrowed(right, in: row))
    }
    return candidates(for: condition, in: row).map { .binary(.and, $0, condition) } ?? condition
  }

  /// Returns the condition of the rows that may be found by a text, given the condition that they
  /// are.
  ///
  /// - Parameter row: the columns of the row where it is read.
  /// - Returns: the condition; nil for one that is no search in the columns of the index.
  private func candidates(for condition: SQLExpression, in row: RowProjection) -> SQLExpression? {
    guard case .binary(.isNotSame, .function(let function, let arguments), .null) = condition,
      let search = function as? SearchFunction, search.isSearch(names: nameCount, of: fields.count),
      case .parameter(let text) = arguments[0], let match = text.inForm(.searchMatch),
      let classes = text.inForm(.searchClasses), let key = row.expression(of: keyField.keyPath),
      zip(fields, arguments.dropFirst()).allSatisfy({ field, argument in
        row.expression(of: field.keyPath)?.isSame(as: argument) == true
      })
    else { return nil }
    let order = [.function(function, arguments)] + arguments[1...nameCount] + [key]
    let candidates = SearchCandidates(self, match: match, classes: classes, order: order)
    var keys = SelectStatement(
      source: .candidates(candidates), projection: .value(.column("id")), ordinal: [])
    keys.isOrdered = false
    return .isInStatement(key, keys)
  }
}

extension RowProjection {
  /// Returns the column that stores a property.
  func expression(of keyPath: AnyKeyPath) -> SQLExpression? {
    columns.first { $0.keyPath == keyPath }?.expression
  }
}

extension SelectStatement {
  /// Whether the statement asks a search index, which may be damaged. Memory decides then (S38).
  var usesSearchIndex: Bool {
    var uses = false
    forEachNestedExpression { if case .binary(.match, _, _) = $0 { uses = true } }
    return uses
  }

  /// Returns a condition with a coarser one before each search in it, which an index can serve.
  func narrowed(_ condition: SQLExpression) -> SQLExpression {
    guard case .row(let row) = projection, let index = row.table.searchIndex,
      place.context?.source.connections.engine.keepsWordsInRows != true
    else {
      return condition
    }
    return index.narrowed(condition, in: row)
  }
}
