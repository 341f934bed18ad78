internal import LinqCore

/// The operators that change the rows of a chain.
enum ChangeOperator: String {
  case update, delete

  /// The message for the assignment of a value in a dictionary.
  static let keyMessage =
    #"set changes a whole member, such as \.surname, and not the value for one key"#

  /// An example of the operator, for messages.
  var usage: String {
    switch self {
    case .update: #"update { $0.set(\.surname, to: "King") }"#
    case .delete: "delete()"
    }
  }
}

/// Builds the change at the end of a chain.
struct ChangeBuilder {
  let sources: [TextSource]
  let change: ChangeOperator

  /// Returns the change of a call of the operator.
  func change<Row: Sendable>(_ syntax: Syntax) throws(ChainError) -> ParsedChange<Row> {
    guard case .call(let base, _, let arguments) = syntax.form else {
      preconditionFailure("a change that is no call")
    }
    let before =
      if let base { try ChainBuilder(sources: sources).outcome(base) } else {
        Outcome(sources[0].query, sources[0].model)
      }
    guard before.finish.isList, let rows = before.query as? TypedQuery<Row>,
      let members = sources.lazy.filter({ $0.model.name == before.model.name })
        .compactMap({ $0.members as? [TextMember<Row>] }).first
    else {
      throw ChainError(
        "\(change.rawValue) changes whole rows of \(sources[0].name), and nothing else",
        at: syntax.nameRange)
    }
    guard change == .update else {
      guard arguments.isEmpty else { throw wrongUse(syntax) }
      return ParsedChange(rows: rows.query, isDeletion: true, assignments: [])
    }
    guard arguments.count == 1, arguments[0].label == nil,
      case .closure(let names, _) = arguments[0].value.form
    else { throw wrongUse(syntax) }
    let row = Term(QueryExpression<Row>.element(isBuiltAhead: true), before.model)
    let (builder, body) = try ExpressionBuilder(sources: sources)
      .body(of: arguments[0].value, [row])
    var assignments: [any AnyAssignment<Row>] = []
    for statement in body.statements {
      assignments.append(
        try assignment(statement, row, named: names.first?.text, members, builder))
    }
    return ParsedChange(rows: rows.query, isDeletion: false, assignments: assignments)
  }

  private func wrongUse(_ syntax: Syntax) -> ChainError {
    ChainError("write .\(change.usage)", at: syntax.nameRange)
  }

  /// Returns the assignment of a statement `$0.set(\.surname, to: …)`.
  private func assignment<Row: Sendable>(
    _ statement: Syntax, _ row: Term, named name: String?, _ members: [TextMember<Row>],
    _ builder: ExpressionBuilder
  ) throws(ChainError) -> any AnyAssignment<Row> {
    if case .call(_, "set", let arguments) = statement.form, let first = arguments.first?.value,
      case .call(let base?, Syntax.subscriptName, _) = first.form, case .keyPath = base.form
    {
      throw ChainError(ChangeOperator.keyMessage, at: first.range)
    }
    guard case .call(let base?, "set", let arguments) = statement.form, base.isRow(named: name),
      arguments.map(\.label) == [nil, "to"],
      case .keyPath(let path) = arguments[0].value.form, path.count == 1
    else {
      throw ChainError(
        #"an assignment was expected: $0.set(\.surname, to: "King")"#, at: statement.range)
    }
    guard let member = members.first(where: { $0.name == path[0].text }) else {
      throw ChainError(
        "\(row.model.name) has no member", path[0].text, at: path[0].range,
        among: members.filter(\.isPrinted).map(\.name))
    }
    guard member.isPrinted else {
      throw ChainError("\(member.name) is computed from other members", at: path[0].range)
    }
    let old = member.term(row.expression)
    let type = old?.valueType
    let syntax = arguments[1].value
    let value: Term
    if let old, case .dictionary = syntax.form {
      value = try builder.dictionary(syntax, like: old)
    } else {
      value = try builder.term(syntax, expecting: type)
    }
    if let assignment = member.assignment(value.expression) { return assignment }
    if let assignment = member.assignment(builder.wrapped(value).expression) { return assignment }
    throw ChainError(
      "a value of type \(type?.model.name ?? member.name) was expected here, not "
        + value.model.name, at: syntax.range)
  }
}

extension Syntax {
  /// Whether it is the row that an update changes.
  fileprivate func isRow(named name: String?) -> Bool {
    switch form {
    case .parameter(0): true
    case .name(let given): given == name
    default: false
    }
  }

  /// The statements of the body of a closure.
  fileprivate var statements: [Syntax] {
    if case .statements(let statements) = form { statements } else { [self] }
  }
}
