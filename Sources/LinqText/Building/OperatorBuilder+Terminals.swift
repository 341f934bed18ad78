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
        // A second element is an error already.
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
      // A negative number skips nothing, and there is no element at that index.
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
    let isClosure = if case .closure? = arguments.first?.value.form { true } else { false }
    guard arguments.count == 1, [nil, isClosure ? "where" : nil].contains(arguments[0].label) else {
      throw error("write .\(next.usage)")
    }
    let syntax = arguments[0].value
    if isClosure {
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
    guard let type = element(of: query, model).valueType, let outcome = try open(type) else {
      throw error("contains takes a value; select one value of \(model.name) first")
    }
    return outcome
  }

  func aggregated(_ aggregate: QueryAggregate) throws(ChainError) -> Outcome {
    let call = try AggregateCall(aggregate, arguments, at: nameRange)
    let value = try call.value.map { closure throws(ChainError) in try term(closure) }
    let part = value ?? element(of: query, model)
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> Outcome? {
      chain.aggregated(call.kind, of: part)
    }
    guard let outcome = open(query) else {
      throw error("there is no \(name) of \(part.model.name)")
    }
    return outcome
  }

  func extremeElement() throws(ChainError) -> Outcome {
    let key = try term(try closureArgument())
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> (any AnyTypedQuery)? {
      let sorted = chain.sorted(by: key, as: next == .maxBy ? "sortDescending" : "sort")
      return sorted.map { TypedQuery($0.query.take(1)) }
    }
    guard let first = open(query) else { throw error("\(key.model.name) has no order") }
    return Outcome(first, model, .first(isOptional: true))
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
