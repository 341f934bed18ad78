import Foundation
import LinqText
import TestModel
import Testing

@testable import ChainFuzzing

/// The stores of the contract: 0, 1, 7 and 60 rows that look alike, without indexes, with an index
/// on every column, and the same after ANALYZE; and on a server, where there is one.
let stages: [(name: String, stage: Stage)] = {
  var stages: [(String, Stage)] = []
  for size in [0, 1, 7, 60] {
    for indexing in Stage.Indexing.allCases {
      var random = RandomSource(seed: 7)
      let corpus = Corpus(people: size, purchases: size, &random)
      do {
        stages.append(("\(size) rows, \(indexing)", try Stage(corpus, indexing)))
      } catch { preconditionFailure("no stores: \(error)") }
    }
    do {
      guard let server = try newServerStore() else { continue }
      var random = RandomSource(seed: 7)
      let corpus = Corpus(people: size, purchases: size, withoutNUL: true, &random)
      stages.append(
        ("\(size) rows on a server", try Stage(corpus, .indexed, server: server)))
    } catch { preconditionFailure("no store on the server: \(error)") }
  }
  return stages
}()

/// Runs a chain wholly in SQL, wholly in memory and divided at every place, on all stores, and
/// compares the results with plain Swift.
///
/// - Parameters:
///   - operators: what stands after the source, one text each.
///   - inSQL: whether all of the chain is expected to run in SQL.
///   - expected: the result in plain Swift; an error of it is expected of the chain.
func agree(
  of source: String = "people", _ operators: [String], inSQL: Bool = true,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ expected: (Corpus) throws -> PlainValue
) throws {
  for (name, stage) in stages {
    let form = stage.server ?? stage.indexed
    let result = wording { try expected(stage.corpus).json }
    // Nothing follows the value of a terminal.
    let isTerminal = try stage.plain.parse(text(source, operators)).isTerminal
    for place in 0...(isTerminal ? operators.count - 1 : operators.count) {
      // A `thenBy` belongs to the sort right before it.
      if place < operators.count, operators[place].hasPrefix("thenBy") { continue }
      var divided = operators
      divided.insert("where { inMemory(true) }", at: place)
      let found = run(source, divided, form)
      #expect(
        found == result, "\(name), divided at \(place)", sourceLocation: sourceLocation)
    }
    for (way, policy) in [
      ("in SQL", QueryPolicy.automatic), ("in memory", .memoryOnly),
      ("in parts", .parallel(readers: 2)),
    ] {
      let found = run(source, operators, form, policy)
      #expect(found == result, "\(name), \(way)", sourceLocation: sourceLocation)
    }
    guard stage.server == nil else { continue }
    let plan = try stage.indexed.parse(text(source, operators)).plan()
    #expect(plan.isAllSQL == inSQL, "\(plan)", sourceLocation: sourceLocation)
  }
}

private func text(_ source: String, _ operators: [String]) -> String {
  ([source] + operators).joined(separator: ".")
}

private func run(
  _ source: String, _ operators: [String], _ form: TextForm, _ policy: QueryPolicy = .automatic
) -> String {
  wording { try form.parse(text(source, operators)).run(policy: policy).json }
}

/// A result, or an error in words that do not depend on whose it is.
private func wording(_ run: () throws -> String) -> String {
  do { return try run() } catch {
    switch error {
    case ExpressionError.arithmeticOverflow: return "\(Failure.overflow)"
    case ExpressionError.divisionByZero: return "\(Failure.divisionByZero)"
    case ExpressionError.notANumber: return "\(Failure.notANumber)"
    case QueryError.noElements: return "\(Failure.noElements)"
    case QueryError.moreThanOneElement: return "\(Failure.moreThanOneElement)"
    case QueryError.outOfRange(let index): return "\(Failure.outOfRange(index))"
    default: return "\(error)"
    }
  }
}

/// A list of texts.
func texts(_ texts: [String?]) -> PlainValue { .list(texts.map { $0.map { .text($0) } ?? .none }) }

/// A list of whole numbers.
func ints(_ numbers: [Int]) -> PlainValue { .list(numbers.map { .int($0) }) }

extension [Person] {
  /// The keys, in their order.
  var ids: PlainValue { .list(map { .int(Int($0.id)) }) }

  /// The people in the order of a text: of its scalars, composed (S06), equals as they were.
  func ordered(by key: (Person) -> String) -> [Person] {
    enumerated().sorted {
      let (left, right) = (PlainValue.text(key($0.element)), PlainValue.text(key($1.element)))
      return left.precedes(right) || (!right.precedes(left) && $0.offset < $1.offset)
    }.map(\.element)
  }
}

extension Sequence where Element: Hashable {
  /// Each once, where it first occurs.
  var firsts: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
