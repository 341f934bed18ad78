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
  static func aggregation(_ aggregate: AggregateCall.Kind) -> (any AnyAggregation<Self>)? {
    extreme(aggregate)
  }

  fileprivate static func extreme(_ aggregate: AggregateCall.Kind) -> (any AnyAggregation<Self>)? {
    switch aggregate {
    case .plain(.min): TypedAggregation(Aggregation<Self, Self?>.min)
    case .plain(.max): TypedAggregation(Aggregation<Self, Self?>.max)
    default: nil
    }
  }
}

extension OrderedValue where Self: QueryNumber {
  static func aggregation(_ aggregate: AggregateCall.Kind) -> (any AnyAggregation<Self>)? {
    typealias Statistic = Aggregation<Self, Double?>
    return switch aggregate {
    case .plain(.sum): TypedAggregation(Aggregation<Self, Self>.sum)
    case .plain(.average): TypedAggregation(Statistic.average)
    case .plain(.median): TypedAggregation(Statistic.median)
    case .plain(.standardDeviation): TypedAggregation(Statistic.standardDeviation)
    case .plain(.populationStandardDeviation):
      TypedAggregation(Statistic.populationStandardDeviation)
    case .percentile(let fraction): TypedAggregation(Statistic.percentile(fraction))
    default: extreme(aggregate)
    }
  }
}

extension OrderedValue where Self: StringProtocol {
  static func aggregation(_ aggregate: AggregateCall.Kind) -> (any AnyAggregation<Self>)? {
    guard case .joined(let separator) = aggregate else { return extreme(aggregate) }
    return TypedAggregation(Aggregation<Self, String>.joined(separator))
  }
}

extension Optional where Wrapped: ChainValue {
  static var order: KeyOrder<Wrapped?>? { Wrapped.optionalOrder }

  static func aggregation(_ aggregate: AggregateCall.Kind) -> (any AnyAggregation<Wrapped?>)? {
    func skippingNil<Values: AnyAggregation<Wrapped>>(
      _ values: Values
    ) -> any AnyAggregation<Wrapped?> {
      TypedAggregation(.skippingNil(values.aggregation))
    }
    guard !(Wrapped.self is any OptionalType.Type) else { return nil }
    return Wrapped.aggregation(aggregate).map { skippingNil($0) }
  }
}
