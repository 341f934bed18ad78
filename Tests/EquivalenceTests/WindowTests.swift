import Linq
import TestModel
import Testing

@Suite("windows(): each element among those around it")
struct WindowTests {
  @Test("running sums, counts, means and extremes")
  func soFar() throws {
    try expectSame(
      sql: """
        SELECT id, c1_6 FROM (SELECT …, swift_window_sum(id) OVER (ORDER BY id ROWS UNBOUNDED \
        PRECEDING) AS c1_6 FROM person) WHERE swift_evaluated(c1_6) ORDER BY +id
        """
    ) { $0.windows().select { ($0.element.id, $0.soFar.sum { $0.id }) } }
    try expectSame {
      $0.sort { $0.name }.windows(within: { $0.surname }).select {
        (
          $0.element.id, $0.soFar.count, $0.soFar.average { $0.age }, $0.soFar.min { $0.name },
          $0.soFar.max { $0.email }, $0.rest.sum { $0.id }
        )
      }
    }
    try expectSame {
      $0.windows().select { ($0.element.id, $0.soFar.sum { QueryExpression<Double>($0.age) / 3 }) }
    }
    try expectSame {
      $0.windows(within: { ($0.surname, $0.email == nil) }).select {
        ($0.element.id, $0.soFar.count { $0.age > 30 }, $0.soFar.any { $0.email != nil })
      }
    }
  }

  @Test("the last elements, and those around an element")
  func frames() throws {
    try expectSame {
      $0.sort { $0.age }.windows().select {
        (
          $0.element.id, $0.last(3).sum { $0.id }, $0.last(1).count, $0.last(7).average { $0.age },
          $0.rows(before: 1, after: 1).max { $0.age }, $0.rows(before: 2, after: nil).count
        )
      }
    }
    try expectSame {
      $0.windows(within: { $0.surname }).select {
        ($0.element.id, $0.last(2).average { QueryExpression<Double>($0.age) / 7 })
      }
    }
    try expectSame {
      $0.windows(within: { $0.surname }).select {
        ($0.partition.count, $0.partition.first.map { $0.name }, $0.partition.last.map { $0.id })
      }
    }
    try expectSame {
      $0.windows().select { ($0.rest.select { $0.email }.first, $0.soFar.select { $0.name }.last) }
    }
  }

  @Test("elements whose key is near")
  func ranges() throws {
    try expectSame(
      sql: """
        SELECT id, c1_6 FROM (SELECT …, count(*) OVER (ORDER BY age RANGE BETWEEN 5 PRECEDING \
        AND CURRENT ROW) AS c1_6 FROM person) ORDER BY id
        """
    ) {
      $0.windows().select { ($0.element.id, $0.rows(before: 5, after: 0, by: { $0.age }).count) }
    }
    try expectSame {
      $0.sort { $0.name }.windows(within: { $0.surname }).select {
        let near = $0.rows(before: 3, after: 10, by: { $0.age })
        return (
          $0.element.id, near.sum { $0.id }, near.average { $0.age }, near.max { $0.email },
          near.where { $0.age > 30 }.min { $0.name }, near.any { $0.email == nil }
        )
      }
    }
    try expectSame {
      $0.sortDescending { $0.age }.windows().select {
        (
          $0.rows(before: nil, after: 0, by: { $0.age }).count,
          $0.rows(before: 0, after: nil, by: { $0.age }).count,
          $0.rows(before: nil, after: nil, by: { $0.age }).sum { $0.id },
          $0.rows(before: .max, after: .max, by: { $0.age }).count,
          $0.rows(before: -3, after: .min, by: { $0.age }).count
        )
      }
    }
    try expectSame {
      $0.select { $0.birthDate }.compacted().windows().select {
        ($0.element, $0.rows(before: 365, after: 31, by: { $0 }).count)
      }
    }
    // Keys at the limits of their type.
    try expectSame {
      $0.select { person in
        let isEven = person.age % 2 == 0
        return (
          person.id,
          QueryExpression.if(isEven, then: Int.max - person.age, else: Int.min + person.age)
        )
      }
      .windows().select { ($0.element.0, $0.rows(before: 9, after: 9, by: { $0.1 }).count) }
    }
    try expectSame {
      $0.windows().where { $0.rows(before: 1, after: 1, by: { $0.age }).count > 2 }
        .select { $0.element.id }
    }
  }

  @Test("floating-point numbers and texts of a range are in the order of the query")
  func order() throws {
    try expectSame {
      $0.sortDescending { $0.name }.windows().select {
        let near = $0.rows(before: 5, after: 2, by: { $0.age })
        return (
          near.sum { $0.age.double / 3 }, near.average { $0.age.double / 7 },
          near.joined(separator: "-") { $0.name }
        )
      }
    }
    try expectSame {
      $0.windows(within: { $0.surname }).select {
        (
          $0.soFar.reverse().sum { $0.age.double / 3 },
          $0.last(3).reverse().joined(separator: ", ") { $0.email }
        )
      }
    }
  }

