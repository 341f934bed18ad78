#if Postgres
import LinqCore
import StoreEngine
import StorePostgres
import TestSupport
import Testing

extension PostgresSuite {
  /// Medians, percentiles and deviations that the server computes have the bits of those that Swift
  /// computes.
  @Suite struct StatisticFunctionTests {
    private static let fractions = [0, 0.1, 0.25, 1.0 / 3, 0.5, 0.9, 1]

    /// Calls the functions of an array that SQL computes; nil if memory decides.
    private func call(
      _ prefix: String, _ array: String, on connection: Connection
    ) throws -> [Double?]? {
      let numbers = "array_agg(x ORDER BY x)"
      let functions =
        ["median", "stddev_samp", "stddev_pop"].map { "swift.\(prefix)\($0)(\(numbers))" }
        + Self.fractions.map { "swift.\(prefix)percentile(\(numbers), \($0))" }
      do {
        return try connection.query(
          "SELECT \(functions.joined(separator: ", ")) FROM unnest(\(array)) AS numbers(x)"
        ) { row in
          try functions.indices.map { row.isNull($0) ? nil : try row.real($0) }
        }.first
      } catch DatabaseError.failed(let error) where error.state == "22003" {
        return nil
      }
    }

    private func compare<Number: QueryNumber>(
      _ numbers: [Number], _ found: [Double?]?, answers: inout Int
    ) throws {
      guard let found else { return }
      answers += 1
      var sample = NumberSample<Number>()
      for number in numbers.shuffled() { sample.add(number) }
      let expected =
        try [
          sample.median(), sample.standardDeviation(isPopulation: false),
          sample.standardDeviation(isPopulation: true),
        ] + Self.fractions.map { try sample.percentile($0) }
      #expect(
        found.map { $0?.bitPattern } == expected.map { $0?.bitPattern },
        "\(numbers): \(found) \(expected)")
    }

    @Test func theyHaveTheBitsOfSwift() throws {
      let connection = try newConnection()
      try connection.installFunctions()
      let extremes: [Int64] = [.max, .min, .max - 1, 0, 1, -1, 1 << 53, 1 << 53 + 1, 1 << 62 + 3]
      var answers = 0
      for round in 0..<200 {
        let whole = (0..<round % 9).map { _ in
          round % 3 == 0
            ? extremes.randomElement() ?? 0 : .random(in: .min ... .max) >> (round % 50)
        }
        let list = (whole.map { "\($0)" } + ["NULL"]).joined(separator: ",")
        let array = "CAST('{\(list)}' AS bigint[])"
        try compare(whole, try call("", array, on: connection), answers: &answers)
      }
      #expect(answers == 200)
      answers = 0
      let reals = [
        0, -0.0, 0.1, 0.2, 0.3, 1e300, -1e300, .leastNonzeroMagnitude, 1.0 / 3, 1e-200, 1e15 + 0.5,
      ]
      for round in 0..<200 {
        let real = (0..<round % 9).map { _ in
          round % 3 == 0
            ? reals.randomElement() ?? 0 : .random(in: -1...1) * Double(1 << round % 50)
        }
        let list = (real.map { "\($0)" } + ["NULL"]).joined(separator: ",")
        let array = "CAST('{\(list)}' AS double precision[])"
        try compare(real, try call("real_", array, on: connection), answers: &answers)
      }
      #expect(answers > 130)
      for type in ["smallint", "integer", "bigint"] {
        let found = try call("", "CAST('{7,3,NULL}' AS \(type)[])", on: connection)
        try compare([3, 7], found, answers: &answers)
        #expect(found?[0] == 5)
      }
      for type in ["smallint", "real", "numeric"] {
        let found = try call("real_", "CAST('{7,3,NULL}' AS \(type)[])", on: connection)
        try compare([3.0, 7], found, answers: &answers)
        #expect(found?[0] == 5)
      }
      // Infinities that cancel out, and those of a deviation, are errors.
      for list in ["-infinity,infinity", "infinity", "1,infinity"] {
        let array = "CAST('{\(list)}' AS double precision[])"
        #expect(try call("real_", array, on: connection) == nil)
      }
    }
  }
}
#endif
