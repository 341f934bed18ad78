import Foundation
import LinqSQL
import StoreSQLite
import Testing

@Suite("Predicates of Foundation on lists, and on values that cannot be read")
struct PredicateListTests {
  private struct Note: Sendable, Hashable {
    var id: Int64 = 0
    var tags: [String]
    var weight: Double
    static let table = Table(
      "note", Note.init, .primaryKey("id", \.id), .column("tags", \.tags),
      .column("weight", \.weight))
  }

  private static func notes(_ inserts: String) throws -> Repository<Note> {
    let pool = try ConnectionPool(path: ":memory:")
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE note (id INTEGER PRIMARY KEY, tags TEXT NOT NULL, weight NOT NULL);
        \(inserts)
        """)
    }
    return Repository(Note.table, in: pool)
  }

  @Test("lists, in SQL")
  func lists() throws {
    let notes = try Self.notes(
      #"""
      INSERT INTO note (tags, weight)
      VALUES ('[]', 1.5), ('["a"]', 0.5), ('["b","ab"]', 3.0), ('["a","c"]', 9e999)
      """#)
    let rows = try notes.all()
    let predicates = [
      #Predicate<Note> { $0.tags.contains("a") },
      #Predicate<Note> { $0.tags.contains { $0.starts(with: "a") } },
      #Predicate<Note> { note in note.tags.contains { $0.count > 1 && note.weight > 2 } },
      #Predicate<Note> { $0.tags.allSatisfy { $0 == "a" || $0.isEmpty } },
      #Predicate<Note> { $0.tags.isEmpty || $0.tags.count == 2 },
      #Predicate<Note> { -$0.weight / 2 < -0.5 && $0.weight * 2 - 1 > 0 },
    ]
    for predicate in predicates {
      let found = notes.where(predicate).policy(.requireSQL)
      let expected = try rows.filter { try predicate.evaluate($0) }
      #expect(try found.toArray() == expected, "\(predicate)")
      #expect(!expected.isEmpty && expected.count < rows.count, "\(predicate)")
      try found.verify()
    }
    // A difference of infinite numbers is no number: an error in SQL, and Foundation decides.
    let isZero = #Predicate<Note> { $0.weight - $0.weight == 0 }
    #expect(try notes.where(isZero).toArray() == rows.filter { try isZero.evaluate($0) })
  }

  @Test("a value that cannot be read is an error where it is used, and only there")
  func unreadable() throws {
    let notes = try Self.notes(
      #"INSERT INTO note VALUES (1, '[]', 'heavy'), (2, '["b"]', 2.0), (3, 'a, b', 3.0)"#)
    let isSecond = #Predicate<Note> { $0.id == 2 }
    #expect(try notes.where(isSecond).select { $0.weight }.toArray() == [2])
    let isHeavy = #Predicate<Note> { $0.weight > 1 }
    for policy in [QueryPolicy.automatic, .memoryOnly] {
      #expect(throws: DatabaseError.self) {
        try notes.where(isHeavy).select { $0.id }.policy(policy).toArray()
      }
      #expect(
        try notes.where { $0.id > 1 }.where(isHeavy).select { $0.id }.policy(policy).toArray()
          == [2, 3])
    }
  }
}
