internal import LinqCore
internal import StoreEngine

/// Aggregates with the same results in SQL as in memory (S26 to S28, S64 to S66).
enum AggregateFunctions {
  static let all: [AggregateFunction] = [
    whole(.total) { .integer(try $0.sum()) },
    whole(.average) { $0.average().map { .real($0) } ?? .null },
    real(.total) { .real(try $0.sum()) },
    real(.average) { try $0.average().map { .real($0) } ?? .null },
    whole(.median) { try $0.median() },
    real(.realMedian) { try $0.median() },
    whole(.sampleDeviation) { try $0.standardDeviation(isPopulation: false) },
    real(.realSampleDeviation) { try $0.standardDeviation(isPopulation: false) },
    whole(.populationDeviation) { try $0.standardDeviation(isPopulation: true) },
    real(.realPopulationDeviation) { try $0.standardDeviation(isPopulation: true) },
    joined,
  ]

  /// Creates a sum or a mean of integers, which is exact.
  private static func whole(
    _ function: SQLFunction, _ result: @escaping @Sendable (IntegerTotal<Int64>) throws -> Value
  ) -> AggregateFunction {
    AggregateFunction(function.rawValue, argumentCount: 1, initial: IntegerTotal<Int64>()) {
      total, arguments in
      if let number = arguments.integer(0) { total.add(number) }
    } result: {
      try result($0)
    }
  }

  /// Creates a sum or a mean of floating-point numbers. Its second argument is the ordinal, which
  /// gives the order.
  private static func real(
    _ function: SQLFunction, _ result: @escaping @Sendable (RealTotal) throws -> Value
  ) -> AggregateFunction {
    AggregateFunction(function.rawValue, argumentCount: 2, initial: OrderedValues<Double>()) {
      numbers, arguments in
      if let number = arguments.real(0) { numbers.add(number, at: try arguments[1]) }
    } result: { numbers in
      var total = RealTotal()
      for number in numbers.sorted { total.add(number) }
      return try result(total)
    }
  }

  /// Creates an aggregate of integers that depends on all of them.
  private static func whole(
    _ function: SQLFunction, _ result: @escaping @Sendable (NumberSample<Int64>) throws -> Double?
  ) -> AggregateFunction {
    AggregateFunction(function.rawValue, argumentCount: 1, initial: NumberSample<Int64>()) {
      sample, arguments in
      if let number = arguments.integer(0) { sample.add(number) }
    } result: {
      try result($0).map { .real($0) } ?? .null
    }
  }

  /// Creates an aggregate of floating-point numbers that depends on all of them, in any order.
  private static func real(
    _ function: SQLFunction, _ result: @escaping @Sendable (NumberSample<Double>) throws -> Double?
  ) -> AggregateFunction {
    AggregateFunction(function.rawValue, argumentCount: 1, initial: NumberSample<Double>()) {
      sample, arguments in
      if let number = arguments.real(0) { sample.add(number) }
    } result: {
      try result($0).map { .real($0) } ?? .null
    }
  }

  /// Joins texts. The arguments are the text, the separator, and the ordinal.
  private static let joined = AggregateFunction(
    SQLFunction.joined.rawValue, argumentCount: 3, initial: (texts: OrderedValues<String>(), "")
  ) { state, arguments in
    guard let text = try arguments.text(0), let separator = try arguments.text(1) else { return }
    state.texts.add(text, at: try arguments[2])
    state.1 = separator
  } result: { texts, separator in
    var joined = JoinedText(separator: separator)
    for text in texts.sorted { joined.add(text) }
    return .text(joined.result)
  }
}

/// The values of the rows of a group, for which SQLite may call an aggregate in any order.
private struct OrderedValues<Content> {
  private var ordinals: [Value] = []
  private var contents: [Content] = []
  private var areInOrder = true

  mutating func add(_ content: Content, at ordinal: Value) {
    if let last = ordinals.last, Self.precedes(ordinal, last) { areInOrder = false }
    ordinals.append(ordinal)
    contents.append(content)
  }

  /// The values in the order of their ordinals.
  var sorted: [Content] {
    if areInOrder { return contents }
    return contents.indices.sorted { Self.precedes(ordinals[$0], ordinals[$1]) }
      .map { contents[$0] }
  }

  /// Returns whether a key of a row comes before another one.
  private static func precedes(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.text(let left), .text(let right)): ValueOrder.precedes(left, right)
    case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
    default: false
    }
  }
}
