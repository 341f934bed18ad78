internal import LinqCore
internal import StoreEngine
internal import StoreSupport

/// Aggregates with the same results in SQL as in memory (S26 to S28, S64 to S66).
enum AggregateFunctions {
  static let all: [AggregateFunction] = [
    whole(.total) { .integer(try $0.sum()) },
    whole(.average) { $0.average().map { .real($0) } ?? .null },
    real(.total) { .real(try $0.sum()) },
    real(.average) { try $0.average().map { .real($0) } ?? .null },
    whole(.median) { try $0.median(checking: Interruption.check) },
    real(.realMedian) { try $0.median(checking: Interruption.check) },
    percentile(.percentile) { try $0.whole(0) },
    percentile(.realPercentile) { try $0.number(0) },
    whole(.sampleDeviation) { try deviation(of: $0, isPopulation: false) },
    real(.realSampleDeviation) { try deviation(of: $0, isPopulation: false) },
    whole(.populationDeviation) { try deviation(of: $0, isPopulation: true) },
    real(.realPopulationDeviation) { try deviation(of: $0, isPopulation: true) },
    decimal(.decimalTotal) { .text("\(try $0.sum())") },
    decimal(.decimalAverage) { try $0.average().map { .real($0) } ?? .null },
    joined(.joined) { $0 },
    joined(.joinedDistinct) { texts in
      var known: Set<String> = []
      return texts.filter { known.insert($0).inserted }
    },
    firstValue,
  ]

  private static func deviation(
    of sample: NumberSample<some QueryNumber>, isPopulation: Bool
  ) throws -> Double? {
    try sample.standardDeviation(isPopulation: isPopulation, checking: Interruption.check)
  }

  /// Creates a sum or a mean of integers, which is exact.
  private static func whole(
    _ function: SQLFunction, _ result: @escaping @Sendable (IntegerTotal<Int64>) throws -> Value
  ) -> AggregateFunction {
    AggregateFunction(function.rawValue, argumentCount: 1, initial: IntegerTotal<Int64>()) {
      total, arguments in
      if let number = try arguments.whole(0) { total.add(number) }
    } result: {
      try result($0)
    }
  }

  /// Creates a sum or a mean of floating-point numbers. The arguments after the number give the
  /// order.
  private static func real(
    _ function: SQLFunction, _ result: @escaping @Sendable (RealTotal) throws -> Value
  ) -> AggregateFunction {
    total(function, { try $0.number(0) }) { numbers in
      var total = RealTotal()
      for number in numbers { total.add(number) }
      return try result(total)
    }
  }

  /// Creates a sum or a mean of decimal numbers. The arguments after the number give the order.
  private static func decimal(
    _ function: SQLFunction, _ result: @escaping @Sendable (DecimalTotal) throws -> Value
  ) -> AggregateFunction {
    total(function, { try $0.text(0) }) { try result(try DecimalText.total($0)) }
  }

  /// Creates an aggregate of numbers in their order.
  private static func total<Number: Sendable>(
    _ function: SQLFunction, _ number: @escaping @Sendable (FunctionArguments) throws -> Number?,
    _ result: @escaping @Sendable ([Number]) throws -> Value
  ) -> AggregateFunction {
    aggregate(function, initial: OrderedValues<Number>()) { numbers, arguments in
      if let number = try number(arguments) { try numbers.add(number, arguments, keysFrom: 1) }
    } leave: {
      $0.removeFirst()
    } result: {
      try result(try $0.sorted)
    }
  }

  /// Creates an aggregate of integers that depends on all of them.
  private static func whole(
    _ function: SQLFunction, _ result: @escaping @Sendable (NumberSample<Int64>) throws -> Double?
  ) -> AggregateFunction { sample(function, { try $0.whole(0) }, result) }

  /// Creates an aggregate of floating-point numbers that depends on all of them, in any order.
  private static func real(
    _ function: SQLFunction, _ result: @escaping @Sendable (NumberSample<Double>) throws -> Double?
  ) -> AggregateFunction { sample(function, { try $0.number(0) }, result) }

  private static func sample<Number: QueryNumber>(
    _ function: SQLFunction, _ number: @escaping @Sendable (FunctionArguments) throws -> Number?,
    _ result: @escaping @Sendable (NumberSample<Number>) throws -> Double?
  ) -> AggregateFunction {
    aggregate(function, argumentCount: 1, initial: KeptNumbers<Number>()) { sample, arguments in
      if let number = try number(arguments) { try sample.keep(number) }
    } leave: {
      $0.removeFirst()
    } result: {
      try result($0.sample).map { .real($0) } ?? .null
    }
  }

  /// Creates a percentile. The arguments are the number and the fraction, which is the same for
  /// all.
  private static func percentile<Number: QueryNumber>(
    _ function: SQLFunction, _ number: @escaping @Sendable (FunctionArguments) throws -> Number?
  ) -> AggregateFunction {
    aggregate(
      function, argumentCount: 2, initial: (numbers: KeptNumbers<Number>(), fraction: 0.0)
    ) { state, arguments in
      guard let number = try number(arguments), let fraction = try arguments.number(1) else {
        return
      }
      try state.numbers.keep(number)
      state.fraction = fraction
    } leave: {
      $0.numbers.removeFirst()
    } result: { numbers, fraction in
      let value = try numbers.sample.percentile(fraction, checking: Interruption.check)
      return value.map { .real($0) } ?? .null
    }
  }

