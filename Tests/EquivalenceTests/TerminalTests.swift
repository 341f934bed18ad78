import ChainFuzzing
import TestModel
import Testing

@Suite("Terminals: S24 to S28")
struct TerminalTests {
  /// Evaluates a terminal on an array, in SQL, in memory and split, and compares the values.
  ///
  /// - Parameter sql: the statements that the terminal is expected to run, abbreviated.
  private func expectSame<Value: Equatable>(
    on people: [Person] = hostilePeople, sql: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ terminal: (Query<Person>) throws -> Value
  ) throws {
    for count in [0, 1, people.count] {
      let statements = Recorder()
      let (store, people) = try makeStore(of: Array(people.prefix(count)), trace: statements.add)
      let query = store.people.query
      if let sql, count == people.count {
        statements.clear()
        _ = Result { try terminal(query) }
        let ran = abbreviated(statements.all.joined(separator: "; "))
        #expect(ran == sql, sourceLocation: sourceLocation)
      }
      let runs = [query, query.policy(.memoryOnly), query.where { opaquelyTrue($0) }]
      let expected = Result { try terminal(Query(people)) }
      for (path, run) in zip(["in SQL", "in memory", "split"], runs) {
        let result = Result { try terminal(run) }
        let comment: Comment = "\(path), \(count) people: \(result) \(expected)"
        switch (result, expected) {
        case (.success(let result), .success(let expected)):
          #expect(result == expected, comment, sourceLocation: sourceLocation)
        default: #expect("\(result)" == "\(expected)", comment, sourceLocation: sourceLocation)
        }
      }
    }
  }

