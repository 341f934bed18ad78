internal import Linq

/// Adds one operator to a chain.
struct OperatorBuilder {
  let chain: ChainBuilder
  let query: any AnyTypedQuery
  let model: Model
  let name: String
  let arguments: [Syntax.Argument]
  let nameRange: Range<Int>

  /// All operators.
  static let names = [
    "where", "select", "selectMany", "sort", "sortDescending", "thenBy", "thenByDescending",
    "reverse", "shuffle", "distinct", "take", "skip", "takeWhile", "skipWhile", "takeLast",
    "skipLast", "chunk", "index",
    "zip", "concat", "union", "intersect", "except", "groupBy", "countBy", "join", "leftJoin",
    "rightJoin", "fullJoin", "groupJoin", "toArray", "toSet", "toDictionary", "toLookup", "first",
    "firstOrNil", "last", "lastOrNil", "single", "singleOrNil", "elementAt", "elementAtOrNil",
    "any", "all", "contains", "count", "sum", "average", "min", "max", "minBy", "maxBy",
    "sequenceEqual", "append", "prepend", "defaultIfEmpty",
  ]

  func outcome() throws(ChainError) -> Outcome {
    switch name {
    case "where": try filtered(try closureArgument())
    case "select": try selected(try closureArgument())
    case "selectMany": try flattened(try closureArgument())
    case "sort", "sortDescending", "thenBy", "thenByDescending": try sorted()
    case "reverse", "shuffle", "take", "skip", "takeLast", "skipLast": try positioned()
    case "takeWhile", "skipWhile": try split()
    case "distinct": try distinct()
    case "chunk", "index", "zip", "append", "prepend", "defaultIfEmpty": try paired()
    case "concat", "union", "intersect", "except": try combined()
    case "groupBy", "countBy", "toLookup": try grouped()
    case "join", "leftJoin", "rightJoin", "fullJoin", "groupJoin": try joined()
    default: try terminal()
    }
  }

  func error(_ message: String) -> ChainError { ChainError(message, at: nameRange) }

  /// Makes sure that the arguments have these labels.
  func check(_ labels: [String?], _ usage: String) throws(ChainError) {
    guard arguments.map(\.label) == labels else { throw error("write .\(usage)") }
  }

  /// The one argument, a closure or a key path.
  func closureArgument() throws(ChainError) -> Syntax {
    guard arguments.count == 1, arguments[0].label == nil || arguments[0].label == "where" else {
      throw error("write .\(name) { … }")
    }
    return arguments[0].value
  }

  func term(_ closure: Syntax) throws(ChainError) -> Term {
    try ExpressionBuilder.closure(closure, [element(of: query, model)])
  }

  /// The expression of a closure that may be one of Swift alone.
  func anyTerm(_ closure: Syntax) throws(ChainError) -> Term {
    try ExpressionBuilder.anyClosure(closure, [element(of: query, model)])
  }

  func element(of query: any AnyTypedQuery, _ model: Model) -> Term {
    func open<Query: AnyTypedQuery>(_ query: Query) -> Term {
      Term(QueryExpression<Query.Element>.element(), model)
    }
    return open(query)
  }

  /// A condition of an element.
  func condition(_ closure: Syntax) throws(ChainError) -> QueryExpression<Bool> {
    try condition(try term(closure), closure)
  }

  private func condition(
    _ term: Term, _ closure: Syntax
  ) throws(ChainError) -> QueryExpression<Bool> {
    guard let condition = term.cast(Bool.self) else {
      throw ChainError(
        "the closure of \(name) gives a Bool, not \(term.model.name)", at: closure.range)
    }
    return condition
  }

  func filtered(_ closure: Syntax) throws(ChainError) -> Outcome {
    let term = try anyTerm(closure)
    let condition = try condition(term, closure)
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> any AnyTypedQuery {
      guard term.isOpaque else { return TypedQuery(chain.query.where { _ in condition }) }
      let test: @Sendable (Chain.Element) throws -> Bool = { try condition.value(for: $0) }
      return TypedQuery(chain.query.where(test))
    }
    return Outcome(open(query), model)
  }

  private func split() throws(ChainError) -> Outcome {
    let closure = try closureArgument()
    let term = try anyTerm(closure)
    let condition = try condition(term, closure)
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> any AnyTypedQuery {
      let test: @Sendable (Chain.Element) throws -> Bool = { try condition.value(for: $0) }
      if term.isOpaque {
        return TypedQuery(
          name == "takeWhile" ? chain.query.takeWhile(test) : chain.query.skipWhile(test))
      }
      return name == "takeWhile"
        ? TypedQuery(chain.query.takeWhile { _ in condition })
        : TypedQuery(chain.query.skipWhile { _ in condition })
    }
    return Outcome(open(query), model)
  }

