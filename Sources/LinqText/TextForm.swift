public import LinqCore

/// Chains as text with Swift's syntax, parsed into the same queries that closures build.
///
/// ```swift
/// let chain = try TextForm(sources: [people]).parse("where { $0.age < 30 }.sort { $0.surname }")
/// print(try chain.plan())
/// let result = try chain.run()
/// ```
///
/// A text can only query: it names members of the sources, and its values are bound parameters like
/// those of closures.
public struct TextForm: Sendable {
  /// The sources that a chain can begin with. The first one is used if a chain begins with an
  /// operator.
  public let sources: [TextSource]

  /// Creates a text form with some sources.
  public init(sources: [TextSource]) {
    precondition(!sources.isEmpty, "a text form without a source")
    self.sources = sources
  }

  /// Parses a chain.
  ///
  /// ```swift
  /// try store.textForm.parse("where { $0.surname == $name }", parameters: ["name": "King"])
  /// // SELECT … FROM person WHERE surname = ? ORDER BY id
  /// ```
  ///
  /// - Parameters:
  ///   - text: the chain.
  ///   - parameters: the values of parameters, by their names. A value is a literal of the type
  ///     that its place expects: a number, a text, a day, `true`, `false` or `nil`; in quotes it is
  ///     a text. It is never a part of the chain.
  /// - Throws: ``ChainError`` if the text is not a chain, if its types do not match, or if a
  ///   parameter has no value.
  public func parse(
    _ text: String, parameters: [String: String] = [:]
  ) throws -> ParsedChain {
    let syntax = try Parser.parse(text, parameters: parameters)
    return ParsedChain(text: text, outcome: try ChainBuilder(sources: sources).outcome(syntax))
  }

  /// Returns the names of the parameters of a chain.
  ///
  /// - Throws: ``ChainError`` if the text does not consist of what chains consist of.
  public func parameters(of text: String) throws -> Set<String> {
    func names(_ tokens: [Token]) -> [String] {
      tokens.flatMap { token -> [String] in
        switch token.kind {
        case .given(let name): [name]
        case .interpolation(_, let expressions): expressions.flatMap(names)
        default: []
        }
      }
    }
    return Set(names(try Lexer.tokens(of: text)))
  }

  /// Parses a condition of the elements of the first source: the closure of `where`, or only what
  /// is in it.
  ///
  /// ```swift
  /// try store.textForm.parse(condition: "$0.age == nil")
  /// // the same as parse("where { $0.age == nil }")
  /// ```
  ///
  /// - Throws: ``ChainError`` if the text is not a condition.
  public func parse(condition text: String) throws -> ParsedChain {
    var closure = try Parser.parse(text)
    if case .closure = closure.form {
    } else {
      closure = Syntax(
        form: .closure([], closure), range: closure.range, nameRange: closure.range)
    }
    let name = ChainOperator.where.rawValue
    let chain = Syntax(
      form: .call(nil, name, [.init(label: nil, value: closure)]), range: closure.range,
      nameRange: closure.range)
    return ParsedChain(text: text, outcome: try ChainBuilder(sources: sources).outcome(chain))
  }
}

/// A chain that was parsed from text.
public struct ParsedChain: Sendable {
  /// The text.
  public let text: String

  let outcome: Outcome

  /// The names of the parts of the elements; empty for elements that are single values.
  public var columns: [String] { outcome.model.columns }

  /// Whether the chain returns one value instead of a list.
  public var isTerminal: Bool {
    switch outcome.finish {
    case .list, .dictionary: false
    default: true
    }
  }

  /// Returns the chain as a query; nil if it gives elements of another type, or one value.
  ///
  /// ```swift
  /// let chain = try store.textForm.parse("where { $0.age < 30 }")
  /// try chain.query(of: Person.self)?.delete()
  /// ```
  public func query<Element: Sendable>(of type: Element.Type) -> Query<Element>? {
    guard outcome.finish.isList else { return nil }
    return (outcome.query as? TypedQuery<Element>)?.query
  }

