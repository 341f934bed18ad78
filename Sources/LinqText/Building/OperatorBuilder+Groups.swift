internal import LinqCore

extension OperatorBuilder {
  func grouped() throws(ChainError) -> Outcome {
    guard let first = arguments.first, first.label == nil else {
      throw error("write .\(next.usage)")
    }
    let key = arguments.count == 1 ? try anyTerm(first.value) : try term(first.value)
    guard let type = key.valueType else { throw error("a whole \(key.model.name) is no key") }
    if next == .countBy {
      guard !key.isOpaque else { throw error("inMemory(…) is not possible in countBy") }
      try check([nil])
      return try required(count(type, query, key))
    }
    if arguments.count == 2, arguments[1].label == "element", next == .groupBy {
      let item = try term(arguments[1].value)
      return try required(group(type, query, key, item.expression, item.model))
    }
    try check([nil])
    return try required(group(type, query, key))
  }

  /// Builds `aggregateBy({ $0.surname }, 0) { $0 + $1.age }`.
  func aggregatedBy() throws(ChainError) -> Outcome {
    try check([nil, nil, nil])
    let key = try term(arguments[0].value)
    func open<Key: ChainValue, Value: ChainValue, Chain: AnyTypedQuery>(
      _ type: Key.Type, _ seed: Value, _ chain: Chain
    ) throws(ChainError) -> Outcome? {
      let element = Term(QueryExpression<Chain.Element>.element(.second, isBuiltAhead: true), model)
      let next = try expressions.closure(
        arguments[2].value, [Term(QueryExpression<Value>.element(isBuiltAhead: true)), element])
      guard let combined = next.cast(Value.self) else {
        throw error(
          "the closure gives \(next.model.name), and the first value is \(Value.model.name)")
      }
      guard let key = key.cast(Key.self) else { return nil }
      let query = chain.query.aggregateBy(
        key.function(), seed,
        { try ExpressionScope.evaluate(combined, for: $0, $1) })
      return Outcome(
        TypedQuery(query),
        .pair(Key.model, Value.model, ["key", "value"], of: (Key, Value).self))
    }
    func open<Value: ChainValue>(_ type: Value.Type) throws(ChainError) -> Outcome? {
      guard let seed = Value.literal(arguments[1].value) else { return nil }
      guard let type = key.valueType, let outcome = try open(type, seed, query) else {
        throw error("a whole \(key.model.name) is no key")
      }
      return outcome
    }
    // A whole number is an `Int`, so this type comes before `Double`.
    let types: [any ChainValue.Type] =
      [Int.self, Double.self, String.self, Bool.self] + LiteralCall.allCases.map(\.type)
    for type in types {
      if let outcome = try open(type) { return outcome }
    }
    throw error("write .\(next.usage)")
  }

  /// Builds `windows()` and `windows(within: { $0.surname })`.
  func windowed() throws(ChainError) -> Outcome {
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> Outcome {
      Outcome(TypedQuery(chain.query.windows()), .window(Chain.Element.self, model))
    }
    guard !arguments.isEmpty else { return open(query) }
    try check(["within"])
    let key = try anyTerm(arguments[0].value)
    guard let type = key.valueType else { throw error("a whole \(key.model.name) is no key") }
    func open<Chain: AnyTypedQuery, Value: ChainValue>(
      _ chain: Chain, _ type: Value.Type
    ) -> Outcome? {
      guard let expression = key.cast(Value.self) else { return nil }
      func closure() -> @Sendable (Chain.Element) throws -> Value { expression.function() }
      let windows =
        key.isOpaque
        ? chain.query.windows(within: closure()) : chain.query.windows { _ in expression }
      return Outcome(TypedQuery(windows), .window(Chain.Element.self, model))
    }
    return try required(open(query, type))
  }

  private func required(_ outcome: Outcome?) throws(ChainError) -> Outcome {
    guard let outcome else { throw error("the key cannot be used") }
    return outcome
  }

  private func count<Value: ChainValue, Chain: AnyTypedQuery>(
    _ type: Value.Type, _ chain: Chain, _ key: Term
  ) -> Outcome? {
    guard let key = key.cast(Value.self) else { return nil }
    return Outcome(
      TypedQuery(chain.query.countBy { _ in key }),
      .pair(Value.model, Int.model, ["key", "count"], of: (Value, Int).self))
  }

  private func group<Value: ChainValue, Chain: AnyTypedQuery>(
    _ type: Value.Type, _ chain: Chain, _ key: Term
  ) -> Outcome? {
    guard let expression = key.cast(Value.self) else { return nil }
    func closure() -> @Sendable (Chain.Element) throws -> Value { expression.function() }
    let groups =
      key.isOpaque ? chain.query.groupBy(closure()) : chain.query.groupBy { _ in expression }
    return Outcome(TypedQuery(groups), .group(Value.self, Chain.Element.self, model))
  }

  private func group<Value: ChainValue, Chain: AnyTypedQuery, Item: AnyTypedExpression>(
    _ type: Value.Type, _ chain: Chain, _ key: Term, _ item: Item, _ itemModel: Model
  ) -> Outcome? {
    guard let key = key.cast(Value.self) else { return nil }
    let value = item.expression
    return Outcome(
      TypedQuery(chain.query.groupBy({ _ in key }, element: { _ in value })),
      .group(Value.self, Item.Value.self, itemModel))
  }
}

extension Model {
  /// Returns the model of a group of elements.
  static func group<Key: ChainValue, Element: Sendable>(
    _ key: Key.Type, _ element: Element.Type, _ item: Model
  ) -> Model {
    typealias Group = QueryGroup<Key, Element>
    func member<Value: Sendable>(
      _ name: String, _ keyPath: any KeyPath<Group, Value> & Sendable, _ model: Model
    ) -> Member {
      Member(name: name) { expression in
        (expression as? TypedExpression<Group>).map {
          Term($0.expression[dynamicMember: keyPath], model)
        }
      }
    }
    let items = Model.list(of: Element.self, item).hooks(for: Group.self)
    return Model(
      name: "QueryGroup<\(Key.model.name), \(item.name)>",
      members: [
        member("key", \.key, Key.model), member("items", \.items, .list(of: Element.self, item)),
      ] + items.members,
      columns: ["key", "items"], list: items.list
    ) { value in
      guard let group = value as? Group else { return .null }
      return .group(
        key: Key.model.print(group.key), items: group.items.map { item.print($0) })
    }
  }
}
