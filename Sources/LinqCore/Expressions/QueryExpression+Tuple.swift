extension QueryExpression {
  /// Creates a tuple of values, for example a tuple inside a tuple.
  ///
  /// ```swift
  /// people.select { ($0.id, QueryExpression($0.name, $0.surname)) }
  /// // SELECT id, name, surname FROM person ORDER BY id
  /// ```
  public init<First, Second, each Rest>(
    _ first: QueryExpression<First>, _ second: QueryExpression<Second>,
    _ rest: repeat QueryExpression<each Rest>
  ) where Value == (First, Second, repeat each Rest) {
    self.init(tuple: first, second, repeat each rest)
  }

  /// Creates a value of several parts, with what builds it from their values.
  package init(
    parts: [ExpressionNode], builder: any AnyElementBuilder,
    value: @escaping @Sendable (ExpressionScope) throws -> Value
  ) { self.init(.tuple(parts, builder), value: value) }

  init<each Part>(tuple parts: repeat QueryExpression<each Part>)
  where Value == (repeat each Part) {
    self.init(Self.form(repeat each parts)) { scope in
      (repeat try (each parts).expressionValue(scope))
    }
  }

  /// Creates a key of several parts.
  init<each Part: Hashable & Sendable>(
    key parts: repeat QueryExpression<each Part>
  ) where Value == CompositeKey<repeat each Part> {
    self.init(Self.form(repeat each parts)) { scope in
      CompositeKey((repeat try (each parts).expressionValue(scope)))
    }
  }

  private static func form<each Part>(
    _ parts: repeat QueryExpression<each Part>
  ) -> ExpressionNode.Form {
    var nodes: [ExpressionNode] = []
    repeat nodes.append((each parts).expressionNode)
    return .tuple(nodes, TupleBuilder<repeat each Part>())
  }
}

/// Builds tuples from the readers of their parts.
private struct TupleBuilder<each Part>: AnyElementBuilder {
  func reader(_ columns: any ElementColumns) -> AnyObject {
    let parts = Parts(readers: (repeat columns.next((each Part).self)))
    return ElementReader { try parts.read() }
  }

  private struct Parts {
    let readers: (repeat ElementReader<each Part>)

    func read() throws -> (repeat each Part) { (repeat try (each readers).read()) }
  }
}
