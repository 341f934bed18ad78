internal import LinqCore

/// A call of an operator on a list inside an expression: `$0.items.any { $0.email == nil }`.
struct ListCall {
  let name: String
  let arguments: [Syntax.Argument]
  let syntax: Syntax
  let builder: ExpressionBuilder

  /// The names of the operators.
  static let names = [
    "all", "allSatisfy", "any", "average", "contains", "count", "distinct", "filter", "joined",
    "map", "matching", "max", "maxBy", "median", "min", "minBy", "percentile",
    "populationStandardDeviation", "reverse", "select", "skip", "sort", "sortDescending",
    "standardDeviation", "sum", "take", "thenBy", "thenByDescending", "where",
  ]

  /// Returns the result of the operator; nil if there is none with this name.
  func result<Item: Sendable>(
    _ list: QueryExpression<[Item]>, _ item: Model
  ) throws(ChainError) -> Term? {
    let model = Model.list(of: Item.self, item)
    // The closure is built before the operator is called, with the element that `elements` will
    // pass to it. Operators without a closure take the list as it is.
    let (elements, element) = list.withElement()
    func part() throws(ChainError) -> Term {
      guard arguments.count == 1, let closure = arguments.first?.value else {
        throw ChainError("write .\(name) { … }", at: syntax.nameRange)
      }
      return try builder.closure(closure, [Term(element, item)])
    }
    switch name {
    case "any" where arguments.isEmpty: return Term(list.any())
    case "any", "all", "allSatisfy", "count", "where", "filter", "matching":
      let condition = try condition(part())
      switch name {
      case "any": return Term(elements.any { _ in condition })
      case "all", "allSatisfy": return Term(elements.all { _ in condition })
      case "count": return Term(elements.count { _ in condition })
      default: return Term(elements.where { _ in condition }, model)
      }
    case "contains" where arguments.first?.label == "where":
      let condition = try condition(part())
      return Term(elements.any { _ in condition })
    case "contains": return try contained(in: list)
    case "select", "map": return try selected(elements, Term(element, item), part)
    case "sort", "sortDescending", "thenBy", "thenByDescending":
      let key = try arguments.isEmpty ? Term(element, item) : part()
      return Term(try sorted(elements, by: key, as: name), model)
    case "minBy", "maxBy":
      let order = name == "minBy" ? "sort" : "sortDescending"
      return .optional(try sorted(elements, by: part(), as: order).first, item)
    case "take", "skip":
      guard let count = arguments.first?.value.integer, arguments.count == 1 else {
        throw ChainError("write .\(name)(3)", at: syntax.nameRange)
      }
      return Term(name == "take" ? list.take(count) : list.skip(count), model)
    case "reverse" where arguments.isEmpty: return Term(list.reverse(), model)
    case "distinct" where arguments.isEmpty:
      func open<Value: ChainValue>(_ type: Value.Type) -> Term? {
        Term(list, model).cast([Value].self).map { Term($0.distinct(), model) }
      }
      guard let type = Item.self as? any ChainValue.Type, let distinct = open(type) else {
        throw ChainError(
          "distinct() of \(item.name): say by what, distinct(by: { … })", at: syntax.nameRange)
      }
      return distinct
    case "distinct":
      let key = try part()
      guard let distinct = TypedList(list: elements).distinct(by: key) else {
        throw ChainError("a whole \(key.model.name) is no key", at: syntax.nameRange)
      }
      return Term(distinct.list, model)
    case "sum", "average", "median", "percentile", "standardDeviation",
      "populationStandardDeviation", "min", "max", "joined":
      guard let aggregate = QueryAggregate(rawValue: name) else { return nil }
      let call = try AggregateCall(aggregate, arguments, at: syntax.nameRange)
      let value = try call.value.map { closure throws(ChainError) in
        try builder.closure(closure, [Term(element, item)])
      }
      return try aggregated(elements, value ?? Term(element, item), call.kind)
    default: return nil
    }
  }

  private func sorted<Item: Sendable>(
    _ elements: QueryExpression<[Item]>, by key: Term, as name: String
  ) throws(ChainError) -> QueryExpression<[Item]> {
    guard let sorted = TypedList(list: elements).sorted(by: key, as: name) else {
      throw ChainError("\(key.model.name) has no order to sort by", at: syntax.nameRange)
    }
    return sorted.list
  }

  private func condition(_ term: Term) throws(ChainError) -> QueryExpression<Bool> {
    guard let condition = term.cast(Bool.self) else {
      throw ChainError(
        "the closure of \(name) gives a Bool, not \(term.model.name)", at: syntax.nameRange)
    }
    return condition
  }

  /// Returns whether the list has a value, which becomes an optional beside optionals.
  private func contained<Item: Sendable>(
    in list: QueryExpression<[Item]>
  ) throws(ChainError) -> Term {
    guard arguments.count == 1, let argument = arguments.first?.value else {
      throw ChainError("write .contains(…)", at: syntax.nameRange)
    }
    let type = Item.self as? any ChainValue.Type
    let whole = Term(list, .list(of: Item.self, Model(name: "\(Item.self)") { _ in .null }))
    let value = try builder.term(argument, expecting: argument.isLiteral ? type : nil)
    func open<Value: ChainValue>(_ type: Value.Type) -> Term? {
      guard let values = whole.cast([Value].self) else { return nil }
      if let value = value.cast(Value.self) { return Term(values.contains(value)) }
      func wrapped<Wrapped: ChainValue>(_ type: Wrapped.Type) -> Term? {
        guard let values = whole.cast([Wrapped?].self) else { return nil }
        return value.cast(Wrapped.self).map { Term(values.contains($0)) }
      }
      return (type as? any OptionalType.Type).flatMap { wrapped($0.wrapped) }
    }
    guard let term = type.flatMap({ open($0) }) else {
      throw ChainError(
        "a list of \(Item.self) contains no \(value.model.name)", at: argument.range)
    }
    return term
  }

  /// Returns the list of a value, or of a tuple of two or three, of each element.
  private func selected<Item: Sendable>(
    _ elements: QueryExpression<[Item]>, _ element: Term, _ part: () throws(ChainError) -> Term
  ) throws(ChainError) -> Term {
    if arguments.count == 1, let closure = arguments.first?.value, case .closure = closure.form {
      let (inner, body) = try builder.body(of: closure, [element])
      if case .tuple(let syntax) = body.form {
        var parts: [Term] = []
        for part in syntax { parts.append(try inner.term(part)) }
        guard let tuple = Term.tuple(of: parts) else {
          throw ChainError("a tuple of each element has two or three values", at: body.range)
        }
        func open<Tuple: AnyTypedExpression>(_ value: Tuple) -> Term {
          let expression = value.expression
          return Term(
            elements.select { _ in expression }, .list(of: Tuple.Value.self, tuple.model))
        }
        return open(tuple.expression)
      }
    }
    let value = try part()
    func open<Value: ChainValue>(_ type: Value.Type) -> Term? {
      value.cast(type).map { value in
        Term(elements.select { _ in value }, .list(of: Value.self, Value.model))
      }
    }
    guard let term = value.valueType.flatMap({ open($0) }) else {
      throw ChainError("the closure of select gives a single value here", at: syntax.nameRange)
    }
    return term
  }

  private func aggregated<Item: Sendable>(
    _ elements: QueryExpression<[Item]>, _ part: Term, _ kind: AggregateCall.Kind
  ) throws(ChainError) -> Term {
    guard let term = TypedList(list: elements).aggregated(kind, of: part) else {
      throw ChainError("there is no \(name) of \(part.model.name)", at: syntax.nameRange)
    }
    return term
  }
}
