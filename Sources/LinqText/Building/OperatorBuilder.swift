internal import LinqCore

/// Adds one operator to a chain.
struct OperatorBuilder {
  let chain: ChainBuilder
  let query: any AnyTypedQuery
  let model: Model
  let next: ChainOperator
  let arguments: [Syntax.Argument]
  let nameRange: Range<Int>

  var name: String { next.rawValue }

  func error(_ message: String) -> ChainError { ChainError(message, at: nameRange) }

  /// Throws an error if the arguments do not have these labels.
  func check(_ labels: [String?]) throws(ChainError) {
    guard arguments.map(\.label) == labels else { throw error("write .\(next.usage)") }
  }

  /// Returns the only argument, which is a closure or a key path.
  ///
  /// - Parameter label: the label that it may have.
  func closureArgument(_ label: String = "where") throws(ChainError) -> Syntax {
    guard arguments.count == 1, arguments[0].label == nil || arguments[0].label == label else {
      throw error("write .\(next.usage)")
    }
    return arguments[0].value
  }

  /// Builds the closures of the operator.
  var expressions: ExpressionBuilder { ExpressionBuilder(sources: chain.sources) }

  func term(_ closure: Syntax) throws(ChainError) -> Term {
    try expressions.closure(closure, [element(of: query, model)])
  }

  /// Returns the expression of a closure that may be opaque.
  func anyTerm(_ closure: Syntax) throws(ChainError) -> Term {
    try expressions.anyClosure(closure, [element(of: query, model)])
  }

  func element(of query: any AnyTypedQuery, _ model: Model) -> Term {
    func open<Query: AnyTypedQuery>(_ query: Query) -> Term {
      Term(QueryExpression<Query.Element>.element(isBuiltAhead: true), model)
    }
    return open(query)
  }

  /// Returns the expression of a closure that must return a `Bool`.
  func condition(_ closure: Syntax) throws(ChainError) -> QueryExpression<Bool> {
    try condition(try term(closure), closure)
  }

  func condition(
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
      let test: @Sendable (Chain.Element) throws -> Bool = condition.function()
      return TypedQuery(chain.query.where(test))
    }
    return Outcome(open(query), model)
  }

  func split() throws(ChainError) -> Outcome {
    let closure = try closureArgument()
    let term = try anyTerm(closure)
    let condition = try condition(term, closure)
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> any AnyTypedQuery {
      if term.isOpaque {
        let test: @Sendable (Chain.Element) throws -> Bool = condition.function()
        return TypedQuery(
          next == .takeWhile ? chain.query.takeWhile(test) : chain.query.skipWhile(test))
      }
      return next == .takeWhile
        ? TypedQuery(chain.query.takeWhile { _ in condition })
        : TypedQuery(chain.query.skipWhile { _ in condition })
    }
    return Outcome(open(query), model)
  }

  func reversed() throws(ChainError) -> Outcome {
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> any AnyTypedQuery {
      TypedQuery(chain.query.reverse())
    }
    return Outcome(open(query), model)
  }

  func shuffled() throws(ChainError) -> Outcome {
    try check(["seed"])
    let seed = try number()
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> any AnyTypedQuery {
      TypedQuery(chain.query.shuffle(seed: UInt64(bitPattern: Int64(seed))))
    }
    return Outcome(open(query), model)
  }

  /// Returns the first argument, which must be an integer.
  func number() throws(ChainError) -> Int {
    guard let number = arguments.first?.value.integer else {
      throw error("write .\(next.usage)")
    }
    return number
  }

  /// Builds the operators that take a number of elements or a range of indices.
  func positioned() throws(ChainError) -> Outcome {
    try check([nil])
    if next == .take, case .range(let lower, let upper, let isClosed) = arguments[0].value.form {
      return try ranged(lower, upper, isClosed: isClosed)
    }
    if next == .take || next == .skip, !arguments[0].value.isLiteral {
      return try counted(by: try expressions.whole(arguments[0].value))
    }
    let count = try number()
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> any AnyTypedQuery {
      switch next {
      case .take: TypedQuery(chain.query.take(count))
      case .skip: TypedQuery(chain.query.skip(count))
      case .takeLast: TypedQuery(chain.query.takeLast(count))
      default: TypedQuery(chain.query.skipLast(count))
      }
    }
    return Outcome(open(query), model)
  }

  /// Builds `take` and `skip` with a number that is computed.
  private func counted(by count: QueryExpression<Int>) throws(ChainError) -> Outcome {
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> any AnyTypedQuery {
      TypedQuery(next == .take ? chain.query.take(count) : chain.query.skip(count))
    }
    return Outcome(open(query), model)
  }

  /// Builds `take(2..<5)` and the other forms of ranges.
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
      TypedQuery(upper == nil ? chain.query.take(start...) : chain.query.take(start..<end))
    }
    return Outcome(open(query), model)
  }

  func sorted() throws(ChainError) -> Outcome {
    let key = arguments.isEmpty ? element(of: query, model) : try anyTerm(try closureArgument())
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> (any AnyTypedQuery)? {
      chain.sorted(by: key, as: name)
    }
    guard let sorted = open(query) else {
      throw error("\(key.model.name) has no order to sort by")
    }
    return Outcome(sorted, model)
  }

  func distinct() throws(ChainError) -> Outcome {
    guard !arguments.isEmpty else {
      guard let distinct = model.equality?.distinct(query) else {
        throw error("distinct() of \(model.name): say by what, distinct(by: { … })")
      }
      return Outcome(distinct, model)
    }
    guard [nil, "by"].contains(arguments[0].label) else { throw error("write .\(next.usage)") }
    let term = try anyTerm(arguments[0].value)
    func open<Chain: AnyTypedQuery>(_ chain: Chain) -> (any AnyTypedQuery)? {
      chain.distinct(by: term)
    }
    guard let distinct = open(query) else { throw error("a whole \(term.model.name) is no key") }
    return Outcome(distinct, model)
  }
}
