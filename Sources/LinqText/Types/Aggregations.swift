internal import LinqCore

/// An aggregation with an erased type of its result.
protocol AnyAggregation<Value>: Sendable {
  associatedtype Value
  associatedtype Result: ChainValue
  var aggregation: Aggregation<Value, Result> { get }
}

private struct TypedAggregation<Value, Result: ChainValue>: AnyAggregation {
  let aggregation: Aggregation<Value, Result>

  init(_ aggregation: Aggregation<Value, Result>) { self.aggregation = aggregation }
}

extension OrderedValue {
  static func aggregation(
    _ aggregate: QueryAggregate, separator: String
  ) -> (any AnyAggregation<Self>)? { extreme(aggregate) }

  fileprivate static func extreme(_ aggregate: QueryAggregate) -> (any AnyAggregation<Self>)? {
    switch aggregate {
    case .min: TypedAggregation(Aggregation<Self, Self?>.min)
    case .max: TypedAggregation(Aggregation<Self, Self?>.max)
    default: nil
    }
  }
}

extension OrderedValue where Self: QueryNumber {
  static func aggregation(
    _ aggregate: QueryAggregate, separator: String
  ) -> (any AnyAggregation<Self>)? {
    switch aggregate {
    case .sum: TypedAggregation(Aggregation<Self, Self>.sum)
    case .average: TypedAggregation(Aggregation<Self, Double?>.average)
    case .median: TypedAggregation(Aggregation<Self, Double?>.median)
    case .standardDeviation: TypedAggregation(Aggregation<Self, Double?>.standardDeviation)
    case .populationStandardDeviation:
      TypedAggregation(Aggregation<Self, Double?>.populationStandardDeviation)
    default: extreme(aggregate)
    }
  }
}

extension OrderedValue where Self: StringProtocol {
  static func aggregation(
    _ aggregate: QueryAggregate, separator: String
  ) -> (any AnyAggregation<Self>)? {
    guard aggregate == .joined else { return extreme(aggregate) }
    return TypedAggregation(Aggregation<Self, String>.joined(separator))
  }
}

extension Optional where Wrapped: ChainValue {
  static var order: KeyOrder<Wrapped?>? { Wrapped.optionalOrder }

  static func aggregation(
    _ aggregate: QueryAggregate, separator: String
  ) -> (any AnyAggregation<Wrapped?>)? {
    func skippingNil<Values: AnyAggregation<Wrapped>>(
      _ values: Values
    ) -> any AnyAggregation<Wrapped?> {
      TypedAggregation(.skippingNil(values.aggregation))
    }
    guard !(Wrapped.self is any OptionalType.Type) else { return nil }
    return Wrapped.aggregation(aggregate, separator: separator).map { skippingNil($0) }
  }
}
