internal import LinqCore

extension SelectStatement {
  /// Groups the elements by the number of elements, up to each, that begin an array: for which a
  /// condition about the one before them and them is false.
  mutating func chunk(
    by condition: ExpressionNode?, _ node: any QueryNode
  ) throws(Untranslatable) {
    let condition = try Self.expression(condition)
    try prepareForChunks()
    let type = node.upstream.map { elementType($0) } ?? Never.self
    let previous = { [order] in SQLExpression.window(.lag, [$0], order: order) }
    let pair = Projection.pair(
      .init(type: type, projection: projection.map(previous)),
      .init(type: type, projection: projection))
    guard !condition.hasSubqueries(of: pair) else {
      throw Untranslatable(reason: "a subquery in the condition of chunked")
    }
    let isFollowing = try Translator(projection: pair, place: place, sourceName: referenceName)
      .translate(condition)
    let begins = SQLExpression.conditional(
      .binary(.isSame, previous(.number(1)), .null), then: .number(1),
      else: .conditional(isFollowing, then: .number(0), else: .number(1)))
    let added = nest(adding: [.window(.rowNumber, [], order: order), begins])
    ordinal = [OrderTerm(expression: added[0])]
    makeChunks(by: nest(adding: [.window(.sum, [added[1]], order: order)])[0], node)
  }
}
