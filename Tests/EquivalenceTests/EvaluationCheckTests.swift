import TestModel
import Testing

/// Rows of which a statement may skip some, although an expression of them can fail: another
/// statement evaluates all of them first.
@Suite("S38 what a statement may skip is evaluated first")
struct EvaluationCheckTests {
  private let overflow = ExpressionError.arithmeticOverflow
  private let division = ExpressionError.divisionByZero

  @Test("keys of joins")
  func joins() throws {
    try expectSame(
      sql: """
        SELECT a.id, a.name, a.surname, a.age, a.email, a.birth_date, b.id, b.name, b.surname, \
        b.age, b.email, b.birth_date FROM (SELECT …, c1_6, 1 AS c2_7 FROM (SELECT …, \
        swift_whole(id * ?) AS c1_6 FROM person WHERE age >= ? LIMIT -1)) AS a JOIN person AS b \
        ON a.c1_6 = b.id ORDER BY a.id, b.id
        """
    ) { $0.where { $0.age >= 0 }.join($0, on: { $0.id * 2 }, equals: { $0.id }) }
    try expectSame { $0.join($0, on: { $0.id }, equals: { $0.id * 2 }) }
    try expectSame { $0.join($0, on: { $0.id + 1 }, equals: { $0.id - 1 }) }
    try expectSame { $0.leftJoin($0, on: { $0.id + 1 }, equals: { $0.id * 2 }) }
    try expectSame {
      $0.leftJoin($0.where { $0.id * 2 > 9 }, on: { $0.id }, equals: { $0.id })
        .select { ($0.0.name, $0.1.map { $0.name }) }.take(5)
    }
    try expectSame { $0.rightJoin($0, on: { $0.id + 1 }, equals: { $0.id * 2 }) }
    try expectSame {
      $0.fullJoin($0.where { $0.id % 2 == 0 }, on: { $0.id * 3 }, equals: { $0.id })
    }
    try expectSame { $0.join($0, on: { ($0.name, $0.id - 1) }, equals: { ($0.name, $0.id - 1) }) }
    try expectSame { $0.where { $0.id - 1 < 9 }.crossJoin($0.where { $0.id * 1 < 4 }) }
    try expectSame { $0.join($0, on: { $0.id - 1 }, equals: { $0.id }).where { $0.1.age > 30 } }
    try expectSame {
      $0.groupJoin($0, on: { $0.id - 1 }, equals: { $0.id * 2 }).select { ($0.0.name, $0.1) }
    }
    try expectSame(isAllSQL: false) {
      $0.groupJoin($0, on: { $0.id }, equals: { $0.id * 2 }).select { ($0.0.name, $0.1.count) }
    }
  }