  @Test("medians, percentiles, deviations and texts")
  func statistics() throws {
    try expectSame {
      $0.windows().select {
        (
          $0.soFar.median { $0.age }, $0.last(5).median { $0.age.double / 3 },
          $0.rest.percentile(0.9) { $0.age }, $0.last(4).standardDeviation { $0.age },
          $0.rows(before: 9, after: 9, by: { $0.age }).median { $0.id }
        )
      }
    }
    try expectSame {
      $0.sort { $0.age }.windows(within: { $0.surname }).select {
        ($0.last(3).joined(separator: ", ") { $0.name }, $0.rest.joined { $0.email })
      }
    }
  }

  @Test("ranges in memory, and of arrays")
  func rangesInMemory() throws {
    try expectSame(isAllSQL: false) {
      $0.windows().select { $0.rows(before: 5, after: 5, by: { $0.age }).first.map { $0.id } }
    }
    try expectSame(isAllSQL: false) {
      $0.windows().select { $0.rows(before: 0.5, after: 1, by: { $0.age.double / 3 }).count }
    }
    try expectSame(isAllSQL: false) {
      $0.windows().select { window in
        window.rows(before: 2, after: 2, by: { $0.age - window.element.age }).count
      }
    }
    try expectSame(isAllSQL: false) {
      $0.windows().select { $0.rows(before: 9, after: 0, by: { $0.age }).select { $0.id } }
    }
    let numbers: [Double] = [1, .nan, 3, 2.5, -.infinity, .infinity, 2]
    let near = numbers.windows().map { $0.rows(before: 1, after: 0.5, by: { $0 }) }
    #expect(near == [[1], [], [3, 2.5, 2], [3, 2.5, 2], [-.infinity], [.infinity], [1, 2.5, 2]])
    let bytes: [UInt8] = [0, 250, 255, 3]
    #expect(
      bytes.windows().map { $0.rows(before: 1000, after: 5, by: { $0 }).count } == [2, 4, 4, 2])
    let days = ["0000-01-03", "9999-12-31", "0000-01-01"].compactMap { CalendarDate($0) }
    #expect(days.windows().map { $0.rows(before: 9, after: 9, by: { $0 }).count } == [2, 1, 2])
  }

  @Test("elements before and after")
  func neighbors() throws {
    try expectSame {
      $0.windows().select { ($0.element.id, $0.lag().map { $0.age }, $0.lead().map { $0.email }) }
    }
    try expectSame {
      $0.sort { $0.surname }.windows(within: { $0.age > 30 }).select {
        ($0.lag(2).flatMap { $0.email }, $0.lead(3).map { $0.name.count }, $0.lag(0).map { $0.id })
      }
    }
    try expectSame { $0.windows().select { ($0.lag(-1), $0.lead(-2)) } }
    try expectSame {
      $0.windows().where { $0.lag() == nil || $0.lead() == nil }.select { $0.element }
    }
    try expectSame {
      $0.select { $0.email }.windows().select { ($0.element, $0.lag(), $0.lag().map { $0 == nil }) }
    }
    try expectSame {
      $0.select { ($0.id, $0.age) }.windows().where { w in w.lag().map { $0.1 } != w.element.1 }
        .select { ($0.element.0, $0.lag().map { $0.1 - 1 }) }
    }
  }

  @Test("ranks")
  func ranks() throws {
    try expectSame {
      $0.windows().select {
        (
          $0.element.id, $0.rank(by: { $0.age }), $0.denseRank(by: { $0.age }),
          $0.percentRank(by: { $0.surname }), $0.rowNumber
        )
      }
    }
    try expectSame {
      $0.windows(within: { $0.surname }).select {
        (
          $0.element.id, $0.rank(byDescending: { $0.email }),
          $0.denseRank(byDescending: { $0.name }),
          $0.percentRank(by: { $0.email }), $0.ntile(3), $0.ntile(100)
        )
      }
    }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT …, rank() OVER (PARTITION BY surname ORDER BY age DESC) AS c1_6 \
        FROM person) WHERE c1_6 <= ? ORDER BY id
        """
    ) {
      $0.windows(within: { $0.surname }).where { $0.rank(byDescending: { $0.age }) <= 2 }
        .select { $0.element }
    }
  }

  @Test("operators before and after")
  func chains() throws {
    try expectSame {
      $0.where { $0.age > 20 }.take(20).windows().skip(1).take(5).select {
        ($0.element.id, $0.rowNumber, $0.partition.count)
      }
    }
    try expectSame {
      $0.windows(within: { $0.surname }).where { $0.rowNumber == 1 }.sortDescending {
        $0.partition.sum { $0.id }
      }.thenBy { $0.element.name }.take(3).reverse().select {
        ($0.element.surname, $0.partition.sum { $0.id })
      }
    }
    try expectSame { $0.windows().where { $0.last(2).sum { $0.id } > 60 }.select { $0.element.id } }
    try expectSame {
      $0.windows(within: { $0.surname }).select { ($0.element.surname, $0.rowNumber) }
        .groupBy { $0.0 }.select { ($0.key, $0.max { $0.1 }) }
    }
    try expectSame {
      $0.countBy { $0.surname }.windows().select {
        ($0.element.0, $0.element.1 * 100 / ($0.partition.sum { $0.1 }))
      }
    }
    try expectSame {
      $0.leftJoin($0.where { $0.age < 40 }, on: { $0.surname }, equals: { $0.name })
        .windows(within: { $0.0.surname }).select { ($0.element.0.id, $0.lag().map { $0.0.id }) }
    }
    try expectSame {
      $0.windows().select { ($0.element.id, $0.rowNumber) }.windows(within: { $0.1 % 3 })
        .select { ($0.element.0, $0.soFar.sum { $0.1 }) }.windows().select { $0.lag().map { $0.1 } }
    }
  }

  @Test("values of all windows")
  func terminals() throws {
    let (store, people) = try makeStore(of: Array(hostilePeople.prefix(60)))
    let rows = store.people.query
    let onArray = Query(people)
    func count(_ query: Query<Person>) throws -> Int {
      try query.windows(within: { $0.surname }).where { $0.rowNumber == 1 }.count()
    }
    #expect(try count(rows) == count(onArray))
    #expect(try count(rows) == Set(people.map(\.surname)).count)
    #expect(
      try rows.windows().sum { $0.rowNumber } == people.count * (people.count + 1) / 2)
  }

  @Test("islands of consecutive numbers")
  func islands() throws {
    try expectSame {
      $0.select { $0.id / 2 * 3 % 20 }.distinct().sort().windows()
        .select { ($0.element, $0.lag().map { $0 + 1 } != $0.element) }
        .windows().select { ($0.element.0, $0.soFar.count { $0.1 }) }
        .groupBy { $0.1 }.select { ($0.min { $0.0 }, $0.max { $0.0 }, $0.count) }
    }
  }

  @Test("S88 the same on arrays")
  func arrays() throws {
    let words = ["a", "bb", "c", "dd", "eee", "f"]
    let windows = words.windows(within: { $0.count })
    #expect(windows.map(\.rowNumber) == [1, 1, 2, 2, 1, 3])
    #expect(windows.map { $0.soFar.joined() } == ["a", "bb", "ac", "bbdd", "eee", "acf"])
    #expect(windows.map { $0.rest.joined() } == ["acf", "bbdd", "cf", "dd", "eee", "f"])
    #expect(windows.map { $0.lag() } == [nil, nil, "a", "bb", nil, "c"])
    #expect(windows.map { $0.lead(2) } == ["f", nil, nil, nil, nil, nil])
    #expect(windows.map { $0.lag(.min) } == windows.map { $0.lead(.max) })
    let all = words.windows()
    #expect(all.map { $0.rank(by: { $0.count }) } == [1, 4, 1, 4, 6, 1])
    #expect(all.map { $0.rank(byDescending: { $0.count }) } == [4, 2, 4, 2, 1, 4])
    #expect(all.map { $0.denseRank(by: { $0.count }) } == [1, 2, 1, 2, 3, 1])
    #expect(all.map { $0.percentRank(by: { $0.count }) } == [0, 0.6, 0, 0.6, 1, 0])
    #expect(all.map { $0.rank(by: { $0 == "c" ? nil : $0.count }) } == [2, 4, 1, 4, 6, 2])
    #expect(all.map { $0.ntile(4) } == [1, 1, 2, 2, 3, 4])
    #expect(all.map { $0.last(2).count } == [1, 2, 2, 2, 2, 2])
    #expect(all.map { $0.last(0).count } == [0, 0, 0, 0, 0, 0])
    #expect(all.map { $0.rows(before: .max, after: 1).count } == [2, 3, 4, 5, 6, 6])
    #expect(["x"].windows()[0].percentRank(by: { $0 }) == 0)
    #expect([String]().windows().isEmpty)
  }

  @Test("what stays in memory, and says why")
  func inMemory() throws {
    try expectSame(isAllSQL: false) { $0.windows().select { $0.soFar.select { $0.id } } }
    try expectSame(isAllSQL: false) {
      $0.windows().select { window in
        (window.element.id, window.soFar.count { $0.age > window.element.age })
      }
    }
    try expectSame(isAllSQL: false) {
      $0.windows().select { window in window.rank(by: { $0.age - window.element.age }) }
    }
    try expectSame(isAllSQL: false) {
      $0.windows(within: { $0 }).select { ($0.element.id, $0.rowNumber) }
    }
    try expectSame(isAllSQL: false) {
      $0.windows(within: { opaquelyTrue($0) }).select { ($0.element.id, $0.rowNumber) }
    }
  }

  @Test("errors are those of memory")
  func errors() throws {
    let (store, people) = try makeStore(of: Array(hostilePeople.prefix(7)))
    for query in [store.people.query, Query(people)] {
      #expect(throws: ExpressionError.self) {
        try query.windows().select { $0.soFar.sum { $0.age * (Int.max / 20) } }.toArray()
      }
      #expect(throws: ExpressionError.self) {
        try query.windows().select { $0.soFar.sum { $0.age / ($0.age - $0.age) } }.count()
      }
      #expect(throws: ExpressionError.self) {
        try query.windows().select { $0.rows(before: 1, after: 0, by: { $0.age * .max }).count }
          .toArray()
      }
    }
  }
}
