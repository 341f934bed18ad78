internal import LinqCore

// How the conditions and columns of one array, which refer to the element around it, become keys
// and values of the element.

extension NestedElements.Key {
  /// Creates a key from a condition of a statement that a value of the element and one of the rows
  /// are equal.
  init?(_ condition: SQLExpression, of statement: SelectStatement) {
    guard case .binary(let operation, let left, let right) = condition,
      operation == .equal || operation == .isSame
    else { return nil }
    let outer = statement.place.outer?.allSources ?? []
    let isKnown = [left, right].contains { if case .known = $0 { true } else { false } }
    let matchesNull = operation == .isSame && !isKnown
    if let value = statement.outerColumn(right), !left.refers(to: outer) {
      self.init(outer: value, own: left.unknown, matchesNull: matchesNull)
    } else if let value = statement.outerColumn(left), !right.refers(to: outer) {
      self.init(outer: value, own: right.unknown, matchesNull: matchesNull)
    } else {
      return nil
    }
  }
}

extension SelectStatement {
  /// Returns the column of the element around the statement, as that one's statement writes it; nil
  /// for another expression.
  fileprivate func outerColumn(_ expression: SQLExpression) -> SQLExpression? {
    switch expression.unknown {
    case .column(let name, let source?) where place.outer?.sources.contains(source) == true:
      return .column(name, of: source == place.outer?.name ? nil : source)
    case .decoded(let column, let encoding):
      return outerColumn(column).map { .decoded($0, encoding) }
    case .json(let element, path: [], let kind):
      return outerColumn(element).map { .json($0, path: [], kind) }
    default: return nil
    }
  }

  /// Replaces the columns that are those of the element around the statement by one of its own.
  ///
  /// - Returns: the replaced columns with their indices in the projection.
  mutating func takeOuterColumns() -> [(index: Int, column: SQLExpression)] {
    guard let own = ordinal.first?.expression else { return [] }
    var taken: [(index: Int, column: SQLExpression)] = []
    var index = 0
    projection = projection.map { column in
      defer { index += 1 }
      guard let outer = outerColumn(column) else { return column }
      taken.append((index, outer))
      return own
    }
    return taken
  }
}

extension SQLExpression {
  fileprivate var unknown: SQLExpression {
    if case .known(let value) = self { value } else { self }
  }

  /// Returns whether the expression has a column of one of these sources.
  fileprivate func refers(to sources: Set<String>) -> Bool {
    var refers = false
    forEachPart { part in
      if case .column(_, let source?) = part, sources.contains(source) { refers = true }
    }
    return refers
  }
}
