import ChainFuzzing
import Foundation
import People
import TestSupport
import Testing

#if Postgres
import PeoplePostgres
#endif

@Suite("Live queries under random writes", .timeLimit(.minutes(hangLimit)))
struct RandomWriteTests {
  /// What a live query shows, and what its query gives when it is run.
  private struct Case: Sendable {
    let name: String
    let isUpToDate: @Sendable () throws -> Bool

    init<Element: Sendable & Equatable>(_ name: String, _ query: Query<Element>) {
      self.name = name
      let watcher = Watcher(query.live())
      isUpToDate = { watcher.last == (try query.toArray()) }
    }
  }

  private static func cases(_ store: PersonStore) -> [Case] {
    let people = store.people
    return [
      Case("all", people.query),
      Case("where", people.where { ($0.age ?? 0) < 50 }),
      Case("where, select", people.where { $0.surname > "m" }.select { $0.name }),
      Case("select, where", people.select { ($0.age ?? 0) % 7 }.where { $0 > 2 }),
      Case("equality", people.where { $0.surname == "k" && ($0.age ?? 0) > 10 }.select { $0.name }),
      Case("equal text", people.where { ($0.age ?? 0) > 10 }.where { "é" == $0.name }),
      Case("equal key", people.where { $0.id == 17 }),
      Case(
        "equal nil", people.where { $0.email == nil && ($0.age ?? 0) < 60 }.sort { $0.name }.take(5)
      ),
      Case("closures", people.where { isEven($0) }.select { nameOf($0) }),
      Case("optional", people.where { $0.email == nil }.select { $0.surname }),
      Case(
        "sort",
        people.where { ($0.age ?? 0) < 30 }.sort { $0.name }.thenByDescending { ($0.age ?? 0) }),
      Case("sort, take", people.sortDescending { $0.age }.skip(3).take(10)),
      Case("distinct", people.select { $0.surname }.distinct()),
      Case("groups", people.groupBy { $0.surname }.select { $0.count }),
      Case(
        "statistics of groups",
        people.groupBy { $0.surname }.select {
          ($0.key, $0.median { $0.age }, $0.joined(separator: "+") { $0.name })
        }.where { $0.1 != nil }.select { $0.2 }),
      Case("reverse", people.where { ($0.age ?? 0) > 20 }.reverse().select { $0.id }),
      Case(
        "join",
        people.where { ($0.age ?? 0) < 20 }.join(
          people.where { ($0.age ?? 0) > 40 }, on: { $0.surname }, equals: { $0.surname }
        ).select { $0.0.name + $0.1.name }),
      Case(
        "concat", people.where { ($0.age ?? 0) < 5 }.concat(people.where { ($0.age ?? 0) > 90 })),
      Case(
        "attributes",
        people.where { $0.attributes["party"] != nil }.sort { $0.attributes["party"] }
          .select { $0.attributes }),
      Case(
        "groups of attributes",
        people.groupBy { $0.attributes["party"] }.select { $0.count }),
      Case("groups with items", store.groups.query),
      Case("groups, where", store.groups.where { $0.items.count > 1 }),
    ]
  }

  @Test("every query shows the state of its store in the end", arguments: [":memory:", "file"])
  func agree(path: String) async throws {
    let folder = TemporaryFolder()
    let file = path == "file" ? folder.file() : path
    let store = try await PersonStore(path: file, logger: .silent)
    // Another connection writes, too, where there can be one.
    let other = path == "file" ? try await PersonStore(path: file, logger: .silent) : store
    try await agree(store, other, rounds: 40)
  }

  #if Postgres
  @Test("every query shows the state of its store in the end, on a server")
  func agreeOnServer() async throws {
    guard let database = try PostgresServer.shared?.newDatabase() else { return }
    let store = try await PersonStore(postgres: database, logger: .silent)
    let other = try await PersonStore(postgres: database, logger: .silent)
    try await agree(store, other, rounds: 10)
  }
  #endif

  private func agree(_ store: PersonStore, _ other: PersonStore, rounds: Int) async throws {
    let seed = Seed()
    var random = seed.generator
    let cases = Self.cases(store)
    for round in 0..<rounds {
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let transaction = RandomTransaction(&random)
        let writer = Int.random(in: 0..<4, using: &random) == 0 ? other : store
        try? await writer.write { try transaction.run($0) }
      }
      for item in cases {
        try await wait("\(seed), round \(round): \(item.name)", until: item.isUpToDate)
      }
    }
  }
}

