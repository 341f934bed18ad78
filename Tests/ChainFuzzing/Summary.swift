/// What a run of the fuzzer has tried.
package struct Summary: Sendable {
  package internal(set) var chains = 0
  package internal(set) var lists = 0
  package internal(set) var emptyLists = 0
  package internal(set) var errors = 0
  package internal(set) var allSQL = 0
  package internal(set) var allSQLOnServer = 0
  /// Those that have run on rows that are declared when the program runs.
  package internal(set) var dynamic = 0
  package internal(set) var differences = 0
  package internal(set) var operators: [String: Int] = [:]
  package internal(set) var members: [String: Int] = [:]
  /// The statements, without their differences in names.
  var plans: Set<String> = []

  /// Nothing yet.
  package init() {}

  mutating func add(_ chain: Chain, _ outcome: Trial.Outcome) {
    chains += 1
    if chain.terminal == nil, !outcome.isError {
      lists += 1
      if outcome.isEmpty { emptyLists += 1 }
    }
    if outcome.isError { errors += 1 }
    if outcome.isAllSQL { allSQL += 1 }
    if outcome.isAllSQLOnServer { allSQLOnServer += 1 }
    if outcome.isDynamic { dynamic += 1 }
    if plans.count < 2_000_000 { plans.insert(outcome.plan) }
    count(chain)
  }

  private mutating func count(_ chain: Chain) {
    for step in chain.operators {
      operators[step.name, default: 0] += 1
      if step.isOpaque { operators["\(step.name) (closure)", default: 0] += 1 }
      for member in step.terms.flatMap(\.members) { members[member, default: 0] += 1 }
      step.others.forEach { count($0) }
    }
    if let terminal = chain.terminal {
      operators[terminal.name, default: 0] += 1
      for member in terminal.terms.flatMap(\.members) { members[member, default: 0] += 1 }
    }
  }

  /// The share of lists without an element.
  package var emptyShare: Double { lists == 0 ? 0 : Double(emptyLists) / Double(lists) }

  /// The summary as a text of several lines.
  package var report: String {
    func percent(_ part: Int, _ whole: Int) -> String {
      whole == 0 ? "-" : "\((Double(part) * 1000 / Double(whole)).rounded() / 10) %"
    }
    func table(_ counts: [String: Int]) -> String {
      counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
    return """
      \(chains) chains, \(differences) differences
      wholly in SQL: \(percent(allSQL, chains)), \
      on a server \(percent(allSQLOnServer, chains)); on dynamic rows: \
      \(percent(dynamic, chains)); errors: \(percent(errors, chains)); \
      empty lists: \(percent(emptyLists, lists)) of \(lists); different statements: \(plans.count)
      operators: \(table(operators))
      members: \(table(members))
      """
  }
}
