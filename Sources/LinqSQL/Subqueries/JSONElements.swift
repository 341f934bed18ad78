/// The elements of a list or a dictionary that is stored as JSON, as rows.
struct JSONElements {
  /// The element: a value, or a pair of a key and a value.
  let projection: Projection
  private let isObject: Bool
  private let hasReals: Bool

  /// Creates the elements of a type; nil if no column would hold them.
  ///
  /// - Parameter list: the JSON. Objects and arrays in `jsonb` have the texts of that type, too.
  init?(of type: Any.Type, in list: SQLExpression) {
    let kind: JSONKind
    let elements: Projection
    if let type = type as? any JSONArray.Type, let elementKind = type.elementKind {
      kind = elementKind
      isObject = false
      elements = .value(.json(.column("value"), path: [], kind))
    } else if let type = type as? any JSONObject.Type, let itemKind = type.itemKind,
      let pairs = type.elements
    {
      kind = itemKind
      isObject = true
      elements = pairs
    } else {
      return nil
    }
    hasReals = if case .real = kind { true } else { false }
    projection = elements.map { column in
      guard list.isTextOfServerJSON, case .json(let value, let path, .json) = column else {
        return column
      }
      return .json(.decoded(value, .jsonb), path: path, .json)
    }
  }

  /// Returns the source whose rows are the elements.
  ///
  /// - Parameter list: the JSON.
  func source(_ list: SQLExpression) -> SelectStatement.Source {
    // SQLite would round numbers a little differently.
    .list(hasReals ? .call(.jsonNumbers, [list]) : list, isObject: isObject)
  }
}
