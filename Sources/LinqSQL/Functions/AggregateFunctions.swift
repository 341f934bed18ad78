internal import Linq
internal import SQLite

/// What stands for a sum that there is not.
enum MissingSum: String {
  case overflow
  case notANumber

  var error: ExpressionError { self == .overflow ? .arithmeticOverflow : .notANumber }
}

/// Sums and means that are the same in SQL as in memory (S26 to S28): exact for whole numbers, in
/// the order of the elements for others.
///
/// SQLite makes the sums of all groups, also of those that nobody asks for: a sum that there is not
/// is the name of its error, a text, which ``NumberFunctions`` makes an error of where it is used
/// (S36).
enum AggregateFunctions {
  static let all: [AggregateFunction] = [
    whole("swift_sum") { total in value { .integer(try total.sum()) } },
    whole("swift_average") { $0.average().map { .real($0) } ?? .null },
    real("swift_sum") { total in value { .real(try total.sum()) } },
    real("swift_average") { total in value { try total.average().map { .real($0) } ?? .null } },
  ]

  private static func value(_ result: () throws -> Value) -> Value {
    do {
      return try result()
    } catch {
      let missing = error as? ExpressionError == .notANumber ? MissingSum.notANumber : .overflow
      return .text(missing.rawValue)
    }
  }

  private static func whole(
    _ name: String, _ result: @escaping @Sendable (IntegerTotal<Int64>) -> Value
  ) -> AggregateFunction {
    AggregateFunction(name, argumentCount: 1, initial: IntegerTotal<Int64>()) { total, arguments in
      if let number = arguments.integer(0) { total.add(number) }
    } result: {
      result($0)
    }
  }

  /// The second argument gives the order.
  private static func real(
    _ name: String, _ result: @escaping @Sendable (RealTotal) -> Value
  ) -> AggregateFunction {
    AggregateFunction(
      name, argumentCount: 2, initial: [(ordinal: Int64, number: Double)]()
    ) { numbers, arguments in
      guard let number = arguments.real(0), let ordinal = arguments.integer(1) else { return }
      numbers.append((ordinal, number))
    } result: { numbers in
      // SQLite may give the rows in any order.
      var total = RealTotal()
      for entry in numbers.sorted(by: { $0.ordinal < $1.ordinal }) { total.add(entry.number) }
      return result(total)
    }
  }
}
