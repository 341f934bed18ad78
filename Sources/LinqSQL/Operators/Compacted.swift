internal import LinqCore

extension SelectStatement {
  /// Keeps the elements that are not NULL, and unwraps them.
  mutating func compact(_ node: any QueryNode) throws(Untranslatable) {
    guard !(elementType(node) is any OptionalValue.Type) else {
      throw Untranslatable(reason: "its elements are optional twice")
    }
    open(.filter)
    switch projection {
    case .value(let value):
      add(condition: .binary(.isNotSame, value, .null))
      projection = .value(.known(value))
    case .optional(let element, let presence):
      add(condition: .binary(.isNotSame, presence, .null))
      projection = element
    case .row, .tuple, .group, .window, .elements, .nested:
      throw Untranslatable(reason: "SQL has no value that tells whether the element is nil")
    }
  }
}
