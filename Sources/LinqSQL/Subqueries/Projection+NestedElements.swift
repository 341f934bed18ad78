extension Projection {
  /// Returns the projection as a part of an element, whose arrays are rows of statements of their
  /// own.
  func withNestedElements() throws(Untranslatable) -> Projection {
    switch self {
    case .elements(let statement):
      return .nested(try NestedElements(statement, isJoined: false))
    case .optional(let projection, let presence):
      return .optional(try projection.withNestedElements(), presence: presence)
    default: return self
    }
  }

  /// Whether the elements have arrays of rows.
  var hasNestedElements: Bool {
    switch self {
    case .row, .value, .group, .window, .elements: false
    case .tuple(_, let parts): parts.contains { $0.projection.hasNestedElements }
    case .optional(let projection, _): projection.hasNestedElements
    case .nested: true
    }
  }

  /// The arrays of rows in the elements.
  var nestedElements: [NestedElements] {
    guard hasNestedElements else { return [] }
    var nested: [NestedElements] = []
    var columns: [SQLExpression] = []
    _ = numbering(&nested, &columns)
    return nested
  }

  /// Returns the projection with the indices of the statements that read its arrays, which are
  /// appended to `nested`, and of the columns of their keys.
  func numbering(
    _ nested: inout [NestedElements], _ columns: inout [SQLExpression]
  ) -> Projection {
    switch self {
    case .row, .value, .group, .window, .elements:
      forEachColumn { columns.append($0) }
      return self
    case .tuple(let builder, let parts):
      var numbered: [Part] = []
      for part in parts {
        let projection = part.projection.numbering(&nested, &columns)
        numbered.append(Part(type: part.type, projection: projection))
      }
      return .tuple(builder, of: numbered)
    case .optional(let projection, let presence):
      columns.append(presence)
      return .optional(projection.numbering(&nested, &columns), presence: presence)
    case .nested(var elements):
      for place in elements.keys.indices {
        let value = elements.keys[place].outer
        let known = !value.isColumn ? nil : columns.firstIndex { $0.isSame(as: value) }
        elements.keys[place].isShared = known != nil
        elements.keys[place].column = known ?? columns.count
        if known == nil { columns.append(value) }
      }
      elements.index = nested.count
      nested.append(elements)
      return .nested(elements)
    }
  }
}
