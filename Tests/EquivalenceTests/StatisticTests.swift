import TestModel
import Testing

@Suite("Medians, deviations and joined texts: S64 to S66")
struct StatisticTests {
  @Test("of groups, in one statement")
  func groups() throws {
    try expectSame(
      sql: """
        SELECT surname, swift_median(age), swift_stddev_samp(age), swift_stddev_pop(age) FROM \
        person GROUP BY surname ORDER BY min(id)
        """
    ) {
      $0.groupBy { $0.surname }.select {
        (
          $0.key, $0.median { $0.age }, $0.standardDeviation { $0.age },
          $0.populationStandardDeviation { $0.age }
        )
      }
    }
    try expectSame(
      sql: """
        SELECT surname, swift_real_median(swift_real(CAST(age AS REAL) * ?)), \
        swift_real_stddev_samp(swift_real(CAST(age AS REAL) * ?)), \
        swift_real_stddev_pop(swift_real(CAST(age AS REAL) * ?)) FROM person GROUP BY surname \
        ORDER BY min(id)
        """
    ) {
      $0.groupBy { $0.surname }.select {
        (
          $0.key, $0.median { QueryExpression<Double>($0.age) * 0.1 },
          $0.standardDeviation { QueryExpression<Double>($0.age) * 0.1 },
          $0.populationStandardDeviation { QueryExpression<Double>($0.age) * 0.1 }
        )
      }
    }
    try expectSame(
      sql: """
        SELECT surname, swift_joined(name, ?, id), swift_joined(email, ?, id) FROM person GROUP \
        BY surname ORDER BY min(id)
        """
    ) {
      $0.groupBy { $0.surname }.select {
        ($0.key, $0.joined(separator: ", ") { $0.name }, $0.joined { $0.email })
      }
    }
  }

  @Test("the order is that of the elements, and of them alone")
  func orders() throws {
    try expectSame(
      sql: """
        SELECT age, swift_joined(name, ?, c1_6), swift_median(id) FROM (SELECT …, row_number() \
        OVER (ORDER BY name, id) AS c1_6 FROM person) GROUP BY age ORDER BY min(c1_6)
        """
    ) {
      $0.sort { $0.name }.groupBy { $0.age }.select {
        ($0.key, $0.joined(separator: "/") { $0.name }, $0.median { $0.id })
      }
    }
    try expectSame {
      $0.reverse().take(20).groupBy { $0.surname.prefix(1) }.select {
        ($0.key, $0.joined(separator: "-") { $0.name.prefix(1) })
      }
    }
    // The median does not depend on the order of the items, the text does.
    try expectSame {
      $0.groupBy { $0.surname }.select {
        $0.items.sort { $0.name }.median { QueryExpression<Double>($0.age) }
      }
    }
    try expectSame(
      sql: """
        SELECT swift_joined(name, ?, 'ASC', name, 'ASC', id) FROM person GROUP BY surname ORDER BY \
        min(id)
        """
    ) {
      $0.groupBy { $0.surname }.select {
        $0.items.sort { $0.name }.select { $0.name }.joined(separator: ", ")
      }
    }
    try expectSame(
      sql: """
        SELECT swift_joined(CASE WHEN age > ? THEN name END, ?, 'DESC', email, 'ASC', \
        swift_count(name), 'DESC', id), swift_sum(swift_real(CAST(age AS REAL) * ?), 'DESC', id) \
        FROM person GROUP BY surname ORDER BY min(id)
        """
    ) {
      $0.groupBy { $0.surname }.select { group in
        let sorted = group.items.where { $0.age > 20 }.reverse().sortDescending { $0.email }
          .thenBy { $0.name.count }
        return (
          sorted.joined(separator: "/") { $0.name },
          group.items.reverse().sum { QueryExpression<Double>($0.age) * 0.1 }
        )
      }
    }
    try expectSame {
      $0.sort { $0.age }.groupBy { $0.surname.prefix(1) }.select { group in
        let sorted = group.items.sort { $0.birthDate }.sort { $0.email }.reverse()
        return (
          sorted.joined(separator: "/") { $0.name },
          sorted.average { QueryExpression<Double>($0.age) * 0.1 }
        )
      }
    }
    // A key that can fail is evaluated, although a count does not need it.
    try expectSame {
      $0.where { $0.age > 0 }.groupBy { $0.surname }.select {
        ($0.items.sort { 100 / $0.age }.joined { $0.name }, $0.items.sort { 100 / $0.age }.count)
      }
    }
  }

