internal import LinqCore

extension SelectStatement {
  /// Replaces the selected columns.
  mutating func select(
    _ values: [ExpressionNode]?, _ node: any QueryNode
  ) throws(Untranslatable) {
    guard let values else { throw Untranslatable.opaque }
    open(.columns)
    let translator = translator()
    var parts: [Projection.Part] = []
    for value in values { parts.append(try translator.part(value)) }
    projection =
      parts.count == 1 ? parts[0].projection : .tuple(Self.builder(of: node), of: parts)
  }
}
