/// A condition of a subquery's elements that begins with `==`: a key of each element equals a value
/// of the elements around it.
///
/// ```swift
/// invoices.matching { $0.personID == person.id && $0.total > 100 }
/// // key: $0.personID, value: person.id
/// ```
struct KeyMatch: Sendable {
  let key: QueryExpression<AnyHashable>
  let value: QueryExpression<AnyHashable>

  /// Creates the match of a key and a value.
  init<Key: Hashable & Sendable>(_ key: QueryExpression<Key>, equals value: QueryExpression<Key>) {
    (self.key, self.value) = (key.hashable, value.hashable)
  }

  /// Creates the match of a condition; nil if it begins with something else, or if its key or its
  /// value is no property.
  ///
  /// - Parameter parameter: the parameter of the condition's closure.
  init?(_ condition: ExpressionNode, of parameter: ExpressionParameter) {
    var first = condition
    // What follows `&&` is evaluated only for the elements with the key.
    while case .operation(.and, let operands) = first.form { first = operands[0] }
    guard case .operation(.equal, let sides) = first.form else { return nil }
    let parameters = sides.map(\.parameterOfProperty)
    guard let first = parameters[0], let second = parameters[1],
      (first == parameter) != (second == parameter)
    else { return nil }
    let isKeyFirst = first == parameter
    key = sides[isKeyFirst ? 0 : 1].hashableProperty
    value = sides[isKeyFirst ? 1 : 0].hashableProperty
  }
}

extension QueryExpression where Value: Hashable & Sendable {
  fileprivate var hashable: QueryExpression<AnyHashable> {
    let value = expressionValue
    return QueryExpression<AnyHashable>(node: expressionNode) { AnyHashable(try value($0)) }
  }
}

extension ExpressionNode {
  /// The parameter whose hashable property the expression is; nil for another expression.
  fileprivate var parameterOfProperty: ExpressionParameter? {
    guard type is any Hashable.Type else { return nil }
    var node = self
    if case .operation(.wrap, let operands) = form {
      node = operands[0]
      // Of two optionals, a cast may take either for nil.
      guard !(node.type is any ExpressibleByNilLiteral.Type) else { return nil }
    }
    while case .member(let base, _) = node.form { node = base }
    if case .element(let parameter) = node.form { return parameter }
    return nil
  }

  /// The value of a hashable property.
  fileprivate var hashableProperty: QueryExpression<AnyHashable> {
    QueryExpression<AnyHashable>(node: self) { scope in
      let value = try self.property(in: scope)
      // A value becomes an optional where it is compared with one.
      func hashed<Value: Hashable>(_: Value.Type) -> AnyHashable? {
        (value as? Value).map { AnyHashable($0) }
      }
      guard let type = self.type as? any Hashable.Type, let hashable = hashed(type) else {
        preconditionFailure("\(value) is no hashable \(self.type)")
      }
      return hashable
    }
  }

  private func property(in scope: ExpressionScope) throws -> Any {
    switch form {
    case .element(let parameter):
      func element<Element>(_: Element.Type) throws -> Any {
        parameter.isOfSubquery
          ? try scope.element(parameter) as Element : scope.element(parameter.role) as Element
      }
      return try _openExistential(type, do: element)
    case .member(let base, let keyPath):
      func member<Base>(_ base: Base) throws -> Any {
        if UnreadableValues.areKnown { try UnreadableValues.check(keyPath, of: base) }
        guard let value = (base as Any)[keyPath: keyPath as AnyKeyPath] else {
          preconditionFailure("\(Base.self) has no \(keyPath)")
        }
        return value
      }
      return try _openExistential(base.property(in: scope), do: member)
    case .operation(_, let operands): return try operands[0].property(in: scope)
    case .constant, .parameter, .function, .tuple, .subquery:
      preconditionFailure("the expression is no property")
    }
  }
}
