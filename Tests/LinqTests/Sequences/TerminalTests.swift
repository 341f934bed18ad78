import Testing

@testable import Linq

@Suite("Terminals of sequences")
struct TerminalTests {
  let people = P.five

  @Test("A17 aggregate: text, highest, nothing, a seed of another type")
  func aggregate() {
    let names = ["bill", "bob", "brian"]
    #expect(names.aggregate { "\($0), \($1)" } == "bill, bob, brian")
    #expect(names.lazy.aggregate { "\($0), \($1)" } == "bill, bob, brian")
    #expect([22, 45, 33].aggregate { Swift.max($0, $1) } == 45)
    #expect([Int]().aggregate { $0 + $1 } == nil)
    #expect(names.aggregate(0) { $0 + $1.count } == 12)
    #expect([Int]().aggregate("x") { "\($0)\($1)" } == "x")
  }

  @Test("A18, A19, A20 S25 firstOrNil, lastOrNil")
  func ends() {
    #expect([P]().firstOrNil() == nil && people.firstOrNil()?.name == "bob")
    #expect(people.firstOrNil { $0.age > 30 }?.name == "frank")
    #expect(people.firstOrNil { $0.age > 90 } == nil)
    #expect(people.first { $0.age > 30 }?.name == "frank")
    #expect([P]().lastOrNil() == nil && people.lastOrNil()?.name == "joe")
    #expect(people.lastOrNil { $0.age == 25 }?.name == "jim")
    #expect(people.lastOrNil { $0.age == 26 } == nil)
    #expect(people.lazy.firstOrNil()?.name == "bob" && people.lazy.lastOrNil()?.name == "joe")
    #expect(Once(3).lastOrNil() == 3 && Once(0).lastOrNil() == nil)
    #expect(people.first?.name == "bob" && people.last?.name == "joe")
  }

  @Test("S25 first, last, single and elementAt throw what is missing")
  func throwing() throws {
    #expect(try people.first().name == "bob" && people.last().name == "joe")
    #expect(try people.lazy.where { $0.age > 30 }.first().name == "frank")
    #expect(throws: QueryError.noElements) { try [P]().first() }
    #expect(throws: QueryError.noElements) { try [P]().last() }
    #expect(throws: QueryError.noElements) { try [P]().single() }
    #expect(throws: QueryError.moreThanOneElement) { try people.single() }
    #expect(throws: QueryError.moreThanOneElement) { try people.singleOrNil() }
    #expect(throws: QueryError.moreThanOneElement) { try people.single { $0.age == 25 } }
    #expect(throws: QueryError.moreThanOneElement) { try people.singleOrNil { $0.age == 25 } }
    #expect(throws: QueryError.noElements) { try people.single { $0.age == 26 } }
    #expect(throws: Refusal.self) { try people.single { _ in throw Refusal() } }
    #expect(try [7].single() == 7 && [Int]().singleOrNil() == nil)
    #expect(try people.single { $0.age == 35 }.name == "ian")
    #expect(try people.singleOrNil { $0.age == 26 } == nil)
    #expect(try [nil, 1].single { $0 == nil } == Int?.none)
    #expect(throws: QueryError.moreThanOneElement) { try [Int?.none, nil].single() }
    #expect(try people.elementAt(1).name == "frank" && Once(3).elementAt(2) == 3)
    #expect(throws: QueryError.outOfRange(index: 5)) { try people.elementAt(5) }
    #expect(throws: QueryError.outOfRange(index: -1)) { try people.elementAt(-1) }
    #expect(throws: QueryError.outOfRange(index: 3)) { try Once(3).elementAt(3) }
    #expect(people.elementAtOrNil(4)?.name == "joe" && people.elementAtOrNil(5) == nil)
    #expect(people.lazy.elementAtOrNil(4)?.name == "joe" && Once(3).elementAtOrNil(9) == nil)
    #expect(people.elementAtOrNil(.min) == nil && people.elementAtOrNil(.max) == nil)
  }

