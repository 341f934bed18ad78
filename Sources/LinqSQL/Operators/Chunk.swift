internal import LinqCore

extension SelectStatement {
  /// Groups the elements by their numbers, divided by the size of a chunk.
  mutating func chunk(_ size: Int, _ node: any QueryNode) throws(Untranslatable) {
    try prepareForChunks()
    let elements = self
    let number = nest(adding: [
      .binary(.subtract, .window(.rowNumber, [], order: order), .number(1))
    ])[0]
    ordinal = [OrderTerm(expression: number)]
    makeChunks(by: .binary(.divide, number, .number(size)), node, (elements, size))
  }

  /// Makes place for the numbers of the elements.
  mutating func prepareForChunks() throws(Untranslatable) {
    try checked()
    guard !projection.hasSequenceElements else {
      throw Untranslatable(reason: "chunks of elements of a sequence in memory")
    }
    open(.window)
  }

  /// Groups the elements, which are in the order of their numbers, by the number of their chunk.
  ///
  /// - Parameter chunk: the elements without numbers, and the size of all chunks but the last.
  mutating func makeChunks(
    by key: SQLExpression, _ node: any QueryNode,
    _ chunk: (elements: SelectStatement, size: Int)? = nil
  ) {
    guard let reader = node.groupReader else {
      preconditionFailure("\(node.operator.name) builds no groups")
    }
    let number = ordinal[0].expression
    projection = .group(
      key: .value(key), item: projection,
      source: GroupSource(rows: self, ordinal: ordinal, chunk: chunk), reader)
    grouping = Grouping(keys: [key])
    ordinal = [OrderTerm(expression: .call(.min, [number]))]
  }

  /// Returns the statement whose rows are the elements of the first chunks, which need no numbers;
  /// nil if the elements are no chunks, or others.
  func elementsOfChunks() -> SelectStatement? {
    guard case .group(_, _, let source, _) = projection, let chunk = source.chunk,
      grouping?.having.isEmpty == true, sorts.isEmpty, offset == nil,
      !ordinal.contains(where: \.isDescending)
    else { return nil }
    var elements = chunk.elements
    switch limit {
    case nil: break
    case .number(let count)?:
      let (rows, overflow) = count.multipliedReportingOverflow(by: chunk.size)
      if !overflow { elements.limit = .number(rows) }
    default: return nil
    }
    elements.projection = .parts([.value(.number(0)), elements.projection])
    return elements
  }
}
