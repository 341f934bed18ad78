internal import LinqCore

/// The arguments of `joined(separator: ", ") { $0.name }`, both of which may be left out.
struct JoinedCall {
  let separator: String
  /// The closure that gives the text of an element.
  let text: Syntax?

  init(_ arguments: [Syntax.Argument], at range: Range<Int>) throws(ChainError) {
    let isSeparated = arguments.first?.label == "separator"
    let others = arguments.dropFirst(isSeparated ? 1 : 0)
    guard others.count <= 1, others.allSatisfy({ $0.label == nil }) else {
      throw ChainError("write .\(ChainOperator.joined.usage)", at: range)
    }
    text = others.first?.value
    guard isSeparated else {
      separator = ""
      return
    }
    guard let literal = arguments[0].value.string else {
      throw ChainError("the separator is a string", at: arguments[0].value.range)
    }
    separator = literal
  }
}