  /// Operators on positions, which keep the elements.
  private func positioned() throws(ChainError) -> Outcome {
    let argument = arguments.first?.value
    var count = 0
    if name == "reverse" {
      try check([], "reverse()")
    } else {
      let usage = name == "shuffle" ? "shuffle(seed: 7)" : "\(name)(10)"
      try check([name == "shuffle" ? "seed" : nil], usage)
      if name == "take", case .range(let lower, let upper, let isClosed)? = argument?.form {
        return try ranged(lower, upper, isClosed: isClosed)
      }
      guard let number = argument?.integer else { throw error("write .\(usage)") }
      count = number
    }
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> any AnyTypedQuery {
      switch name {
      case "take": TypedQuery(chain.query.take(count))
      case "skip": TypedQuery(chain.query.skip(count))
      case "takeLast": TypedQuery(chain.query.takeLast(count))
      case "skipLast": TypedQuery(chain.query.skipLast(count))
      case "shuffle": TypedQuery(chain.query.shuffle(seed: UInt64(bitPattern: Int64(count))))
      default: TypedQuery(chain.query.reverse())
      }
    }
    return Outcome(open(query), model)
  }

  /// `take(2..<5)` and the other forms of ranges.
  private func ranged(
    _ lower: Syntax?, _ upper: Syntax?, isClosed: Bool
  ) throws(ChainError) -> Outcome {
    func number(_ syntax: Syntax?, _ standard: Int) throws(ChainError) -> Int {
      guard let syntax else { return standard }
      guard let number = syntax.integer else {
        throw ChainError("a whole number was expected", at: syntax.range)
      }
      return number
    }
    let start = try number(lower, 0)
    var end = try number(upper, .max)
    if isClosed, end < .max { end += 1 }
    guard start <= end else { throw error("the range ends before it begins") }
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> any AnyTypedQuery {
      TypedQuery(chain.query.take(start..<end))
    }
    return Outcome(open(query), model)
  }

  private func sorted() throws(ChainError) -> Outcome {
    let key = arguments.isEmpty ? element(of: query, model) : try anyTerm(try closureArgument())
    let order = SortOrder(
      isDescending: name.hasSuffix("Descending"), isSecondary: name.hasPrefix("thenBy"),
      isOpaque: key.isOpaque)
    func open<Value: ChainValue, Chain: AnyTypedQuery>(
      _ type: Value.Type, _ chain: Chain
    ) -> (any AnyTypedQuery)? {
      guard let key = key.cast(Value.self) else { return nil }
      return Value.sort(chain.query, by: key, order).map { TypedQuery($0) }
    }
    guard let type = valueType(of: key), let sorted = open(type, query) else {
      throw error("\(key.model.name) has no order to sort by")
    }
    return Outcome(sorted, model)
  }

  private func distinct() throws(ChainError) -> Outcome {
    guard !arguments.isEmpty else {
      guard let distinct = model.equality?.distinct(query) else {
        throw error("distinct() of \(model.name): say by what, distinct(by: { … })")
      }
      return Outcome(distinct, model)
    }
    guard arguments.count == 1, [nil, "by"].contains(arguments[0].label) else {
      throw error("write .distinct(by: { … })")
    }
    let term = try anyTerm(arguments[0].value)
    func open<Value: ChainValue, Chain: AnyTypedQuery>(
      _ type: Value.Type, _ chain: Chain
    ) -> (any AnyTypedQuery)? {
      guard let key = term.cast(Value.self) else { return nil }
      guard term.isOpaque else { return TypedQuery(chain.query.distinct { _ in key }) }
      let closure: @Sendable (Chain.Element) throws -> Value = { try key.value(for: $0) }
      return TypedQuery(chain.query.distinct(by: closure))
    }
    guard let type = valueType(of: term), let distinct = open(type, query) else {
      throw error("a whole \(term.model.name) is no key")
    }
    return Outcome(distinct, model)
  }

  func valueType(of term: Term) -> (any ChainValue.Type)? {
    func open<Expression: AnyTypedExpression>(_ expression: Expression) -> (any ChainValue.Type)? {
      Expression.Value.self as? any ChainValue.Type
    }
    return open(term.expression)
  }
}
