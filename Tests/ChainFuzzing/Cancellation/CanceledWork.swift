import LinqCore
import TestModel

/// Work that a trial cancels.
struct CanceledWork: Sendable {
  let name: String
  let run: @Sendable (TestStore) async throws -> Void
}

extension CanceledWork {
  typealias Source = (name: String, query: @Sendable (TestStore) -> Query<Int>)

  /// Queries that take long or short, in SQL and in memory: rows, pairs, sorts, groups, sets,
  /// joins, closures, expressions of text, nested statements, and a statement that memory decides.
  static let sources: [Source] = [
    ("a few rows", { $0.people.select(\.age) }),
    ("sorted pairs", { pairs($0).sort { $0.0.age + $0.1.age }.select { $0.0.age - $0.1.age } }),
    (
      "pairs that SQLite sorts without a function",
      { pairs($0).sort { $0.1.surname }.take(5).select { $0.0.age } }
    ),
    (
      "sorted pairs in memory",
      {
        pairs($0).sort { $0.0.age + $0.1.age }.select { $0.0.age - $0.1.age }.policy(.memoryOnly)
      }
    ),
    (
      "groups of pairs in memory",
      {
        pairs($0).groupBy { $0.0.age }.select { group in group.items.count }.policy(.memoryOnly)
      }
    ),
    (
      "a join and sets in memory",
      {
        let numbers = $0.people.join($0.people, on: { $0.surname }, equals: { $0.surname })
          .select { $0.0.age * 1000 + $0.1.age }
        return numbers.union(numbers.select { $0 + 7 }).except(numbers.select { $0 + 3 }).distinct()
          .policy(.memoryOnly)
      }
    ),
    (
      "a regular expression",
      { pairs($0).where { ($0.0.name + $0.1.name).contains(/(a+)+b/) }.select { $0.0.age } }
    ),
    (
      "a closure for each pair",
      { pairs($0).select { pair in busy(20) + pair.0.age } }
    ),
    (
      "a statement for each person",
      { store in
        store.people.where { (person: Person) in
          try store.people.query.where { $0.age > person.age }.blocking.count() >= 0
        }.select { (person: Person) in person.age }
      }
    ),
    (
      "a division by zero that memory decides",
      { pairs($0).where { 100 / ($0.0.age - 30) < 200 }.select { $0.1.age } }
    ),
    (
      "a sort by slow keys in memory",
      { _ in Query(Array(0..<40_000)).sort { (number: Int) in SlowKey(number: number) } }
    ),
    (
      "sorted pairs of an array",
      { _ in
        let numbers = Query(Array(0..<3_000))
        return numbers.crossJoin(numbers).select { $0.0 * 31 % 17 + $0.1 }.sort { $0 }
      }
    ),
    (
      "an array, shuffled, reversed and flattened",
      { _ in
        Query(Array(0..<1_000_000)).shuffle(seed: 7).reverse().skipLast(10)
          .selectMany { (number: Int) in [number, number + 1] }.takeLast(1_500_000)
      }
    ),
  ]

  private static func pairs(_ store: TestStore) -> Query<(Person, Person)> {
    store.people.query.crossJoin(store.people)
  }

