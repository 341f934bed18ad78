import Foundation
import TestModel
import Testing

/// Chains that must compile, each with the place where its last operator must run: a closure that
/// ought to be an expression and is taken for an opaque one still works, so nothing but the plan
/// would tell.
@Suite("Chains and where they run")
struct ChainTierTests: Sendable {
  private enum Tier { case sql, memory }

  private let people: Repository<Person>
  private let store: TestStore

  init() throws {
    store = try TestStore()
    people = store.people
  }

  private func expect<Element>(
    _ tier: Tier, _ query: Query<Element>, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let plan = try query.plan()
    let isInMemory = if case .memory? = plan.operators.last?.place { true } else { false }
    #expect(isInMemory == (tier == .memory), "\(plan)", sourceLocation: sourceLocation)
    #expect(plan.isAllSQL == (tier == .sql), "\(plan)", sourceLocation: sourceLocation)
  }

  private func isPrime(_ number: Int) -> Bool { number == 2 }

  @Test("closures that are expressions")
  func expressions() throws {
    let names = ["Ada", "Grace"]
    let known: Set<Int64> = [1, 2]
    let age = 40
    let address: String? = nil
    try expect(.sql, people.where { $0.age < 10 })
    try expect(.sql, people.where { $0.email == nil })
    try expect(.sql, people.where { ($0.email ?? "") == "x" })
    try expect(.sql, people.where { [1, 2, 3].contains($0.age) })
    try expect(.sql, people.where { (18..<65).contains($0.age) })
    try expect(.sql, people.groupBy { $0.surname }.select { ($0.key, $0.count) })
    try expect(.sql, people.where { names.contains($0.name) && known.contains($0.id) })
    try expect(.sql, people.where { $0.age < age && $0.email != address })
    try expect(.sql, people.where { $0.name == $0.surname })
    try expect(.sql, people.where { !($0.age == 3) || $0.name.isEmpty })
    try expect(.sql, people.where { 3 < $0.age && "a" != $0.name })
    try expect(.sql, people.where { $0.id % 2 == 0 && $0.age * 2 - 1 > 3 && -$0.age < 0 })
    try expect(.sql, people.where { abs($0.age - 30) < 5 })
    try expect(.sql, people.where { $0.surname.hasPrefix("Mac") && $0.name.contains("é") })
    try expect(.sql, people.where { $0.name.first == "A" && $0.name.last != nil })
    try expect(.sql, people.where { $0.name.uppercased() == $0.surname.lowercased() })
    try expect(.sql, people.where { ("a"..."f").contains($0.name) })
    try expect(.sql, people.where { $0.birthDate == CalendarDate(year: 1815, month: 12, day: 10) })
    try expect(.sql, people.where { $0.birthDate.map { $0.year } == 1815 })
    try expect(
      .sql, people.where { QueryExpression.if($0.age < 3, then: $0.name, else: "x") == "x" })
    try expect(.sql, people.where { $0.fullName.hasPrefix("A") })
    try expect(.sql, people.select { "\($0.name) \($0.surname)" })
    try expect(.sql, people.where { $0.name == "Product \($0.id)" && $0.surname.isEmpty })
    try expect(.sql, people.select { $0.name + " (\($0.id))" })
    try expect(.sql, people.select { $0.email ?? "none \($0.id)" })
    try expect(.sql, people.sort { "\($0.surname), \($0.name)" }.where { $0.name + "x" == "yx" })
    try expect(
      .sql,
      people.select {
        QueryExpression.if($0.surname.isEmpty, then: $0.name, else: $0.name + " " + $0.surname)
      })
    try expect(
      .sql,
      people.where { person in
        let limit = 3
        return person.age < limit
      })
    try expect(.sql, people.where(#Predicate<Person> { $0.age < 40 }))
  }

  @Test("operands of different types, as Swift compares them")
  func mixedTypes() throws {
    let (key, small, big) = (7, Int8(3), UInt64.max)
    try expect(.sql, people.where { $0.id == key && $0.age > small })
    try expect(.sql, people.where { big != $0.id && $0.age <= UInt(3) })
    try expect(.sql, people.where { $0.id == $0.age || $0.age < $0.id })
    try expect(.sql, people.select { ($0.name, $0.id >= key) })
    let (isWanted, city): (Bool, String?) = (true, "Oslo")
    let letter = "Oslo".prefix(1)
    try expect(.sql, people.where { isWanted && $0.age < 3 })
    try expect(.sql, people.where { $0.age < 3 || isWanted })
    try expect(.sql, people.where { city == nil || $0.name == city })
    try expect(.sql, people.where { $0.name == city && $0.surname != city })
    try expect(.sql, people.where { $0.email == $0.name || $0.surname != $0.email })
    try expect(.sql, people.where { $0.name.prefix(1) == letter && $0.surname == letter })
    try expect(.sql, people.where { $0.name.prefix(2) == $0.surname })
    try expect(.sql, people.where { key > 3 && $0.name.suffix(1) != "x" })
    try expect(.sql, people.where { $0.email == nil && $0.email != "x" && nil != $0.birthDate })
    try expect(.sql, people.where { !isWanted || !($0.age < 3) && true })
    try expect(.sql, people.select { ($0.age, $0.email) }.where { $0.1 != nil && nil != $0.1 })
    try expect(.sql, people.leftJoin(people, on: { $0.id }, equals: { $0.id }).select { $0.1 })
    try expect(.sql, people.where { (18...).contains($0.age) && (..<"m").contains($0.name) })
    try expect(.sql, people.where { 18..<65 ~= $0.age && ...9 ~= $0.id && "a"..."b" ~= $0.name })
    try expect(
      .sql,
      people.groupBy { $0.surname }.select { ($0.key, $0.sum { $0.birthDate.map { $0.year } }) })
  }

  @Test("tuples")
  func tuples() throws {
    let (label, count) = ("x", 3)
    try expect(.sql, people.select { ($0.name, label, count, true) })
    try expect(.sql, people.select { ($0.id, ($0.name, $0.surname)) }.where { $0.1.0 == label })
    try expect(
      .sql,
      people.select {
        ($0.id, $0.name, $0.age * 2 + 1, $0.email ?? "none", "\($0.name) x", $0.id > 3, $0.age)
      })
    try expect(.sql, people.select { ($0.age, $0.name) }.where { ["a"].contains($0.1) })
    try expect(.sql, people.select { ($0.age, $0.email) }.select { $0.1 ?? label })
    try expect(.sql, people.groupBy { ($0.name, $0.age) }.select { ($0.key.0, $0.count) })
    try expect(.sql, people.countBy { ($0.name, $0.age, $0.email) }.sortDescending { $0.1 })
    try expect(.sql, people.distinct { ($0.name, $0.age) }.select { $0.id })
    try expect(.sql, people.select { ($0.name, $0.age) }.distinct().where { $0.1 > 3 })
    try expect(
      .sql,
      people.join(people, on: { ($0.name, $0.age) }, equals: { ($0.surname, $0.age) })
        .select { ($0.0.name, $0.1.id) })
    try expect(.sql, people.where { ($0.name, $0.surname) == ("a", "b") && $0.age > 3 })
    try expect(.sql, people.where { _ in count > 3 })
    // With a `return`, Swift takes the closure for one of the program.
    try expect(.memory, people.select { person in return (person.name, label) })
  }

  @Test("keys of several parts, some of which are constants")
  func keys() throws {
    let (seven, label): (Int, String?) = (7, nil)
    try expect(.sql, people.distinct { ($0.surname, 1) }.where { $0.age > 3 })
    try expect(.sql, people.groupBy { ($0.surname, seven) }.select { ($0.key.1, $0.count) })
    try expect(.sql, people.groupBy { (true, $0.age, label) }.where { $0.count > 1 })
    try expect(.sql, people.countBy { ("x", $0.age) }.sortDescending { $0.1 })
    try expect(.sql, people.union(people, by: { ($0.name, label, true) }))
    try expect(
      .sql,
      people.join(people, on: { ($0.name, 7) }, equals: { ($0.surname, $0.age) })
        .where { $0.1.age > 3 })
    try expect(
      .sql,
      people.leftJoin(people, on: { ($0.email, 7, true) }, equals: { (label, 7, $0.age > 3) })
        .where { $0.1 == nil })
    try expect(.sql, people.leftJoin(people, on: { ($0.id, 1) }, equals: { ($0.id, 1) }))
    try expect(
      .memory,
      people.join(people, on: { $0.name.hashValue }, equals: { $0.surname.hashValue }))
    try expect(.memory, people.distinct { "\($0.name.hashValue)" })
  }

  @Test("nil, and right sides that are not asked for")
  func nilAndLogic() throws {
    let (prefix, list): (String?, [String]) = (nil, [])
    try expect(.sql, people.where { prefix == nil || $0.name.hasPrefix(prefix!) })
    try expect(.sql, people.where { $0.age > 1 && !list.isEmpty && $0.name == list[0] })
    try expect(.sql, people.where { $0.name == nil || nil != $0.age })
    try expect(.sql, people.where { nil ~= $0.email && $0.id > 0 })
    let ages = people.select { ($0.id, $0.age) }
    let joined = people.leftJoin(ages, on: { $0.id }, equals: { $0.0 })
    try expect(.sql, joined.where { $0.1 == nil && $0.0.id > 0 || nil == $0.1 })
    try expect(.sql, people.where { ($0.email ?? prefix) == nil && $0.id > 0 })
    try expect(.memory, people.select { (person: Person) in person.email == nil ? 1 : 2 })
    try expect(.memory, people.where { if let email = $0.email { email == "x" } else { false } })
  }

  @Test("closures that are not")
  func opaque() throws {
    try expect(.memory, people.where { isPrime($0.age) })
    try expect(.memory, people.where { $0.age < 10 && isPrime($0.age) })
    try expect(.memory, people.where { $0.name.utf8.underestimatedCount == 3 })
    try expect(.memory, people.where { $0.name.description.isEmpty })
    try expect(.memory, people.select { Person(name: $0.name, surname: $0.surname, age: 1) })
    try expect(.memory, people.select { "\($0.email.debugDescription) \($0.surname)" })
    try expect(.memory, people.select { ($0.name, $0.surname) }.select(Name.init))
    try expect(.memory, people.sort { $0.name.utf16.underestimatedCount })
    try expect(.memory, people.groupBy { $0.age.description })
    try expect(.memory, people.distinct { $0.name.hashValue })
    try expect(.sql, people.chunk(3))
  }

  private struct Name: Sendable {
    let name: String
    let surname: String
    init(_ parts: (String, String)) { (name, surname) = parts }
  }

  @Test("operators")
  func operators() throws {
    try expect(.sql, people.select { $0.name })
    try expect(.sql, people.select(\.name))
    try expect(.sql, people.select { ($0.name, $0.age) }.where { $0.1 == 25 }.select { $0.0 })
    try expect(.sql, people.select { ($0.name, $0.age, $0.email, $0.id, $0.surname, $0.birthDate) })
    try expect(.sql, people.sort { $0.surname }.thenBy { $0.name }.thenByDescending { $0.email })
    try expect(.sql, people.sort(\.surname).thenByDescending(\.age))
    try expect(.sql, people.sortDescending { $0.birthDate }.reverse().skip(2).take(3))
    try expect(.sql, people.take(5).where { $0.age < 3 }.sort { $0.age }.takeLast(2))
    try expect(.sql, people.distinct(by: { $0.surname }).sort { $0.name })
    try expect(.sql, people.distinct(by: \.surname))
    try expect(.sql, people.select { $0.surname }.distinct().sort())
    try expect(.sql, people.index().where { $0.0 < 3 && $0.1.age > 3 }.select { $0.1.name })
    try expect(.sql, people.takeWhile { $0.age < 3 }.skipWhile { $0.age < 2 })
    try expect(.sql, people.groupBy { $0.surname.prefix(1) })
    try expect(.sql, people.groupBy { $0.surname }.where { $0.count > 1 && $0.max { $0.age } != 3 })
    try expect(.sql, people.groupBy({ $0.surname }, element: { $0.age }).sort { $0.key })
    try expect(.sql, people.countBy { $0.surname }.sortDescending { $0.1 }.take(10))
    try expect(.sql, people.concat(people).union(people.take(3)).except(people.skip(9)))
    try expect(.sql, people.intersect(people, by: { $0.name }).select { $0.age })
    try expect(
      .sql,
      people.join(people, on: { $0.id }, equals: { $0.id }).where { $0.0.age < $0.1.age }
        .select { ($0.0.name, $0.1.name) })
    try expect(
      .sql,
      people.leftJoin(people, on: { $0.email }, equals: { $0.email })
        .select { ($0.0.name, $0.1.map { $0.age } ?? 0) })
    try expect(.memory, people.where { isPrime($0.age) }.take(3))
  }
}
