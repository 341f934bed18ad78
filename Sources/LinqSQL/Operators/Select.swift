internal import LinqCore

extension SelectStatement {
  /// Replaces the selected columns.
  mutating func select(
    _ values: [ExpressionNode]?, _ node: any QueryNode
  ) throws(Untranslatable) {
    guard let values else { throw Untranslatable.opaque }
    if grouping?.keepsFirst == true { nestSafely() }
    let translator = translator()
    var parts: [Projection.Part] = []
    for value in values {
      let part = try translator.resolve(value)
      if case .value = part, !(value.type is any ColumnValue.Type) {
        throw Untranslatable(reason: "no column can hold a value of type \(value.type)")
      }
      if case .group = part { throw Untranslatable(reason: "a group is read as a whole") }
      parts.append(.init(type: value.type, projection: part))
    }
    projection =
      parts.count == 1 ? parts[0].projection : .tuple(Self.builder(of: node), of: parts)
  }
}