  /// Joins texts. The arguments are the text, the separator, and what gives the order.
  private static func joined(
    _ function: SQLFunction, _ chosen: @escaping @Sendable ([String]) -> [String]
  ) -> AggregateFunction {
    aggregate(function, initial: (texts: OrderedValues<String>(), separator: "")) {
      state, arguments in
      guard let text = try arguments.text(0), let separator = try arguments.text(1) else { return }
      try state.texts.add(text, arguments, keysFrom: 2)
      state.separator = separator
    } leave: {
      $0.texts.removeFirst()
    } result: { texts, separator in
      var joined = JoinedText(separator: separator)
      for text in chosen(try texts.sorted) { try joined.addCounted(text) }
      return .text(joined.result)
    }
  }

  /// Creates an aggregate of a group, or of the rows of a window, that leaves out NULL.
  ///
  /// - Parameter leave: removes the row that entered first.
  private static func aggregate<State>(
    _ function: SQLFunction, argumentCount: Int? = nil,
    initial: @autoclosure @escaping @Sendable () -> State,
    _ step: @escaping @Sendable (inout State, FunctionArguments) throws -> Void,
    leave: @escaping @Sendable (inout State) -> Void,
    result: @escaping @Sendable (State) throws -> Value
  ) -> AggregateFunction {
    AggregateFunction(
      function.rawValue, argumentCount: argumentCount, initial: initial(), step
    ) { state, arguments in
      if !arguments.isNull(0) { leave(&state) }
    } value: {
      try result($0)
    }
  }

  /// The value of the first row. The arguments are the value, the condition of the rows, and what
  /// gives the order.
  private static let firstValue = AggregateFunction(
    SQLFunction.firstValue.rawValue, argumentCount: nil, initial: OrderedValues<Value>()
  ) { values, arguments in
    guard arguments.integer(1) != 0 else { return }
    try values.add(arguments[0], arguments, keysFrom: 2)
  } result: {
    $0.first ?? .null
  }
}

/// The values of the rows of a group, for which SQLite may call an aggregate in any order, and the
/// keys that give their order: a single ascending one, or several, each after its direction.
private struct OrderedValues<Content> {
  private var contents: [Content] = []
  /// The keys of all values, in the order of the values.
  private var keys: [Value] = []
  private var areDescending = [false]
  private var areInOrder = true
  private var meters = (contents: MemoryMeter<Content>(), keys: MemoryMeter<Value>())

  mutating func add(
    _ content: Content, _ arguments: FunctionArguments, keysFrom first: Int
  ) throws {
    try meters.contents.keep(content)
    func keep(_ key: Value) throws {
      try meters.keys.keep(key)
      keys.append(key)
    }
    if arguments.count == first + 1 {
      try keep(arguments[first])
    } else {
      let places = stride(from: first, to: arguments.count, by: 2)
      if contents.isEmpty {
        areDescending = try places.map { try arguments[$0] == .text("DESC") }
      }
      for place in places { try keep(arguments[place + 1]) }
    }
    contents.append(content)
    let last = contents.count - 1
    if last > 0, precedes(last, last - 1) { areInOrder = false }
  }

  /// Removes the value that was added first.
  mutating func removeFirst() {
    contents.removeFirst()
    keys.removeFirst(areDescending.count)
  }

  /// The values in their order.
  var sorted: [Content] {
    get throws {
      if areInOrder { return contents }
      return try contents.indices.sortedUnlessInterrupted(by: precedes).map { contents[$0] }
    }
  }

  /// The first of the values in their order.
  var first: Content? {
    if areInOrder { return contents.first }
    return contents.indices.min(by: precedes).map { contents[$0] }
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    for (index, isDescending) in areDescending.enumerated() {
      let first = keys[left * areDescending.count + index]
      let second = keys[right * areDescending.count + index]
      if Self.precedes(first, second) { return !isDescending }
      if Self.precedes(second, first) { return isDescending }
    }
    return false
  }

  /// Returns whether a key comes before another one in ascending order.
  private static func precedes(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (_, .null): false
    case (.null, _): true
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.text(let left), .text(let right)): ValueOrder.precedes(left, right)
    case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
    default: false
    }
  }
}

extension FunctionArguments {
  /// Returns an integer; nil for NULL.
  func whole(_ index: Int) throws -> Int64? {
    if let number = integer(index) { return number }
    return isNull(index) ? nil : try mismatch(index, "INTEGER")
  }

  /// Returns a floating-point number; nil for NULL. SQLite may pass a whole one as an integer.
  func number(_ index: Int) throws -> Double? {
    if let number = real(index) { return number }
    if let number = integer(index) { return Double(number) }
    return isNull(index) ? nil : try mismatch(index, "REAL")
  }

  private func mismatch<Number>(_ index: Int, _ expected: String) throws -> Number {
    throw DatabaseError.decoding(
      DecodingFailure(
        table: nil, column: "argument \(index + 1) of an aggregate", row: .unknown,
        expected: expected, found: try self[index].type.rawValue))
  }
}
