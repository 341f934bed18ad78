internal import LinqCore

/// The functions of a window inside an expression.
struct WindowHooks: Sendable {
  /// Returns the result of a function; nil if there is none with its name.
  let call: @Sendable (any AnyTypedExpression, WindowCall) throws(ChainError) -> Term?
}

extension Model {
  /// Returns the model of a window of elements.
  static func window<Element: Sendable>(_ type: Element.Type, _ element: Model) -> Model {
    typealias Window = QueryWindow<Element>
    let list = Model.list(of: Element.self, element)
    func member(
      _ name: String, _ value: @escaping @Sendable (QueryExpression<Window>) -> Term
    ) -> Member {
      Member(name: name) { ($0 as? TypedExpression<Window>).map { value($0.expression) } }
    }
    let hooks = WindowHooks { expression, call throws(ChainError) in
      guard let window = (expression as? TypedExpression<Window>)?.expression else { return nil }
      return try call.result(window, element)
    }
    return Model(
      name: "QueryWindow<\(element.name)>",
      members: [
        member("element") { Term($0.element, element) },
        member("rowNumber") { Term($0.rowNumber) },
        member("partition") { Term($0.partition, list) },
        member("soFar") { Term($0.soFar, list) },
        member("rest") { Term($0.rest, list) },
      ],
      columns: ["rowNumber", "element"], window: hooks
    ) { value in
      guard let window = value as? Window else { return .null }
      return .tuple([.integer(Int64(window.rowNumber)), element.print(window.element)])
    }
  }
}
