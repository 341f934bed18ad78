import Foundation
import StoreSQLite
import TestModel
import Testing

/// Sequences in memory as a part of a query of a table: S68.
@Suite struct SequenceTests {
  struct Limit: Sendable, Hashable {
    var name: String
    var age: Int
    var weight: Double
    var mark: String?
  }

  private let limits = [
    Limit(name: "Ada", age: 30, weight: 0.5, mark: nil),
    Limit(name: "e\u{301}", age: 40, weight: 1.5, mark: "x"),
    Limit(name: "Ada", age: 30, weight: 0.5, mark: nil),
    Limit(name: "", age: 0, weight: -1, mark: ""),
  ]

  @Test("S68 joins with arrays") func joins() throws {
    try expectSame(
      sql: """
        SELECT a.id, a.name, a.surname, a.age, a.email, a.birth_date, b.column1, b.column2 \
        FROM person AS a JOIN (SELECT e.key AS column1, \
        CAST(json_extract(e.value, '$[0]') AS INTEGER) AS column2 \
        FROM temp.json_each(?) AS e, temp.json_each('[0]') LIMIT -1) AS b \
        ON a.age = b.column2 ORDER BY a.id, b.column1
        """
    ) { $0.join(Query(limits), on: { $0.age }, equals: { $0.age }) }
    try expectSame {
      $0.leftJoin(Query(limits), on: { $0.name }, equals: { $0.name })
        .where { $0.1.map { $0.weight } != 1.5 }
        .select { ($0.0.id, $0.1, $0.1.flatMap { $0.mark }) }
    }
    try expectSame {
      $0.rightJoin(Query(limits), on: { $0.age }, equals: { $0.age })
        .select { ($0.0.map { $0.name }, $0.1.weight) }
    }
    try expectSame {
      $0.join(Query(limits), where: { $0.age < $1.age && $1.mark != nil })
        .sort { $0.1.age }.take(9).where { $0.1.name != $0.0.name }
    }
    try expectSame {
      $0.groupJoin(Query(limits), on: { $0.age }, equals: { $0.age }).select { ($0.0.id, $0.1) }
    }
    let pairs: [(Int64, String)] = [(1, "a"), (2, "b"), (2, "c"), (99, "d")]
    try expectSame {
      $0.join(Query(pairs), on: { $0.id }, equals: { $0.0 }).select { $0.1.1 }
    }
    let ids: [Int64] = [3, 1, 3, 77]
    try expectSame { $0.join(Query(ids), on: { $0.id }, equals: { $0 }).select { $0.1 } }
    try expectSame(isEmpty: true) {
      $0.join(Query([Limit]()), on: { $0.age }, equals: { $0.age }).select { ($0.0.id, $0.1) }
    }
  }

  @Test("S68 many elements are one parameter") func manyElements() throws {
    let many = (0..<2000).map { Limit(name: "n\($0)\n\u{301}", age: $0 % 90, weight: 0, mark: nil) }
    try expectSame(
      sql: """
        SELECT a.id, b.column3 FROM person AS a JOIN (SELECT e.key AS column1, \
        CAST(json_extract(e.value, '$[0]') AS INTEGER) AS column2, \
        CAST(json_extract(e.value, '$[1]') AS TEXT) AS column3 \
        FROM temp.json_each(?) AS e, temp.json_each('[0]') LIMIT -1) AS b ON a.age = b.column2 \
        ORDER BY a.id, b.column1
        """
    ) { $0.join(Query(many), on: { $0.age }, equals: { $0.age }).select { ($0.0.id, $0.1.name) } }
    // Floating-point numbers are not exact in JSON.
    try expectSame(isAllSQL: false) {
      $0.join(Query(many), on: { $0.age }, equals: { $0.age }).select { ($0.0.id, $0.1.weight) }
    }
    let (store, _) = try makeStore(of: hostilePeople)
    let joined = store.people.join(Query(many), on: { $0.age }, equals: { $0.age })
    let access = try joined.select { $0.0.id }.plan().access
    #expect(access.contains { $0.contains("AUTOMATIC") }, "\(access)")
  }

  @Test("S68 subqueries of arrays") func subqueries() throws {
    try expectSame { people in
      people.where { person in Query(limits).matching { $0.age < person.age }.count > 1 }
    }
    try expectSame { people in
      people.where { person in
        Query(limits).select { $0.name }.contains(person.name) || person.age == 17
      }
    }
    try expectSame { people in
      people.select { person in
        (person.id, Query(limits).matching(\.age, equals: person.age).sum { $0.weight })
      }
    }
  }

