internal import LinqCore

extension Optional: ChainValue where Wrapped: ChainValue {
  static var model: Model { OptionalModels.model(of: Wrapped.self) }
  static var optional: any ChainValue.Type { Self.self }
}

private enum OptionalModels {
  static func model<Wrapped: ChainValue>(of type: Wrapped.Type) -> Model {
    let wrapped = Wrapped.model
    return Model(
      name: wrapped.name + "?", equality: HashableHooks<Wrapped?>(),
      wrapped: .of(Wrapped.self, wrapped)
    ) { value in
      if let value = value as? Wrapped { return wrapped.print(value) }
      if case .some(let value)? = value as? Wrapped? { return wrapped.print(value) }
      return .null
    }
  }
}

/// Returns `map` of an optional whose wrapped type has a model.
func mapped<Wrapped: Sendable>(
  _ optional: QueryExpression<Wrapped?>, _ model: Model,
  _ transform: (Term) throws(ChainError) -> Term
) throws(ChainError) -> Term? {
  // The closure of `map` cannot throw, so its value is built before `map` is called.
  let inner = try transform(Term(optional.unwrapped(), model))
  func open<Inner: AnyTypedExpression>(_ inner: Inner) -> Term? {
    func single<Value: ChainValue>(_ type: Value.Type) -> Term? {
      guard let value = inner as? TypedExpression<Value> else { return nil }
      return Term(optional.map { _ in value.expression })
    }
    func double<Value: ChainValue>(_ type: Value.Type) -> Term? {
      guard let value = inner as? TypedExpression<Value?> else { return nil }
      return Term(optional.flatMap { _ in value.expression })
    }
    guard let type = Inner.Value.self as? any ChainValue.Type else { return nil }
    if let wrapped = (type as? any OptionalType.Type)?.wrapped { return double(wrapped) }
    return single(type)
  }
  return open(inner.expression)
}

/// Provides the wrapped type of an optional.
protocol OptionalType {
  static var wrapped: any ChainValue.Type { get }
}

extension Optional: OptionalType where Wrapped: ChainValue {
  static var wrapped: any ChainValue.Type { Wrapped.self }
}
