#if Postgres
import Intentions
import LinqCore
import LinqSQL
import People
import PeoplePostgres
import StorePostgres
import StoreSupport
import TestSupport
import Testing

extension PostgresSuite {
  @Suite(.timeLimit(.minutes(hangLimit))) struct ObservingTests {
    private func person(_ name: String, _ age: Int, email: String? = nil) -> Person {
      Person(name: name, surname: "S", age: age, email: email)
    }

    /// The states of a live query, and what waits for one of them.
    private final class States<Element: Sendable & Equatable>: Sendable {
      private let states = Locked<[[Element]]>([])
      private let task: Task<Void, any Error>

      init(_ query: Query<Element>) {
        let states = states
        task = Task {
          for try await state in query.live() { states.withLock { $0.append(state) } }
        }
      }

      deinit { task.cancel() }

      func reach(_ expected: [Element]) async throws {
        let deadline = ContinuousClock.now + longTimeout
        while states.withLock({ $0.last }) != expected {
          guard ContinuousClock.now < deadline else {
            #expect(states.withLock { $0.last } == expected)
            return
          }
          try await Task.sleep(for: .milliseconds(2))
        }
      }

      var count: Int { states.withLock { $0.count } }
      var all: [[Element]] { states.withLock { $0 } }
    }

    @Test func queriesFollowAllPrograms() async throws {
      let database = try newDatabase()
      let store = try await PersonStore(postgres: database)
      let other = try await PersonStore(postgres: database)
      let adults = States(store.people.where { ($0.age ?? 0) >= 18 }.select { $0.name })
      let sorted = States(store.people.sort { $0.name }.take(2).select { $0.name })
      let sums = States(
        store.people.groupBy { ($0.age ?? 0) % 2 }.select { $0.sum { ($0.age ?? 0) } })
      let names = States(
        store.people.groupBy { ($0.age ?? 0) % 2 }.select { $0.joined(separator: "+") { $0.name } })
      try await adults.reach([])
      try await sorted.reach([])
      var ada = try await store.people.insert(person("Ada", 36))
      try await other.people.insert([person("Bo", 7), person("Cy", 41)])
      try await adults.reach(["Ada", "Cy"])
      try await sorted.reach(["Ada", "Bo"])
      try await sums.reach([36, 48])
      try await names.reach(["Ada", "Bo+Cy"])
      ada.age = 17
      try await other.people.update(ada)
      try await adults.reach(["Cy"])
      try await other.people.where { $0.name == "Bo" }.update {
        $0.set(\.age, to: ($0.age ?? 0) + 60)
      }
      try await adults.reach(["Bo", "Cy"])
      try await store.people.delete(ada.id)
      try await sorted.reach(["Bo", "Cy"])
      _ = try? await store.write { transaction in
        try transaction.people.insert(person("Di", 50))
        throw CancellationError()
      }
      try await other.people.insert(person("Ed", 50))
      try await adults.reach(["Bo", "Cy", "Ed"])
      try await other.pool.write { try $0.run("TRUNCATE person CASCADE") }
      try await adults.reach([])
      try await sums.reach([])
    }

    @Test func whatRanWhenTheObservationBeganIsSeen() async throws {
      let database = try newDatabase()
      let store = try await PersonStore(postgres: database)
      let other = try PostgresConnection(database)
      try other.execute("BEGIN; INSERT INTO person (name, surname, age) VALUES ('Ada', '', 1)")
      let names = States(store.people.select { $0.name })
      try await names.reach([])
      try other.execute("COMMIT")
      try await names.reach(["Ada"])
    }

    @Test func aLostConnectionLosesNothing() async throws {
      let database = try newDatabase()
      let store = try await PersonStore(postgres: database)
      let other = try PostgresConnection(database)
      let names = States(store.people.select { $0.name })
      try await names.reach([])
      for round in 0..<5 {
        // All connections of the store, then a commit of which it is not notified.
        try other.run(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()
          """)
        try other.run("INSERT INTO person (name, surname, age) VALUES ('P\(round)', '', 1)")
        try await names.reach((0...round).map { "P\($0)" })
      }
    }

    @Test func anotherProgramGoesOnWhenTheFirstOneEnds() async throws {
      let database = try newDatabase()
      let first = try await PersonStore(postgres: database)
      let second = try await PersonStore(postgres: database)
      let writer = try await PersonStore(postgres: database)
      var states: [States<String>] = []
      for store in [first, second] {
        states.append(States(store.people.select { $0.name }))
        try await states[states.count - 1].reach([])
      }
      try await writer.people.insert(person("Ada", 1))
      for state in states { try await state.reach(["Ada"]) }
      states.removeFirst()
      await first.close()
      try await writer.people.insert(person("Bo", 1))
      try await states[0].reach(["Ada", "Bo"])
      try await writer.people.insert(person("Cy", 1))
      try await states[0].reach(["Ada", "Bo", "Cy"])
    }

    @Test func writersAloneRecordNothing() async throws {
      let store = try await PersonStore(postgres: try newDatabase())
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<8 {
          group.addTask {
            for number in 0..<40 { try await store.people.insert(person("P\(writer)", number)) }
          }
        }
        try await group.waitForAll()
      }
      let count = try await store.pool.read {
        try $0.query("SELECT count(*) FROM swift.row_change") { try $0.integer(0) }
      }
      #expect(count == [0])
    }

    @Test func nothingIsRecordedForNobody() async throws {
      let store = try await PersonStore(postgres: try newDatabase())
      func recorded() async throws -> Int64 {
        try await store.pool.read {
          try $0.query("SELECT count(*) FROM swift.row_change") { try $0.integer(0) }[0]
        }
      }
      try await store.people.insert(person("Ada", 1))
      #expect(try await recorded() == 0)
      do {
        let names = States(store.people.select { $0.name })
        try await names.reach(["Ada"])
        try await store.people.insert(person("Bo", 1))
        try await names.reach(["Ada", "Bo"])
      }
      #expect(try await recorded() == 1)
      // The observation ends with the last observer, in the background.
      for _ in 0..<500 {
        try await store.people.insert(person("Cy", 1))
        if try await recorded() < store.people.count() - 1 { return }
        try await Task.sleep(for: .milliseconds(10))
      }
      Issue.record("changes are still recorded")
    }

    @Test func manyRowsAreReadAgain() async throws {
      let store = try await PersonStore(postgres: try newDatabase())
      let counts = States(store.people.where { ($0.age ?? 0) > 5 }.select { ($0.age ?? 0) })
      try await counts.reach([])
      try await store.pool.write {
        try $0.run(
          "INSERT INTO person (name, surname, age) "
            + "SELECT 'P', '', n FROM generate_series(1, 20000) n"
        )
      }
      try await counts.reach(Array(6...20000))
    }

    @Test func tablesWithoutTriggersAreRefused() async throws {
      let store = try await PersonStore(postgres: try newDatabase())
      struct Note: Equatable, Sendable {
        var id: Int64 = 0
        var text = ""
      }
      let table = Table(
        "note", Note.init(id:text:), .primaryKey("id", \.id), .column("text", \.text))
      try await store.pool.write {
        try $0.execute(
          "CREATE TABLE note (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, "
            + "text text COLLATE \"C\" NOT NULL)")
      }
      let notes = store.repository(of: table)
      for query in [notes.where { $0.text != "" }, notes.sort { $0.text }] {
        await #expect(throws: QueryError.self) { for try await _ in query.live() {} }
      }
      try await store.pool.write { _ = try $0.query("SELECT swift.observe('note')") { _ in } }
      let texts = States(notes.select { $0.text })
      try await texts.reach([])
      try await notes.insert(Note(text: "é\u{1}\"\\"))
      try await texts.reach(["é\u{1}\"\\"])
    }

    @Test func tablesThatAreAlteredAreReadAgain() async throws {
      struct Note: Sendable {
        var id: Int64 = 0
        var text: String
      }
      let table = Table("note", Note.init, .primaryKey("id", \.id), .column("text", \.text))
      let store = try await PersonStore(postgres: try newDatabase())
      try await store.pool.write {
        try $0.execute(
          "CREATE TABLE note (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, "
            + "text text COLLATE \"C\" NOT NULL); SELECT swift.observe('note')")
      }
      let notes = store.repository(of: table)
      try await notes.insert([Note(text: "a"), Note(text: "b")])
      let texts = States(notes.select { $0.text })
      let sorted = States(notes.sortDescending { $0.text }.take(9).select { $0.text })
      try await texts.reach(["a", "b"])
      try await sorted.reach(["b", "a"])
      // As another program does, whose statements this one does not see.
      func alter(_ sql: String) async throws {
        try await store.pool.withWriter { try $0.run("DO $$ BEGIN \(sql) END $$") }
      }
      try await alter(
        "ALTER TABLE note ALTER COLUMN text TYPE text COLLATE \"C\" USING upper(text);")
      try await texts.reach(["A", "B"])
      try await sorted.reach(["B", "A"])
      // Nothing is ever seen that no state had.
      try await alter(
        "ALTER TABLE note ALTER COLUMN text TYPE text COLLATE \"C\" USING lower(text);")
      try await notes.insert(Note(text: "c"))
      try await texts.reach(["a", "b", "c"])
      try await sorted.reach(["c", "b", "a"])
      try await alter(
        "ALTER TABLE note DROP COLUMN text; ALTER TABLE note ADD COLUMN text text COLLATE \"C\" "
          + "NOT NULL DEFAULT 'reset';")
      try await texts.reach(["reset", "reset", "reset"])
      #expect(texts.all.allSatisfy { $0 != ["A", "B", "c"] })
      let renamed = Task { for try await _ in notes.select({ $0.text }).live() {} }
      let others = Task { for try await _ in notes.sort({ $0.text }).live() {} }
      try await Task.sleep(for: .milliseconds(100))
      try await alter("ALTER TABLE note RENAME COLUMN text TO body;")
      for task in [renamed, others] {
        await #expect(throws: TableDeclarationError.self) { try await task.value }
      }
    }

    /// What another program can do so that changes of a table are not recorded any more.
    private static let replacements = [
      """
      CREATE TABLE other (LIKE person INCLUDING ALL);
      INSERT INTO other OVERRIDING SYSTEM VALUE SELECT * FROM person;
      DROP TABLE person CASCADE;
      ALTER TABLE other RENAME TO person;
      """,
      "ALTER TABLE person RENAME TO old; CREATE TABLE person (LIKE old INCLUDING ALL);",
      "ALTER TABLE person DISABLE TRIGGER swift_inserted;",
      "CREATE TABLE child () INHERITS (person);",
    ]

    @Test(arguments: replacements)
    func aTableThatIsReplacedIsNotObservedAnyMore(replacement: String) async throws {
      let store = try await PersonStore(postgres: try newDatabase())
      try await store.people.insert(person("Ada", 36))
      let names = store.people.select { $0.name }
      let observing = Locked(0)
      let tasks = [names, names.sort { $0 }.take(9)].map { query in
        Task {
          var isFirst = true
          for try await _ in query.live() {
            if isFirst { observing.withLock { $0 += 1 } }
            isFirst = false
          }
        }
      }
      while observing.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(5)) }
      // As another program does, whose statements this one does not see.
      try await store.pool.withWriter { try $0.run("DO $$ BEGIN \(replacement) END $$") }
      for task in tasks { await #expect(throws: QueryError.self) { try await task.value } }
    }

    /// A delegate that records its calls, and may veto.
    private final class Audit: PersonStoreDelegate, Sendable {
      struct Refused: Error {}
      let events = Locked<[String]>([])
      let refuses = Locked(false)

      func willChange(_ change: PersonChange) throws {
        if refuses.withLock({ $0 }) { throw Refused() }
      }
      func didInsert(_ person: Person) { note("+\(person.name) \(person.id)") }
      func didUpdate(_ old: Person, to new: Person) { note("\(old.age ?? 0)>\(new.age ?? 0)") }
      func didDelete(_ person: Person) { note("-\(person.name)") }
      private func note(_ text: String) { events.withLock { $0.append(text) } }
      func take() -> [String] {
        events.withLock { events in
          defer { events = [] }
          return events
        }
      }
    }

    @Test func delegatesAreToldAndMayRefuse() async throws {
      let database = try newDatabase()
      let store = try await PersonStore(postgres: database)
      let other = try await PersonStore(postgres: database)
      let audit = Audit()
      store.delegates.add(audit)
      var ada = try await store.people.insert(person("Ada", 36, email: "ada@example.com"))
      #expect(audit.take() == ["+Ada 1"])
      ada.age = 37
      try await store.people.update(ada)
      try await store.people.update(ada)
      #expect(audit.take() == ["36>37"], "a row that stays the same is no change")
      try await store.write { transaction in
        try transaction.people.insert(person("Bo", 1))
        _ = try? transaction.nested { nested in
          try nested.people.insert(person("Cy", 1))
          throw CancellationError()
        }
        _ = try? transaction.people.insert(person("Di", 1, email: "ada@example.com"))
        try transaction.people.where { ($0.age ?? 0) < 40 }.update {
          $0.set(\.age, to: ($0.age ?? 0) + 1)
        }
      }
      #expect(audit.take() == ["+Bo 2", "37>38", "1>2"])
      try await other.people.insert(person("Ed", 5))
      #expect(audit.take() == [], "delegates hear of the changes of their own store")
      audit.refuses.withLock { $0 = true }
      await #expect(throws: Audit.Refused.self) { try await store.people.delete(ada.id) }
      await #expect(throws: Audit.Refused.self) {
        try await store.write { try $0.people.insert(person("Fi", 1)) }
      }
      #expect(try await store.people.count() == 3)
      audit.refuses.withLock { $0 = false }
      #expect(try await store.people.where { ($0.age ?? 0) < 10 }.delete() == 2)
      #expect(audit.take() == ["-Bo", "-Ed"])
      withExtendedLifetime(audit) {}
    }

    @Test func delegatesOfManyWritersDoNotMakeThemConflict() async throws {
      let store = try await PersonStore(postgres: try newDatabase())
      let audit = Audit()
      store.delegates.add(audit)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<30 {
          group.addTask { try await store.people.insert(person("P\(number)", 1)) }
        }
        try await group.waitForAll()
      }
      #expect(audit.take().count == 30)
      withExtendedLifetime(audit) {}
    }

    @Test func intentionsEditStoredRows() async throws {
      let database = try newDatabase()
      let store = try await PersonStore(postgres: database)
      let other = try await PersonStore(postgres: database)
      var chris = try await store.people.insert(person("Chris", 1))
      let model = try await store.people.stored(chris.id)
      ReverseIntention(model.container, \.name).perform()
      try await model.saved()
      #expect(try await other.people.find(chris.id)?.name == "sirhC")
      chris.name = "Kit"
      try await other.people.update(chris)
      for _ in 0..<2000 where model.container.model?.name != "Kit" {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(model.container.model?.name == "Kit")
    }
  }
}
#endif
