import ArgumentParser
import Foundation
import People

/// How the time of each operator grows with the number of rows, in SQL and in memory.
struct OperatorGrowth: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "operators",
    abstract: "How the time of each operator grows with the number of people.",
    discussion: """
      Each chain runs in SQL and in memory, on 1,000 people and ten times as many until --most. A \
      growth of more than twenty times for ten times the people is marked.
      """)

  @Option(help: "The most people.") var most = 100_000
  @Option(help: "Only chains that have this in them.") var only = ""

  private static let chains = [
    "where { ($0.age ?? 0) > 30 }.count()", "sort { $0.surname }.thenBy { $0.age }.last()",
    "sort { $0.surname }.take(10)", "takeLast(3)", "skipLast(3).count()", "reverse().first()",
    "takeWhile { ($0.age ?? 0) >= 0 }.count()", "skipWhile { ($0.age ?? 0) >= 0 }.count()",
    "distinct(by: { $0.surname }).count()", "distinct { ($0.surname, $0.age) }.count()",
    "select(\\.surname).distinct().count()", "select { ($0.surname, $0.age) }.distinct().count()",
    "groupBy { $0.surname }.select { ($0.key, $0.count) }.count()",
    "groupBy { ($0.surname, $0.age) }.select { ($0.key.0, $0.count) }.count()",
    "groupBy { $0.surname }.count()", "countBy { $0.surname }.count()",
    "aggregateBy({ $0.surname }, 0) { $0 + ($1.age ?? 0) }.count()", "concat(people).count()",
    "union(people).count()", "intersect(people).count()", "except(people.take(3)).count()",
    "union(people, by: { $0.name }).count()", "intersect(people, by: { $0.surname }).count()",
    "join(people, on: { $0.id }, equals: { $0.id }).count()",
    "join(people, on: { $0.email }, equals: { $0.email }).count()",
    "join(people, on: { ($0.id, $0.age) }, equals: { ($0.id, $0.age) }).count()",
    "leftJoin(people, on: { $0.id }, equals: { $0.id }).count()",
    "rightJoin(people, on: { $0.id }, equals: { $0.id }).count()",
    "fullJoin(people, on: { $0.id }, equals: { $0.id }).count()",
    "groupJoin(people, on: { $0.id }, equals: { $0.id }).count()", "zip(people).count()",
    "index().where { $0.0 % 2 == 0 }.count()", "pairwise().where { $0.0.id < $0.1.id }.count()",
    "sequenceEqual(people)", "elementAt(900)", "shuffle(seed: 7).take(3)", "chunk(10).count()",
    "toLookup { $0.surname }", "toDictionary { $0.id }", "minBy { $0.name }",
    "maxBy { $0.birthDate }", "sum { $0.age }", "average { $0.age }", "min { $0.name }",
    "all { ($0.age ?? 0) >= 0 }", "select(\\.name).contains(\"x\")",
    "select { \"\\($0.name) \\($0.age)\" }.distinct().count()",
    "groupBy { $0.surname }.selectMany { $0.items }.count()",
    "groupBy { $0.birthDate }.where { $0.count > 1 }.selectMany { $0.items }.count()",
    "groupBy { $0.surname }.selectMany { $0.items.sortDescending { $0.age }.take(2) }.count()",
    "groupBy { $0.surname }.select { ($0.key, $0.items.take(2)) }",
    "groupBy { $0.surname }.select { $0.items.map { $0.name }.distinct().joined() }",
    "leftJoin(people.countBy { $0.birthDate }, on: { $0.birthDate }, equals: { $0.0 }).count()",
    "windows(within: { $0.surname }).select { ($0.element.id, $0.last(7).sum { $0.age }) }",
    "windows().select { ($0.element.id, $0.partition.sum { $0.age }, $0.partition.count) }",
    "windows().select { ($0.element.id, $0.soFar.sum { $0.age }, $0.rank(by: { $0.age })) }",
    "where { $0.age == people.elements.max { $0.age } }.count()",
    "where { people.where { $0.age == 36 }.select(\\.id).contains($0.id) }.count()",
    "where { p in people.matching { $0.id == p.id }.any() }.count()",
    "sort { $0.surname }.chunked { $0.surname == $1.surname }",
  ]

  func run() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "personstore-operators-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sizes = sequence(first: 1_000) { $0 * 10 }.prefix { $0 <= most }
    var stores: [(people: Int, store: PersonStore)] = []
    for people in sizes {
      let store = try PersonStore(path: folder.appending(path: "\(people).db").path)
      try store.people.insert(
        (0..<people).map { index in
          Person(
            name: "Name \(index % 977)", surname: "Surname \(index % 9_973)", age: index % 90,
            email: "p\(index)@example.org",
            birthDate: CalendarDate(
              year: 1_900 + index % 100, month: 1 + index % 12, day: 1 + index % 28))
        })
      stores.append((people, store))
    }
    print("| chain | | " + sizes.map { "\($0)" }.joined(separator: " | ") + " |")
    print("|---|---|" + sizes.map { _ in "---:|" }.joined())
    var isSteep = false
    for chain in Self.chains where only.isEmpty || chain.contains(only) {
      for (name, policy) in [("SQL", QueryPolicy.automatic), ("memory", .memoryOnly)] {
        let times = try stores.map { try milliseconds(chain, $0.store, policy) }
        let growth = zip(times, times.dropFirst()).map { $1 / max($0, 0.2) }.max() ?? 0
        isSteep = isSteep || growth > 20
        let figures = times.map { String(format: "%.1f ms", $0) }.joined(separator: " | ")
        print("| `\(chain)` | \(name) | \(figures) |" + (growth > 20 ? " STEEP" : ""))
      }
    }
    for (_, store) in stores { store.close() }
    if isSteep { throw ExitCode.failure }
  }

  /// Returns the shorter time of two runs, whose results must be equal.
  private func milliseconds(
    _ chain: String, _ store: PersonStore, _ policy: QueryPolicy
  ) throws -> Double {
    let parsed = try store.textForm.parse(chain)
    var shortest = Double.infinity
    for _ in 0..<2 {
      let begin = ContinuousClock.now
      let result = try parsed.run(policy: policy)
      let time = begin.duration(to: .now)
      withExtendedLifetime(result) {}
      shortest = min(
        shortest,
        Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15)
    }
    return shortest
  }
}
