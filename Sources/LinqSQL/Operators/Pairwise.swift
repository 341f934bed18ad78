internal import LinqCore

extension SelectStatement {
  /// Pairs each element with the one before it: `lag` of each column, and of a number that is NULL
  /// only where there is no previous row.
  mutating func pair(_ node: any QueryNode) {
    open(.window)
    let columns = projection.columns + [.number(1)]
    var previous = nest(adding: columns.map { .window(.lag, [$0], order: order) })[...]
    let isThere = previous.removeLast()
    filters.append(.binary(.isNotSame, isThere, .null))
    let type = node.upstream.map { elementType($0) } ?? Never.self
    projection = .tuple(
      Self.builder(of: node),
      of: [
        .init(type: type, projection: projection.map { _ in previous.removeFirst() }),
        .init(type: type, projection: projection),
      ])
  }
}
