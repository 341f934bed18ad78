internal import StoreSupport

/// One value that is computed from a value of each element: what engines call it, and what computes
/// it in memory. Queries, groups and arrays inside expressions share it.
///
/// ```swift
/// people.aggregated(.median, of: \.age)        // SELECT swift_median(age) FROM person
/// group.aggregated(.median) { $0.age }         // SELECT swift_median(age) … GROUP BY …
/// ```
package struct Aggregation<Value, Result>: Sendable {
  package let aggregate: QueryAggregate
  /// What is between the texts that are joined, or the fraction of a percentile.
  private let argument: (any Sendable)?
  /// Returns the aggregation of values that are added one by one; nil if a result takes as long as
  /// all values.
  fileprivate let running: (@Sendable () -> RunningAggregation<Value, Result>)?
  /// Returns the result for all values, given those for consecutive parts of them; nil if that
  /// takes the values.
  fileprivate let merge: (@Sendable ([Result]) throws -> Result)?
  fileprivate let compute: @Sendable (Pull<Value>) throws -> Result

  init(
    _ aggregate: QueryAggregate, argument: (any Sendable)? = nil,
    running: (@Sendable () -> RunningAggregation<Value, Result>)? = nil,
    merge: (@Sendable ([Result]) throws -> Result)? = nil,
    _ compute: @escaping @Sendable (Pull<Value>) throws -> Result
  ) {
    self.aggregate = aggregate
    self.argument = argument
    self.running = running
    self.merge = merge
    self.compute = compute
  }

  /// Returns the aggregation of the values that are not nil.
  package static func skippingNil<Wrapped>(
    _ other: Aggregation<Wrapped, Result>
  ) -> Self where Value == Wrapped? {
    let running = other.running.map { start in
      { @Sendable in start().skippingNil { (value: Value) in value } }
    }
    return Self(
      other.aggregate, argument: other.argument, running: running, merge: other.merge
    ) { next in try other.compute { try nextThere(next) } }
  }

  /// Returns the aggregation of numbers that may be optional: nil is skipped.
  package static func numbers(
    _ other: Aggregation<Value.WrappedNumber, Result>
  ) -> Self where Value: NumberOrNil {
    if let same = other as? Self { return same }
    let running = other.running.map { start in
      { @Sendable in start().skippingNil { (value: Value) in value.numberOrNil } }
    }
    return Self(
      other.aggregate, argument: other.argument, running: running, merge: other.merge
    ) { next in
      try other.compute {
        while let value = try next() { if let number = value.numberOrNil { return number } }
        return nil
      }
    }
  }

  /// Returns the operator of an aggregation of the values of an expression.
  func `operator`(_ value: ExpressionNode) -> QueryOperator {
    guard let argument else { return .aggregate(aggregate, .expression(value)) }
    let both = ExpressionNode(
      form: .operation(.withArgument, [value, .constant(argument)]), type: value.type)
    return .aggregate(aggregate, .expression(both))
  }
}

extension Queryable {
  /// The aggregation of the values of an expression.
  package func aggregated<Value, Result>(
    _ aggregation: Aggregation<Value, Result>, of value: QueryExpression<Value>
  ) -> Query<Result> {
    aggregated(aggregation, aggregation.operator(value.expressionNode), value.function())
  }

  /// The aggregation of the values that an arbitrary Swift closure computes.
  func aggregated<Value, Result>(
    _ aggregation: Aggregation<Value, Result>,
    of value: @escaping @Sendable (Element) throws -> Value
  ) -> Query<Result> {
    aggregated(aggregation, .aggregate(aggregation.aggregate, .opaque), value)
  }

  private func aggregated<Value, Result>(
    _ aggregation: Aggregation<Value, Result>, _ operator: QueryOperator,
    _ value: @escaping @Sendable (Element) throws -> Value
  ) -> Query<Result> {
    query.then(
      AggregationNode(
        source: query.node, operator: `operator`, aggregation: aggregation, value: value))
  }
}