  @Test("pairs by position, chunks, comparisons and values for nothing")
  func positions() throws {
    try expectSame { $0.select { $0.id * 2 }.zip($0.select { $0.id - 1 }) }
    try expectSame { $0.where { $0.id * 2 > 5 }.chunk(3).select { $0.map(\.name) } }
    try expectSame {
      $0.where { $0.id * 2 > 90_000 }.defaultIfEmpty(Person(name: "N", surname: "", age: 1))
    }
    let store = try makeStore(ages: [1, 2, 3])
    let people = store.people.query
    #expect(
      try people.select { $0.age * 2 }.sequenceEqual(people.select { $0.age + $0.age }))
    #expect(try !people.select { $0.age * 2 }.sequenceEqual(people.select { $0.age * 3 }))
  }

  @Test("arrays of rows, of items and of lists")
  func arrays() throws {
    try expectSame { people in
      people.select { person in
        (person.name, people.matching { $0.id * 2 == person.id }.select { $0.name })
      }
    }
    try expectSame { people in
      people.select { person in
        (
          person.name,
          people.where { $0.id - 1 > 2 }.matching { $0.surname == person.surname }
        )
      }
    }
    try expectSame { people in
      people.selectMany { person in
        people.where { $0.id - 1 > 0 }.matching { $0.id * 2 == person.id }
      }
    }
    try expectSame {
      $0.groupBy { $0.id / 10 }.select { ($0.key, $0.items.where { $0.id * 2 > 7 }) }
    }
    try expectSame { $0.groupBy { $0.id % 3 }.select { ($0.key, $0.items.sort { $0.name }) } }
    try expectSame { $0.where { $0.id * 2 > 7 }.selectMany { $0.name.split(separator: "a") } }
    try expectSame { people in
      people.where { $0.id * 2 > 7 }.selectMany { person in
        person.name.split(separator: "a").where { $0.count + 1 > 2 }
      }
    }
  }

  @Test("an error of a row that is skipped is the error of the chain")
  func errors() throws {
    // Some are as old as an integer can be, or 0.
    try expectSameError(overflow) {
      $0.join($0.where { $0.id < 0 }, on: { $0.age + 1 }, equals: { $0.age })
    }
    try expectSameError(overflow) {
      $0.join($0, on: { $0.id }, equals: { QueryExpression<Int64>($0.age + 1) }).take(1)
    }
    try expectSameError(division) { $0.leftJoin($0, on: { 100 / $0.age }, equals: { $0.age }) }
    try expectSameError(overflow) {
      $0.groupJoin($0, on: { $0.id }, equals: { QueryExpression<Int64>($0.age + 1) })
        .select { $0.0.name }
    }
    try expectSameError(overflow) { $0.where { $0.age + 1 > 0 }.chunk(1_000_000).take(1) }
    try expectSameError(division) {
      $0.groupBy { $0.surname.isEmpty }.select { ($0.key, $0.items.where { 100 / $0.age > 1 }) }
    }
  }

  @Test("an error of a row that is not reached is none")
  func laziness() throws {
    let store = try makeStore(ages: [1, 2, 0, .max])
    let people = store.people.query
    let chunks = people.select { 100 / $0.age }.chunk(2)
    #expect(try chunks.plan().isAllSQL)
    #expect(try chunks.take(1).toArray() == [[100, 50]])
    #expect(try chunks.take(1).report().failure == "division by zero")
    #expect(throws: ExpressionError.divisionByZero) { try chunks.toArray() }
    // An earlier condition guards the later expressions.
    let joined = people.where { $0.age > 0 && 100 / $0.age > 1 }
      .join(people, on: { 100 / $0.age }, equals: { $0.age })
    #expect(try joined.plan().isAllSQL)
    #expect(try joined.select { ($0.0.age, $0.1.age) }.report().failure == nil)
  }

  @Test("changes evaluate first, too")
  func changes() throws {
    for isFailing in [false, true] {
      let store = try makeStore(ages: isFailing ? [1, 2, 3, .max] : [1, 2, 3, 4])
      let people = store.people.query
      let chosen = people.where { person in
        people.matching { $0.age + 1 == person.age }.any()
      }
      if isFailing {
        #expect(throws: ExpressionError.arithmeticOverflow) { try chosen.delete() }
        #expect(try store.people.count() == 4)
      } else {
        #expect(try chosen.update { $0.set(\.name, to: "new") } == 3)
        #expect(try chosen.delete() == 3)
        #expect(try store.people.toArray().map(\.age) == [1])
      }
    }
  }

  @Test("the plan shows the statement, and other constants use it")
  func plans() throws {
    let store = try makeStore(ages: [1, 2, 3, 4])
    let people = store.people.query
    for factor in 1...3 {
      let pairs = people.join(people, on: { $0.age * factor }, equals: { $0.age })
        .select { ($0.0.age, $0.1.age) }
      let expected = (1...4).filter { $0 * factor <= 4 }.map { "(\($0), \($0 * factor))" }
      #expect(try pairs.toArray().map { "\($0)" } == expected)
      #expect(
        try pairs.plan().nestedSQL == [
          """
          SELECT count(*) FILTER (WHERE swift_evaluated(c1_6)) FROM (SELECT id, name, surname, \
          age, email, birth_date, swift_whole(age * ?) AS c1_6 FROM person LIMIT -1) AS t
          """
        ])
    }
  }
}
