#if Postgres
import LinqCore
import LinqSQL
import People
import PeoplePostgres
import StoreEngine
import StoreSupport
import TestSupport
import Testing

extension PostgresSuite {
  @Suite struct StoreTests {
    let ada = Person(name: "Ada", surname: "Lovelace", age: 36)
    let grace = Person(name: "Grace", surname: "Hopper", age: 85, email: "grace@example.com")

    @Test func rowsAreStoredAndFound() async throws {
      let store = try await Self.store()
      let people = try await store.people.insert([ada, grace])
      #expect(people.map(\.id) == [1, 2])
      #expect(try await store.people.find(2) == people[1])
      #expect(try await store.people.find(9) == nil)
      #expect(try await store.people.all() == people)
      var changed = people[0]
      changed.name = "e\u{301}"
      try await store.people.update(changed)
      #expect(try await store.people.find(1)?.name.utf8.elementsEqual("\u{E9}".utf8) == true)
      #expect(try await store.people.delete(2))
      #expect(try await !store.people.delete(2))
      await #expect(throws: RowError.notFound(table: "person", key: 2)) {
        try await store.people.update(people[1])
      }
      // No key is used a second time, and one that was given is not given again.
      var kept = grace
      kept.id = 10
      #expect(try await store.people.insert(kept).id == 10)
      #expect(try await store.people.insert(ada).id == 11)
    }

    private static func store() async throws -> PersonStore {
      try await PersonStore(postgres: try newDatabase())
    }

    @Test func twoPeopleAreFoundAndMerged() async throws {
      let store = try await Self.store()
      let people = try await store.people.insert([
        ada, grace, Person(name: "Lovelace", surname: "Áda", email: "GRACE@example.com"),
      ])
      try await store.groups.insert(PersonGroup(letter: "L", items: [people[2], people[1]]))
      let found = try await store.people.duplicates()
      #expect(try await Query(people).duplicates() == found)
      #expect(found.pairs.map(\.matches) == [[.email], [.similarName(distance: 0)]])
      let merge = try await store.merge(3, into: 1)
      #expect(merge.groups == ["L"] && merge.person.email == "GRACE@example.com")
      #expect(merge.person.attributes == ["name (2)": "Lovelace", "surname (2)": "Áda"])
      #expect(try await store.people.all() == [merge.person, people[1]])
      #expect(try await store.groups.all()[0].items == [merge.person, people[1]])
    }

    @Test func theLastOfTwoNewValuesCounts() async throws {
      let store = try await Self.store()
      try await store.people.insert([ada, grace])
      let count = try await store.people.where { ($0.age ?? 0) > 40 }.update {
        $0.set(\.age, to: -1)
        $0.set(\.name, to: "Amazing")
        $0.set(\.age, to: ($0.age ?? 0) + 1)
      }
      #expect(count == 1)
      let changed = try await store.people.find(2)
      #expect(changed?.name == "Amazing" && changed?.age == 86)
    }