  @Test("of some items of a group")
  func items() throws {
    try expectSame(
      sql: """
        SELECT surname, swift_median(CASE WHEN age > ? THEN age END), swift_joined(CASE WHEN age \
        > ? THEN name END, ?, id) FROM person GROUP BY surname ORDER BY min(id)
        """
    ) {
      $0.groupBy { $0.surname }.select { group in
        let old = group.items.where { $0.age > 30 }
        return (
          group.key, old.median { $0.age }, old.select { $0.name }.joined(separator: ", ")
        )
      }
    }
    try expectSame(
      sql: """
        SELECT surname FROM person GROUP BY surname HAVING coalesce(swift_median(age), ?) > ? \
        ORDER BY swift_stddev_pop(age) DESC, min(id)
        """
    ) {
      $0.groupBy { $0.surname }.where { ($0.median { $0.age } ?? 0.0) > 20.0 }
        .sortDescending { $0.populationStandardDeviation { $0.age } }.select { $0.key }
    }
    try expectSame {
      $0.groupBy({ $0.surname }, element: { $0.email }).select {
        ($0.key, $0.joined(separator: ";") { $0 }, $0.items.joined(separator: ";") { $0 })
      }
    }
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.surname }.select { $0.items.select { $0.age }.distinct().median() }
    }
    try expectSame(isAllSQL: false) {
      $0.groupBy { $0.surname }.select { $0.items.take(2).joined { $0.name } }
    }
  }

  @Test("in asynchronous, prepared, verified and pure SQL queries")
  func kindsOfQueries() async throws {
    let (store, people) = try makeStore(of: Array(hostilePeople.prefix(20)))
    #expect(try await store.people.median { $0.age } == Query(people).blocking.median { $0.age })
    #expect(
      try await store.people.standardDeviation { $0.age }
        == Query(people).blocking.standardDeviation { $0.age })
    #expect(
      try await store.people.populationStandardDeviation { QueryExpression<Double>($0.age) }
        == Query(people).blocking.populationStandardDeviation { QueryExpression<Double>($0.age) })
    #expect(
      try await store.people.query.policy(.requireSQL).joined(separator: "+") { $0.name }
        == people.map(\.name).joined(separator: "+"))
    // Separators differ where plans do not.
    for separator in ["", ",", "\u{301}"] {
      let names = store.people.groupBy { $0.surname }.select {
        ($0.key, $0.joined(separator: separator) { $0.name })
      }
      try await names.verify()
      let prepared = try store.people.prepare { people, age in
        people.where { $0.age < age }.groupBy { $0.surname }
          .select { ($0.median { $0.age }, $0.joined(separator: separator) { $0.name }) }
      }
      let found = try await prepared(30).map { "\($0)" }
      let expected = try await Query(people).where { $0.age < 30 }.groupBy { $0.surname }
        .select { ($0.median { $0.age }, $0.joined(separator: separator) { $0.name }) }.toArray()
      #expect(found == expected.map { "\($0)" })
    }
  }

  @Test("of numbers that are nil")
  func optionals() throws {
    try expectSame {
      $0.groupBy { $0.surname }.select {
        (
          $0.median { $0.birthDate.map { $0.year } },
          $0.standardDeviation { $0.birthDate.map { $0.year } },
          $0.items.populationStandardDeviation { QueryExpression<Double?>($0.name) }
        )
      }
    }
  }

  @Test("of other queries")
  func subqueries() throws {
    try expectSame { people in
      people.select { person in
        let namesakes = people.matching { $0.surname == person.surname }
        return (
          person.id, namesakes.median { $0.age }, namesakes.standardDeviation { $0.age },
          namesakes.sort { $0.name }.joined(separator: ", ") { $0.name },
          namesakes.select { $0.age }.populationStandardDeviation()
        )
      }
    }
    try expectSame { people in
      people.where {
        QueryExpression<Double>($0.age) > (people.elements.median { $0.age } ?? 0.0)
          && $0.name.prefix(1) == people.elements.select { $0.name }.distinct().joined().prefix(1)
      }
    }
  }
}
