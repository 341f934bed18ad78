import ChainFuzzing
import TestModel
import Testing

/// The cases of LINQ to Objective-C on the store: in SQL, and split after a closure that SQL
/// cannot see. `LinqTests/Sequences` has them on arrays.
@Suite("Acceptance: LINQ on the store")
struct AcceptanceTests {
  private let store: TestStore
  private var people: Query<Person> { store.people.policy(.requireSQL) }
  private var split: Query<Person> { store.people.where { opaquelyTrue($0) } }

  /// The same people on a server, if there is one.
  private static let served = Result { try newServerStore().map(fill) }

  init() throws {
    store = try Self.fill(TestStore(path: ":memory:"))
  }

  private static func fill(_ store: TestStore) throws -> TestStore {
    let five = [("bob", 25), ("frank", 45), ("ian", 35), ("jim", 25), ("joe", 55)]
    // "nil for bob": he has no address, the others have their names.
    try store.people.insert(
      five.map { name, age in
        Person(
          name: name, surname: "x", age: age, email: name == "bob" ? nil : "\(name)@example.org")
      })
    return store
  }

  /// Both ways give the expected elements.
  private func expect<Element: Equatable & Sendable>(
    _ expected: [Element], sourceLocation: SourceLocation = #_sourceLocation,
    _ chain: (Query<Person>) -> Query<Element>
  ) throws {
    let served = try Self.served.get()?.people.query
    for query in [people, split] + (served.map { [$0, $0.where { opaquelyTrue($0) }] } ?? []) {
      #expect(try chain(query).toArray() == expected, sourceLocation: sourceLocation)
    }
  }

  private let names = ["bob", "frank", "ian", "jim", "joe"]
  private let addresses: [String?] = [
    nil, "frank@example.org", "ian@example.org", "jim@example.org", "joe@example.org",
  ]

  @Test("A1 where; A2, A3 select; A4, A5 selectAndStopOnNil")
  func filtersAndProjections() throws {
    try expect(["bob", "jim"]) { $0.where { $0.age == 25 }.select { $0.name } }
    try expect(names) { $0.select { $0.name } }
    try expect(addresses) { $0.select { $0.email } }
    #expect(try people.selectAndStopOnNil { $0.name } == names)
    #expect(try people.selectAndStopOnNil { $0.email } == nil)
  }

  @Test("A6 to A11 sorts")
  func sorts() throws {
    try expect([25, 25, 35, 45, 55]) { $0.select { $0.age }.sort() }
    try expect(names) { $0.reverse().sort { $0.name }.select { $0.name } }
    try expect(addresses) { $0.reverse().sort { $0.email }.select { $0.email } }
    try expect([55, 45, 35, 25, 25]) { $0.select { $0.age }.sortDescending() }
    try expect(names.reversed()) { $0.sortDescending { $0.name }.select { $0.name } }
    try expect(addresses.reversed()) { $0.sortDescending { $0.email }.select { $0.email } }
  }

  @Test("A12 ofType; A13 selectMany; A14 to A16 distinct; A17 aggregate")
  func others() throws {
    let values: [any Sendable] = ["foo", 25, "bar", 33]
    #expect(try Query(values).ofType(String.self).toArray() == ["foo", "bar"])
    let parts = try Query(["foo, bar", "fubar"]).selectMany { $0.components(", ") }.toArray()
    #expect(parts == ["foo", "bar", "fubar"])
    try expect(["bob", "frank", "ian", "joe"]) { $0.distinct { $0.age }.select { $0.name } }
    try expect([nil, 45, 35, 55]) {
      $0.select { QueryExpression<Int?>.if($0.age == 25, then: nil, else: QueryExpression($0.age)) }
        .distinct()
    }
    try expect([25, 45, 35, 55]) { $0.select { $0.age }.distinct() }
    for query in [people, split] {
      let joined = try query.select { $0.name }.take(3).aggregate { "\($0), \($1)" }
      #expect(joined == "bob, frank, ian")
      #expect(try query.select { $0.age }.aggregate { max($0, $1) } == 55)
      #expect(try query.take(0).select { $0.age }.aggregate { max($0, $1) } == nil)
      #expect(try query.aggregate("") { $0 + $1.name.prefix(1) } == "bfijj")
    }
  }