  @Test("S68 elements before, after and instead of others") func addedElements() throws {
    let bob = Person(id: 9000, name: "Bob", surname: "B", age: 3)
    try expectSame(
      sql: """
        SELECT c0, c1, c2, c3, c4, c5 FROM (SELECT id AS c0, name AS c1, surname AS c2, \
        age AS c3, email AS c4, birth_date AS c5, 0 AS side, id AS ordinal FROM person \
        UNION ALL SELECT column2 AS c0, column3 AS c1, column4 AS c2, column5 AS c3, \
        column6 AS c4, column7 AS c5, 1 AS side, column1 AS ordinal \
        FROM (VALUES (0, ?, ?, ?, ?, NULL, NULL)) AS t) ORDER BY side, ordinal
        """
    ) { $0.append(bob) }
    try expectSame { $0.prepend(bob).where { $0.age < 50 }.select { $0.name } }
    try expectSame { $0.where { $0.age > 200 }.defaultIfEmpty(bob).select { $0.surname } }
    try expectSame { $0.where { $0.age > 30 }.take(3).defaultIfEmpty(bob) }
    try expectSame { $0.select { $0.name }.append("x").prepend("y") }
    try expectSame { $0.where { $0.age < 0 }.select { $0.name }.defaultIfEmpty("nobody") }
    try expectSame { $0.select { $0.age }.prepend(7).append(8).distinct().sortDescending { $0 } }
    try expectSame { $0.select { $0.email }.append(nil).append("x").distinct() }
    try expectSame { $0.select { $0.birthDate }.prepend(CalendarDate("2000-01-01")).take(4) }
    try expectSame { $0.select { ($0.name, $0.age) }.append(("z", 1)).where { $0.1 < 40 } }
    try expectSame { $0.select { ($0.id, $0.email) }.prepend((1, nil)).skip(1) }
    try expectSame { $0.leftJoin($0.take(2), on: { $0.id }, equals: { $0.id }).append((bob, nil)) }
    try expectSame { $0.concat(Query([bob, bob])).distinct().where { $0.age == 3 } }
    try expectSame { $0.select { $0.name }.except(Query(["Ada", "x"])) }
    try expectSame { $0.select { $0.age }.intersect(Query([1, 2, 30, 45])) }
    try expectSame { $0.union(Query([bob]), by: { $0.age }).select { $0.id } }
    // A text in another form than the canonical one comes back as it is.
    try expectSame(isAllSQL: false) { $0.select { $0.name }.append("e\u{301}") }
    try expectSame(isAllSQL: false) { $0.select { Double($0.age) }.append(-0.0) }
  }

  @Test("S68 pairs in order") func zip() throws {
    try expectSame(
      sql: """
        SELECT a.age, b.name FROM (SELECT age, c1_2, 1 AS c2_2 FROM (SELECT age, id, \
        row_number() OVER (ORDER BY age, id) AS c1_2 FROM person)) AS a JOIN (SELECT name, c1_2, \
        1 AS c2_2 FROM (SELECT name, id, row_number() OVER (ORDER BY id) AS c1_2 FROM person)) \
        AS b ON a.c1_2 = b.c1_2 ORDER BY a.c1_2
        """
    ) { $0.sort { $0.age }.select { $0.age }.zip($0.select { $0.name }) }
    try expectSame {
      $0.zip($0.skip(1)).where { $0.0.age < $0.1.age }.select { ($0.0.id, $0.1.id) }
    }
    try expectSame { $0.select { $0.name }.zip(Query(1...5)) }
    try expectSame { $0.zip(Query(limits)).select { ($0.0.name, $0.1.name, $0.1) } }
    try expectSame { $0.take(4).zip($0.sortDescending { $0.surname }).take(2) }
  }

  @Test("S68 a sequence is complete, or read in memory") func longSequences() throws {
    let (store, _) = try makeStore(of: hostilePeople)
    let many = (0..<200_002).map { Limit(name: "", age: $0, weight: 0, mark: nil) }
    #expect(try store.people.take(1).crossJoin(Query(many)).count() == many.count)
    let weights = Query([(0.0, "a"), (25.0, "b")])
    try expectSame {
      $0.select { (QueryExpression<Double>($0.age), $0.id) }.join(
        weights, on: { $0.0 }, equals: { $0.0 }
      )
      .select { ($0.1.0, $0.1.1, $0.0.0) }
    }
  }

  @Test("S68 what SQL cannot do with elements") func inMemory() throws {
    try expectSame(isAllSQL: false) {
      $0.join(Query(limits), on: { $0.age }, equals: { $0.age }).distinct(by: { $0.1 })
    }
    try expectSame(isAllSQL: false) {
      $0.crossJoin(Query(limits)).select { $0.1 }.distinct()
    }
    try expectSame(isAllSQL: false) {
      $0.crossJoin(Query(limits)).select { $0.1 }.union(Query(limits))
    }
    try expectSame(isAllSQL: false) {
      $0.crossJoin(Query(limits)).groupBy { ($0.1, $0.0.age) }.select { ($0.key.0, $0.count) }
    }
    try expectSame {
      $0.crossJoin(Query(limits)).groupBy { ($0.1.name, $0.0.age) }.select { ($0.key, $0.count) }
    }
    let (store, people) = try makeStore(of: hostilePeople)
    // Each run reads the elements of its own query.
    for count in [1, 3, 2] {
      let ids = Query(people.prefix(count).map(\.id))
      let joined = store.people.join(ids, on: { $0.id }, equals: { $0 }).select { $0.0.id }
      #expect(try joined.policy(.requireSQL).toArray() == people.prefix(count).map(\.id))
    }
  }
}
