import People
import Testing

@Suite("Positions: S24")
struct PositionTests {
  @Test("takeLast, skipLast, ranges, index, takeWhile, skipWhile")
  func positions() throws {
    try expectSame { $0.takeLast(3) }
    try expectSame { $0.sort { $0.name }.takeLast(9).where { $0.age < 40 } }
    try expectSame { $0.skipLast(5).takeLast(50) }
    try expectSame { $0.take(2..<5) }
    try expectSame { $0.take(2...5) }
    try expectSame { $0.take(3...) }
    try expectSame { $0.take(..<4) }
    try expectSame { $0.take(...4) }
    try expectSame(isEmpty: true) { $0.take(-9 ... -2) }
    try expectSame { $0.index().where { $0.0 % 3 == 0 } }
    try expectSame(
      sql: "SELECT c1_2, name FROM (SELECT name, id, lag(name) OVER (ORDER BY id) AS c1_2, "
        + "lag(1) OVER (ORDER BY id) AS c1_3 FROM person) WHERE c1_3 IS NOT NULL ORDER BY id"
    ) { $0.select { $0.name }.pairwise() }
    try expectSame { $0.pairwise().where { $0.0.age < $0.1.age }.select { ($0.0.id, $0.1.id) } }
    try expectSame { $0.sort { $0.name }.take(9).pairwise().pairwise().select { $0.1.1.name } }
    try expectSame { $0.select { $0.email }.pairwise().reverse() }
    try expectSame { $0.sort { $0.name }.index().select { ($0.0, $0.1.name) }.reverse() }
    try expectSame { $0.takeWhile { $0.age != 17 } }
    try expectSame { $0.sort { $0.age }.takeWhile { $0.age < 30 }.select { $0.name } }
    try expectSame { $0.skipWhile { $0.age != 17 }.take(4) }
    try expectSame { $0.sortDescending { $0.email }.skipWhile { $0.email != nil } }
    try expectSame { $0.take(20).skip(3).skipLast(2).sort { $0.name }.skip(1) }
    try expectSame { $0.take(9).reverse().take(2) }
    try expectSame { $0.take(9).sort { $0.name }.distinct(by: { $0.age }).where { $0.age > 20 } }
  }

  @Test(
    "pages of a query are one statement, whose offset is a parameter", arguments: [0, 1, 4, 9])
  func pages(count: Int) throws {
    let columns = "SELECT id, name, surname, age, email, birth_date FROM person"
    if count > 0 {
      try expectSame(sql: columns + " ORDER BY surname, id LIMIT 5 OFFSET ?") {
        $0.sort { $0.surname }.skip(count).take(5)
      }
    }
    try expectSame { $0.skip(count).where { $0.age > 20 } }
    try expectSame { $0.where { $0.age > 20 }.skip(count).where { $0.name != "_" }.take(3) }
    try expectSame { $0.where { $0.age > 20 }.skip(count).select { ($0.age, $0.name) }.take(30) }
    try expectSame { $0.take(30).skip(count) }
    try expectSame { $0.skip(count).take(9).skip(2) }
    try expectSame { $0.skip(count).skip(3) }
    try expectSame { $0.skip(3).skip(count).take(4) }
    try expectSame { $0.skip(count).takeLast(7) }
    try expectSame { $0.skip(count).skipLast(3) }
    try expectSame { $0.takeLast(20).skip(count) }
    try expectSame { $0.skip(count).reverse().take(4) }
    try expectSame { $0.skip(count).distinct(by: { $0.surname }) }
    try expectSame { $0.select { $0.surname }.distinct().skip(count) }
    try expectSame { $0.skip(count).index() }
    try expectSame { $0.skip(count).groupBy { $0.surname }.select { ($0.key, $0.count) } }
    try expectSame { $0.groupBy { $0.surname }.select { ($0.key, $0.count) }.skip(count) }
    try expectSame { $0.skip(count).concat($0.skip(3)) }
    try expectSame { $0.skip(count).select { $0.age }.sort() }
    try expectSame(isAllSQL: false) { $0.where { opaquelyTrue($0) }.skip(count).take(5) }
    try expectSame(isAllSQL: false) { $0.skip(count).where { opaquelyTrue($0) }.skip(2) }
    try expectSame { $0.skip(0).skip(count).take(30) }
    try expectSame { $0.take(30).where { $0.age > 20 }.skip(count) }
    try expectSame { $0.groupBy { $0.surname }.skip(count) }
    try expectSame(isEmpty: true) { $0.skip(count + 70).take(5) }
    try expectSame(isEmpty: true) { $0.skip(.max - count).take(.max) }
    let (store, people) = try makeStore(of: hostilePeople)
    #expect(try store.people.skip(count).count() == people.dropFirst(count).count)
    #expect(try store.people.skip(count).any() == (count < people.count))
    #expect(try store.people.elementAtOrNil(count) == people.dropFirst(count).first)
  }

  @Test("operators that run in memory")
  func inMemory() throws {
    try expectSame(isAllSQL: false) { $0.chunk(7) }
    try expectSame(isAllSQL: false) { $0.shuffle(seed: 7).select { $0.name } }
    try expectSame(isAllSQL: false) { $0.selectMany { [$0.name, $0.surname] } }
    try expectSame(isAllSQL: false) { $0.zip($0.select { $0.name }) }
    try expectSame(isAllSQL: false) { $0.select { $0.name }.append("x").prepend("y") }
    try expectSame(isAllSQL: false) {
      $0.where { $0.age < 0 }.select { $0.name }.defaultIfEmpty("nobody")
    }
    try expectSame(isAllSQL: false) {
      $0.aggregateBy({ $0.surname }, 0) { $0 + $1.name.count }
    }
  }
}
