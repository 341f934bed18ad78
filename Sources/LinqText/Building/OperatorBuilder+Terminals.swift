internal import Linq

extension OperatorBuilder {
  /// Operators that end a chain.
  func terminal() throws(ChainError) -> Outcome {
    switch name {
    case "toArray":
      try check([], "toArray()")
      return Outcome(query, model)
    case "toSet":
      try check([], "toSet()")
      guard let distinct = model.equality?.distinct(query) else {
        throw error("toSet() of \(model.name) is not possible")
      }
      return Outcome(distinct, model)
    case "toDictionary": return try dictionary()
    case "first", "firstOrNil", "last", "lastOrNil", "single", "singleOrNil": return try chosen()
    case "elementAt", "elementAtOrNil": return try positionedElement()
    case "any", "all", "count": return try tested()
    case "contains": return try contained()
    case "sum", "average", "min", "max": return try aggregated()
    case "minBy", "maxBy": return try extremeElement()
    case "sequenceEqual":
      let other = try otherChain("sequenceEqual(people.take(3))")
      guard let equal = model.equality?.equal(query, other.query) else {
        throw error("\(model.name) and \(other.model.name) cannot be compared")
      }
      return Outcome(TypedQuery(equal), Bool.model, .one)
    default:
      throw error("there is no operator \(name)" + hint(for: name, among: Self.names))
    }
  }

  /// The query with the filter of a terminal's closure, if it has one.
  private func narrowed() throws(ChainError) -> any AnyTypedQuery {
    arguments.isEmpty ? query : try filtered(try closureArgument()).query
  }

  private func chosen() throws(ChainError) -> Outcome {
    // `first { … }` gives an optional, as in Swift.
    let isOptional = name.hasSuffix("OrNil") || (name == "first" && !arguments.isEmpty)
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> Outcome {
      if name.hasPrefix("single") {
        return Outcome(TypedQuery(chain.query.take(2)), model, .single(isOptional: isOptional))
      }
      let query = name.hasPrefix("first") ? chain.query.take(1) : chain.query.takeLast(1)
      return Outcome(TypedQuery(query), model, .first(isOptional: isOptional))
    }
    return open(try narrowed())
  }

  private func positionedElement() throws(ChainError) -> Outcome {
    guard arguments.count == 1, let index = arguments[0].value.integer else {
      throw error("write .\(name)(3)")
    }
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> Outcome {
      let query = index < 0 ? chain.query.take(0) : chain.query.skip(index).take(1)
      return Outcome(
        TypedQuery(query), model, .element(index, isOptional: name.hasSuffix("OrNil")))
    }
    return open(query)
  }

  private func tested() throws(ChainError) -> Outcome {
    if name == "all" {
      let condition = try condition(try closureArgument())
      func open<Chain: AnyTypedQuery>(_ chain: Chain) -> Outcome {
        Outcome(
          TypedQuery(chain.query.where { _ in !condition }.existence), Bool.model, .opposite)
      }
      return open(query)
    }
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> Outcome {
      name == "any"
        ? Outcome(TypedQuery(chain.query.existence), Bool.model, .one)
        : Outcome(TypedQuery(chain.query.number), Int.model, .one)
    }
    return open(try narrowed())
  }

  private func contained() throws(ChainError) -> Outcome {
    try check([nil], "contains(…)")
    let syntax = arguments[0].value
    if case .closure = syntax.form {
      func open<Chain: AnyTypedQuery>(_ chain: Chain) -> Outcome {
        Outcome(TypedQuery(chain.query.existence), Bool.model, .one)
      }
      return open(try filtered(syntax).query)
    }
    func open<Value: ChainValue>(_ type: Value.Type) throws(ChainError) -> Outcome? {
      guard let chain = query as? TypedQuery<Value> else { return nil }
      guard let value = Value.literal(syntax) else {
        throw ChainError("a value of type \(Value.model.name) was expected here", at: syntax.range)
      }
      return Outcome(
        TypedQuery(chain.query.where { $0 == value }.existence), Bool.model, .one)
    }
    guard let type = valueType(of: element(of: query, model)), let outcome = try open(type) else {
      throw error("contains takes a value; select one value of \(model.name) first")
    }
    return outcome
  }

  private func aggregated() throws(ChainError) -> Outcome {
    let value = arguments.isEmpty ? element(of: query, model) : try term(try closureArgument())
    guard let aggregate = QueryAggregate(rawValue: name), let type = valueType(of: value) else {
      throw error("there is no \(name) of \(value.model.name)")
    }
    func open<Chain: AnyTypedQuery, Value: ChainValue>(
      _ chain: Chain, _ type: Value.Type
    ) -> Outcome? {
      func number<Number: QueryNumber & ChainValue>(_ type: Number.Type) -> Outcome? {
        guard let value = value.cast(Number.self) else { return nil }
        return aggregate == .sum
          ? Outcome(TypedQuery(chain.query.total(value)), Number.model, .one)
          : Outcome(TypedQuery(chain.query.mean(value)), Double?.model, .one)
      }
      if aggregate == .sum || aggregate == .average {
        return number(Int.self) ?? number(Int64.self) ?? number(Double.self)
      }
      return value.cast(Value.self).flatMap { Value.extreme(aggregate, of: chain.query, $0) }
    }
    guard let outcome = open(query, type) else {
      throw error("there is no \(name) of \(value.model.name)")
    }
    return outcome
  }

  private func extremeElement() throws(ChainError) -> Outcome {
    let key = try term(try closureArgument())
    let order = SortOrder(isDescending: name == "maxBy", isSecondary: false)
    func open<Value: ChainValue, Chain: AnyTypedQuery>(
      _ type: Value.Type, _ chain: Chain
    ) -> Outcome? {
      guard let key = key.cast(Value.self),
        let sorted = Value.sort(chain.query, by: key, order)
      else { return nil }
      return Outcome(TypedQuery(sorted.take(1)), model, .first(isOptional: true))
    }
    guard let type = valueType(of: key), let outcome = open(type, query) else {
      throw error("\(key.model.name) has no order")
    }
    return outcome
  }

  private func dictionary() throws(ChainError) -> Outcome {
    guard let first = arguments.first, first.label == nil, arguments.count <= 2 else {
      throw error("write .toDictionary({ $0.id }) or .toDictionary({ $0.id }, { $0.name })")
    }
    let key = try term(first.value)
    let value =
      arguments.count == 2 ? try term(arguments[1].value) : element(of: query, model)
    func open<Chain: AnyTypedQuery, Key: AnyTypedExpression, Value: AnyTypedExpression>(
      _ chain: Chain, _ first: Key, _ second: Value
    ) -> Outcome {
      let (left, right) = (first.expression, second.expression)
      let parts: [TuplePart<(Key.Value, Value.Value)>] = [
        TuplePart(\.0, key.model), TuplePart(\.1, value.model),
      ]
      return Outcome(
        TypedQuery(chain.query.select { _ in (left, right) }), .tuple(parts, ["key", "value"]),
        .dictionary)
    }
    return open(query, key.expression, value.expression)
  }
}
