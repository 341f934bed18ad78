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
    var keepsFirst = false
    if case .expression = key { keepsFirst = true }
    if keepsFirst || firstTerms(ofGroupsBy: projection.columns) == nil { makeSingleOrdinal() }
    var keys = projection.columns
    if case .expression(let expression) = key {
      keys = try translator().resolve(expression).columns
    }
    if let columns = nestOuterKeys(keys) { keys = columns }
    group(by: keys)
    grouping?.keepsFirst = keepsFirst
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
