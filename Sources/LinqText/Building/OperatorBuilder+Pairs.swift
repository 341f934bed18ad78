internal import LinqCore

extension OperatorBuilder {
  func indexed() throws(ChainError) -> Outcome {
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> Outcome {
      Outcome(
        TypedQuery(chain.query.index()),
        .pair(Int.model, model, ["index", "element"], of: (Int, Chain.Element).self))
    }
    return open(query)
  }

  func zipped() throws(ChainError) -> Outcome {
    let other = try otherChain()
    func open<Chain: AnyTypedQuery, Other: AnyTypedQuery>(
      _ chain: Chain, _ second: Other
    ) -> Outcome {
      Outcome(
        TypedQuery(chain.query.zip(second.query)),
        .pair(model, other.model, ["first", "second"], of: (Chain.Element, Other.Element).self))
    }
    return open(query, other.query)
  }

  func chunked() throws(ChainError) -> Outcome {
    let size = try number()
    guard size > 0 else { throw error("write .\(next.usage), with 1 or more") }
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> Outcome {
      Outcome(TypedQuery(chain.query.chunk(size)), .list(of: Chain.Element.self, model))
    }
    return open(query)
  }

  /// Builds `chunked`: arrays of consecutive elements, with a closure about each two of them.
  func chunked(by closure: Syntax) throws(ChainError) -> Outcome {
    func open<Chain: AnyTypedQuery>(_ chain: Chain) throws(ChainError) -> Outcome {
      let parts = Self.parts(of: (Chain.Element, Chain.Element).self, model, model)
      let condition = try condition(try expressions.closure(closure, parts), closure)
      return Outcome(
        TypedQuery(chain.query.chunked(condition)), .list(of: Chain.Element.self, model))
    }
    return try open(query)
  }

  /// Returns the parameters of a closure about two elements.
  static func parts<First: Sendable, Second: Sendable>(
    of pair: (First, Second).Type, _ first: Model, _ second: Model
  ) -> [Term] {
    let element = QueryExpression<(First, Second)>.element(isBuiltAhead: true)
    return [
      Term(element[dynamicMember: \.0], first), Term(element[dynamicMember: \.1], second),
    ]
  }

  /// Builds `append`, `prepend` and `defaultIfEmpty` with a value.
  func extended() throws(ChainError) -> Outcome {
    try check([nil])
    let syntax = arguments[0].value
    func open<Value: ChainValue>(_ type: Value.Type) throws(ChainError) -> Outcome? {
      guard let chain = query as? TypedQuery<Value> else { return nil }
      guard let value = Value.literal(syntax) else {
        throw ChainError("a value of type \(Value.model.name) was expected here", at: syntax.range)
      }
      let result =
        switch next {
        case .append: chain.query.append(value)
        case .prepend: chain.query.prepend(value)
        default: chain.query.defaultIfEmpty(value)
        }
      return Outcome(TypedQuery(result), model)
    }
    guard let type = element(of: query, model).valueType, let outcome = try open(type) else {
      throw error("\(name) takes a value; select one value of \(model.name) first")
    }
    return outcome
  }

  /// Returns the outcome of the first argument, which is another chain.
  func otherChain() throws(ChainError) -> Outcome {
    guard let argument = arguments.first, argument.label == nil else {
      throw error("write .\(next.usage)")
    }
    let other = try chain.outcome(argument.value)
    guard case .list = other.finish else {
      throw ChainError("a chain that gives a list was expected", at: argument.value.range)
    }
    return other
  }

  func combined() throws(ChainError) -> Outcome {
    let other = try otherChain()
    guard let combination = QueryCombination(rawValue: name) else { throw error("unknown") }
    if arguments.count == 2, arguments[1].label == "by" { return try combined(other, combination) }
    guard arguments.count == 1 else { throw error("write .\(next.usage)") }
    if combination == .concat {
      func open<Chain: AnyTypedQuery>(_ first: Chain) -> (any AnyTypedQuery)? {
        (other.query as? TypedQuery<Chain.Element>).map {
          TypedQuery(first.query.concat($0.query))
        }
      }
      if let result = open(query) { return Outcome(result, model) }
    } else if let equality = model.equality {
      if let result = equality.combine(combination, query, other.query) {
        return Outcome(result, model)
      }
    } else {
      throw error("\(name) of \(model.name): say by what, by: { … }")
    }
    throw ChainError(
      "the chain gives \(other.model.name), not \(model.name)", at: arguments[0].value.range)
  }

  private func combined(
    _ other: Outcome, _ combination: QueryCombination
  ) throws(ChainError) -> Outcome {
    let key = try term(arguments[1].value)
    func open<Value: ChainValue, Chain: AnyTypedQuery>(
      _ type: Value.Type, _ first: Chain
    ) -> (any AnyTypedQuery)? {
      guard let key = key.cast(Value.self),
        let second = (other.query as? TypedQuery<Chain.Element>)?.query
      else { return nil }
      return switch combination {
      case .concat, .sequenceEqual: nil
      case .union: TypedQuery(first.query.union(second) { _ in key })
      case .intersect: TypedQuery(first.query.intersect(second) { _ in key })
      case .except: TypedQuery(first.query.except(second) { _ in key })
      }
    }
    guard let type = key.valueType, let result = open(type, query) else {
      throw ChainError(
        "the chain gives \(other.model.name), not \(model.name), or the key cannot be compared",
        at: arguments[0].value.range)
    }
    return Outcome(result, model)
  }
}
