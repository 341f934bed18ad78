/// A function of Swift's standard library or of Foundation that SQL has no exact counterpart of, so
/// that engines call Swift's own: how Swift writes it, what SQL calls it, and what it returns.
///
/// ```swift
/// static let trimming = StandardFunction(
///   ".trimming()", sql: "swift_trimming", server: "swift.trimming",
///   sample: "people.select { $0.name.trimming() }", contract: "S10"
/// ) { (text: String) in TextOperation.trimmed(text) }
/// ```
///
/// The entry is all that is said of a function, apart from the typed method of ``QueryExpression``,
/// which calls it: `Vocabulary.trimming(self)`. From it follow the value in memory, the function
/// that SQLite calls, the call of one of a server, the call in a chain as text and its completion,
/// the line of the Vocabulary page, the test of its sample, and random calls.
package final class StandardFunction<each Argument: FunctionValue, Result: FunctionValue>:
  AnyQueryFunction, VocabularyEntry
{
  package let name: String
  package let serverName: String?
  package let canFail: Bool
  package let spelling: Spelling?
  package let sample: Sample?
  package let literals: LiteralTest?
  package let argumentTypes: [Any.Type]
  package let call: FunctionCall?
  package let shortcut: FunctionShortcut?
  private let body: @Sendable (repeat each Argument) throws -> Result

  package var argumentCount: Int { argumentTypes.count }
  package var resultType: Any.Type { Result.self }
  package var planIdentity: (any AnyObject & Sendable)? { self }

  /// Creates a function.
  ///
  /// - Parameters:
  ///   - spelling: the function in a chain, as ``Spelling`` reads it; nil for one that only typed
  ///     methods call, because its arguments are made of values that no expression has.
  ///   - name: the name in SQL.
  ///   - serverName: a function of a server with the same results, if there is one.
  ///   - canFail: whether a call may end in an error.
  ///   - sample: a chain that calls it.
  ///   - contract: the row of the contract that it belongs to.
  ///   - literals: tests the arguments after the receiver in a chain as text, which must be
  ///     literals then, as Swift demands values there; nil if they may be any expressions.
  ///   - shortcut: a faster way to the result for simple texts, if there is one.
  ///   - body: the result. A text is in any form; one that depends on scalars or on units takes the
  ///     canonical form of its arguments.
  package init(
    _ spelling: String? = nil, sql name: String, server serverName: String? = nil,
    canFail: Bool = false, sample: String? = nil, contract: String = "",
    literals: LiteralTest? = nil, shortcut: FunctionShortcut? = nil,
    _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) {
    self.name = name
    self.serverName = serverName
    self.canFail = canFail
    self.spelling = spelling.map { Spelling($0) }
    self.sample = sample.map { Sample(chain: $0, contract: contract) }
    self.literals = literals
    self.shortcut = shortcut
    self.body = body
    // `for … in repeat` over types counts 0 in optimized builds of Swift 6.3.
    var types: [Any.Type] = []
    repeat types.append((each Argument).self)
    argumentTypes = types
    let values = QueryFunction<repeat each Argument, Result>(name, body).call
    let required = types.indices.filter { !(types[$0] is any NilTestable.Type) }
    call = { arguments in
      // SQL may evaluate a call where Swift does not, for the nil of an optional.
      for index in required where arguments.isNull(index) { return .null }
      return try values?(arguments) ?? .null
    }
  }

  /// Returns the result as an expression.
  package func callAsFunction(
    _ argument: repeat QueryExpression<each Argument>
  ) -> QueryExpression<Result> {
    var nodes: [ExpressionNode] = []
    for argument in repeat each argument { nodes.append(argument.expressionNode) }
    let values = (repeat (each argument).expressionValue)
    let body = body
    return QueryExpression<Result>(.function(self, nodes)) { scope in
      try body(repeat try (each values)(scope))
    }
  }

  package func expression(of arguments: [any Sendable]) -> (any Sendable)? {
    guard arguments.count == argumentCount else { return nil }
    var next = arguments.makeIterator()
    do { return self(repeat try typed(&next, (each Argument).self)) } catch { return nil }
  }
}
