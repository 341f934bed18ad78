import CStoreSQLite
import Foundation
import People
import StoreSQLite
import TestSupport
import Testing

/// Files are damaged at random: bytes, pages and ends of the database and of its log, and the texts
/// of its schema. Whatever is done with such a file gives a typed error or an answer, in bounded
/// time.
@Suite("Damaged files", .serialized, .timeLimit(.minutes(hangLimit)))
struct DamageTests {
  private static let mutants = Damage.count(short: 80)

  /// The bytes of a database and of its log, which has changes that are not in the database yet.
  private struct Files {
    var database: [UInt8]
    var log: [UInt8]

    init() throws {
      let folder = try WorkFolder()
      let connection = try SQLiteConnection(path: folder.path)
      defer { connection.close() }
      try connection.run("UPDATE person SET age = 41 WHERE id % 2 = 0")
      try connection.run("INSERT INTO person_group (letter) VALUES ('Z')")
      try connection.run("INSERT INTO person_group_item VALUES (1, 0, 1), (1, 1, 2)")
      database = try Array(Data(contentsOf: URL(filePath: folder.path)))
      log = try Array(Data(contentsOf: URL(filePath: folder.path + "-wal")))
    }

    /// Changes the files at random, and returns what was done.
    mutating func damage(_ generator: inout Seed.Generator) -> String {
      var steps: [String] = []
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        if Bool.random(using: &generator) {
          steps.append("database: " + Damage.apply(to: &database, using: &generator))
        } else {
          steps.append("log: " + Damage.apply(to: &log, using: &generator))
        }
      }
      return steps.joined(separator: "; ")
    }

    func write(to path: String) throws {
      try Data(database).write(to: URL(filePath: path))
      try Data(log).write(to: URL(filePath: path + "-wal"))
    }
  }

  /// Everything that a program does with a store.
  private static let actions: [(name: String, run: @Sendable (PersonStore) throws -> Void)] = [
    ("count", { _ = try $0.people.count() }),
    ("list", { _ = try $0.people.sort { $0.surname }.toArray() }),
    ("where", { _ = try $0.people.where { $0.email == "p3@example.org" }.toArray() }),
    ("group", { _ = try $0.people.groupBy { $0.age }.select { ($0.key, $0.count) }.toArray() }),
    ("find", { _ = try $0.people.find(7) }),
    ("groups", { _ = try $0.groups.all() }),
    ("check", { _ = try $0.check() }),
    ("insert", { try $0.people.insert(WorkFolder.person(5000)) }),
    ("update", { try $0.people.where { ($0.age ?? 0) > 40 }.update { $0.set(\.age, to: 39) } }),
    ("delete", { try $0.people.where { $0.id > 50 }.delete() }),
    ("repair", { _ = try $0.repair() }),
    ("check again", { _ = try $0.check() }),
  ]

  private func expectAnswers(_ path: String, _ place: String) {
    let start = ContinuousClock.now
    var last = "open"
    do {
      try WorkFolder.withStore(path) { store in
        for action in Self.actions {
          last = action.name
          do {
            try action.run(store)
          } catch {
            #expect(Work.isTyped(error), "\(last): \(place): \(error)")
          }
        }
      }
    } catch {
      #expect(Work.isTyped(error), "\(last): \(place): \(error)")
    }
    // Others may use the machine too; a loop without an end takes longer.
    #expect(ContinuousClock.now - start < .seconds(30), "\(last): \(place)")
  }

  @Test("a damaged database or log gives errors or answers")
  func files() throws {
    let original = try Files()
    let seed = Seed()
    var generator = seed.generator
    for number in 0..<Self.mutants {
      let folder = try WorkFolder(withStore: false)
      var files = original
      let damage = files.damage(&generator)
      try files.write(to: folder.path)
      expectAnswers(folder.path, "\(seed), file \(number): \(damage)")
    }
  }

  @Test("a damaged schema gives errors or answers")
  func schemas() throws {
    let seed = Seed()
    var generator = seed.generator
    let words = [
      "INTEGER", "TEXT", "NOT NULL", "person", "id", "name", "(", ")", ",", "STRICT", "UNIQUE",
      "CHECK", "''", "\u{0}", "\"", "WITHOUT ROWID", "AS (1)", "COLLATE NOCASE", "REFERENCES",
    ]
    for number in 0..<Self.mutants {
      let folder = try WorkFolder()
      let schema = try Schema(folder.path)
      guard var entry = schema.entries.randomElement(using: &generator) else { continue }
      var text = Array(entry.sql)
      let place = Int.random(in: text.indices, using: &generator)
      let word = Array(words.randomElement(using: &generator) ?? "")
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: text.insert(contentsOf: word, at: place)
      case 1: text.replaceSubrange(place..<min(text.count, place + word.count), with: word)
      case 2: text.removeSubrange(place..<min(text.count, place + 9))
      default: entry.rootPage = Int64.random(in: -1...20, using: &generator)
      }
      entry.sql = String(text)
      schema.replace(entry)
      expectAnswers(folder.path, "\(seed), schema \(number): \(entry)")
    }
  }
}

/// The schema of a file, written without SQLite's protection, as no program should.
private final class Schema {
  struct Entry {
    let key: Int64
    var rootPage: Int64
    var sql: String
  }

  private var handle: OpaquePointer?
  /// The tables, indexes and triggers that have a text.
  private(set) var entries: [Entry] = []

  init(_ path: String) throws {
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    run("PRAGMA writable_schema = ON")
    run("SELECT rowid, rootpage, sql FROM sqlite_schema WHERE sql <> ''") { row in
      entries.append(
        Entry(
          key: sqlite3_column_int64(row, 0), rootPage: sqlite3_column_int64(row, 1),
          sql: String(cString: sqlite3_column_text(row, 2))))
    }
  }

  deinit { sqlite3_close(handle) }

  func replace(_ entry: Entry) {
    run("UPDATE sqlite_schema SET rootpage = ?, sql = ? WHERE rowid = ?") { _ in
    } bind: { statement in
      sqlite3_bind_int64(statement, 1, entry.rootPage)
      let text = Array(entry.sql.utf8CString)
      // Unlike this array, the copy that SQLite makes outlives the call.
      let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      sqlite3_bind_text(statement, 2, text, Int32(text.count - 1), transient)
      sqlite3_bind_int64(statement, 3, entry.key)
    }
  }

  private func run(
    _ sql: String, _ body: (OpaquePointer?) -> Void = { _ in },
    bind: (OpaquePointer?) -> Void = { _ in }
  ) {
    var statement: OpaquePointer?
    sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    bind(statement)
    while sqlite3_step(statement) == SQLITE_ROW { body(statement) }
    sqlite3_finalize(statement)
  }
}
