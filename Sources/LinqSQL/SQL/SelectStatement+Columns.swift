extension SelectStatement {
  /// Returns whether the rows of the statement, their order or a computed value depend on the
  /// values of these columns of its tables. They do not if the columns are only returned.
  func depends(on columns: Set<String>) -> Bool {
    if source.depends(on: columns) { return true }
    let columns = source.names(of: columns)
    var depends = false
    forEachCondition { depends = depends || $0.depends(on: columns) }
    forEachColumn {
      if $0.columnName == nil { depends = depends || $0.depends(on: columns) }
    }
    return depends
  }

  /// Returns whether the rows of the statement, or the values that it returns, depend on the values
  /// of these columns of its tables.
  func dependsOrReturns(_ columns: Set<String>) -> Bool {
    var returns = false
    let names = source.names(of: columns)
    forEachColumn { returns = returns || $0.depends(on: names) }
    return returns || depends(on: columns)
  }

  /// Returns the names that columns with values of these columns have outside of the statement.
  fileprivate func names(of columns: Set<String>) -> Set<String> {
    let columns = source.names(of: columns)
    guard let output else { return columns }
    return Set(
      output.filter { $0.expression.depends(on: columns) }
        .map { $0.name.isEmpty ? $0.expression.columnName ?? "" : $0.name })
  }

  private func forEachColumn(_ body: (SQLExpression) -> Void) {
    if let output { output.forEach { body($0.expression) } } else { projection.forEachColumn(body) }
  }
}

extension SelectStatement.Source {
  fileprivate func depends(on columns: Set<String>) -> Bool {
    switch self {
    case .table, .nothing: false
    case .list(let list, _): list.depends(on: columns)
    case .values, .candidates: false
    case .statement(let statement): statement.depends(on: columns)
    case .reached(let rows): rows.start.depends(on: columns) || rows.steps.depends(on: columns)
    case .union(let first, let second): first.depends(on: columns) || second.depends(on: columns)
    case .join(_, let left, let right, let condition):
      // A list on the right is a column of the left side.
      left.source.depends(on: columns)
        || right.source.depends(on: columns.union(left.source.names(of: columns)))
        || condition.depends(
          on: left.source.names(of: columns).union(right.source.names(of: columns)))
    }
  }

  fileprivate func names(of columns: Set<String>) -> Set<String> {
    switch self {
    case .table, .list, .values, .candidates, .reached, .nothing: columns
    case .statement(let statement): statement.names(of: columns)
    case .union(let first, let second):
      first.names(of: columns).union(second.names(of: columns))
    case .join(_, let left, let right, _):
      left.source.names(of: columns).union(right.source.names(of: columns))
    }
  }
}
