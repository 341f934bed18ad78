internal import LinqCore

extension SelectStatement {
  /// Adds `GROUP BY` the key, in the order of the first element of each group.
  mutating func distinct(_ key: QueryKey) throws(Untranslatable) {
    // No two rows of a table have the same key, so all of them are distinct.
    if case .element = key, case .row = projection, isOfOneTable { return }
    if case .opaque = key { throw Untranslatable.opaque }
    guard !projection.hasSequenceElements else {
      throw Untranslatable(reason: "elements of a sequence in memory")
    }
    open(.group)
    guard case .expression(let expression) = key else {
      return group(by: try groupKeys { $0.projection }.columns)
    }
    let keys = try groupKeys(keepingFirst: true) { statement throws(Untranslatable) in
      try statement.translator().resolve(expression)
    }
    group(by: keys.columns, keepingFirst: true)
  }

  /// Whether the elements are rows of one table, each occurring at most once.
  private var isOfOneTable: Bool {
    switch source {
    case .table: true
    case .statement(let statement): statement.isOfOneTable && statement.grouping == nil
    case .union, .join, .list, .values, .candidates, .reached, .nothing: false
    }
  }
}
