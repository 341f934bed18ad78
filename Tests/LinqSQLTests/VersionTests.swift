import LinqCore
import LinqSQL
import StoreSQLite
import Testing

@Suite("Tables with a version: nobody overwrites what somebody else has changed")
struct VersionTests {
  private struct Note: Sendable, Hashable {
    var id: Int64 = 0
    var title: String
    var text: String = ""
    var version = 1
  }

  private static let table = Table(
    "note", Note.init, .primaryKey("id", \.id), .column("title", \.title),
    .column("text", \.text), .column("version", \.version)
  ).versioned(by: \.version)

  private let pool: ConnectionPool
  private let notes: any BlockingRepository<Note>

  init() throws {
    pool = try ConnectionPool(path: ":memory:")
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE note (
          id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, text TEXT NOT NULL,
          version INTEGER NOT NULL) STRICT;
        """)
    }
    notes = Repository(Self.table, in: pool)
  }

  private func version(_ id: Int64 = 1) throws -> Int? { try notes.find(id)?.version }

  @Test("an update of an outdated row is an error")
  func updates() throws {
    var mine = try notes.insert(Note(title: "a"))
    var theirs = mine
    mine.text = "mine"
    mine = try notes.update(mine)
    #expect(mine.version == 2)
    theirs.text = "theirs"
    let outdated = RowError.outdated(table: "note", key: RowKey(1))
    #expect(throws: outdated) { try notes.update(theirs) }
    #expect(throws: outdated) { try notes.save(theirs) }
    #expect(throws: outdated) { try notes.delete(theirs) }
    #expect("\(outdated)" == "note: the row with key 1 has been changed since it was read")
    #expect(try notes.all() == [Note(id: 1, title: "a", text: "mine", version: 2)])
    mine.text = "again"
    #expect(try notes.save(mine).version == 3)
    #expect(throws: RowError.notFound(table: "note", key: RowKey(9))) {
      try notes.update(Note(id: 9, title: "x"))
    }
    #expect(try notes.save(Note(id: 9, title: "x", version: 5)).version == 5)
  }

  @Test("a row is deleted as it was read, or by its key")
  func deletions() throws {
    let first = try notes.insert(Note(title: "a"))
    var second = try notes.insert(Note(title: "b"))
    second.text = "changed"
    try notes.update(second)
    #expect(throws: RowError.outdated(table: "note", key: RowKey(2))) { try notes.delete(second) }
    #expect(try notes.delete(first))
    #expect(try !notes.delete(first))
    #expect(try notes.delete(2))
    #expect(try notes.all().isEmpty)
  }

  @Test("changes that overwrite count, too")
  func counted() throws {
    let first = try notes.insert(Note(title: "a"))
    try notes.query.update { $0.set(\.text, to: "b") }
    #expect(try version() == 2)
    try notes.query.update { $0.set(\.text) { $0.text + "c" } }
    #expect(try version() == 3)
    var changed = first
    changed.title = "c"
    let merged = try pool.withWriter {
      try TableAccess(Self.table, on: $0).update(changed, changedFrom: first)
    }
    #expect(merged == Note(id: 1, title: "c", text: "bc", version: 4))
    #expect(try notes.save(Note(title: "c", text: "d"), matching: \.title).version == 5)
    let counted = try notes.save(Note(title: "c"), matching: \.title) {
      $0.set(\.text, to: $0.text + "e")
    }
    #expect(counted == Note(id: 1, title: "c", text: "de", version: 6))
    try notes.insert([Note(title: "c", text: "f")], onConflict: .update(matching: \Note.title))
    try notes.insert(
      [Note(title: "c", text: "g")], onConflict: .update(columns: ["text"], unique: ["title"]))
    try notes.insert([Note(title: "c")], onConflict: .update(columns: [], unique: ["title"]))
    #expect(try notes.all() == [Note(id: 1, title: "c", text: "g", version: 8)])
    try notes.query.update { $0.set(\.version, to: 1) }
    #expect(try version() == 1)
  }

  @Test("a version needs a column that the program writes")
  func declaration() throws {
    let wrong = Table(
      "note", { Note(id: $0, title: $1) }, .primaryKey("id", \.id), .column("title", \.title)
    ).versioned(by: \.version)
    let rows: any BlockingRepository<Note> = Repository(wrong, in: pool)
    #expect(throws: TableDeclarationError.self) { try rows.all() }
  }
}
