internal import LinqCore
internal import StoreEngine

/// Sums and averages with the same results in SQL as in memory (S26 to S28): exact for integers,
/// and added in the order of the elements for floating-point numbers.
enum AggregateFunctions {
  static let all: [AggregateFunction] = [
    whole(.total) { .integer(try $0.sum()) },
    whole(.average) { $0.average().map { .real($0) } ?? .null },
    real(.total) { .real(try $0.sum()) },
    real(.average) { try $0.average().map { .real($0) } ?? .null },
  ]

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

  /// Creates an aggregate of floating-point numbers. Its second argument is the ordinal, which
  /// gives the order.
  private static func real(
    _ function: SQLFunction, _ result: @escaping @Sendable (RealTotal) throws -> Value
  ) -> AggregateFunction {
    AggregateFunction(
      function.rawValue, argumentCount: 2, initial: [(ordinal: Int64, number: Double)]()
    ) { numbers, arguments in
      guard let number = arguments.real(0), let ordinal = arguments.integer(1) else { return }
      numbers.append((ordinal, number))
    } result: { numbers in
      // SQLite may call the function for the rows in any order.
      var total = RealTotal()
      for entry in numbers.sorted(by: { $0.ordinal < $1.ordinal }) { total.add(entry.number) }
      return try result(total)
    }
  }
}
