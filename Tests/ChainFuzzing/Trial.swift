import Dispatch
import LinqSQL
import LinqText
import StoreSQLite
import StoreSupport
import TestModel

/// One chain run in every way.
struct Trial {
  let chain: Chain
  let stage: Stage
  /// How often the chain runs with other constants.
  var variants = 3

  /// Two results that should be the same.
  struct Difference: CustomStringConvertible {
    let check: String
    let chain: String
    /// The chains with other constants that made the plans before.
    var before: [String] = []
    let expected: String
    let found: String

    var description: String {
      let chains = (before + [chain]).joined(separator: "\n  ")
      return
        "\(check)\n  \(chains)\n  expected \(shortened(expected))\n  found    \(shortened(found))"
    }
  }

  /// What a trial has seen of a chain without a difference.
  struct Outcome {
    var isEmpty = false
    var isError = false
    var isAllSQL = false
    var isAllSQLOnServer = false
    /// Whether it has run on rows that are declared when the program runs.
    var isDynamic = false
    var plan = ""
  }

  /// Runs the chain in SQL, again from the caches, with indexes, in memory and split, and compares
  /// all with the independent evaluation; then the same chain with other constants, and what
  /// follows from its result for other chains.
  ///
  /// - Parameter seed: decides where it is split and which other chains are run.
  func run(seed: UInt64) throws -> Result<Outcome, DifferenceError> {
    // Subqueries of long lists inside each other would take hours in memory.
    let interruption = Interruption()
    let timer = DispatchWorkItem { interruption.request() }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.limit, execute: timer)
    defer { timer.cancel() }
    let result = interruption.run { try compare(seed: seed) }
    return interruption.isWanted ? .success(Outcome()) : try result.get()
  }

  /// The time after which a chain is given up.
  private static let limit = DispatchTimeInterval.seconds(20)

  private func compare(seed: UInt64) throws -> Result<Outcome, DifferenceError> {
    var random = RandomSource(seed: seed)
    let text = chain.text
    let expected = expectation(of: chain)
    let places = chain.seams
    let (split, splitChain) = chain.split(at: random.pick(places))
    let parsed = Result { try stage.plain.parse(text) }
    var ways: [(String, () -> String)] = [
      ("in SQL", { result { try parsed.get().run() } }),
      ("in SQL again", { result { try parsed.get().run() } }),
      ("in SQL with indexes", { result(text, stage.indexed) }),
      (
        "in parts",
        { result { try stage.indexed.parse(text).run(policy: .parallel(readers: 3)) } }
      ),
      ("in memory", { result { try parsed.get().run(policy: .memoryOnly) } }),
      ("split", { result(split, stage.indexed) }),
    ]
    // Some members, and operators that need a type of Swift, are there for declared rows only.
    if let dynamic = try? stage.dynamic.parse(text) {
      ways.append(("on dynamic rows", { result { try dynamic.run() } }))
      ways.append(
        ("on dynamic rows in memory", { result { try dynamic.run(policy: .memoryOnly) } }))
    }
    if let server = stage.server { ways.append(("on PostgreSQL", { result(text, server) })) }
    for (check, way) in ways {
      let found = way()
      // The closure in the middle gets all values of the elements there.
      let expected = check == "split" ? expectation(of: splitChain) : expected
      if found != expected, readsWhole(chain, found) { return .success(Outcome()) }
      let compared = check == "split" ? (split, splitChain) : (text, chain)
      if found != expected, isMoved(compared, check, found) { continue }
      guard found == expected else {
        let shown = check == "split" ? split : text
        return .failure(
          DifferenceError(
            Difference(
              check: check, chain: shown,
              expected: expected,
              found: found)))
      }
    }
    if let difference = otherConstants(seed) { return .failure(DifferenceError(difference)) }
    if chain.terminal == nil, !expected.hasPrefix("error"), random.chance(15),
      let difference = relations(&random)
    {
      return .failure(DifferenceError(difference))
    }
    var outcome = Outcome()
    outcome.isError = expected.hasPrefix("error")
    outcome.isEmpty = expected == "[]"
    outcome.isDynamic = ways.contains { $0.0 == "on dynamic rows" }
    if let plan = try? parsed.get().plan() {
      outcome.isAllSQL = plan.isAllSQL
      outcome.isAllSQLOnServer = (try? stage.server?.parse(text).plan().isAllSQL) ?? false
      outcome.plan = plan.sql ?? ""
    }
    return .success(outcome)
  }

  /// Runs the chain with other constants, on the plan that the chain has left in the cache, and
  /// then on plans made afresh. Returns the first difference.
  private func otherConstants(_ seed: UInt64) -> Difference? {
    var random = RandomSource(seed: seed ^ 0x0C0D_57A7)
    var before = [chain.text]
    var chains: [Chain] = []
    for _ in 0..<variants {
      let other = chain.withOtherConstants(&random, stage.corpus)
      if !before.contains(other.text) {
        chains.append(other)
        before.append(other.text)
      }
    }
    // Some members take values of one kind only, such as a whole number.
    chains.removeAll { (try? stage.plain.parse($0.text)) == nil }
    for isAfresh in [false, true] {
      if isAfresh { PlanCache.removeAll() }
      for (place, other) in chains.enumerated() {
        let expected = expectation(of: other)
        // The independent evaluation does without lists as long as these.
        if expected == "error \(Failure.tooLarge)" { continue }
        var ways = [(isAfresh ? "afresh" : "from the cache", stage.plain, QueryPolicy.automatic)]
        if !isAfresh {
          ways.append(("in memory", stage.plain, .memoryOnly))
          if let server = stage.server { ways.append(("on PostgreSQL", server, .automatic)) }
        }
        for (check, form, policy) in ways {
          let found = result { try form.parse(other.text).run(policy: policy) }
          guard found != expected, !readsWhole(other, found),
            !isMoved((other.text, other), check, found)
          else { continue }
          return Difference(
            check: "with other constants, \(check)", chain: other.text,
            before: isAfresh ? [] : [chain.text] + chains[..<place].map(\.text),
            expected: expected, found: found)
        }
        if isAfresh { PlanCache.removeAll() }
      }
    }
    return nil
  }

  /// Whether a result is the error of a value that cannot be read, of a chain of an array that runs
  /// in memory: its expressions read the rows of tables as a whole (S83).
  private func readsWhole(_ chain: Chain, _ found: String) -> Bool {
    guard chain.isOfArray, found.hasPrefix("error unreadable") else { return false }
    let plan = try? stage.plain.parse(chain.text).plan()
    return plan?.sql == nil
  }

  /// Whether a result is that of the operators in the order in which they run: those that are moved
  /// before a closure leave out elements, and the closure gets no unreadable values of them (S30).
  /// The same holds for the other queries of a chain. In memory nothing is moved.
  private func isMoved(
    _ chain: (text: String, chain: Chain), _ check: String, _ found: String
  ) -> Bool {
    guard !check.hasSuffix("in memory"),
      let form = check == "on PostgreSQL" ? stage.server : stage.indexed
    else { return false }
    func ordered(_ chain: Chain, _ text: String) -> Chain? {
      (try? form.parse(text).plan()).flatMap { chain.ordered(as: $0) }
    }
    let moved = ordered(chain.chain, chain.text)
    let others = (moved ?? chain.chain).mapOthers { ordered($0, $0.text) }
    return [moved, others].contains { $0.map { found == expectation(of: $0) } == true }
  }

  struct DifferenceError: Error {
    let difference: Difference

    init(_ difference: Difference) { self.difference = difference }
  }

  private func expectation(of chain: Chain) -> String {
    do {
      return try chain.evaluated(on: stage.corpus).json
    } catch { return "error \(error)" }
  }
}