    @Test func rowsThatDoNotFitAreRefused() async throws {
      let store = try await Self.store()
      try await store.people.insert(grace)
      await #expect(throws: RowError.duplicate(table: "person", fields: ["email"])) {
        try await store.people.insert(grace)
      }
      await #expect(throws: RowError.self) {
        try await store.people.insert(Person(name: "", surname: "", age: -1))
      }
      await #expect {
        try await store.people.insert(Person(name: "ab", surname: "a\0b", age: 1))
      } throws: {
        "\($0)".contains("surname must not contain line ends, tabs or other control characters")
      }
      // Other programs cannot store what is not in canonical form.
      await #expect(throws: DatabaseError.self) {
        try await store.pool.write {
          try $0.run("INSERT INTO person (name, surname, age) VALUES ('e\u{301}', '', 1)")
        }
      }
      #expect(try await store.people.count() == 1)
    }

    @Test func groupsHaveTheirItems() async throws {
      let store = try await Self.store()
      let people = try await store.people.insert([ada, grace])
      let group = try await store.groups.insert(PersonGroup(letter: "L", items: people))
      #expect(try await store.groups.find(letter: "L") == group)
      #expect(try await store.groups.all() == [group])
      await #expect(throws: RowError.self) {
        try await store.groups.insert(PersonGroup(letter: "L"))
      }
      var empty = group
      empty.items = []
      try await store.groups.update(empty)
      #expect(try await store.groups.all() == [empty])
    }

    @Test func aTransactionIsWholeOrNothing() async throws {
      let store = try await Self.store()
      await #expect(throws: Stop.self) {
        try await store.write { transaction in
          try transaction.people.insert(ada)
          #expect(try transaction.people.where { ($0.age ?? 0) > 30 }.count() == 1)
          throw Stop()
        }
      }
      #expect(try await store.people.count() == 0)
      try await store.write { transaction in
        try transaction.people.insert(grace)
        #expect(throws: RowError.self) { try transaction.people.insert(grace) }
        try transaction.people.insert(ada)
      }
      #expect(try await store.people.count() == 2)
    }

    @Test func rowsAreChangedThroughAQuery() async throws {
      let store = try await Self.store()
      try await store.people.insert([ada, grace])
      #expect(
        try await store.people.where { ($0.age ?? 0) < 40 }.update {
          $0.set(\.age, to: ($0.age ?? 0) + 1)
        } == 1)
      #expect(try await store.people.select { $0.age }.toArray() == [37, 85])
      #expect(try await store.people.where { $0.surname.hasPrefix("H") }.delete() == 1)
      await #expect(throws: RowError.self) {
        try await store.people.update { $0.set(\.age, to: -($0.age ?? 0)) }
      }
      await #expect(throws: ExpressionError.arithmeticOverflow) {
        try await store.people.update { $0.set(\.age, to: ($0.age ?? 0) + Int.max) }
      }
    }

    @Test("new values that the server leaves to memory")
    func newValuesInMemory() async throws {
      let store = try await Self.store()
      let older = store.people.where { ($0.age ?? 0) > 18 }
      try await store.people.insert([ada, grace, Person(name: "日本", surname: "Été ", age: 20)])
      #expect(
        try await older.update {
          $0.set(\.name, to: $0.name.uppercased() + "!")
          $0.set(\.surname, to: $0.surname.trimming())
          $0.set(\.age, to: ($0.age ?? 0) + 1)
          $0.set(\.email, to: nil)
        } == 3)
      #expect(try await store.people.select { $0.name }.toArray() == ["ADA!", "GRACE!", "日本!"])
      let rows = try await store.people.toArray()
      #expect(rows.map(\.surname) == [ada.surname, grace.surname, "Été"])
      #expect(rows.map(\.age) == [(ada.age ?? 0) + 1, (grace.age ?? 0) + 1, 21])
      #expect(rows.allSatisfy { $0.email == nil })
      await #expect(throws: RowError.self) {
        try await older.update {
          $0.set(\.name, to: $0.name.uppercased())
          $0.set(\.age, to: ($0.age ?? 0) - 30)
        }
      }
      #expect(try await store.people.toArray() == rows)
    }

    @Test func preparedQueriesRun() async throws {
      let store = try await Self.store()
      try await store.people.insert([ada, grace])
      let older = try store.people.prepare { people, age in
        people.where { ($0.age ?? 0) > age }.sort { $0.surname }
      }
      #expect(try await older(40).map(\.name) == ["Grace"])
      #expect(try await older(20).map(\.name) == ["Grace", "Ada"])
      let named = try store.people.prepare { (people, email: QueryExpression<String?>) in
        people.where { $0.email == email }
      }
      #expect(try await named("grace@example.com").count == 1)
      #expect(try await named(nil).map(\.name) == ["Ada"])
      #expect(try await named("a\0b").isEmpty)
    }

    @Test func theSameChainsGiveTheSameReports() async throws {
      let store = try await Self.store()
      try await store.people.insert([ada, grace])
      let letters = store.people.groupBy { $0.surname.prefix(1) }
        .select { ($0.key, $0.count, $0.sum { $0.age }) }
      let plan = try letters.plan()
      #expect(
        plan.sql == """
          SELECT swift.prefix(surname, $1), count(*), coalesce(CAST(sum(age) AS bigint), 0) \
          FROM person GROUP BY swift.prefix(surname, $1) ORDER BY min(id)
          """)
      #expect(plan.isAllSQL)
      #expect(try await letters.toArray().map(\.0) == ["L", "H"])
      let statistics = store.people.groupBy { $0.surname.prefix(1) }.select {
        (
          $0.median { $0.age }, $0.standardDeviation { $0.age },
          $0.joined(separator: "+") { $0.name }
        )
      }
      #expect(
        try statistics.plan().sql == """
          SELECT swift.median(array_agg(age ORDER BY age)), \
          swift.stddev_samp(array_agg(age ORDER BY age)), \
          swift.joined(string_agg(name, $1 ORDER BY id)) FROM person \
          GROUP BY swift.prefix(surname, $2) ORDER BY min(id)
          """)
      let report = try await store.people.where { $0.name == "a\0b" }.report()
      #expect(report.elementCount == 0 && report.failure != nil)
    }

    @Test func manyTasksReadAndWrite() async throws {
      let store = try await Self.store()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask {
            try await store.people.insert(Person(name: "P\(number)", surname: "", age: number))
            _ = try await store.people.where { ($0.age ?? 0) >= number }.count()
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store.people.count() == 40)
    }

    @Test func aCancelledQueryStops() async throws {
      let store = try await Self.store()
      let start = ContinuousClock.now
      let task = Task {
        try await store.pool.read { try $0.run("SELECT pg_sleep(60)") }
      }
      try await Task.sleep(for: .milliseconds(200))
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
      #expect(ContinuousClock.now - start < .seconds(20))
      #expect(try await store.people.count() == 0)
    }

    @Test func aLostConnectionIsReplaced() async throws {
      let store = try await Self.store()
      try await store.people.insert(ada)
      _ = try? await store.pool.write {
        try $0.run(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            + "WHERE datname = current_database()"
        )
      }
      _ = try? await store.people.insert(ada)
      _ = try? await store.people.count()
      #expect(try await store.people.count() >= 1)
      try await store.people.insert(grace)
    }

    @Test func windowsRunWhereTheirValuesDo() async throws {
      let store = try await Self.store()
      try await store.people.insert([ada, grace, Person(name: "Ada", surname: "Byron", age: 38)])
      let windows = store.people.query.sort { $0.name }.windows()
      let onServer = windows.select {
        let near = $0.rows(before: 2, after: nil, by: { $0.age ?? 0 })
        return (near.count, near.sum { $0.id }, $0.last(2).joined(separator: "-") { $0.surname })
      }
      #expect(try onServer.plan().isAllSQL)
      try await onServer.verify()
      // The server has no such function, no medians of windows, and another order in a range.
      let ofElement = windows.select {
        ($0.element.name.padding(toLength: 9, withPad: ".", startingAt: 0), $0.rowNumber)
      }
      try await ofElement.verify()
      let ofArrays = windows.where { $0.rowNumber < 3 }.select {
        (
          $0.soFar.median { $0.age }, $0.soFar.average { ($0.age ?? 0).double / 3 },
          $0.rows(before: 2, after: 2, by: { $0.age ?? 0 }).joined { $0.surname }
        )
      }
      try await ofArrays.verify()
      for plan in [try ofElement.plan(), try ofArrays.plan()] {
        #expect(plan.operators.first { $0.name == "windows" }?.place != .sql)
      }
    }

    @Test func keysOfGroupsAreOperands() async throws {
      let store = try await Self.store()
      try await store.people.insert([ada, grace])
      let chain = "countBy { \"(\" + $0.fullName }.where { \"x\" < $0.0 + $0.0 }"
      #expect(try store.textForm.parse(chain).run() == .array([]))
      let texts = try await store.people.groupBy { "(" + $0.surname }
        .where { $0.key.isEmpty == false }.select { $0.key + $0.key }.toArray()
      #expect(texts == ["(Lovelace(Lovelace", "(Hopper(Hopper"])
      let sums = try await store.people.groupBy { ($0.age ?? 0) + 1 }.select {
        2 - ($0.key - $0.key)
      }
      .toArray()
      #expect(sums == [2, 2])
    }

    @Test func transfersAddUp() async throws {
      let store = try await Self.store()
      try await store.people.insert((0..<10).map { Person(name: "P\($0)", surname: "", age: 100) })
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask {
            for round in 0..<10 {
              let (from, to) = (
                Int64((writer + round) % 10 + 1), Int64((writer * 3 + round) % 10 + 1)
              )
              guard from != to else { continue }
              try await store.write(retrying: 100) { transaction in
                guard var giver = try transaction.people.find(from),
                  var taker = try transaction.people.find(to)
                else { return }
                giver.age? -= 1
                taker.age? += 1
                try transaction.people.update(giver)
                try transaction.people.update(taker)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store.people.sum { $0.age } == 1000)
    }
  }
}
#endif