  @Test("no more elements are read than the answer takes")
  func reading() throws {
    let source = Once(10)
    #expect(source.any() && source.position == 1)
    #expect(source.firstOrNil() == 2 && source.position == 2)
    #expect(source.any { $0 == 4 } && source.position == 4)
    #expect(!source.all { $0 == 5 } && source.position == 6)
    #expect(throws: QueryError.moreThanOneElement) { try source.single() }
    #expect(source.position == 8)
    #expect(source.elementAtOrNil(0) == 9 && source.position == 9)
  }

  @Test("A23, A24 any, all")
  func quantifiers() {
    #expect(![25, 44, 36].any { $0 == 33 } && [25, 44, 36].any { $0 == 25 })
    #expect(![25, 44, 36].all { $0 == 25 } && [25, 25, 25].all { $0 == 25 })
    #expect(![Int]().any { _ in true } && [Int]().all { _ in false })
    #expect(![Int]().any() && [1].any() && ![Int]().lazy.any() && [1].lazy.any())
    #expect([25].lazy.any { $0 == 25 } && [25].lazy.all { $0 == 25 })
  }

  @Test("A27, A28, A29 toDictionary: the last one wins, nil is a key and a value")
  func dictionaries() {
    let names = ["James", "Jim", "Bob"]
    #expect(names.toDictionary { $0.prefix(1) } == ["J": "Jim", "B": "Bob"])
    #expect(names.toDictionary({ $0.prefix(1) }, { $0.count }) == ["J": 3, "B": 3])
    #expect(names.toDictionary({ $0.prefix(1) }) { $0.count } == ["J": 3, "B": 3])
    #expect(names.lazy.toDictionary { $0.prefix(1) } == ["J": "Jim", "B": "Bob"])
    let nilKeys = names.toDictionary { $0.hasPrefix("J") ? nil : $0.prefix(1) }
    #expect(nilKeys == [nil: "Jim", "B": "Bob"])
    let nilValues = names.toDictionary({ $0 }, { $0 == "Bob" ? nil : $0.count })
    #expect(nilValues == ["James": 5, "Jim": 3, "Bob": nil] && nilValues.count == 3)
  }

  @Test("toSet, toLookup")
  func lookups() {
    #expect([1, 2, 1].toSet() == [1, 2] && [1, 2, 1].lazy.toSet() == [1, 2])
    let byAge = people.toLookup { $0.age }
    #expect(byAge[25].select(\.name) == ["bob", "jim"] && byAge[26].isEmpty)
    #expect(byAge.keys == [25, 45, 35, 55] && byAge.count == 4)
    #expect(byAge.contains(key: 25) && !byAge.contains(key: 26))
    #expect(byAge.select { $0.count } == [2, 1, 1, 1])
    #expect(byAge == people.lazy.toLookup(\.age))
    let byName = people.toLookup(\.nameButBob)
    #expect(byName[nil].select(\.name) == ["bob"])
  }

  @Test("A30 count")
  func count() {
    #expect([25, 35, 25].count { $0 == 25 } == 2)
    #expect([25, 35, 25].lazy.count { $0 == 25 } == 2)
    #expect([25, 35].count() == 2 && Once(3).count() == 3)
    #expect(people.lazy.where { $0.age == 25 }.count() == 2)
    #expect([Int]().count() == 0)
  }

  @Test("sequenceEqual")
  func equality() {
    #expect([1, 2].sequenceEqual(1...2) && ![1, 2].sequenceEqual([1]))
    #expect([1, 2].lazy.sequenceEqual([1, 2]) && ["e\u{301}"].sequenceEqual(["\u{E9}"]))
  }

  @Test("one path for every way to write it, on a variable array too")
  func variable() throws {
    var people = people
    #expect(try people.first().name == "bob")
    #expect(people.first?.name == "bob" && people.count == 5 && people.count() == 5)
    #expect(people.min { $0.age < $1.age }?.name == "bob")
    #expect(people.min { $0.age } == 25)
    people.removeAll { $0.age == 25 }
    #expect(people.count == 3)
  }
}
