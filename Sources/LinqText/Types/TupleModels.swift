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

extension Term {
  /// Returns the tuple of two or three terms; nil for another number of them.
  static func tuple(of parts: [Term]) -> Term? {
    let models = parts.map(\.model)
    let names = parts.indices.map { "\($0)" }
    func two<A: AnyTypedExpression, B: AnyTypedExpression>(_ a: A, _ b: B) -> Term {
      Term(
        QueryExpression<(A.Value, B.Value)>(a.expression, b.expression),
        .pair(models[0], models[1], names, of: (A.Value, B.Value).self))
    }
    func three<A: AnyTypedExpression, B: AnyTypedExpression, C: AnyTypedExpression>(
      _ a: A, _ b: B, _ c: C
    ) -> Term {
      typealias Tuple = (A.Value, B.Value, C.Value)
      let parts: [TuplePart<Tuple>] = [
        TuplePart(\.0, models[0]), TuplePart(\.1, models[1]), TuplePart(\.2, models[2]),
      ]
      return Term(
        QueryExpression<Tuple>(a.expression, b.expression, c.expression), .tuple(parts, names))
    }
    let values = parts.map(\.expression)
    return switch values.count {
    case 2: two(values[0], values[1])
    case 3: three(values[0], values[1], values[2])
    default: nil
    }
  }
}