  /// What is done with the numbers, each asynchronous terminal among them.
  static let terminals: [(name: String, run: @Sendable (Query<Int>) async throws -> Void)] = [
    ("toArray", { _ = try await $0.toArray() }),
    ("count", { _ = try await $0.count() }),
    ("count(where:)", { _ = try await $0.count { $0 % 2 == 0 } }),
    ("any", { _ = try await $0.any { $0 < -1_000_000 } }),
    ("all", { _ = try await $0.all { $0 > -1_000_000 } }),
    ("contains", { _ = try await $0.contains(-1_000_000) }),
    ("first", { _ = try await $0.first() }),
    ("firstOrNil", { _ = try await $0.firstOrNil { (number: Int) in number < -1_000_000 } }),
    ("last", { _ = try await $0.last() }),
    ("single", { _ = try await $0.where { $0 < -1_000_000 }.singleOrNil() }),
    ("elementAt", { _ = try await $0.elementAtOrNil(50_000) }),
    ("min", { _ = try await $0.min() }),
    ("max", { _ = try await $0.max { (number: Int) in -number } }),
    ("minBy", { _ = try await $0.minBy { -$0 } }),
    ("maxBy", { _ = try await $0.maxBy { (number: Int) in number % 100 } }),
    ("sum", { _ = try await $0.sum() }),
    ("average", { _ = try await $0.average() }),
    ("median", { _ = try await $0.median() }),
    ("standardDeviation", { _ = try await $0.standardDeviation() }),
    ("populationStandardDeviation", { _ = try await $0.populationStandardDeviation() }),
    ("joined", { _ = try await $0.joined(separator: ",") { (number: Int) in "\(number)" } }),
    ("toDictionary", { _ = try await $0.toDictionary { $0 } }),
    ("toLookup", { _ = try await $0.toLookup { $0 % 100 } }),
    ("toSet", { _ = try await $0.toSet() }),
    ("aggregate", { _ = try await $0.aggregate(0) { $0 &+ $1 } }),
    ("forEach", { try await $0.forEach { _ in } }),
    ("selectAndStopOnNil", { _ = try await $0.selectAndStopOnNil { $0 as Int? } }),
    ("sequenceEqual", { _ = try await $0.sequenceEqual($0) }),
    ("verify", { try await $0.verify() }),
    ("report", { _ = try await $0.report() }),
    ("blocking toArray", { _ = try $0.blocking.toArray() }),
    ("blocking count", { _ = try $0.blocking.count() }),
    ("blocking forEach", { try $0.blocking.forEach { _ in } }),
    ("a stream", { for try await _ in $0.stream() {} }),
    (
      "a stream that is left",
      {
        var count = 0
        for try await _ in $0.stream() {
          count += 1
          if count == 300 { break }
        }
      }
    ),
    ("a stream that gives one element", { for try await _ in $0.stream() { break } }),
    ("a live query", { for try await _ in $0.live() { await Task.yield() } }),
  ]

  /// Writes; each is stored as a whole or not at all.
  static let writes: [CanceledWork] = [
    CanceledWork(name: "a transaction with a slow query") { store in
      try await store.write { transaction in
        try transaction.people.insert(Person(name: "New", surname: mark, age: 1))
        let pairs = transaction.people.query.crossJoin(transaction.people.query)
        _ = try pairs.sort { $0.0.age + $0.1.age }.firstOrNil()
        try transaction.people.insert(Person(name: "New", surname: mark, age: 2))
      }
    },
    CanceledWork(name: "an update of everyone") { store in
      try await store.people.where { $0.surname != mark }.update { $0.set(\.email, to: nil) }
      try await store.write { transaction in
        try transaction.people.query.update { $0.set(\.age, to: $0.age + 1) }
        try transaction.people.query.update { $0.set(\.age, to: $0.age - 1) }
      }
    },
    CanceledWork(name: "many rows at once") { store in
      try await store.people.insert(
        (0..<2_000).map { Person(name: "New", surname: mark, age: $0 % 90) })
    },
  ]

  /// The surname of the people that writes add, in even numbers.
  static let mark = "mark"
}

/// A key whose comparison is all of the work.
private struct SlowKey: Comparable {
  let number: Int

  static func < (left: SlowKey, right: SlowKey) -> Bool {
    busy(400) &+ left.number * 7919 % 20_011 < right.number * 7919 % 20_011
  }
}

/// Works for a while and returns 0.
private func busy(_ rounds: Int) -> Int {
  var value = 1
  for round in 0..<rounds { value = value &* 31 ^ round }
  return value == 0 ? 1 : 0
}
