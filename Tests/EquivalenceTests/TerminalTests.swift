import People
import Testing

@Suite("Terminals: S24 to S28")
struct TerminalTests {
  /// Evaluates a terminal on an array, in SQL, in memory and split, and compares the values.
  private func expectSame<Value: Equatable>(
    on people: [Person] = hostilePeople, sourceLocation: SourceLocation = #_sourceLocation,
    _ terminal: (Query<Person>) throws -> Value
  ) throws {
    for count in [0, 1, people.count] {
      let (store, people) = try makeStore(of: Array(people.prefix(count)))
      let query = store.people.query
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
    try expectSame { try $0.sort { $0.name }.first() }
    try expectSame { try $0.sort { $0.name }.last() }
    try expectSame { try $0.firstOrNil { $0.age == 17 } }
    try expectSame { try $0.lastOrNil { $0.age == 17 } }
    try expectSame { try $0.first { $0.age == 17 } }
    try expectSame { try $0.single() }
    try expectSame { try $0.single { $0.email == "p1@example.org" } }
    try expectSame { try $0.singleOrNil { $0.email == "nobody" } }
    try expectSame { try $0.singleOrNil { $0.age == 25 } }
    try expectSame { try $0.elementAt(3) }
    try expectSame { try $0.elementAtOrNil(-1) }
    try expectSame { try $0.skip(1).elementAt(400) }
  }

  @Test("quantifiers and counts")
  func quantifiers() throws {
    try expectSame { try $0.any() }
    try expectSame { try $0.any { $0.age == 17 } }
    try expectSame { try $0.all { $0.age >= 0 } }
    try expectSame { try $0.all { $0.email != nil } }
    try expectSame { try $0.contains { $0.name == "bob" } }
    try expectSame { try $0.select { $0.age }.contains(45) }
    try expectSame { try $0.select { $0.email }.contains(nil) }
    try expectSame { try $0.count { $0.age == 25 } }
    try expectSame { try $0.take(7).skip(2).count() }
    try expectSame { try $0.select { $0.surname }.distinct().count() }
    try expectSame { try $0.groupBy { $0.surname }.where { $0.count > 1 }.count() }
    try expectSame { try $0.sequenceEqual($0) }
    try expectSame { try $0.sequenceEqual($0.reverse()) }
  }

  @Test("numbers: S26 to S28")
  func numbers() throws {
    try expectSame { try $0.where { $0.age < 1000 }.sum { $0.age } }
    try expectSame { try $0.sum { $0.age } }  // overflow
    try expectSame { try $0.average { $0.age } }
    try expectSame { try $0.select { $0.age }.min() }
    try expectSame { try $0.max { $0.age } }
    try expectSame { try $0.min { $0.email } }
    try expectSame { try $0.max { $0.name } }
    try expectSame { try $0.minBy { $0.name } }
    try expectSame { try $0.maxBy { $0.birthDate } }
    try expectSame { try $0.sum { QueryExpression<Double>($0.age) * 0.1 } }
    try expectSame { try $0.reverse().sum { QueryExpression<Double>($0.age) * 0.1 } }
    try expectSame { try $0.sort { $0.name }.average { QueryExpression<Double>($0.age) * 0.1 } }
    try expectSame { try $0.take(5).sum { $0.age % 10 } }
  }

  @Test("collections")
  func collections() throws {
    try expectSame { try $0.select { $0.name }.toSet() }
    try expectSame { try $0.toDictionary({ $0.surname }) { $0.age } }
    try expectSame { try $0.select { $0.name }.aggregate { $0 + ", " + $1 } }
    try expectSame { try $0.aggregate(0) { $0 + $1.name.count } }
    try expectSame { try $0.selectAndStopOnNil { $0.email } }
    try expectSame { try $0.where { $0.email != nil }.selectAndStopOnNil { $0.email } }
  }
}

@Suite("Streams")
struct StreamTests {
  @Test("the elements come one at a time, read only as far as they are wanted")
  func streams() async throws {
    let store = try await PersonStore(path: ":memory:")
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
    let store = try await PersonStore(path: ":memory:")
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