/// Some writes in one transaction, decided before it begins.
private struct RandomTransaction: Sendable {
  private enum Action: Sendable {
    case insert(Person)
    case save(Person)
    case delete(below: Int)
    case age(by: Int, from: Int)
    case rename(String, every: Int)
    case attributes([String: String], every: Int)
    case moveKeys(every: Int)
    case replace(Person)
    case group(String, every: Int)
    case undone(Person)
    case fail
  }

  private let actions: [Action]

  init(_ random: inout Seed.Generator) {
    func number(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }
    func person() -> Person {
      Person(
        id: Int64(number(0..<60)), name: ["Ada", "ada", "É", "E\u{301}", "Zoë"][number(0..<5)],
        surname: ["a", "k", "m", "n", "z"][number(0..<5)], age: number(0..<100),
        email: number(0..<3) == 0 ? "p\(number(0..<40))@example.org" : nil,
        attributes: number(0..<2) == 0 ? attributes() : [:])
    }
    func attributes() -> [String: String] {
      ["party": ["Whig", "É", "E\u{301}", ""][number(0..<4)], "\(number(0..<3))": "x\"y"]
    }
    actions = (0..<number(1..<8)).map { _ in
      switch number(0..<25) {
      case 0..<8:
        var person = person()
        person.id = 0
        return .insert(person)
      case 8..<12: return .save(person())
      case 12: return .delete(below: number(0..<30))
      case 13, 14: return .age(by: number(-3..<4), from: number(0..<90))
      case 15: return .rename(["Bob", "Eve"][number(0..<2)], every: number(2..<9))
      case 24: return .attributes(attributes(), every: number(2..<9))
      case 16: return .moveKeys(every: number(2..<9))
      case 17, 18: return .replace(person())
      case 19: return .group(["A", "B", "C"][number(0..<3)], every: number(2..<9))
      case 20, 21, 22: return .undone(person())
      default: return .fail
      }
    }
  }

  func run(_ transaction: StoreTransaction) throws {
    for action in actions {
      // What a row refuses leaves the others as they are.
      do {
        try run(action, transaction)
      } catch is RowError {
      } catch is DatabaseError {}
    }
  }

  private func run(_ action: Action, _ transaction: StoreTransaction) throws {
    let people = transaction.people
    switch action {
    case .insert(let person): try people.insert(person)
    case .save(let person): try people.save(person)
    case .delete(let limit): try people.where { ($0.age ?? 0) < limit }.delete()
    case .age(let step, let limit):
      try people.where { ($0.age ?? 0) > limit }.update { $0.set(\.age, to: ($0.age ?? 0) + step) }
    case .rename(let name, let every):
      try people.where { $0.id % Int64(every) == 0 }.update { $0.set(\.name, to: name) }
    case .attributes(let attributes, let every):
      try people.where { $0.id % Int64(every) == 0 }.update {
        $0.set(\.attributes, to: QueryExpression(attributes))
      }
    case .moveKeys(let every):
      try transaction.connection.run(
        "UPDATE OR REPLACE person SET id = id + 1 WHERE id % ? = 0", [.integer(Int64(every))])
    case .replace(let person):
      try transaction.connection.run(
        "INSERT OR REPLACE INTO person (id, name, surname, age, email) VALUES (?, ?, ?, ?, ?)",
        [
          .integer(max(1, person.id)), .text(person.name), .text(person.surname),
          .integer(Int64(person.age ?? 0)), person.email.map { .text($0) } ?? .null,
        ])
    case .group(let letter, let every):
      let items = try people.where { $0.id % Int64(every) == 0 }.toArray()
      if var group = try transaction.groups.find(letter: letter) {
        group.items = items
        try transaction.groups.update(group)
      } else {
        try transaction.groups.insert(PersonGroup(letter: letter, items: items))
      }
    case .undone(let person):
      try? transaction.nested { nested in
        try nested.people.save(person)
        throw Stop()
      }
    case .fail: throw Stop()
    }
  }
}

@Sendable private func isEven(_ person: Person) -> Bool { (person.age ?? 0) % 2 == 0 }
@Sendable private func nameOf(_ person: Person) -> String { person.name }
