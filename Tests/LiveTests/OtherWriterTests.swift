import Foundation
import People
import StoreSQLite
import TestSupport
import Testing

@Suite("Live queries: other connections, other schemas", .timeLimit(.minutes(hangLimit)))
struct OtherWriterTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = TemporaryFolder()
    path = folder.file()
  }

  @Test("commits by others are seen, also between commits of one's own")
  func others() async throws {
    let store = try await PersonStore(path: path, logger: .silent)
    let other = try await PersonStore(path: path, logger: .silent)
    let names = Watcher(store.people.select(\.name).live())
    let sorted = Watcher(store.people.where { $0.age == 1 }.sort { $0.name }.select(\.name).live())
    try await wait("the first results") { names.last == [] && sorted.last == [] }
    try await other.people.insert(Person(name: "b", surname: "s", age: 1))
    try await wait("theirs") { names.last == ["b"] && sorted.last == ["b"] }
    for index in 0..<50 {
      try await (index % 2 == 0 ? store : other).people.insert(
        Person(name: "\(index)", surname: "s", age: 1))
    }
    try await wait("both") { names.last?.count == 51 && sorted.last?.count == 51 }
    // No state that never was: people come in the order of their keys.
    let all = try await store.people.select(\.name).toArray()
    #expect(names.all.allSatisfy { $0 == Array(all.prefix($0.count)) })
  }

  @Test("other tables, views, and a schema that changes")
  func schemas() async throws {
    struct Note: Sendable, Hashable {
      var id: Int64
      var text: String
      var stars: Int?
    }
    let pool = try await ConnectionPool(path: path)
    try await pool.write {
      try $0.execute(
        """
        CREATE TABLE note (stars INTEGER, text TEXT NOT NULL, id INTEGER PRIMARY KEY) STRICT;
        CREATE VIEW starred AS
          SELECT id, text, length(text) AS stars FROM note WHERE text > 'a';
        """)
    }
    func table(_ name: String) -> Repository<Note> {
      Repository(
        Table(
          name, Note.init, .primaryKey("id", \.id), .column("text", \.text),
          .column("stars", \.stars)), in: pool)
    }
    let notes = table("NOTE")
    let (whole, view, few) = (
      Watcher(notes.live()), Watcher(table("starred").select(\.text).live()),
      Watcher(notes.where { $0.stars == 7 }.sort { $0.text }.select(\.text).live())
    )
    try await wait("the first results") {
      whole.last == [] && view.last == [] && few.last == []
    }
    try await notes.insert(Note(id: 0, text: "a", stars: 1))
    try await notes.insert(Note(id: 0, text: "b", stars: 2))
    try await wait("columns in another order, and a view") {
      whole.last?.map(\.text) == ["a", "b"] && view.last == ["b"]
    }
    // Rows that were written before a column with a default value came: SQLite does not tell their
    // old values.
    try await pool.write {
      try $0.execute("ALTER TABLE note ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'")
      try $0.execute("ALTER TABLE note DROP COLUMN stars")
      try $0.execute("ALTER TABLE note ADD COLUMN stars INTEGER DEFAULT 7")
    }
    try await wait("another schema") {
      few.last == ["a", "b"] && whole.last?.map(\.stars) == [7, 7]
    }
    try await pool.write { try $0.execute("UPDATE note SET stars = 8 WHERE text = 'a'") }
    try await wait("an update of an old row") {
      few.last == ["b"] && whole.last?.map(\.stars) == [8, 7]
    }
    try await pool.write { try $0.execute("DELETE FROM note") }
    try await wait("nothing") { whole.last == [] && few.last == [] && view.last == [] }
  }
}
