import Foundation
import LinqText
import TestModel
import Testing

@testable import ChainFuzzing

@Suite("The contract: values")
struct ValueTests {
  @Test(
    "S07 hasPrefix, hasSuffix, contains: by Character",
    arguments: [
      "b", "e", "\u{E9}", "", "%", "_", "*", "\0", "\r", "B", "\u{301}",
    ])
  func search(part: String) throws {
    let characters = Array(part)
    func holds(_ text: String, _ name: String) -> Bool {
      let text = Array(text)
      return switch name {
      case "hasPrefix": text.starts(with: characters)
      case "hasSuffix": text.reversed().starts(with: characters.reversed())
      default: part.isEmpty || text.indices.contains { text[$0...].starts(with: characters) }
      }
    }
    for name in ["hasPrefix", "hasSuffix", "contains"] {
      try agree(["where { $0.name.\(name)(\(written(part))) }", "select { $0.id }"]) {
        $0.people.filter { holds($0.name, name) }.ids
      }
    }
  }

  @Test("S08 counts and parts of text: in Characters, NUL included")
  func parts() throws {
    try agree(["select { $0.name.count }"]) { ints($0.people.map(\.name.count)) }
    try agree(["select { $0.name.prefix(2) }"]) {
      texts($0.people.map { String($0.name.prefix(2)) })
    }
    try agree(["select { $0.name.suffix(1) }"]) {
      texts($0.people.map { String($0.name.suffix(1)) })
    }
    try agree(["select { $0.name.dropFirst() }"]) {
      texts($0.people.map { String($0.name.dropFirst()) })
    }
    try agree(["select { $0.surname.dropLast(2) }"]) {
      texts($0.people.map { String($0.surname.dropLast(2)) })
    }
    try agree(["select { $0.surname.first }"]) {
      texts($0.people.map { $0.surname.first.map { String($0) } })
    }
    try agree(["select { $0.surname.last }"]) {
      texts($0.people.map { $0.surname.last.map { String($0) } })
    }
    try agree(["select { $0.name.reversed() }"]) {
      texts($0.people.map { String($0.name.reversed()) })
    }
  }

  @Test("S09 capital and small letters: all of Unicode")
  func letterCase() throws {
    try agree(["select { $0.name.uppercased() }"]) { texts($0.people.map { $0.name.uppercased() }) }
    try agree(["where { $0.name.lowercased() == \"bob\" }", "select { $0.id }"]) {
      $0.people.filter { $0.name.lowercased() == "bob" }.ids
    }
    try agree(["select { $0.name.capitalized }"]) { texts($0.people.map(\.name.capitalized)) }
  }

  @Test("S10 trimming takes all white space of Swift")
  func trimming() throws {
    try agree(["select { (\"\\u{2003}\\t\" + $0.name + \"\\u{A0}\\n\").trimming() }"]) {
      texts($0.people.map { TextOperation.trimmed("\u{2003}\t" + $0.name + "\u{A0}\n") })
    }
    #expect(TextOperation.trimmed("\u{2003}\t a b\u{A0}\n") == "a b")
  }

  @Test("S11 what does not fit is an error, not a wrong number")
  func overflow() throws {
    func each(_ corpus: Corpus, _ body: (Int) throws -> Int) throws -> PlainValue {
      ints(try corpus.people.map { try body($0.age) })
    }
    try agree(["select { $0.age + 9223372036854775000 }"]) { corpus in
      try each(corpus) { try checked($0.addingReportingOverflow(9_223_372_036_854_775_000)) }
    }
    try agree(["select { -9223372036854775000 - $0.age }"]) { corpus in
      try each(corpus) {
        try checked((-9_223_372_036_854_775_000).subtractingReportingOverflow($0))
      }
    }
    try agree(["select { $0.age * $0.age }"]) { corpus in
      try each(corpus) { try checked($0.multipliedReportingOverflow(by: $0)) }
    }
    try agree(of: "purchases", ["select { -($0.pieces ?? 0) }"]) { corpus in
      ints(
        try corpus.purchases.map { try checked(0.subtractingReportingOverflow($0.pieces ?? 0)) })
    }
    try agree(of: "purchases", ["select { abs($0.pieces ?? 0) }"]) { corpus in
      ints(
        try corpus.purchases.map {
          let pieces = $0.pieces ?? 0
          return pieces < 0 ? try checked(0.subtractingReportingOverflow(pieces)) : pieces
        })
    }
  }

