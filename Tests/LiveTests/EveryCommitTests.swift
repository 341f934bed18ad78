import Foundation
import People
import StoreSQLite
import StoreSupport
import TestSupport
import Testing

/// After any commit, whoever made it and however, a live result equals the query run again, and a
/// delegate has heard of exactly the rows that are stored (S78).
@Suite("S78 live results and delegates after every commit", .timeLimit(.minutes(hangLimit)))
struct EveryCommitTests {
  private struct Note: Sendable, Hashable {
    var id: Int64
    var text: String
  }

  private struct Found: Sendable, Hashable {
    var id: Int64
    var text: String?
  }

  private let folder = TemporaryFolder()

  private static func table(_ name: String) -> Table<Note> {
    Table(name, Note.init, .primaryKey("id", \.id), .column("text", \.text))
  }

  private func pool(
    _ path: String,
    _ schema: String = "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)",
    _ configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) throws -> ConnectionPool {
    let pool = try ConnectionPool(
      path: path == ":memory:" ? path : folder.file(path), configuration: configuration)
    try pool.withWriter { try $0.execute(schema) }
    return pool
  }

  @Test("8a all rows deleted at once by a statement that was prepared before anybody observed")
  func allRowsAtOnce() async throws {
    let pool = try pool(
      "a.db",
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      CREATE TABLE other (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      CREATE TRIGGER emptied AFTER DELETE ON other BEGIN DELETE FROM note; END;
      """)
    let (notes, others) = (
      Repository(Self.table("note"), in: pool), Repository(Self.table("other"), in: pool)
    )
    let ways: [@Sendable () throws -> Void] = [
      { _ = try notes.query.delete() },
      { _ = try pool.write { try $0.run("DELETE FROM note") } },
      { _ = try others.delete(1) },
    ]
    // The statements are prepared while nobody observes.
    for way in ways { try way() }
    let live = Watcher(notes.where { $0.id > 0 }.live())
    for (index, way) in ways.enumerated() {
      try await others.save(Note(id: 1, text: "x"))
      try await notes.insert([Note(id: 0, text: "a"), Note(id: 0, text: "b")])
      try await wait("way \(index): two") { live.last?.count == 2 }
      try way()
      try await wait("way \(index): none") { live.last == [] }
    }
  }

  @Test("8a a delegate that comes later vetoes the deletion of all people")
  func vetoOfAll() throws {
    final class Veto: PersonStoreDelegate {
      func willChange(_ change: PersonChange) throws {
        if case .delete = change { throw ChangeVeto("stay") }
      }
    }
    let store = try PersonStore(path: ":memory:", logger: .silent)
    try store.people.query.delete()
    try store.people.insert(Person(name: "a", surname: "s", age: 1))
    let veto = Veto()
    store.delegates.add(veto)
    #expect(throws: ChangeVeto("stay")) { try store.people.query.delete() }
    #expect(throws: ChangeVeto("stay")) {
      try store.pool.write { try $0.run("DELETE FROM person") }
    }
    #expect(try store.people.count() == 1)
  }

  /// Keeps what a connection reports of its commits.
  private final class Told: Sendable {
    private let rows = Locked<[RowChange]>([])
    func add(_ changes: [RowChange]) { rows.withLock { $0 += changes } }
    func take() -> [String] {
      rows.withLock { rows in
        defer { rows = [] }
        return rows.map { "\($0.operation) \($0.table) \($0.key)" }
      }
    }
  }

  private func told(
    _ schema: String, _ path: String = ":memory:"
  ) throws -> (ConnectionPool, Told) {
    let told = Told()
    var configuration = DatabaseConfiguration()
    configuration.didCommit = { told.add($0) }
    let pool = try pool(path, schema, configuration)
    _ = told.take()
    return (pool, told)
  }

  @Test(
    "8b what a nested transaction takes back is not told, whatever has changed the schema between",
    arguments: [
      "ANALYZE", "VACUUM", "PRAGMA optimize", "CREATE TABLE v (x)",
      "ALTER TABLE note ADD COLUMN more TEXT",
    ])
  func savepointPreparedAgain(between: String) throws {
    let (pool, told) = try told("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    func nested(_ key: Int64) throws {
      try pool.write { connection in
        try? connection.transaction {
          try connection.run("INSERT INTO note (id, text) VALUES (?, 'a')", [.integer(key)])
          throw Stop()
        }
        try connection.transaction {
          try connection.run("INSERT INTO note (id, text) VALUES (?, 'b')", [.integer(key + 1)])
        }
      }
    }
    try nested(1)
    try pool.withWriter { try $0.execute(between) }
    try nested(11)
    #expect(told.take().filter { $0.contains(" note ") } == ["insert note 2", "insert note 12"])
  }

  @Test("names of savepoints that differ for SQLite, and EXPLAIN, which does nothing")
  func namesOfSavepoints() throws {
    let (pool, told) = try told("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    try pool.withWriter {
      try $0.execute(
        """
        BEGIN;
        SAVEPOINT "É"; INSERT INTO note VALUES (1, 'a');
        SAVEPOINT "é"; INSERT INTO note VALUES (2, 'b');
        ROLLBACK TO "É"; INSERT INTO note VALUES (3, 'c');
        SAVEPOINT "A"; INSERT INTO note VALUES (4, 'd');
        EXPLAIN ROLLBACK TO "a"; EXPLAIN RELEASE "É";
        ROLLBACK TO "É"; INSERT INTO note VALUES (5, 'e');
        COMMIT
        """)
    }
    #expect(told.take() == ["insert note 5"])
  }

  @Test(
    "8c what a trigger wrote before the failure of the first row is told where it stays",
    arguments: ["FAIL", "ABORT", "ROLLBACK"], [true, false])
  func failureAfterTrigger(resolution: String, isInTransaction: Bool) throws {
    let rows = Locked<[RowChange]>([])
    var configuration = DatabaseConfiguration()
    configuration.didCommit = { changes in rows.withLock { $0 += changes } }
    let pool = try pool(
      ":memory:",
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL CHECK (text <> 'late'));
      CREATE TABLE log (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      CREATE VIEW shown AS SELECT * FROM note;
      CREATE TRIGGER refused BEFORE INSERT ON note WHEN new.text IN ('bad', 'late') BEGIN
        UPDATE log SET text = new.text, id = 8 WHERE id = 7;
        INSERT INTO log (text) VALUES ('refused');
        SELECT RAISE(\(resolution), 'bad') WHERE new.text = 'bad';
      END;
      CREATE TRIGGER instead INSTEAD OF INSERT ON shown BEGIN
        INSERT INTO note VALUES (new.id, 'good');
        INSERT INTO note VALUES (new.id + 1, new.text);
      END;
      INSERT INTO log VALUES (7, 'old');
      """, configuration)
    func state() throws -> [[Value]] {
      try pool.read {
        try $0.query("SELECT 'log', id, text FROM log UNION SELECT 'note', id, text FROM note") {
          try [$0.value(0), $0.value(1), $0.value(2)]
        }
      }
    }
    var keptCount = 0
    for sql in [
      "INSERT INTO note VALUES (1, 'bad')", "INSERT INTO shown VALUES (3, 'bad')",
      "INSERT OR FAIL INTO note VALUES (5, 'late')", "INSERT OR ABORT INTO note VALUES (6, 'late')",
    ] {
      let before = try state()
      rows.withLock { $0 = [] }
      try pool.withWriter { connection in
        if isInTransaction { try connection.execute("BEGIN; INSERT INTO note VALUES (100, 'a')") }
        #expect(throws: DatabaseError.self) { try connection.run(sql) }
        if connection.isInTransaction {
          try connection.execute("DELETE FROM note WHERE id = 100; COMMIT")
        }
      }
      let after = try state()
      var told = Set(before)
      for change in rows.withLock({ $0 }) {
        if let old = change.old { told.remove([.text(change.table)] + old) }
        if let new = change.new { told.insert([.text(change.table)] + new) }
      }
      #expect(told == Set(after), "\(sql)")
      keptCount += before == after ? 0 : 1
    }
    #expect(keptCount == (resolution == "FAIL" ? 3 : 1))
  }

  @Test("8d views and full-text tables as second sources", arguments: [":memory:", "d.db"])
  func viewsAsSecondSources(path: String) async throws {
    let pool = try pool(
      path,
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      CREATE TABLE other (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      CREATE TABLE third (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      CREATE VIEW inner_view AS SELECT id, text FROM other;
      CREATE VIEW shown AS SELECT id, text FROM inner_view WHERE (SELECT count(*) FROM third) < 2;
      CREATE VIRTUAL TABLE searched USING fts5 (text);
      INSERT INTO note VALUES (1, 'a');
      """)
    let notes = Repository(Self.table("note"), in: pool)
    let shown = Repository(Self.table("shown"), in: pool)
    let searched = Repository(
      Table("searched", Found.init, .primaryKey("rowid", \.id), .column("text", \.text)), in: pool)
    let joined = Watcher(notes.join(shown, on: { $0.id }, equals: { $0.id }).live())
    let united = Watcher(notes.select(\.text).union(shown.select(\.text)).live())
    let containing = Watcher(
      notes.where { note in shown.matching { $0.text == note.text }.any() }.live())
    let full = Watcher(notes.join(searched, on: { $0.id }, equals: { $0.id }).live())
    func agree(_ what: String) async throws {
      try await wait("join, \(what)") {
        try joined.last.map { $0.map(\.1) }
          == notes.join(shown, on: { $0.id }, equals: { $0.id }).toArray().map(\.1)
      }
      try await wait("union, \(what)") {
        try united.last == notes.select(\.text).union(shown.select(\.text)).toArray()
      }
      try await wait("any, \(what)") {
        try containing.last
          == notes.where { note in shown.matching { $0.text == note.text }.any() }.toArray()
      }
      try await wait("full text, \(what)") {
        try full.last.map { $0.map(\.1) }
          == notes.join(searched, on: { $0.id }, equals: { $0.id }).toArray().map(\.1)
      }
    }
    try await agree("at first")
    for sql in [
      "INSERT INTO other VALUES (1, 'a')", "INSERT INTO searched (rowid, text) VALUES (1, 'b')",
      "INSERT INTO third VALUES (1, 'a'), (2, 'b')", "DELETE FROM third", "DELETE FROM other",
      "BEGIN; DROP VIEW shown; CREATE VIEW shown AS SELECT * FROM third; COMMIT",
      "INSERT INTO third VALUES (1, 'c')", "DELETE FROM searched",
    ] {
      try await pool.withWriter { try $0.execute(sql) }
      try await agree(sql)
    }
    #expect(try await shown.count() == 1)
  }

  @Test("8e a writer that was closed and opened again hears of other processes' commits")
  func writerOpenedAgain() async throws {
    let pool = try pool("e.db")
    let notes = Repository(Self.table("note"), in: pool)
    let other = try SQLiteConnection(path: folder.file("e.db"))
    let live = Watcher(notes.live())
    try await wait("none") { live.last == [] }
    try await pool.withWriter { $0.close() }
    try other.run("INSERT INTO note VALUES (1, 'a')")
    try await wait("while it was closed") { live.last?.count == 1 }
    try other.run("INSERT INTO note VALUES (2, 'b')")
    try await wait("after it was opened") { live.last?.count == 2 }
    try await notes.insert(Note(id: 3, text: "c"))
    try await wait("its own") { live.last?.count == 3 }
  }

  @Test("a snapshot that a full-text table leaves open in a failed statement ends with it")
  func snapshotLeftOpen() throws {
    let (first, second) = (
      try SQLiteConnection(path: folder.file("f.db")),
      try SQLiteConnection(path: folder.file("f.db"))
    )
    try first.execute(
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL, size INTEGER CHECK (size < 9));
      CREATE TABLE log (x);
      CREATE VIRTUAL TABLE searched USING fts5 (text);
      CREATE TRIGGER inserted AFTER INSERT ON note BEGIN
        INSERT INTO searched (rowid, text) VALUES (new.id, new.text);
      END;
      """)
    #expect(throws: DatabaseError.self) {
      try first.run("INSERT OR REPLACE INTO note VALUES (1, 'a', 1), (2, 'b', 10)")
    }
    try second.run("INSERT INTO log VALUES (1)")
    #expect(try first.query("SELECT count(*) FROM log") { try $0.integer(0) } == [1])
  }

  @Test("8f temporary tables, attached files and temporary views of a database in memory")
  func otherDatabases() async throws {
    let attached = folder.file("attached.db")
    let pool = try pool(
      ":memory:",
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      CREATE TEMP TABLE brief (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      ATTACH '\(attached)' AS away;
      CREATE TABLE away.far (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      """)
    let (brief, far, notes) = (
      Watcher(Repository(Self.table("brief"), in: pool).live()),
      Watcher(Repository(Self.table("far"), in: pool).sort { $0.text }.live()),
      Watcher(Repository(Self.table("note"), in: pool).live())
    )
    try await wait("none") { brief.last == [] && far.last == [] && notes.last == [] }
    try await pool.write { try $0.execute("INSERT INTO brief VALUES (1, 'a')") }
    try await wait("a temporary table") { brief.last?.count == 1 }
    try await pool.write { try $0.execute("INSERT INTO far VALUES (1, 'a'), (2, 'b')") }
    try await wait("an attached file") { far.last?.count == 2 }
    try await pool.write { try $0.execute("DELETE FROM far; DELETE FROM brief") }
    try await wait("all rows at once") { far.last == [] && brief.last == [] }
    // The name means the temporary view from now on.
    try await pool.write {
      try $0.execute(
        "CREATE TEMP VIEW note AS SELECT id, text FROM brief; INSERT INTO brief VALUES (5, 'v')")
    }
    try await wait("a temporary view") { notes.last == [Note(id: 5, text: "v")] }
  }

  @Test("what changes without rows: settings, schema, VACUUM, and a table that another replaces")
  func withoutRows() async throws {
    let pool = try pool(":memory:")
    let version = Watcher(
      Query("version", from: pool) {
        try pool.read { try $0.query("PRAGMA user_version") { try $0.integer(0) } }
      }.live())
    let notes = Watcher(Repository(Self.table("note"), in: pool).live())
    try await wait("none") { version.last == [0] && notes.last == [] }
    try await pool.write { try $0.execute("PRAGMA user_version = 5") }
    try await wait("a setting") { version.last == [5] }
    try await pool.write { try $0.execute("INSERT INTO note VALUES (1, 'a')") }
    try await wait("a row") { notes.last?.count == 1 }
    try await pool.write {
      try $0.execute(
        """
        CREATE TABLE new_note (text TEXT NOT NULL, id INTEGER PRIMARY KEY);
        INSERT INTO new_note SELECT upper(text), id + 10 FROM note;
        DROP TABLE note;
        ALTER TABLE new_note RENAME TO note;
        """)
    }
    try await wait("another table") { notes.last == [Note(id: 11, text: "A")] }
    try await pool.write { try $0.execute("INSERT INTO note (id, text) VALUES (12, 'b')") }
    try await wait("its rows") { notes.last?.map(\.id) == [11, 12] }
  }

  @Test("a delegate knows the columns of people after they have changed their places")
  func columnsOfPeople() throws {
    final class Names: PersonStoreDelegate {
      let names = Locked<[String]>([])
      func didInsert(_ person: Person) { names.withLock { $0.append(person.name) } }
      func didDelete(_ person: Person) { names.withLock { $0.append("-" + person.name) } }
    }
    let store = try PersonStore(path: ":memory:", logger: .silent)
    let told = Names()
    store.delegates.add(told)
    try store.people.insert(Person(name: "a", surname: "s", age: 1))
    try store.pool.withWriter {
      try $0.execute(
        """
        BEGIN;
        CREATE TABLE new_person (
          surname TEXT NOT NULL, name TEXT NOT NULL, id INTEGER PRIMARY KEY, age INTEGER,
          email TEXT UNIQUE, birth_date TEXT, attributes TEXT NOT NULL, text_version INTEGER);
        INSERT INTO new_person
          SELECT surname, name, id, age, email, birth_date, attributes, text_version FROM person;
        DROP TABLE person;
        ALTER TABLE new_person RENAME TO person;
        COMMIT
        """)
    }
    try store.people.insert(Person(name: "b", surname: "s", age: 1))
    #expect(told.names.withLock { $0 } == ["a", "b"])
  }
}
