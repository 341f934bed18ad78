internal import LinqCore

extension SelectStatement {
  /// Pairs each element with `row_number()`, counted from 0.
  mutating func number(_ node: any QueryNode) throws(Untranslatable) {
    open(.window)
    let number = nest(adding: [
      .binary(.subtract, .window(.rowNumber, [], order: order), .number(1))
    ])[0]
    ordinal = [OrderTerm(expression: number)]
    projection = .tuple(
      Self.builder(of: node),
      of: [
        .init(type: Int.self, projection: .value(number)),
        .init(type: node.upstream.map { elementType($0) } ?? Never.self, projection: projection),
      ])
  }
}
