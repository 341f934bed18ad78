internal import LinqCore

extension ExpressionBuilder {
  /// Returns the value of a dictionary for a key.
  func value(
    of receiver: Term, _ arguments: [Syntax.Argument], _ syntax: Syntax
  ) throws(ChainError) -> Term {
    guard let dictionary = receiver.model.dictionary else {
      let advice = receiver.model.wrapped == nil ? "" : "; it may be nil: use map"
      throw ChainError("\(receiver.model.name) has no keys\(advice)", at: syntax.nameRange)
    }
    let key = arguments[0].value
    guard
      let value = dictionary.value(
        receiver.expression, key, key.isLiteral ? nil : try term(key))
    else {
      throw ChainError(
        "a key of type \(dictionary.key.name) was expected", at: arguments[0].value.range)
    }
    guard arguments.count > 1 else { return value }
    let other = arguments[1].value
    let type = value.valueType
    func open<Value: ChainValue>(_ type: Value.Type, _ other: Term) -> Term? {
      guard let value = value.cast(Value?.self), let other = other.cast(Value.self) else {
        return nil
      }
      return Term(value ?? other)
    }
    guard let type = (type as? any OptionalType.Type)?.wrapped,
      let term = open(type, try term(other, expecting: type))
    else { throw ChainError("a value of another type was expected", at: other.range) }
    return term
  }

  /// Returns a literal of a dictionary, of the type of another one.
  func dictionary(_ syntax: Syntax, like other: Term) throws(ChainError) -> Term {
    guard case .dictionary(let keys, let values) = syntax.form, let hooks = other.dictionary else {
      throw ChainError(
        "a value of type \(other.model.name) was expected here", at: syntax.range)
    }
    return try hooks.literal(other, keys, values)
  }
}
