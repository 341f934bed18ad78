internal import LinqCore

/// An element of a tuple. It is created where the type of the tuple is known, because it is found
/// by a key path.
struct TuplePart<Tuple: Sendable>: Sendable {
  let model: Model
  let term: @Sendable (any AnyTypedExpression) -> Term?
  let print: @Sendable (Tuple) -> ResultValue

  init<Value: Sendable>(_ keyPath: any KeyPath<Tuple, Value> & Sendable, _ model: Model) {
    self.model = model
    term = { expression in
      (expression as? TypedExpression<Tuple>).map {
        Term($0.expression[dynamicMember: keyPath], model)
      }
    }
    print = { model.print($0[keyPath: keyPath]) }
  }
}

extension Model {
  /// Returns the model of a tuple of these parts. `names` are the names of its columns in a table.
  static func tuple<Tuple: Sendable>(
    _ parts: [TuplePart<Tuple>], _ names: [String], equality: (any EqualityHooks)? = nil
  ) -> Model {
    Model(
      name: "(" + parts.map(\.model.name).joined(separator: ", ") + ")",
      members: parts.enumerated().map { Member(name: "\($0)", term: $1.term) }, columns: names,
      equality: equality
    ) { value in
      guard let tuple = value as? Tuple else { return .null }
      return .tuple(parts.map { $0.print(tuple) })
    }
  }
}