/// An aggregation of a value of each element.
private final class AggregationNode<Source, Value, Element>: QueryNode {
  let source: any QueryNode<Source>
  let `operator`: QueryOperator
  let aggregation: Aggregation<Value, Element>
  let value: @Sendable (Source) throws -> Value

  init(
    source: any QueryNode<Source>, operator: QueryOperator,
    aggregation: Aggregation<Value, Element>, value: @escaping @Sendable (Source) throws -> Value
  ) {
    self.source = source
    self.operator = `operator`
    self.aggregation = aggregation
    self.value = value
  }

  var upstream: (any QueryNode)? { source }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    AggregationNode(
      source: upstream.cast(), operator: `operator`, aggregation: aggregation, value: value)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let next = try source.pull(run)
    return once { [aggregation, value] in
      try aggregation.compute { try next().map(value) }
    }
  }

  var merging: PartMerging<Element>? {
    guard let merge = aggregation.merge else { return nil }
    return { parts in [try merge(Array(parts.joined()))] }
  }
}

extension QueryExpression where Value: QueryArray & Sendable, Value.Element: Sendable {
  /// The aggregation of a value of each element of the array.
  package func aggregated<Part, Result: Sendable>(
    _ aggregation: Aggregation<Part, Result>,
    of value: (QueryExpression<Value.Element>) -> QueryExpression<Part>
  ) -> QueryExpression<Result> {
    let array = subquery
    let parameter = array.closureParameter
    let part = QueryExpression<Part>(of: value, parameter)
    let only = array.then(part, of: parameter, aggregation.operator) {
      $0.aggregated(aggregation, of: $1)
    }
    guard let frame = array.partOfPartition, part.expressionNode.isComputed(fromOnly: parameter)
    else { return QueryExpression<Result>(only: only) }
    return QueryExpression<Result>(.subquery(only, .only)) { scope in
      try aggregation.value(of: frame, in: scope, for: only) {
        try scope.evaluate(part, for: $0, as: parameter)
      }
    }
  }
}

extension Aggregation {
  /// Returns the aggregation of the elements of a frame. What frames of the partition have in
  /// common is computed once for it: the results of all frames that begin with it, or the values.
  fileprivate func value<Element>(
    of frame: WindowFrame<Element>, in scope: ExpressionScope, for key: AnyObject,
    _ value: (Element) throws -> Value
  ) throws -> Result {
    let window = try frame.window(in: scope)
    let rows = window.rows
    guard frame.isSoFar, let running = running?() else {
      let values = rows.kept.value(for: key) {
        rows.elements.map { element in Swift.Result { try value(element) } }
      }
      var next = values[frame.range(of: window)].makeIterator()
      return try compute { try next.next()?.get() }
    }
    return try rows.kept.value(for: key) {
      var failure: (any Error)?
      return rows.elements.map { element in
        Swift.Result {
          if let failure { throw failure }
          do { try running.add(value(element)) } catch {
            failure = error
            throw error
          }
          return try running.result()
        }
      }
    }[window.index].get()
  }
}

/// An aggregation of values that are added one by one, with a result after each of them.
struct RunningAggregation<Value, Result> {
  let add: (Value) throws -> Void
  let result: () throws -> Result

  /// Returns the aggregation of values that may be nil, which are left out.
  func skippingNil<Other>(
    _ value: @escaping (Other) -> Value?
  ) -> RunningAggregation<Other, Result> {
    RunningAggregation<Other, Result>(
      add: { other in if let value = value(other) { try add(value) } }, result: result)
  }
}

// MARK: - The aggregations

extension Aggregation where Value: QueryNumber {
  /// The sum, or 0 if there are no numbers.
  package static var sum: Aggregation<Value, Value> {
    // Floating-point numbers are added in their order, and decimal numbers may have to be rounded.
    let isExact = Value.self is any FixedWidthInteger.Type
    return aggregating(.sum, merge: isExact ? total(of:) : nil) { try $0.sum() }
  }

