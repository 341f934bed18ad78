import Logging
import People
import StoreSQLite
import Testing

@Suite("A policy and a log for all queries of a store")
struct StorePolicyTests {
  private struct Note: Sendable, Hashable {
    var id: Int64
    var text: String

    static let table = Table("note", Note.init, .primaryKey("id", \.id), .column("text", \.text))
  }

  /// Keeps the messages of a log.
  private struct Handler: LogHandler {
    let recorder: Recorder
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    init(recorder: Recorder) { self.recorder = recorder }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { recorder.add("\(event.message)") }
  }

  private func makeStore(_ policy: QueryPolicy, _ recorder: Recorder) throws -> PersonStore {
    let store = try PersonStore(
      path: ":memory:", policy: policy,
      logger: Logger(label: "test") { _ in Handler(recorder: recorder) })
    try store.pool.write {
      try $0.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT")
    }
    try store.people.insert((1...5).map { (n: Int) in Person(name: "n\(n)", surname: "s", age: n) })
    try store.repository(of: Note.table).insert((1...5).map { Note(id: $0, text: "t\($0)") })
    return store
  }

  private func isOdd(_ number: Int64) -> Bool { number % 2 == 1 }

  @Test("requireSQL: people and tables of your own, in transactions too")
  func requireSQL() throws {
    let store = try makeStore(.requireSQL, Recorder())
    let notes = store.repository(of: Note.table)
    #expect(try store.people.where { ($0.age ?? 0) > 2 }.count() == 3)
    #expect(try notes.where { $0.text == "t1" }.count() == 1)
    try store.people.where { ($0.age ?? 0) > 2 }.verify()
    #expect(throws: QueryError.self) { try store.people.where { isOdd($0.id) }.verify() }
    #expect(throws: QueryError.self) { try store.people.where { isOdd($0.id) }.toArray() }
    #expect(throws: QueryError.self) { try notes.where { isOdd($0.id) }.toArray() }
    try store.read { (transaction: StoreTransaction) throws in
      let rows = transaction.rows(of: Note.table)
      let count = try rows.count()
      #expect(count == 5)
      #expect(throws: QueryError.self) { try rows.where { isOdd($0.id) }.toArray() }
      #expect(throws: QueryError.self) {
        try transaction.people.where { isOdd($0.id) }.toArray()
      }
    }
    // A query may have another policy.
    #expect(try notes.where { isOdd($0.id) }.policy(.automatic).count() == 3)
  }

  @Test("allowFallback: a budget of rows")
  func budget() throws {
    let store = try makeStore(.allowFallback(maxRows: 3), Recorder())
    let notes = store.repository(of: Note.table)
    #expect(try notes.where { $0.id < 4 }.where { isOdd($0.id) }.count() == 2)
    #expect(throws: QueryError.tooManyRows(limit: 3)) {
      try notes.where { isOdd($0.id) }.toArray()
    }
    try store.write { transaction in
      #expect(throws: QueryError.tooManyRows(limit: 3)) {
        try transaction.people.where { isOdd($0.id) }.toArray()
      }
    }
  }

  @Test("a fallback is logged for every table, in transactions too")
  func notices() throws {
    let recorder = Recorder()
    let store = try makeStore(.automatic, recorder)
    // Plans that no other test has: each is logged once for a file.
    let notes = store.repository(of: Note.table).where { $0.id != -771 }
    _ = try notes.where { isOdd($0.id) }.toArray()
    #expect(recorder.all.contains { $0.contains("where runs in memory") })
    let count = recorder.all.count
    try store.read { (transaction: StoreTransaction) throws in
      _ = try transaction.rows(of: Note.table).where { $0.id != -772 }
        .sort { $0.text.utf8.underestimatedCount }.toArray()
    }
    #expect(recorder.all.count > count)
  }

  @Test("statements that closures run are counted in reports, and logged")
  func nestedStatements() throws {
    let recorder = Recorder()
    let store = try makeStore(.automatic, recorder)
    let notes = store.repository(of: Note.table)
    let read = try notes.prepare { (notes, id: QueryExpression<Int64>) in
      notes.where { $0.id == id }
    }
    let query = store.people.where { $0.id != -781 }.where { person in
      try notes.where { $0.id == person.id }.count() == 1
    }.select { try (notes.find($0.id)?.text ?? "", read.firstOrNil($0.id)?.text) }
    let report = try query.report()
    let row = "SELECT id, text FROM note WHERE id = ?"
    #expect(
      report.nestedStatements == [
        "SELECT count(*) FROM note WHERE id = ?": 5, row: 5, row + " ORDER BY id": 5,
      ])
    #expect(report.elementCount == 5)
    let line = "closures of the query ran 15 statements: 5 × SELECT"
    #expect(report.description.contains(line), "\(report)")
    // Queries that only read other queries, and those beside it, have none.
    #expect(try store.people.zip(notes).report().nestedStatements.isEmpty)
    #expect(try store.people.where { isOdd($0.id) }.report().nestedStatements.isEmpty)
    #expect(!recorder.all.contains { $0.contains("closures of the query") })
    _ = try query.toArray()
    _ = try query.toArray()
    #expect(recorder.all.count { $0.contains(line) } == 1, "\(recorder.all)")
  }

  @Test("a query in a closure of a query in a closure belongs to the inner one")
  func nestedTwice() throws {
    let store = try makeStore(.automatic, Recorder())
    let notes = store.repository(of: Note.table)
    let query = store.people.where { person in
      try notes.where { note in
        try store.people.where { $0.id == note.id && $0.age == person.age }.any()
      }.count() == 1
    }
    let nested = try query.report().nestedStatements
    #expect(nested.count == 1 && nested.values.first == 5, "\(nested)")
  }
}