/// What the library gives for a chain, as JSON; what went wrong, in the words of the independent
/// evaluation.
func result(_ text: String, _ form: TextForm) -> String {
  result { try form.parse(text).run() }
}

func result(_ run: () throws -> ResultValue) -> String {
  do {
    return try run().withPlainZeros.json
  } catch let error as ExpressionError {
    switch error {
    case .arithmeticOverflow: return "error \(Failure.overflow)"
    case .divisionByZero: return "error \(Failure.divisionByZero)"
    case .notANumber: return "error \(Failure.notANumber)"
    case .describedExpression, .parameterOfAnotherClosure, .closureWithoutValue,
      .expressionAsValue:
      return "error: \(error)"
    }
  } catch let error as QueryError {
    switch error {
    case .noElements: return "error \(Failure.noElements)"
    case .moreThanOneElement: return "error \(Failure.moreThanOneElement)"
    case .outOfRange(let index): return "error \(Failure.outOfRange(index))"
    default: return "error: \(error)"
    }
  } catch DatabaseError.decoding(let failure) {
    guard failure.table != nil, case .key(let key) = failure.row,
      case .integer(let id) = key.values[0]
    else { return "error: \(failure)" }
    return "error \(Failure.unreadable(column: failure.column, id: Int(id)))"
  } catch { return "error: \(error)" }
}

/// A text that is not too long to be printed.
func shortened(_ text: String) -> String {
  text.count > 700 ? text.prefix(700) + " … (\(text.count) characters)" : text
}

extension ResultValue {
  /// The value with every zero without a sign: for Swift both are equal, and SQLite keeps none.
  fileprivate var withPlainZeros: ResultValue {
    switch self {
    case .double(0): .double(0)
    case .tuple(let values): .tuple(values.map(\.withPlainZeros))
    case .array(let values): .array(values.map(\.withPlainZeros))
    case .group(let key, let items):
      .group(key: key.withPlainZeros, items: items.map(\.withPlainZeros))
    default: self
    }
  }
}
