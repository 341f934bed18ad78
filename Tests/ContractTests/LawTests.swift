import LinqText
import TestModel
import Testing

@testable import ChainFuzzing

/// The laws by which the planner moves operators: on random conditions and keys, both sides of each
/// are the same, and where there is no law nothing is moved.
@Suite("The laws")
struct LawTests {
  private static let seeds = Array(UInt64(1)...40)

  /// A stage, a condition that only Swift can run, and expressions of a person.
  private struct Case {
    var random: RandomSource
    let stage: Stage
    let terms: TermGenerator

    init(seed: UInt64) throws {
      random = RandomSource(seed: seed)
      stage = try Stage(Corpus(people: 40, purchases: 2, &random), &random)
      terms = TermGenerator(.row(.person), stage.corpus)
    }

    /// A condition that cannot fail, as a closure of Swift alone.
    mutating func closure() -> (text: String, term: Term) {
      let term = condition()
      return ("where { inMemory(\(term.text)) }", term)
    }

    mutating func condition() -> Term {
      while true {
        let term = terms.bool(2, &random)
        if !term.canFail { return term }
      }
    }

    mutating func key() -> Term {
      while true {
        let term = terms.key(2, &random)
        if !term.canFail { return term }
      }
    }

    func run(_ operators: String) throws -> String {
      try stage.indexed.parse("people.\(operators)").run().json
    }

    func plan(_ operators: String) throws -> QueryPlan {
      try stage.indexed.parse("people.\(operators)").plan()
    }
  }

  @Test("a filter and a sort change places", arguments: seeds)
  func sorts(seed: UInt64) throws {
    var law = try Case(seed: seed)
    let (filter, _) = law.closure()
    let sort = "sort { \(law.key().text) }.thenByDescending { \(law.key().text) }"
    #expect(try law.run("\(filter).\(sort)") == law.run("\(sort).\(filter)"))
    #expect(try law.plan("\(filter).\(sort)").isMoved)
  }

  @Test("filters, the opposite order and distinct change places with a filter", arguments: seeds)
  func others(seed: UInt64) throws {
    var law = try Case(seed: seed)
    let (filter, _) = law.closure()
    for other in ["where { \(law.condition().text) }", "reverse()", "distinct()"] {
      #expect(try law.run("\(filter).\(other)") == law.run("\(other).\(filter)"))
      #expect(try law.plan("\(filter).\(other)").isMoved)
    }
  }

  @Test("a filter of a concat is one of both sides", arguments: seeds)
  func concat(seed: UInt64) throws {
    var law = try Case(seed: seed)
    let (filter, _) = law.closure()
    let one = try law.run("concat(people.take(5)).\(filter)")
    #expect(try one == law.run("\(filter).concat(people.take(5).\(filter))"))
  }

  @Test("distinct by a key changes places with a filter of that key alone", arguments: seeds)
  func distinctByKey(seed: UInt64) throws {
    let law = try Case(seed: seed)
    let filter = "where { inMemory($0.surname.count < 4) }"
    let distinct = "distinct(by: { $0.surname })"
    #expect(try law.run("\(filter).\(distinct)") == law.run("\(distinct).\(filter)"))
  }

  @Test("take, skip, positions and aggregates stay where they are", arguments: seeds)
  func noLaw(seed: UInt64) throws {
    var law = try Case(seed: seed)
    let (filter, term) = law.closure()
    let people = law.stage.corpus.rows(.person)
    let kept = try people.filter { try term.value(of: $0).bool }
    for (operators, expected) in [
      ("take(5)", PlainValue.list(Array(kept.prefix(5)))),
      ("skip(5)", .list(Array(kept.dropFirst(5)))),
      ("takeLast(5)", .list(kept.suffix(5))),
      ("count()", .int(kept.count)),
      (
        "distinct(by: { $0.age })",
        .list(kept.map { $0.part(3) }.firsts.compactMap { age in kept.first { $0.part(3) == age } })
      ),
      ("index()", .list(kept.enumerated().map { .tuple([.int($0), $1]) })),
    ] as [(String, PlainValue)] {
      #expect(try law.run("\(filter).\(operators)") == expected.json)
      #expect(try !law.plan("\(filter).\(operators)").isMoved, "\(operators)")
    }
  }

  @Test("a projection of Swift alone changes places with take, skip and reverse", arguments: seeds)
  func projection(seed: UInt64) throws {
    var law = try Case(seed: seed)
    let select = "select { inMemory(\(law.key().text)) }"
    guard (try? law.plan(select)) != nil else { return }
    for other in ["take(5)", "skip(3)", "reverse()"] {
      #expect(try law.run("\(select).\(other)") == law.run("\(other).\(select)"))
    }
  }
}

extension QueryPlan {
  /// Whether an operator runs before one that is written before it.
  fileprivate var isMoved: Bool { operators.contains { !$0.movedBefore.isEmpty } }
}
