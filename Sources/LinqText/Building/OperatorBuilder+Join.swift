internal import LinqCore

extension OperatorBuilder {
  /// Builds `join(people, on: { … }, equals: { … })` and its variants.
  func joined() throws(ChainError) -> Outcome {
    if arguments.count == 2 { return try joinedByCondition() }
    try check([nil, "on", "equals"])
    let other = try otherChain()
    let (outerKey, innerKey) = try keys(element(of: other.query, other.model))
    guard let type = outerKey.valueType, let type2 = innerKey.valueType, type == type2
    else {
      throw ChainError(
        "the keys are \(outerKey.model.name) and \(innerKey.model.name); they must be of one type: "
          + "use String(…) or Int(…)",
        at: arguments[1].value.range.lowerBound..<arguments[2].value.range.upperBound)
    }
    guard let outcome = join(type, query, other.query, outerKey, innerKey, other.model) else {
      throw error("the keys cannot be compared")
    }
    return outcome
  }

  /// Builds `join(people, where: { … })` and `leftJoin(people, where: { … })`.
  private func joinedByCondition() throws(ChainError) -> Outcome {
    guard next == .join || next == .leftJoin else { throw error("write .\(next.usage)") }
    try check([nil, "where"])
    let other = try otherChain()
    func open<Outer: AnyTypedQuery, Inner: AnyTypedQuery>(
      _ outer: Outer, _ inner: Inner
    ) throws(ChainError) -> Outcome {
      let parts = Self.parts(of: (Outer.Element, Inner.Element).self, model, other.model)
      let closure = arguments[1].value
      let condition = try condition(try expressions.closure(closure, parts), closure)
      guard next == .join else {
        return pairs(
          outer.query.leftJoin(inner.query, condition), model,
          .optional(Inner.Element.self, other.model))
      }
      return pairs(
        outer.query.crossJoin(inner.query).where { _ in condition }, model, other.model)
    }
    return try open(query, other.query)
  }

  /// Builds `crossJoin(people)`.
  func crossJoined() throws(ChainError) -> Outcome {
    try check([nil])
    let other = try otherChain()
    func open<Outer: AnyTypedQuery, Inner: AnyTypedQuery>(
      _ outer: Outer, _ inner: Inner
    ) -> Outcome { pairs(outer.query.crossJoin(inner.query), model, other.model) }
    return open(query, other.query)
  }

  /// Returns the keys of both sides.
  private func keys(_ inner: Term) throws(ChainError) -> (Term, Term) {
    let (left, outerKey) = try expressions.body(
      of: arguments[1].value, [element(of: query, model)])
    let (right, innerKey) = try expressions.body(of: arguments[2].value, [inner])
    return try Self.keys(outerKey, left, innerKey, right)
  }

  /// Returns two keys. A literal gets the type of the other key, or of the other part of a tuple.
  private static func keys(
    _ outer: Syntax, _ left: ExpressionBuilder, _ inner: Syntax, _ right: ExpressionBuilder
  ) throws(ChainError) -> (Term, Term) {
    guard case .tuple(let outerParts) = outer.form, case .tuple(let innerParts) = inner.form,
      outerParts.count == innerParts.count
    else {
      let (first, second) = try left.terms(outer, inner, in: right)
      return unified(first, second)
    }
    var (firsts, seconds): ([Term], [Term]) = ([], [])
    for (outerPart, innerPart) in zip(outerParts, innerParts) {
      let (first, second) = try keys(outerPart, left, innerPart, right)
      firsts.append(first)
      seconds.append(second)
    }
    return (
      try left.key(of: firsts, outerParts, outer), try right.key(of: seconds, innerParts, inner)
    )
  }

  /// Returns two keys of one type: a substring becomes a string beside a string, and a value an
  /// optional beside an optional.
  private static func unified(_ first: Term, _ second: Term) -> (Term, Term) {
    var (first, second) = (first, second)
    if let text = first.cast(Substring.self), second.cast(Substring.self) == nil {
      first = Term(QueryExpression<String>(text))
    }
    if let text = second.cast(Substring.self), first.cast(Substring.self) == nil {
      second = Term(QueryExpression<String>(text))
    }
    return ExpressionBuilder(sources: []).optionalAlike(first, second)
  }

  private func join<Key: ChainValue, Outer: AnyTypedQuery, Inner: AnyTypedQuery>(
    _ type: Key.Type, _ outer: Outer, _ inner: Inner, _ outerKey: Term, _ innerKey: Term,
    _ innerModel: Model
  ) -> Outcome? {
    guard let outerKey = outerKey.cast(Key.self), let innerKey = innerKey.cast(Key.self) else {
      return nil
    }
    typealias Left = Outer.Element
    typealias Right = Inner.Element
    let (left, right) = (outer.query, inner.query)
    let optionalLeft = Model.optional(Left.self, model)
    let optionalRight = Model.optional(Right.self, innerModel)
    switch next {
    case .join:
      return pairs(
        left.join(right, on: { _ in outerKey }, equals: { _ in innerKey }), model, innerModel)
    case .leftJoin:
      return pairs(
        left.leftJoin(right, on: { _ in outerKey }, equals: { _ in innerKey }), model,
        optionalRight)
    case .rightJoin:
      return pairs(
        left.rightJoin(right, on: { _ in outerKey }, equals: { _ in innerKey }), optionalLeft,
        innerModel)
    case .fullJoin:
      return pairs(
        left.fullJoin(right, on: { _ in outerKey }, equals: { _ in innerKey }), optionalLeft,
        optionalRight)
    default:
      return pairs(
        left.groupJoin(right, on: { _ in outerKey }, equals: { _ in innerKey }), model,
        .list(of: Right.self, innerModel))
    }
  }

  private func pairs<Left: Sendable, Right: Sendable>(
    _ query: Query<(Left, Right)>, _ left: Model, _ right: Model
  ) -> Outcome {
    Outcome(TypedQuery(query), .pair(left, right, ["0", "1"], of: (Left, Right).self))
  }
}

extension Model {
  /// Returns the model of an optional element.
  static func optional<Wrapped: Sendable>(_ type: Wrapped.Type, _ model: Model) -> Model {
    Model(
      name: model.name + "?",
      wrapped: .of(Wrapped.self, model)
    ) { value in
      if case .some(let value)? = value as? Wrapped? { return model.print(value) }
      return .null
    }
  }
}