  @Test("one element")
  func elements() throws {
    try expectSame(sql: "SELECT … FROM person ORDER BY name, id LIMIT 1") {
      try $0.sort { $0.name }.first()
    }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person ORDER BY name DESC, id DESC LIMIT 1) ORDER BY name, \
        id
        """
    ) { try $0.sort { $0.name }.last() }
    try expectSame(sql: "SELECT … FROM person WHERE age = ? ORDER BY id LIMIT 1") {
      try $0.firstOrNil { $0.age == 17 }
    }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person WHERE age = ? ORDER BY id DESC LIMIT 1) ORDER BY id
        """
    ) { try $0.lastOrNil { $0.age == 17 } }
    try expectSame(sql: "SELECT … FROM person WHERE age = ? ORDER BY id LIMIT 1") {
      try $0.first { $0.age == 17 }
    }
    try expectSame(sql: "SELECT … FROM person ORDER BY id LIMIT 2") { try $0.single() }
    try expectSame(sql: "SELECT … FROM person WHERE email IS ? ORDER BY id LIMIT 2") {
      try $0.single { $0.email == "p1@example.org" }
    }
    try expectSame(sql: "SELECT … FROM person WHERE email IS ? ORDER BY id LIMIT 2") {
      try $0.singleOrNil { $0.email == "nobody" }
    }
    try expectSame(sql: "SELECT … FROM person WHERE age = ? ORDER BY id LIMIT 2") {
      try $0.singleOrNil { $0.age == 25 }
    }
    try expectSame(sql: "SELECT … FROM person ORDER BY id LIMIT 1 OFFSET ?") { try $0.elementAt(3) }
    try expectSame { try $0.elementAtOrNil(-1) }
    try expectSame(
      sql: """
        SELECT … FROM (SELECT … FROM person ORDER BY id LIMIT -1 OFFSET ?) ORDER BY id LIMIT 1 \
        OFFSET ?
        """
    ) { try $0.skip(1).elementAt(400) }
  }

  @Test("quantifiers and counts")
  func quantifiers() throws {
    try expectSame(sql: "SELECT EXISTS (SELECT 1 FROM person)") { try $0.any() }
    try expectSame(sql: "SELECT EXISTS (SELECT 1 FROM person WHERE age = ?)") {
      try $0.any { $0.age == 17 }
    }
    try expectSame(sql: "SELECT EXISTS (SELECT 1 FROM person WHERE NOT age >= ?)") {
      try $0.all { $0.age >= 0 }
    }
    try expectSame(sql: "SELECT EXISTS (SELECT 1 FROM person WHERE NOT email IS NOT NULL)") {
      try $0.all { $0.email != nil }
    }
    try expectSame(sql: "SELECT EXISTS (SELECT 1 FROM person WHERE name = ?)") {
      try $0.contains { $0.name == "bob" }
    }
    try expectSame(sql: "SELECT EXISTS (SELECT 1 FROM person WHERE age = ?)") {
      try $0.select { $0.age }.contains(45)
    }
    try expectSame(sql: "SELECT EXISTS (SELECT 1 FROM person WHERE email IS NULL)") {
      try $0.select { $0.email }.contains(nil)
    }
    try expectSame(sql: "SELECT count(*) FROM person WHERE age = ?") {
      try $0.count { $0.age == 25 }
    }
    try expectSame(
      sql: """
        SELECT count(*) FROM (SELECT 1 AS c2_0, id FROM (SELECT … FROM person ORDER BY id LIMIT \
        7) ORDER BY id LIMIT -1 OFFSET ?)
        """
    ) { try $0.take(7).skip(2).count() }
    try expectSame(
      sql: """
        SELECT count(*) FROM (SELECT 1 AS c1_0, min(id) AS c1_1 FROM person GROUP BY surname)
        """
    ) { try $0.select { $0.surname }.distinct().count() }
    try expectSame(
      sql: """
        SELECT count(*) FROM (SELECT 1 AS c1_0, min(id) AS c1_1 FROM person GROUP BY surname \
        HAVING count(*) > ?)
        """
    ) { try $0.groupBy { $0.surname }.where { $0.count > 1 }.count() }
    try expectSame(
      sql: """
        SELECT NOT EXISTS (SELECT 1 FROM (SELECT c1_6 AS position, id AS c0, name AS c1, surname \
        AS c2, age AS c3, email AS c4, birth_date AS c5 FROM (SELECT …, row_number() OVER (ORDER \
        BY id) AS c1_6 FROM person) UNION ALL SELECT c1_6 AS position, id AS c0, name AS c1, \
        surname AS c2, age AS c3, email AS c4, birth_date AS c5 FROM (SELECT …, row_number() OVER \
        (ORDER BY id) AS c1_6 FROM person)) GROUP BY position, c0, c1, c2, c3, c4, c5 \
        HAVING count(*) <> 2)
        """
    ) { try $0.sequenceEqual($0) }
    try expectSame(
      sql: """
        SELECT NOT EXISTS (SELECT 1 FROM (SELECT c1_6 AS position, id AS c0, name AS c1, surname \
        AS c2, age AS c3, email AS c4, birth_date AS c5 FROM (SELECT …, row_number() OVER (ORDER \
        BY id) AS c1_6 FROM person) UNION ALL SELECT c1_6 AS position, id AS c0, name AS c1, \
        surname AS c2, age AS c3, email AS c4, birth_date AS c5 FROM (SELECT …, row_number() OVER \
        (ORDER BY id DESC) AS c1_6 FROM person)) GROUP BY position, c0, c1, c2, c3, c4, c5 \
        HAVING count(*) <> 2)
        """
    ) { try $0.sequenceEqual($0.reverse()) }
  }

  @Test("numbers: S26 to S28")
  func numbers() throws {
    try expectSame(sql: "SELECT swift_sum(age) FROM person WHERE age < ?") {
      try $0.where { $0.age < 1000 }.sum { $0.age }
    }
    try expectSame { try $0.sum { $0.age } }  // overflow
    try expectSame(sql: "SELECT swift_average(age) FROM person") { try $0.average { $0.age } }
    try expectSame(sql: "SELECT min(age) FROM person") { try $0.select { $0.age }.min() }
    try expectSame(sql: "SELECT max(age) FROM person") { try $0.max { $0.age } }
    try expectSame(sql: "SELECT min(email) FROM person") { try $0.min { $0.email } }
    try expectSame(sql: "SELECT max(name) FROM person") { try $0.max { $0.name } }
    try expectSame(sql: "SELECT … FROM person ORDER BY name, id LIMIT 1") {
      try $0.minBy { $0.name }
    }
    try expectSame(sql: "SELECT … FROM person ORDER BY birth_date DESC, id LIMIT 1") {
      try $0.maxBy { $0.birthDate }
    }
    try expectSame(sql: "SELECT swift_sum(swift_real(CAST(age AS REAL) * ?), id) FROM person") {
      try $0.sum { QueryExpression<Double>($0.age) * 0.1 }
    }
    try expectSame(
      sql: "SELECT swift_sum(swift_real(CAST(age AS REAL) * ?), 'DESC', id) FROM person"
    ) { try $0.reverse().sum { QueryExpression<Double>($0.age) * 0.1 } }
    try expectSame(
      sql: """
        SELECT swift_average(swift_real(CAST(age AS REAL) * ?), 'ASC', name, 'ASC', id) FROM person
        """
    ) { try $0.sort { $0.name }.average { QueryExpression<Double>($0.age) * 0.1 } }
    try expectSame(
      sql: """
        SELECT swift_sum(age % ?) FROM (SELECT … FROM person ORDER BY id LIMIT 5)
        """
    ) { try $0.take(5).sum { $0.age % 10 } }
  }

  @Test("statistics and joined texts: S64 to S66")
  func statistics() throws {
    try expectSame(sql: "SELECT swift_median(age) FROM person") { try $0.median { $0.age } }
    try expectSame(sql: "SELECT swift_stddev_samp(age) FROM person WHERE age < ?") {
      try $0.where { $0.age < 1000 }.standardDeviation { $0.age }
    }
    try expectSame(sql: "SELECT swift_stddev_pop(age) FROM person") {
      try $0.select { $0.age }.populationStandardDeviation()
    }
    try expectSame(
      sql: "SELECT swift_real_median(swift_real(CAST(age AS REAL) * ?)) FROM person"
    ) { try $0.sort { $0.name }.median { QueryExpression<Double>($0.age) * 0.1 } }
    try expectSame { try $0.standardDeviation { QueryExpression<Double>($0.age) * 1e200 } }
    try expectSame { try $0.median { (person: Person) in person.birthDate?.year } }
    try expectSame(sql: "SELECT swift_joined(name, ?, id) FROM person") {
      try $0.joined(separator: ", ") { $0.name }
    }
    try expectSame(
      sql: "SELECT swift_joined(email, ?, 'ASC', age, 'ASC', id) FROM person"
    ) { try $0.sort { $0.age }.joined { $0.email } }
    try expectSame(
      sql: """
        SELECT swift_joined(b.name, ?, 'ASC', a.id, 'ASC', b.id) FROM person AS a JOIN person AS b \
        ON a.age = b.age
        """
    ) { people in
      try people.join(people, on: { $0.age }, equals: { $0.age }).joined { $0.1.name }
    }
    // A mark combines with the letter before it.
    try expectSame { try $0.joined(separator: "\u{301}") { $0.name }.unicodeScalars.map(\.value) }
    try expectSame { try $0.take(5).select { $0.name }.joined(separator: "|") }
    try expectSame { try $0.distinct { $0.age }.joined(separator: "|") { $0.surname.suffix(1) } }
    try expectSame { try $0.groupBy { $0.surname }.joined(separator: "|") { $0.key } }
    try expectSame { try $0.joined(separator: "|") { (person: Person) in person.email } }
  }

  @Test("collections")
  func collections() throws {
    try expectSame(sql: "SELECT name FROM person ORDER BY id") { try $0.select { $0.name }.toSet() }
    try expectSame(sql: "SELECT … FROM person ORDER BY id") {
      try $0.toDictionary({ $0.surname }) { $0.age }
    }
    try expectSame(sql: "SELECT name FROM person ORDER BY id") {
      try $0.select { $0.name }.aggregate { $0 + ", " + $1 }
    }
    try expectSame(sql: "SELECT … FROM person ORDER BY id") {
      try $0.aggregate(0) { $0 + $1.name.count }
    }
    try expectSame(sql: "SELECT … FROM person ORDER BY id") {
      try $0.selectAndStopOnNil { $0.email }
    }
    try expectSame(sql: "SELECT … FROM person WHERE email IS NOT NULL ORDER BY id") {
      try $0.where { $0.email != nil }.selectAndStopOnNil { $0.email }
    }
  }
}

@Suite("Streams")
struct StreamTests {
  @Test("the elements come one at a time, read only as far as they are wanted")
  func streams() async throws {
    let store = try TestStore(path: ":memory:")
    let people = try await store.people.insert(hostilePeople)
    for query in [store.people.query, Query(people), store.people.where { opaquelyTrue($0) }] {
      var elements: [Person] = []
      for try await person in query.stream() { elements.append(person) }
      #expect(elements == people)
    }
    let seen = Recorder()
    let opaque = store.people.where { person in
      seen.add(person.name)
      return true
    }
    for try await person in opaque.stream() where person.id == people[2].id { break }
    #expect(seen.all.count == 3)
    // The reading has ended: the store can be written and closed.
    #expect(try await store.people.delete(people[0]))
    let failing = store.people.select { 7 / $0.age }
    await #expect(throws: ExpressionError.divisionByZero) {
      for try await _ in failing.stream() {}
    }
    await store.close()
  }

  @Test("a cancelled task ends its stream")
  func cancellation() async throws {
    let store = try TestStore(path: ":memory:")
    try await store.people.insert(hostilePeople)
    let task = Task {
      var count = 0
      for try await _ in store.people.where({ opaquelyTrue($0) }).stream() {
        count += 1
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return count
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
