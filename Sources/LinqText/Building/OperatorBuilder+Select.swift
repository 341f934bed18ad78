internal import LinqCore

extension OperatorBuilder {
  func selected(_ closure: Syntax) throws(ChainError) -> Outcome {
    let (builder, body) = try expressions.body(of: closure, [element(of: query, model)])
    guard case .tuple(let syntax) = body.form else {
      let value = try anyTerm(closure)
      let isOpaque = value.isOpaque
      func open<Chain: AnyTypedQuery, Value: AnyTypedExpression>(
        _ chain: Chain, _ value: Value
      ) -> any AnyTypedQuery {
        let expression = value.expression
        guard isOpaque else { return TypedQuery(chain.query.select { _ in expression }) }
        let closure: @Sendable (Chain.Element) throws -> Value.Value = expression.function()
        return TypedQuery(chain.query.select(closure))
      }
      return Outcome(open(query, value.expression), value.model)
    }
    var parts: [Term] = []
    for part in syntax { parts.append(try builder.term(part)) }
    let names = syntax.enumerated().map { index, part in part.lastName ?? "\(index)" }
    guard let result = tuple(parts, names) else {
      throw ChainError("a tuple has two to six values", at: body.range)
    }
    return result
  }

  /// Builds `selectMany`: the elements of the lists that a closure returns.
  func flattened(_ closure: Syntax) throws(ChainError) -> Outcome {
    let term = try term(closure)
    guard let list = term.model.list, let elements = list.flatten(query, term.expression) else {
      throw ChainError(
        "the closure of selectMany gives a list, not \(term.model.name)", at: closure.range)
    }
    return Outcome(elements, list.item)
  }

  /// Builds `expand`: the rows that are reached through the lists that a closure returns.
  func expanded(_ closure: Syntax) throws(ChainError) -> Outcome {
    let array = try term(closure)
    func open<Chain: AnyTypedQuery>(_ chain: Chain) throws(ChainError) -> Outcome {
      guard
        let rows = (array.model.rowsOfRelation ?? array.expression)
          as? TypedExpression<[Chain.Element]>
      else {
        throw ChainError(
          "the closure of expand gives a list of \(model.name), not \(array.model.name)",
          at: closure.range)
      }
      guard let hooks = model.expansion ?? IdentifiedRows<Chain.Element>.expansion,
        let reached = hooks.expand(chain, rows)
      else {
        throw error(
          "expand takes rows with a key of one whole number, or with an id, not \(model.name)")
      }
      return Outcome(
        reached,
        .pair(model, Int.model, ["element", "distance"], of: (Chain.Element, Int).self))
    }
    return try open(query)
  }

  /// Returns the elements as tuples, or nil if there are more values than tuples support here. Each
  /// number of values has a function, because existentials cannot be opened as a parameter pack.
  private func tuple(_ parts: [Term], _ names: [String]) -> Outcome? {
    let v = parts.map(\.expression)
    let models = parts.map(\.model)
    return switch v.count {
    case 2: two(query, v[0], v[1], models, names)
    case 3: three(query, v[0], v[1], v[2], models, names)
    case 4: four(query, v[0], v[1], v[2], v[3], models, names)
    case 5: five(query, v[0], v[1], v[2], v[3], v[4], models, names)
    case 6: six(query, v[0], v[1], v[2], v[3], v[4], v[5], models, names)
    default: nil
    }
  }

  private typealias Part = AnyTypedExpression

  private func two<Chain: AnyTypedQuery, A: Part, B: Part>(
    _ chain: Chain, _ a: A, _ b: B, _ models: [Model], _ names: [String]
  ) -> Outcome {
    let (a, b) = (a.expression, b.expression)
    return Outcome(
      TypedQuery(chain.query.select { _ in (a, b) }),
      .pair(models[0], models[1], names, of: (A.Value, B.Value).self))
  }

  private func three<Chain: AnyTypedQuery, A: Part, B: Part, C: Part>(
    _ chain: Chain, _ a: A, _ b: B, _ c: C, _ models: [Model], _ names: [String]
  ) -> Outcome {
    typealias Tuple = (A.Value, B.Value, C.Value)
    let (a, b, c) = (a.expression, b.expression, c.expression)
    let parts: [TuplePart<Tuple>] = [
      TuplePart(\.0, models[0]), TuplePart(\.1, models[1]), TuplePart(\.2, models[2]),
    ]
    return Outcome(
      TypedQuery(chain.query.select { _ in (a, b, c) }), .tuple(parts, names))
  }

  private func four<Chain: AnyTypedQuery, A: Part, B: Part, C: Part, D: Part>(
    _ chain: Chain, _ a: A, _ b: B, _ c: C, _ d: D, _ models: [Model], _ names: [String]
  ) -> Outcome {
    typealias Tuple = (A.Value, B.Value, C.Value, D.Value)
    let (a, b, c, d) = (a.expression, b.expression, c.expression, d.expression)
    let parts: [TuplePart<Tuple>] = [
      TuplePart(\.0, models[0]), TuplePart(\.1, models[1]), TuplePart(\.2, models[2]),
      TuplePart(\.3, models[3]),
    ]
    return Outcome(
      TypedQuery(chain.query.select { _ in (a, b, c, d) }), .tuple(parts, names))
  }

  private func five<Chain: AnyTypedQuery, A: Part, B: Part, C: Part, D: Part, E: Part>(
    _ chain: Chain, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ models: [Model], _ names: [String]
  ) -> Outcome {
    typealias Tuple = (A.Value, B.Value, C.Value, D.Value, E.Value)
    let (a, b, c, d, e) = (a.expression, b.expression, c.expression, d.expression, e.expression)
    let parts: [TuplePart<Tuple>] = [
      TuplePart(\.0, models[0]), TuplePart(\.1, models[1]), TuplePart(\.2, models[2]),
      TuplePart(\.3, models[3]), TuplePart(\.4, models[4]),
    ]
    return Outcome(
      TypedQuery(chain.query.select { _ in (a, b, c, d, e) }), .tuple(parts, names))
  }

  private func six<Chain: AnyTypedQuery, A: Part, B: Part, C: Part, D: Part, E: Part, F: Part>(
    _ chain: Chain, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ models: [Model],
    _ names: [String]
  ) -> Outcome {
    typealias Tuple = (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value)
    let (a, b, c, d, e, f) = (
      a.expression, b.expression, c.expression, d.expression, e.expression, f.expression
    )
    let parts: [TuplePart<Tuple>] = [
      TuplePart(\.0, models[0]), TuplePart(\.1, models[1]), TuplePart(\.2, models[2]),
      TuplePart(\.3, models[3]), TuplePart(\.4, models[4]), TuplePart(\.5, models[5]),
    ]
    return Outcome(
      TypedQuery(chain.query.select { _ in (a, b, c, d, e, f) }), .tuple(parts, names))
  }
}

extension Syntax {
  /// The name of the member, if the expression is a member of a parameter.
  fileprivate var lastName: String? {
    switch form {
    case .member(let base, let name):
      switch base.form {
      case .parameter, .name, .unwrapped: Int(name) == nil ? name : nil
      default: nil
      }
    case .optionalChain(_, let rest): rest.lastName
    case .call(_, let name, let arguments):
      // `$0.average { $0.age }` is "average age".
      switch arguments.last?.value.form {
      case .closure(_, let body)?: body.lastName.map { name + " " + $0 }
      case nil: name
      default: nil
      }
    default: nil
    }
  }
}