  /// Returns the plan of the chain without running it.
  public func plan(policy: QueryPolicy = .automatic) throws -> QueryPlan {
    func open<Chain: AnyTypedQuery>(_ chain: Chain) throws -> QueryPlan {
      try chain.query.policy(policy).plan()
    }
    return try open(outcome.query)
  }

  /// Runs the chain, discards its result and returns a report of the run.
  public func report(policy: QueryPolicy = .automatic) throws -> QueryReport {
    func open<Chain: AnyTypedQuery>(_ chain: Chain) throws -> QueryReport {
      try chain.query.policy(policy).report()
    }
    return try open(outcome.query)
  }

  /// Runs the chain as planned and in memory and throws the first difference.
  public func verify() throws {
    func open<Chain: AnyTypedQuery>(_ chain: Chain) throws { try chain.query.verify() }
    try open(outcome.query)
  }

  /// Runs the chain on the calling thread. Returns an array for a list and a value for a terminal.
  public func run(policy: QueryPolicy = .automatic) throws -> ResultValue {
    func open<Chain: AnyTypedQuery>(_ chain: Chain) throws -> [ResultValue] {
      var values: [ResultValue] = []
      try chain.query.policy(policy).forEach { values.append(outcome.model.print($0)) }
      return values
    }
    return try outcome.finish.result(of: open(outcome.query))
  }

  /// Observes the chain. Calls a closure with the current result and then with each different
  /// result after a commit, until the store is closed or the task is canceled. The value of a
  /// terminal is a list with one element.
  public func observe(
    policy: QueryPolicy = .automatic, _ body: @Sendable ([ResultValue]) throws -> Void
  ) async throws {
    func open<Chain: AnyTypedQuery>(_ chain: Chain) async throws {
      var last: [ResultValue]?
      for try await elements in chain.query.policy(policy).live() {
        let result = try outcome.finish.result(of: elements.map { outcome.model.print($0) })
        let values = if !isTerminal, case .array(let values) = result { values } else { [result] }
        // Different elements may give the same result, such as the first of them.
        if values != last { try body(values) }
        last = values
      }
    }
    try await open(outcome.query)
  }

  /// Runs the chain on the calling thread and calls a closure with one element at a time. The first
  /// entry of a dictionary comes when all of them are known.
  public func forEach(
    policy: QueryPolicy = .automatic, _ body: (ResultValue) throws -> Void
  ) throws {
    func open<Chain: AnyTypedQuery>(_ chain: Chain) throws {
      try chain.query.policy(policy).forEach { try body(outcome.model.print($0)) }
    }
    if case .dictionary = outcome.finish, case .array(let entries) = try run(policy: policy) {
      return try entries.forEach(body)
    }
    try open(outcome.query)
  }
}

extension Outcome.Finish {
  /// Returns the result of a chain from the elements of its query.
  func result(of values: [ResultValue]) throws -> ResultValue {
    switch self {
    case .list: return .array(values)
    case .one:
      guard let value = values.first else { throw QueryError.noElements }
      return value
    case .opposite:
      guard case .bool(let value)? = values.first else { throw QueryError.noElements }
      return .bool(!value)
    case .first(let isOptional):
      if let value = values.first { return value }
      if isOptional { return .null }
      throw QueryError.noElements
    case .single(let isOptional):
      guard values.count < 2 else { throw QueryError.moreThanOneElement }
      if let value = values.first { return value }
      if isOptional { return .null }
      throw QueryError.noElements
    case .element(let index, let isOptional):
      if let value = values.first { return value }
      if isOptional { return .null }
      throw QueryError.outOfRange(index: index)
    case .dictionary:
      var order: [ResultValue] = []
      var entries: [ResultValue: ResultValue] = [:]
      for case .tuple(let pair) in values where pair.count == 2 {
        if entries.updateValue(pair[1], forKey: pair[0]) == nil { order.append(pair[0]) }
      }
      return .array(order.map { .tuple([$0, entries[$0] ?? .null]) })
    }
  }
}
