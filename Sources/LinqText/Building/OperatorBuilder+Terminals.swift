internal import LinqCore

extension OperatorBuilder {
  func distinctElements() throws(ChainError) -> Outcome {
    guard let distinct = model.equality?.distinct(query) else {
      throw error("toSet() of \(model.name) is not possible")
    }
    return Outcome(distinct, model)
  }

  func compared() throws(ChainError) -> Outcome {
    let other = try otherChain()
    guard let equal = model.equality?.equal(query, other.query) else {
      throw error("\(model.name) and \(other.model.name) cannot be compared")
    }
    return Outcome(TypedQuery(equal), Bool.model, .one)
  }

  /// Returns the query, filtered by the closure of the terminal if it has one.
  private func narrowed() throws(ChainError) -> any AnyTypedQuery {
    arguments.isEmpty ? query : try filtered(try closureArgument()).query
  }

  func chosen() throws(ChainError) -> Outcome {
    // `first { … }` returns an optional, as in Swift.
    let isOptional =
      switch next {
      case .firstOrNil, .lastOrNil, .singleOrNil: true
      default: next == .first && !arguments.isEmpty
      }
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> Outcome {
      if next == .single || next == .singleOrNil {
        return Outcome(TypedQuery(chain.query.take(2)), model, .single(isOptional: isOptional))
      }
      let isFirst = next == .first || next == .firstOrNil
      let query = isFirst ? chain.query.take(1) : chain.query.takeLast(1)
      return Outcome(TypedQuery(query), model, .first(isOptional: isOptional))
    }
    return open(try narrowed())
  }

  func positionedElement() throws(ChainError) -> Outcome {
    let index = try number()
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> Outcome {
      let query = index < 0 ? chain.query.take(0) : chain.query.skip(index).take(1)
      return Outcome(
        TypedQuery(query), model, .element(index, isOptional: next == .elementAtOrNil))
    }
    return open(query)
  }

  func tested() throws(ChainError) -> Outcome {
    if next == .all {
      let condition = try condition(try closureArgument())
      func open<Chain: AnyTypedQuery>(_ chain: Chain) -> Outcome {
        Outcome(
          TypedQuery(chain.query.where { _ in !condition }.existence), Bool.model, .opposite)
      }
      return open(query)
    }
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> Outcome {
      next == .any
        ? Outcome(TypedQuery(chain.query.existence), Bool.model, .one)
        : Outcome(TypedQuery(chain.query.number), Int.model, .one)
    }
    return open(try narrowed())
  }

  func contained() throws(ChainError) -> Outcome {
    try check([nil])
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

  func aggregated() throws(ChainError) -> Outcome {
    let value = arguments.isEmpty ? element(of: query, model) : try term(try closureArgument())
    guard let aggregate = QueryAggregate(rawValue: name), let type = valueType(of: value) else {
      throw error("there is no \(name) of \(value.model.name)")
    }
    let statistic = QueryStatistic(rawValue: name)
    func open<Chain: AnyTypedQuery, Value: ChainValue>(
      _ chain: Chain, _ type: Value.Type
    ) -> Outcome? {
      func number<Number: QueryNumber & ChainValue>(_ type: Number.Type) -> Outcome? {
        func outcome(_ sum: Query<Number>, _ other: Query<Double?>?) -> Outcome {
          other.map { Outcome(TypedQuery($0), Double?.model, .one) }
            ?? Outcome(TypedQuery(sum), Number.model, .one)
        }
        if let value = value.cast(Number?.self) {
          return outcome(
            chain.query.total(value), statistic.map { chain.query.statistic($0, value) })
        }
        return value.cast(Number.self).map { value in
          outcome(chain.query.total(value), statistic.map { chain.query.statistic($0, value) })
        }
      }
      if aggregate == .sum || statistic != nil {
        return NumberCalls.first { number($0) }
      }
      return value.cast(Value.self).flatMap { Value.extreme(aggregate, of: chain.query, $0) }
    }
    guard let outcome = open(query, type) else {
      throw error("there is no \(name) of \(value.model.name)")
    }
    return outcome
  }

  func joinedTexts() throws(ChainError) -> Outcome {
    let call = try JoinedCall(arguments, at: nameRange)
    let text = try call.text.map { closure throws(ChainError) in try term(closure) }
    let value = text ?? element(of: query, model)
    func open<Chain: AnyTypedQuery, Text: StringProtocol & ChainValue>(
      _ chain: Chain, _ type: Text.Type
    ) -> Outcome? {
      let joined =
        value.cast(Text?.self).map { chain.query.joinedText(call.separator, $0) }
        ?? value.cast(Text.self).map { chain.query.joinedText(call.separator, $0) }
      return joined.map { Outcome(TypedQuery($0), String.model, .one) }
    }
    guard let outcome = open(query, String.self) ?? open(query, Substring.self) else {
      throw error("there is no \(name) of \(value.model.name)")
    }
    return outcome
  }

  func extremeElement() throws(ChainError) -> Outcome {
    let key = try term(try closureArgument())
    let order = SortOrder(isDescending: next == .maxBy, isSecondary: false)
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

  func dictionary() throws(ChainError) -> Outcome {
    guard let first = arguments.first, first.label == nil, arguments.count <= 2 else {
      throw error("write .\(next.usage)")
    }
    let key = try term(first.value)
    let value =
      arguments.count == 2 ? try term(arguments[1].value) : element(of: query, model)
    func open<Chain: AnyTypedQuery, Key: AnyTypedExpression, Value: AnyTypedExpression>(
      _ chain: Chain, _ first: Key, _ second: Value
    ) -> Outcome {
      let (left, right) = (first.expression, second.expression)
      return Outcome(
        TypedQuery(chain.query.select { _ in (left, right) }),
        .pair(key.model, value.model, ["key", "value"], of: (Key.Value, Value.Value).self),
        .dictionary)
    }
    return open(query, key.expression, value.expression)
  }
}
