internal import LinqCore

/// What has elements of a known type, and the operators on them: a query, or an array inside an
/// expression. The closures of the operators have been built already.
protocol Elements: Sendable {
  /// What an aggregation gives.
  associatedtype Aggregate

  func sorted<Key: Sendable>(
    _ key: QueryExpression<Key>, _ order: KeyOrder<Key>, isDescending: Bool, isSecondary: Bool,
    isOpaque: Bool
  ) -> Self
  func aggregated<Part: Sendable, Result: ChainValue>(
    _ aggregation: Aggregation<Part, Result>, of part: QueryExpression<Part>
  ) -> Aggregate
  func distinct<Key: ChainValue>(by key: QueryExpression<Key>, isOpaque: Bool) -> Self
}

extension Elements {
  /// Returns the sorted elements; nil if the key has no order.
  ///
  /// - Parameter name: the name of the operator, which says how they are sorted.
  func sorted(by key: Term, as name: String) -> Self? {
    func open<Key: ChainValue>(_ type: Key.Type) -> Self? {
      guard let value = key.cast(type), let order = type.order else { return nil }
      return sorted(
        value, order, isDescending: name.hasSuffix("Descending"),
        isSecondary: name.hasPrefix("then"), isOpaque: key.isOpaque)
    }
    return key.valueType.flatMap { open($0) }
  }

  /// Returns an aggregation of a value of each element; nil if its type has none of this kind.
  func aggregated(_ kind: AggregateCall.Kind, of part: Term) -> Aggregate? {
    func open<Part: ChainValue>(_ type: Part.Type) -> Aggregate? {
      guard let part = part.cast(type) else { return nil }
      func open(_ aggregation: some AnyAggregation<Part>) -> Aggregate {
        aggregated(aggregation.aggregation, of: part)
      }
      return type.aggregation(kind).map { open($0) }
    }
    return part.valueType.flatMap { open($0) }
  }

  /// Returns the first element with each key; nil if the key is a whole row.
  func distinct(by key: Term) -> Self? {
    func open<Key: ChainValue>(_ type: Key.Type) -> Self? {
      key.cast(type).map { distinct(by: $0, isOpaque: key.isOpaque) }
    }
    return key.valueType.flatMap { open($0) }
  }
}

extension TypedQuery {
  func sorted<Key: Sendable>(
    _ key: QueryExpression<Key>, _ order: KeyOrder<Key>, isDescending: Bool, isSecondary: Bool,
    isOpaque: Bool
  ) -> Self {
    guard isOpaque else {
      return TypedQuery(
        query.sorted(key, order, isDescending: isDescending, isSecondary: isSecondary))
    }
    let closure: @Sendable (Element) throws -> Key = key.function()
    return TypedQuery(
      query.sorted(closure, order, isDescending: isDescending, isSecondary: isSecondary))
  }

  func aggregated<Part: Sendable, Result: ChainValue>(
    _ aggregation: Aggregation<Part, Result>, of part: QueryExpression<Part>
  ) -> Outcome {
    Outcome(TypedQuery<Result>(query.aggregated(aggregation, of: part)), Result.model, .one)
  }

  func distinct<Key: ChainValue>(by key: QueryExpression<Key>, isOpaque: Bool) -> Self {
    guard isOpaque else { return TypedQuery(query.distinct { _ in key }) }
    let closure: @Sendable (Element) throws -> Key = key.function()
    return TypedQuery(query.distinct(by: closure))
  }
}

/// An array inside an expression.
struct TypedList<Item: Sendable>: Elements {
  let list: QueryExpression<[Item]>

  func sorted<Key: Sendable>(
    _ key: QueryExpression<Key>, _ order: KeyOrder<Key>, isDescending: Bool, isSecondary: Bool,
    isOpaque: Bool
  ) -> Self {
    TypedList(
      list: list.sorted({ _ in key }, order, isDescending: isDescending, isSecondary: isSecondary))
  }

  func aggregated<Part: Sendable, Result: ChainValue>(
    _ aggregation: Aggregation<Part, Result>, of part: QueryExpression<Part>
  ) -> Term { Term(list.aggregated(aggregation) { _ in part }) }

  func distinct<Key: ChainValue>(by key: QueryExpression<Key>, isOpaque: Bool) -> Self {
    TypedList(list: list.distinct { _ in key })
  }
}
