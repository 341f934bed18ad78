internal import LinqCore
internal import StoreEngine

/// The expressions of a prepared query that depend on its parameters but not on an element, such as
/// `key + 10`. They are computed once for each run, before its statement. In the statement they
/// would be computed for each row, and SQLite would use no index for a comparison with one that can
/// fail.
struct ComputedParameters: Sendable {
  private let sql: SQLText
  private let types: [any ColumnValue.Type]

  /// Creates the statement that computes expressions.
  init(_ expressions: [ExpressionNode], _ dialect: any Dialect) throws(Untranslatable) {
    let translator = Translator(projection: .value(.null))
    var sql = SQLText(dialect)
    sql.append("SELECT ")
    for (index, expression) in try translator.translate(expressions).enumerated() {
      if let reason = dialect.limitation(of: expression) { throw Untranslatable(reason: reason) }
      if index > 0 { sql.append(", ") }
      dialect.write(output: expression, to: &sql)
    }
    self.sql = sql
    types = expressions.compactMap { $0.type as? any ColumnValue.Type }
  }

  /// Returns the given values of a run, followed by those that are computed from them.
  ///
  /// - Throws: ``ExpressionFailure`` if an expression fails. Swift may not evaluate it, so memory
  ///   decides (S38).
  func values(
    from given: [any ColumnValue], on connection: Connection
  ) throws -> [any ColumnValue] {
    try connection.withStatement(
      sql.statementText, registering: { try connection.registerFunctions(of: sql) }
    ) { statement in
      try bind(sql.values.map { PreparedParameter.value(of: $0, given) }, to: statement)
      do {
        _ = try statement.step()
      } catch  where statement.wasStoppedByFunction {
        throw ExpressionFailure(error: error)
      }
      var reader = RowReader(statement, column: 0)
      do {
        return try given + types.map { try $0.read(from: &reader) }
      } catch {
        throw ExpressionFailure(error: error)
      }
    }
  }
}

extension IndexedChain {
  /// Returns the chain with a parameter in place of each expression that depends on parameters but
  /// not on an element, and these expressions.
  ///
  /// - Parameter count: the number of parameters of the query.
  func computingParameters(_ count: Int) -> (chain: IndexedChain, computed: [ExpressionNode]) {
    var computed: [ExpressionNode] = []
    let chain = computingParameters(count, &computed)
    return (chain, computed)
  }

  private func computingParameters(
    _ count: Int, _ computed: inout [ExpressionNode]
  ) -> IndexedChain {
    var changed: [QueryOperator] = []
    for next in operators {
      changed.append(
        next.replacingExpressions { $0.computingParameters(count, &computed) } ?? next)
    }
    return IndexedChain(
      nodes: nodes, operators: changed,
      others: others.map { $0.map { $0.computingParameters(count, &computed) } })
  }
}

extension ExpressionNode {
  fileprivate func computingParameters(
    _ count: Int, _ computed: inout [ExpressionNode]
  ) -> ExpressionNode? {
    if isComputed {
      computed.append(self)
      return ExpressionNode(form: .parameter(count + computed.count - 1), type: type)
    }
    return replacingOperands { $0.computingParameters(count, &computed) }
  }

  /// Whether the expression is an operation on parameters and constants alone, which has a value
  /// whatever they are.
  private var isComputed: Bool {
    switch form {
    case .operation(.wrap, _): return false
    case .operation, .function: break
    default: return false
    }
    return type is any ColumnValue.Type && hasParameter && !dependsOnElement
      && !unwraps(besides: [])
  }

  /// Whether the value of an optional is used outside of the closure of its `map`, which is
  /// evaluated only where the optional is not nil.
  ///
  /// - Parameter present: the optionals of the closures around the expression.
  private func unwraps(besides present: [ExpressionNode]) -> Bool {
    switch form {
    case .operation(.unwrapped, let operands):
      !present.contains { $0.isSameParameter(as: operands[0]) }
    case .operation(.map, let operands):
      operands[0].unwraps(besides: present)
        || operands[1].unwraps(besides: present + [operands[0]])
    default: operands.contains { $0.unwraps(besides: present) }
    }
  }

  /// Whether both are the same operations on the same parameters.
  fileprivate func isSameParameter(as other: ExpressionNode) -> Bool {
    switch (form, other.form) {
    case (.parameter(let index), .parameter(let otherIndex)): index == otherIndex
    case (.operation(let operation, let operands), .operation(let another, let others)):
      operation == another && operands.areSameParameters(as: others)
    case (.function(let function, let operands), .function(let another, let others)):
      function.isSame(as: another) && operands.areSameParameters(as: others)
    default: false
    }
  }

  private var hasParameter: Bool {
    if case .parameter = form { return true }
    return operands.contains(where: \.hasParameter)
  }
}

extension [ExpressionNode] {
  fileprivate func areSameParameters(as others: [ExpressionNode]) -> Bool {
    count == others.count && zip(self, others).allSatisfy { $0.isSameParameter(as: $1) }
  }
}
