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
          "there is no source \(name)" + hint(for: name, among: sources.map(\.name)),
          at: syntax.range)
      }
      return Outcome(source.query, source.model)
    case .call(let base, let name, let arguments):
      let before =
        if let base { try outcome(base) } else { Outcome(sources[0].query, sources[0].model) }
      guard case .list = before.finish else {
        throw ChainError("nothing can follow the value that the chain gives", at: syntax.nameRange)
      }
      return try OperatorBuilder(
        chain: self, query: before.query, model: before.model,
        next: ChainOperator(name, at: syntax.nameRange),
        arguments: arguments,
        nameRange: syntax.nameRange
      ).outcome()
    case .member(_, let name):
      _ = try ChainOperator(name, at: syntax.nameRange)
      throw ChainError("\(name) is called with parentheses or a closure", at: syntax.nameRange)
    default:
      throw ChainError(
        "a chain begins with \(sources.map(\.name).joined(separator: " or ")) or an operator",
        at: syntax.range)
    }
  }
}
