import LinqText
import TestModel
import Testing

@testable import ChainFuzzing

/// Medians, standard deviations and joined texts against plain Swift.
@Suite struct StatisticTests {
  private static let factors = [1, 1e8, 1e-8, 1e150, 1e-200, 0]

  /// Returns a value of each group of rows with an equal key, in the order of the first ones.
  private func groups<Row, Key: Hashable>(
    _ rows: [Row], by key: KeyPath<Row, Key>, _ value: (Key, [Row]) throws -> PlainValue
  ) throws -> PlainValue {
    .list(
      try rows.map { $0[keyPath: key] }.firsts.map { first in
        try value(first, rows.filter { $0[keyPath: key] == first })
      })
  }

  @Test("S64 the median is the number in the middle, or the mean of the two there")
  func medians() throws {
    try agree(["median { $0.age }"]) {
      try statistic(.median, $0.people.map { .int($0.age) })
    }
    try agree(of: "purchases", ["median { $0.pieces }"]) {
      try statistic(.median, $0.purchases.compactMap { $0.pieces.map { .int($0) } })
    }
    for factor in Self.factors {
      try agree(of: "purchases", ["sort { $0.buyer }", "median { $0.price * \(factor) }"]) {
        try statistic(.median, $0.purchases.map { .real($0.price * factor) })
      }
    }
    try agree(["where { $0.name == \"nobody\" }", "median { $0.age }"]) { _ in .none }
    try agree(
      of: "purchases", ["groupBy { $0.isPaid }", "select { ($0.key, $0.median { $0.price }) }"]
    ) { corpus in
      try groups(corpus.purchases, by: \.isPaid) { isPaid, group in
        .tuple([.bool(isPaid), try statistic(.median, group.map { .real($0.price) })])
      }
    }
  }

  @Test("S64 percentiles are between the two numbers next to them, in proportion")
  func percentiles() throws {
    for fraction in [0, 0.1, 0.5, 0.9, 1] {
      try agree(["percentile(\(fraction)) { $0.age }"]) {
        try statistic(.percentile, $0.people.map { .int($0.age) }, fraction: fraction)
      }
      for factor in Self.factors {
        try agree(
          of: "purchases",
          ["sort { $0.buyer }", "percentile(\(fraction)) { $0.price * \(factor) }"]
        ) {
          try statistic(
            .percentile, $0.purchases.map { .real($0.price * factor) }, fraction: fraction)
        }
      }
    }
    try agree(["select { $0.age }", "percentile(0.5)"]) {
      try statistic(.median, $0.people.map { .int($0.age) })
    }
    try agree(["where { $0.name == \"nobody\" }", "percentile(0.9) { $0.age }"]) { _ in .none }
    try agree(
      of: "purchases",
      ["groupBy { $0.isPaid }", "select { ($0.key, $0.percentile(0.9) { $0.pieces }) }"]
    ) { corpus in
      try groups(corpus.purchases, by: \.isPaid) { isPaid, group in
        let pieces = group.compactMap { $0.pieces.map { PlainValue.int($0) } }
        return .tuple([.bool(isPaid), try statistic(.percentile, pieces, fraction: 0.9)])
      }
    }
  }

  @Test("S65 standard deviations have the same bits, in any order")
  func deviations() throws {
    for operation in [ChainOperator.standardDeviation, .populationStandardDeviation] {
      try agree(["\(operation.rawValue) { $0.age }"]) {
        try statistic(operation, $0.people.map { .int($0.age) })
      }
      for factor in Self.factors {
        try agree(
          of: "purchases", ["reverse()", "\(operation.rawValue) { $0.price * \(factor) }"]
        ) {
          try statistic(operation, $0.purchases.map { .real($0.price * factor) })
        }
      }
      try agree(
        of: "purchases",
        ["groupBy { $0.buyer }", "select { $0.\(operation.rawValue) { $0.discount } }"]
      ) { corpus in
        try groups(corpus.purchases, by: \.buyer) { _, group in
          try statistic(operation, group.compactMap { $0.discount.map { .real($0) } })
        }
      }
    }
  }

  @Test("S66 texts are joined in their order, in canonical form")
  func joinedTexts() throws {
    for separator in joinedSeparators {
      try agree(["joined(separator: \(written(separator))) { $0.name }"]) {
        joined($0.people.map { .text($0.name) }, separator)
      }
      try agree(["joined(separator: \(written(separator))) { $0.email }"]) {
        joined($0.people.map { $0.email.map { .text($0) } ?? .none }, separator)
      }
    }
    try agree(["groupBy { $0.surname }", "select { $0.joined { $0.name } }"]) { corpus in
      .list(
        corpus.people.map(\.surname).firsts.map { surname in
          joined(
            corpus.people.filter { $0.surname == surname }.map { .text($0.name) }, "")
        })
    }
  }
}
