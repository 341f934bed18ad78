internal import LinqCore

/// Builds the query of a chain from its syntax tree, operator by operator.
struct ChainBuilder {
  let sources: [TextSource]

  /// Returns the outcome of a whole chain.
  func outcome(_ syntax: Syntax) throws(ChainError) -> Outcome {
    switch syntax.form {
    case .name(let name):
      guard let source = sources.first(where: { $0.name == name }) else {
        guard ChainOperator(rawValue: name) == nil else {
          throw ChainError("\(name) is called with parentheses or a closure", at: syntax.range)
        }
        throw ChainError(
          "there is no source", name, at: syntax.range, among: sources.map(\.name))
      }
      return Outcome(source.query, source.model)
    case .call(let base, let name, let arguments):
      let before =
        if let base { try outcome(base) } else { Outcome(sources[0].query, sources[0].model) }
      guard before.finish.isList else {
        return try before.applying(.call(.element(at: syntax.range), name, arguments), at: syntax)
      }
      return try OperatorBuilder(
        chain: self, query: before.query, model: before.model,
        next: ChainOperator(name, at: syntax.nameRange),
        arguments: arguments,
        nameRange: syntax.nameRange
      ).outcome()
    case .member(let base, let name):
      let before = try outcome(base)
      if !before.finish.isList {
        return try before.applying(.member(.element(at: syntax.range), name), at: syntax)
      }
      _ = try ChainOperator(name, at: syntax.nameRange)
      throw ChainError("\(name) is called with parentheses or a closure", at: syntax.nameRange)
    case .optionalChain(let base, let rest):
      return try outcome(base).applyingToOptional(rest, at: syntax)
    default:
      throw ChainError(
        "a chain begins with \(sources.map(\.name).joined(separator: " or ")) or an operator",
        at: syntax.range)
    }
  }
}

extension Syntax {
  /// The element that a terminal has chosen.
  fileprivate static func element(at range: Range<Int>) -> Syntax {
    Syntax(form: .unwrapped, range: range, nameRange: range)
  }
}

extension Outcome {
  /// Returns the outcome of a member or a call of the one element that a terminal has chosen:
  /// `first().name`.
  fileprivate func applying(_ form: Syntax.Form, at syntax: Syntax) throws(ChainError) -> Outcome {
    switch finish {
    case .first(isOptional: false), .single(isOptional: false), .element(_, isOptional: false):
      return try selecting(Syntax(form: form, range: syntax.range, nameRange: syntax.nameRange))
    case .first, .single, .element:
      throw ChainError("the element may be missing: write ?. before it", at: syntax.nameRange)
    case .list, .one, .opposite, .dictionary:
      throw ChainError("nothing can follow the value that the chain gives", at: syntax.nameRange)
    }
  }

  /// The same for a terminal whose element may be missing: `maxBy { $0.age }?.name`.
  fileprivate func applyingToOptional(
    _ rest: Syntax, at syntax: Syntax
  ) throws(ChainError) -> Outcome {
    switch finish {
    case .first(isOptional: true), .single(isOptional: true), .element(_, isOptional: true):
      return try selecting(rest)
    case .first, .single, .element:
      // The element is there, and may be nil itself.
      let element = Syntax.element(at: syntax.range)
      return try selecting(
        Syntax(form: .optionalChain(element, rest), range: syntax.range, nameRange: syntax.range))
    default: throw ChainError("the chain never gives nil: leave out ?", at: syntax.range)
    }
  }

  private func selecting(_ value: Syntax) throws(ChainError) -> Outcome {
    func open<Chain: AnyTypedQuery>(_ chain: Chain) throws(ChainError) -> Outcome {
      var builder = ExpressionBuilder(sources: [])
      builder.unwrapped = Term(QueryExpression<Chain.Element>.element(isBuiltAhead: true), model)
      let term = try builder.term(value)
      func select<Value: AnyTypedExpression>(_ value: Value) -> any AnyTypedQuery {
        let expression = value.expression
        return TypedQuery(chain.query.select { _ in expression })
      }
      return Outcome(select(term.expression), term.model, finish)
    }
    return try open(query)
  }
}
