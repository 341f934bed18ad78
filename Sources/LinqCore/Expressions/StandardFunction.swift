/// A function of Swift's standard library or of Foundation that SQL has no exact counterpart of.
/// Engines call the function itself.
struct StandardFunction<each Argument: FunctionValue, Result: FunctionValue>: AnyQueryFunction {
  private let function: QueryFunction<repeat each Argument, Result>
  let canFail: Bool
  let serverName: String?

  var name: String { function.name }
  var argumentCount: Int { function.argumentCount }
  var call: FunctionCall? { function.call }

  /// Creates a function.
  ///
  /// - Parameters:
  ///   - name: the name in SQL.
  ///   - serverName: a function of a server with the same results, if there is one.
  init(
    _ name: String, canFail: Bool = false, server serverName: String? = nil,
    _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) {
    function = QueryFunction(name, body)
    self.canFail = canFail
    self.serverName = serverName
  }

  /// Returns the result as an expression.
  func callAsFunction(
    _ argument: repeat QueryExpression<each Argument>
  ) -> QueryExpression<Result> {
    var nodes: [ExpressionNode] = []
    for argument in repeat each argument { nodes.append(argument.expressionNode) }
    let values = (repeat (each argument).expressionValue)
    let body = function.body
    return QueryExpression<Result>(.function(self, nodes)) { scope in
      try body(repeat try (each values)(scope))
    }
  }
}
