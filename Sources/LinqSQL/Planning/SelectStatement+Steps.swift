internal import Linq

extension SelectStatement {
  /// Adds a step to the statement, or says why it cannot be.
  ///
  /// A `thenBy` decides between equals of the sort right before it; anywhere else it is a sort of its
  /// own, as in memory.
  mutating func apply(_ node: any QueryNode) throws(Untranslatable) {
    guard !isCount else { throw Untranslatable(reason: "it follows count") }
    let translator = Translator(shape: shape)
    var followsSort = false
    if case .sort? = node.upstream?.step { followsSort = true }
    switch node.step {
    case .filter(let expression):
      let condition = try translator.translate(Self.expression(expression))
      if isLimited { throw Untranslatable(reason: "it follows take or skip") }
      if groups != nil { throw Untranslatable(reason: "it follows distinct") }
      filters.append(condition)

    case .select(let expressions):
      guard let expressions else { throw Self.opaque }
      if groups != nil { throw Untranslatable(reason: "it follows distinct") }
      shape = try Self.shape(of: expressions, translator)

    case .sort(let expression, let isDescending, let isSecondary):
      let keyNode = try Self.expression(expression)
      try StoredOrder.check(keyNode.type)
      let key = try translator.translate(keyNode)
      if isLimited { throw Untranslatable(reason: "it follows take or skip") }
      let term = OrderTerm(expression: key, isDescending: isDescending)
      if isSecondary, followsSort, !sorts.isEmpty {
        sorts[0].append(term)
      } else {
        sorts.insert([term], at: 0)
      }

    case .reverse:
      if isLimited { throw Untranslatable(reason: "it follows take or skip") }
      if groups != nil { throw Untranslatable(reason: "it follows distinct") }
      isKeyDescending.toggle()
      for level in sorts.indices {
        for term in sorts[level].indices { sorts[level][term].isDescending.toggle() }
      }

    case .distinct:
      // A row has its key and equals no other one.
      if case .row = shape { return }
      if isLimited || groups != nil {
        throw Untranslatable(reason: "it follows take, skip or distinct")
      }
      if !sorts.isEmpty || isKeyDescending { throw Untranslatable(reason: "it follows a sort") }
      groups = shape.columns

    case .take(let count):
      limit = min(limit ?? .max, count)

    case .skip(let count):
      offset += count
      limit = limit.map { max(0, $0 - count) }

    case .aggregate(.count, _):
      isCount = true

    case .aggregate, .distinctBy, .group, .sequence, .table, .memory:
      throw Untranslatable(reason: "\(node.step.name) has no translation to SQL yet")
    }
  }

  private static let opaque = Untranslatable(reason: "a closure that is not an expression")

  private static func expression(
    _ expression: ExpressionNode?
  ) throws(Untranslatable) -> ExpressionNode {
    guard let expression else { throw opaque }
    return expression
  }

  /// The shape of one value or of a tuple of them.
  private static func shape(
    of expressions: [ExpressionNode], _ translator: Translator
  ) throws(Untranslatable) -> Shape {
    var values: [(offset: Int, value: SQLExpression)] = []
    var end = 0
    for expression in expressions {
      guard expression.type is any ColumnValue.Type else {
        throw Untranslatable(reason: "no column can hold a value of type \(expression.type)")
      }
      // Where Swift puts the values of a tuple: one behind the other, each at its alignment.
      let (size, alignment) = _openExistential(expression.type, do: layout)
      let offset = (end + alignment - 1) / alignment * alignment
      end = offset + size
      values.append((offset, try translator.translate(expression)))
    }
    return values.count == 1 ? .value(values[0].value) : .tuple(values)
  }
}

private func layout<Value>(_ type: Value.Type) -> (size: Int, alignment: Int) {
  (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
}
