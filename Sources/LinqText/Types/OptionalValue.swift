internal import LinqCore

extension Optional: ChainValue where Wrapped: ChainValue {
  static var model: Model { OptionalModels.model(of: Wrapped.self) }
  static var optional: any ChainValue.Type { Self.self }

  static func sort<Element: Sendable>(
    _ query: Query<Element>, by key: QueryExpression<Wrapped?>, _ order: SortOrder
  ) -> Query<Element>? {
    func open<Value: OrderedValue>(_ type: Value.Type) -> Query<Element>? {
      guard let key = key as? QueryExpression<Value?> else { return nil }
      return switch (order.isSecondary, order.isDescending) {
      case (false, false): query.sort { _ in key }
      case (false, true): query.sortDescending { _ in key }
      case (true, false): query.thenBy { _ in key }
      case (true, true): query.thenByDescending { _ in key }
      }
    }
    return (Wrapped.self as? any OrderedValue.Type).flatMap { open($0) }
  }

  static func extreme<Element: Sendable>(
    _ aggregate: QueryAggregate, of query: Query<Element>, _ value: QueryExpression<Wrapped?>
  ) -> Outcome? {
    func open<Value: OrderedValue>(_ type: Value.Type) -> Outcome? {
      guard let value = value as? QueryExpression<Value?> else { return nil }
      return Outcome(TypedQuery(query.extreme(aggregate, value)), Value?.model, .one)
    }
    return (Wrapped.self as? any OrderedValue.Type).flatMap { open($0) }
  }

  static func sort<Item: Sendable>(
    _ list: QueryExpression<[Item]>, by key: QueryExpression<Wrapped?>, _ order: SortOrder
  ) -> QueryExpression<[Item]>? {
    func open<Value: OrderedValue>(_ type: Value.Type) -> QueryExpression<[Item]>? {
      guard let key = key as? QueryExpression<Value?> else { return nil }
      return switch (order.isSecondary, order.isDescending) {
      case (false, false): list.sort { _ in key }
      case (false, true): list.sortDescending { _ in key }
      case (true, false): list.thenBy { _ in key }
      case (true, true): list.thenByDescending { _ in key }
      }
    }
    return (Wrapped.self as? any OrderedValue.Type).flatMap { open($0) }
  }

  static func extreme<Item: Sendable>(
    _ aggregate: QueryAggregate, of list: QueryExpression<[Item]>,
    _ value: QueryExpression<Wrapped?>
  ) -> Term? {
    func open<Value: OrderedValue>(_ type: Value.Type) -> Term? {
      guard let value = value as? QueryExpression<Value?> else { return nil }
      return Term(aggregate == .min ? list.min { _ in value } : list.max { _ in value })
    }
    return (Wrapped.self as? any OrderedValue.Type).flatMap { open($0) }
  }
}

private enum OptionalModels {
  static func model<Wrapped: ChainValue>(of type: Wrapped.Type) -> Model {
    let wrapped = Wrapped.model
    return Model(
      name: wrapped.name + "?", equality: HashableHooks<Wrapped?>(),
      wrapped: .of(Wrapped.self) { expression, transform throws(ChainError) in
        guard let value = (expression as? TypedExpression<Wrapped?>)?.expression else { return nil }
        return try mapped(value, Wrapped.model, transform)
      }
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