  @Test("S11 a Double that fits no whole number is an error")
  func conversion() throws {
    for factor in [10, 1e300] {
      try agree(of: "purchases", ["select { Int($0.price * \(factor)) }"]) {
        ints(
          try $0.purchases.map {
            guard let number = Int(exactly: ($0.price * factor).rounded(.towardZero)) else {
              throw Failure.overflow
            }
            return number
          })
      }
    }
  }

  @Test("S12 division is toward zero; by zero it is an error")
  func division() throws {
    for (symbol, operation) in [("/", { $0 / $1 }), ("%", { $0 % $1 })]
      as [(String, (Int, Int) -> Int)]
    {
      for divisor in [7, -7] {
        try agree(["select { (3 - $0.name.count) \(symbol) \(divisor) }"]) {
          ints($0.people.map { operation(3 - $0.name.count, divisor) })
        }
      }
      try agree(["select { 100 \(symbol) $0.age }"]) {
        ints(
          try $0.people.map {
            if $0.age == 0 { throw Failure.divisionByZero }
            return operation(100, $0.age)
          })
      }
    }
    try agree(of: "purchases", ["where { $0.pieces != nil }", "select { ($0.pieces ?? 1) / -1 }"]) {
      ints(
        try $0.purchases.compactMap(\.pieces).map {
          try checked($0.dividedReportingOverflow(by: -1))
        })
    }
  }

  @Test("S13 the remainder of Double is truncatingRemainder")
  func remainder() throws {
    try agree(of: "purchases", ["select { $0.price.truncatingRemainder(dividingBy: 2.9) }"]) {
      .list($0.purchases.map { .real($0.price.truncatingRemainder(dividingBy: 2.9)) })
    }
  }

  @Test("S14 NaN cannot be stored, and no operation gives it")
  func notANumber() throws {
    var random = RandomSource(seed: 1)
    let stage = try Stage(Corpus(people: 0, purchases: 1, &random), .none)
    var purchase = stage.corpus.purchases[0]
    purchase.id = 0
    purchase.price = .nan
    let purchases = stage.stores[0].repository(of: Schema.standard.declaration)
    let error = #expect(throws: (any Error).self) { try purchases.insert(purchase) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("price"))
    #expect(try purchases.count() == 1)
    try stage.stores[0].pool.write {
      try $0.execute("CREATE TABLE place (id INTEGER PRIMARY KEY, point TEXT NOT NULL) STRICT")
    }
    let places = Repository(Place.table, in: stage.stores[0].pool)
    try places.insert(Place(id: 0, point: .init(x: 0.5)))
    #expect(throws: (any Error).self) { try places.insert(Place(id: 0, point: .init(x: .nan))) }
    #expect(try places.count() == 1)
    try agree(of: "purchases", ["select { ($0.price - $0.price) / ($0.price - $0.price) }"]) {
      if $0.purchases.isEmpty { return .list([]) }
      throw Failure.notANumber
    }
  }

  private struct Place: Sendable, Hashable {
    struct Point: Codable, Sendable, Hashable, JSONColumnValue { var x: Double }

    var id: Int64
    var point: Point
    static let table = Table(
      "place", Place.init, .primaryKey("id", \.id), .column("point", \.point))
  }

  @Test("S15 -0.0 and 0.0 are one key; infinities are values")
  func zeros() throws {
    try agree(
      of: "purchases", ["select { $0.price * -1.0 }", "distinct()", "count()"]
    ) {
      .int($0.purchases.map { $0.price * -1 }.firsts.count)
    }
    try agree(of: "purchases", ["groupBy { $0.price * -1.0 }", "select { $0.count }"]) { corpus in
      let prices = corpus.purchases.map { $0.price * -1 }
      return ints(prices.firsts.map { price in prices.count { $0 == price } })
    }
    try agree(of: "purchases", ["where { $0.price * 1e300 * 1e300 > 5.0 }", "count()"]) {
      .int($0.purchases.count { $0.price * 1e300 * 1e300 > 5 })
    }
  }

  @Test("S16 whole and other numbers do not mix")
  func mixing() throws {
    let form = stages[0].stage.plain
    #expect(throws: ChainError.self) { try form.parse("people.where { $0.age < Double($0.age) }") }
    #expect(throws: ChainError.self) { try form.parse("people.where { $0.age < 2.5 }") }
    try agree(["where { Double($0.age) / 2.0 < 12.6 }", "select { $0.id }"]) {
      $0.people.filter { Double($0.age) / 2 < 12.6 }.ids
    }
  }