  @Test("A18 to A24 elements, positions, quantifiers")
  func elements() throws {
    let served = try Self.served.get()?.people.query
    for query in [people, split] + (served.map { [$0, $0.where { opaquelyTrue($0) }] } ?? []) {
      #expect(try query.firstOrNil()?.name == "bob" && query.take(0).firstOrNil() == nil)
      #expect(try query.firstOrNil { $0.age == 35 }?.name == "ian")
      #expect(try query.firstOrNil { $0.age == 36 } == nil)
      #expect(try query.lastOrNil()?.name == "joe" && query.take(0).lastOrNil() == nil)
      for count in [0, 5, 50, 2] {
        #expect(try query.take(count).select { $0.name }.toArray() == Array(names.prefix(count)))
        let rest = try query.skip(count).select { $0.name }.toArray()
        #expect(rest == Array(names.dropFirst(count)))
      }
      #expect(try !query.any { $0.age == 33 } && query.any { $0.age == 25 })
      #expect(try !query.all { $0.age == 25 } && query.all { $0.age > 20 })
      #expect(try !query.take(0).any { $0.age == 25 } && query.take(0).all { $0.age == 25 })
    }
  }

  @Test("A25, A26 groupBy; A27 to A29 toDictionary; A30 to A33; M; S2")
  func groups() throws {
    for query in [people, split] {
      let groups = try query.groupBy { $0.name.prefix(1) }.select { ($0.key, $0.count) }.toArray()
      #expect(groups.map { "\($0.0) \($0.1)" } == ["b 1", "f 1", "i 1", "j 2"])
      let counted = try query.groupBy { $0.name.prefix(1).uppercased() }
        .select { ($0.key, $0.count) }.toArray()
      #expect(counted.map { "\($0.0) \($0.1)" } == ["B 1", "F 1", "I 1", "J 2"])
      #expect(try query.toDictionary { $0.age }[25]?.name == "jim")
      #expect(try query.toDictionary({ $0.age }, { $0.email })[25] == "jim@example.org")
      #expect(try query.count { $0.age == 25 } == 2)
      #expect(try query.sum { $0.age } == 185)
    }
    try expect([25, 35, 45, 55, 25, 35]) {
      $0.select { $0.age }.distinct().sort().concat($0.select { $0.age }.distinct().sort().take(2))
    }
    try expect(names.reversed()) { $0.reverse().select(\.name) }
    try expect(["bob", "frank", "ian", "joe"]) { $0.distinct(by: \.age).select(\.name) }
    try expect(names) { $0.reverse().sort(\.name).select(\.name) }
  }

  @Test("S1, S3 pairs and dictionaries")
  func composed() throws {
    let pairs = [("page", "24"), ("lang", "en-US"), ("q", "how+many+kittens"), ("key", "1234")]
    let text = try Query(pairs).select { pair in pair.0 + "=" + pair.1 }.aggregate { $0 + "&" + $1 }
    #expect(text == "page=24&lang=en-US&q=how+many+kittens&key=1234")
    for query in [people, split] {
      let dictionaries = try query.groupBy { $0.age }.select { group in
        Dictionary(
          uniqueKeysWithValues: group.items.enumerated().map { ("name\($0 + 1)", $1.name) })
      }.policy(.automatic).toArray()
      #expect(dictionaries[0] == ["name1": "bob", "name2": "jim"] && dictionaries.count == 4)
    }
  }

  @Test(
    "the headline: a group for each letter, as written and with groupBy",
    arguments: [1, 26, 10_000])
  func headline(letters: Int) throws {
    let statements = Recorder()
    var configuration = DatabaseConfiguration()
    configuration.trace = { statements.add($0) }
    let store = try TestStore(path: ":memory:", configuration: configuration)
    let people = try store.people.insert(
      (0..<max(50, letters)).map { number in
        let letter = String(Unicode.Scalar(UInt32(0x4E00 + number * 7 % letters)) ?? "x")
        return Person(name: "p\(number)", surname: letter + "\(number)", age: 1)
      })
    statements.clear()
    let groups = try store.people.groupBy { $0.surname.prefix(1) }.sort { $0.key }
      .select { group in Letter(letter: String(group.key), items: group.items) }.toArray()
    // The statement, and the transaction around it, for a closure of the program runs after it.
    #expect(statements.all.filter { $0.hasPrefix("SELECT") }.count == 1)
    let expected = Dictionary(grouping: people) { String($0.surname.prefix(1)) }
      .sorted { $0.key < $1.key }.map { Letter(letter: $0.key, items: $0.value) }
    #expect(groups == expected && groups.count == letters)
    guard letters <= 26 else { return }
    let written = try store.people.select { $0.surname.prefix(1) }.sort().distinct()
      .select { letter in
        Letter(
          letter: String(letter),
          items: try store.people.where { $0.surname.prefix(1) == letter }.toArray())
      }.toArray()
    #expect(written == expected)
  }
}

/// The people whose surnames begin with a letter.
private struct Letter: Equatable {
  var letter: String
  var items: [Person]
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator).map(String.init)
  }
}