  /// The mean, or nil if there are no numbers.
  package static var average: Aggregation<Value, Double?> {
    aggregating(.average) { try $0.average() }
  }

  /// The number in the middle, or the mean of the two in the middle; nil if there are no numbers.
  package static var median: Aggregation<Value, Double?> {
    Aggregation<Value, Double?>(.median) {
      try sample(of: $0).median(checking: Interruption.check)
    }
  }

  /// The number below which a fraction of the numbers is; nil if there are no numbers.
  package static func percentile(_ fraction: Double) -> Aggregation<Value, Double?> {
    precondition((0...1).contains(fraction), "the fraction of a percentile is from 0 to 1")
    return Aggregation<Value, Double?>(.percentile, argument: fraction) {
      try sample(of: $0).percentile(fraction, checking: Interruption.check)
    }
  }

  /// The standard deviation of a sample, or nil if there are less than two numbers.
  package static var standardDeviation: Aggregation<Value, Double?> {
    Aggregation<Value, Double?>(.standardDeviation) {
      try sample(of: $0).standardDeviation(isPopulation: false, checking: Interruption.check)
    }
  }

  /// The standard deviation of a population, or nil if there are no numbers.
  package static var populationStandardDeviation: Aggregation<Value, Double?> {
    Aggregation<Value, Double?>(.populationStandardDeviation) {
      try sample(of: $0).standardDeviation(isPopulation: true, checking: Interruption.check)
    }
  }

  private static func aggregating<Total>(
    _ aggregate: QueryAggregate, merge: (@Sendable ([Total]) throws -> Total)? = nil,
    _ result: @escaping @Sendable (Value.Total) throws -> Total
  ) -> Aggregation<Value, Total> {
    let running = { @Sendable in
      var total = Value.Total()
      return RunningAggregation<Value, Total>(
        add: { total.add($0) }, result: { try result(total) })
    }
    return Aggregation<Value, Total>(aggregate, running: running, merge: merge) { next in
      var total = Value.Total()
      while let number = try next() { total.add(number) }
      return try result(total)
    }
  }

  @Sendable private static func total(of numbers: [Value]) throws -> Value {
    var total = Value.Total()
    for number in numbers { total.add(number) }
    return try total.sum()
  }

  private static func sample(of next: Pull<Value>) throws -> NumberSample<Value> {
    var numbers = KeptNumbers<Value>()
    while let number = try next() { try numbers.keep(number) }
    return numbers.sample
  }
}

extension Aggregation where Value: Comparable & Sendable {
  /// The lowest value, or nil if there are none.
  package static var min: Aggregation<Value, Value?> {
    first(.min) { ValueOrder.precedes($0, $1) }
  }

  /// The highest value, or nil if there are none.
  package static var max: Aggregation<Value, Value?> {
    first(.max) { ValueOrder.precedes($1, $0) }
  }

  private static func first(
    _ aggregate: QueryAggregate, _ precedes: @escaping @Sendable (Value, Value) -> Bool
  ) -> Aggregation<Value, Value?> {
    let running = { @Sendable in
      var best: Value?
      return RunningAggregation<Value, Value?>(
        add: { value in if best.map({ precedes(value, $0) }) ?? true { best = value } },
        result: { best })
    }
    let first = { @Sendable (next: Pull<Value>) throws -> Value? in
      guard var best = try next() else { return nil }
      while let value = try next() { if precedes(value, best) { best = value } }
      return best
    }
    let merge = { @Sendable (results: [Value?]) throws -> Value? in
      var there = results.compactMap(\.self).makeIterator()
      return try first { there.next() }
    }
    return Aggregation<Value, Value?>(aggregate, running: running, merge: merge, first)
  }
}

extension Aggregation where Value: StringProtocol & Sendable {
  /// The texts in their order, with a separator between them.
  package static func joined(_ separator: String) -> Aggregation<Value, String> {
    Aggregation<Value, String>(.joined, argument: separator) { next in
      var joined = JoinedText(separator: separator)
      while let text = try next() { try joined.addCounted(text) }
      return joined.result
    }
  }
}