  @Test("S19 days compare as days; there is none that the calendar lacks")
  func days() throws {
    try agree([
      "where { $0.birthDate.map { $0.year * 100 + $0.month } == 190301 }", "select { $0.id }",
    ]) {
      $0.people.filter { $0.birthDate.map { $0.year * 100 + $0.month } == 190301 }.ids
    }
    try agree([
      "where { ($0.birthDate ?? CalendarDate(\"1900-01-01\")) > CalendarDate(\"1904-02-29\") }",
      "count()",
    ]) {
      .int(
        $0.people.count {
          ($0.birthDate ?? CalendarDate(year: 1900, month: 1, day: 1)!) > CalendarDate(
            year: 1904, month: 2, day: 29)!
        })
    }
    #expect(CalendarDate("2024-02-31") == nil)
    #expect(throws: ChainError.self) {
      try stages[0].stage.plain.parse(
        "people.where { $0.birthDate == CalendarDate(\"2023-02-29\") }")
    }
  }

  @Test("S26 aggregates of nothing")
  func nothing() throws {
    let none = "where { $0.name == \"nobody\" }"
    try agree([none, "count()"]) { _ in .int(0) }
    try agree([none, "sum { $0.age }"]) { _ in .int(0) }
    try agree([none, "min { $0.age }"]) { _ in .none }
    try agree([none, "max { $0.name }"]) { _ in .none }
    try agree([none, "average { $0.age }"]) { _ in .none }
    try agree(of: "purchases", ["where { $0.price > 1e301 }", "sum { $0.price }"]) { _ in .real(0) }
  }

  @Test("S27 a sum of whole numbers is exact; a total that does not fit is an error")
  func sums() throws {
    try agree(["sum { $0.age }"]) { try total($0.people.map { .int($0.age) }, .int) }
    try agree(["groupBy { $0.name }", "select { $0.sum { $0.age / 2 } }"]) { corpus in
      .list(
        try corpus.people.map(\.name).firsts.map { name in
          try total(
            corpus.people.filter { $0.name == name }.map { .int($0.age / 2) }, .int)
        })
    }
  }

  @Test("S28 sums of Double have the same bits, added from left to right")
  func realSums() throws {
    try agree(of: "purchases", ["sum { $0.price }"]) {
      .real($0.purchases.reduce(0) { $0 + $1.price })
    }
    try agree(of: "purchases", ["sort { $0.buyer }", "sum { $0.price }"]) { corpus in
      let order = corpus.purchases.enumerated().sorted {
        let (left, right) = (PlainValue.text($0.element.buyer), PlainValue.text($1.element.buyer))
        return left.precedes(right) || (!right.precedes(left) && $0.offset < $1.offset)
      }
      return .real(order.reduce(0) { $0 + $1.element.price })
    }
    try agree(of: "purchases", ["average { $0.price * 0.1 }"]) {
      try average($0.purchases.map { .real($0.price * 0.1) })
    }
    try agree(
      of: "purchases", ["groupBy { $0.isPaid }", "select { ($0.key, $0.sum { $0.price }) }"]
    ) {
      corpus in
      .list(
        corpus.purchases.map(\.isPaid).firsts.map { isPaid in
          .tuple([
            .bool(isPaid),
            .real(corpus.purchases.filter { $0.isPaid == isPaid }.reduce(0) { $0 + $1.price }),
          ])
        })
    }
  }

  @Test("S29 membership: nil is a value, the empty list has none, long lists work")
  func membership() throws {
    try agree(of: "purchases", ["where { [nil, 2, 12].contains($0.pieces) }", "select { $0.id }"]) {
      .list($0.purchases.filter { [nil, 2, 12].contains($0.pieces) }.map { .int(Int($0.id)) })
    }
    try agree(["where { [].contains($0.name) }", "count()"]) { _ in .int(0) }
    try agree(["where { !([].contains($0.name)) }", "count()"]) { .int($0.people.count) }
    let long = (0..<3_000).map { "\"p\($0 * 3)@example.org\"" }.joined(separator: ", ")
    try agree(["where { [nil, \(long)].contains($0.email) }", "select { $0.id }"]) {
      $0.people.filter { person in
        guard let email = person.email else { return true }
        return (Int(email.dropFirst().prefix { $0.isNumber }) ?? 1) % 3 == 0
      }.ids
    }
  }

  @Test("S34 NUL inside a text is a scalar like others")
  func nul() throws {
    try agree(["where { $0.name == \"a\\0b\" }", "select { ($0.id, $0.name, $0.name.count) }"]) {
      .list(
        $0.people.filter { $0.name == "a\0b" }
          .map { .tuple([.int(Int($0.id)), .text("a\0b"), .int(3)]) })
    }
    try agree(["select { $0.name + \"\\0\" + $0.surname }", "max()"]) { corpus in
      extreme(corpus.people.map { .text($0.name + "\0" + $0.surname) }, isHighest: true)
    }
  }
}
