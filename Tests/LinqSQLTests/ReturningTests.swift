import Foundation
import LinqCore
import LinqSQL
import StoreSQLite
import TestSupport
import Testing

@Suite("Changes that return their rows, and inserts from queries")
struct ReturningTests {
  private struct Item: Sendable, Hashable {
    var id: Int64
    var name: String
    var count: Int

    static let copy = QueryInitializer({ Item(id: 0, name: $0, count: $1) }, \.name, \.count)
  }

  private struct Archived: Sendable, Hashable {
    var name: String
    var count: Int
  }

  private static let table = Table(
    "item", Item.init, .primaryKey("id", \.id), .column("name", \.name), .column("count", \.count)
  ).validated { item in
    guard item.count > 100 else { return }
    throw RowValidationError([.init(field: "count", value: "\(item.count)", reason: "is high")])
  }
  private static let archive = Table(
    "archive", Archived.init, .primaryKey("name", \.name), .column("count", \.count))

  private let pool: ConnectionPool
  private let items: Repository<Item>
  private let archive: Repository<Archived>

  init() throws {
    pool = try ConnectionPool(path: ":memory:")
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE item (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, count INTEGER NOT NULL) STRICT;
        CREATE TABLE archive (name TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT;
        INSERT INTO item VALUES (1, 'a', 5), (2, 'b', 3), (3, 'c', 8), (4, 'd', 1);
        """)
    }
    items = Repository(Self.table, in: pool)
    archive = Repository(Self.archive, in: pool)
  }

  private func execute(_ sql: String) throws { try pool.withWriter { try $0.execute(sql) } }

  @Test("deleted rows come back in the order of the query")
  func deleted() throws {
    let gone = try items.where { $0.count > 2 }.sort { $0.count }.take(2).deleteReturning()
    #expect(gone == [Item(id: 2, name: "b", count: 3), Item(id: 1, name: "a", count: 5)])
    #expect(try items.all().map(\.id) == [3, 4])
    #expect(try items.where { $0.count > 99 }.deleteReturning().isEmpty)
    let odd: @Sendable (Item) -> Bool = { $0.id % 2 == 1 }
    #expect(try items.where(odd).deleteReturning().map(\.name) == ["c"])
    #expect(try items.count() == 1)
  }

  @Test("a row that a trigger keeps is not returned; one that goes with another is")
  func deletedWithTriggers() throws {
    try execute(
      """
      CREATE TRIGGER keep BEFORE DELETE ON item WHEN old.name = 'a' BEGIN
        SELECT RAISE(IGNORE);
      END;
      CREATE TRIGGER more AFTER DELETE ON item WHEN old.name = 'b' BEGIN
        DELETE FROM item WHERE name = 'c';
      END;
      """)
    #expect(try items.where { $0.name < "d" }.deleteReturning().map(\.name) == ["b", "c"])
    #expect(try items.all().map(\.name) == ["a", "d"])
  }

  @Test("changed rows come back before and after")
  func updated() throws {
    let changed = try items.where { $0.count >= 5 }.sortDescending { $0.count }.updateReturning {
      $0.set(\.count, to: $0.count - 5)
      $0.set(\.name, to: $0.name + "!")
    }
    #expect(
      changed.map(\.old) == [Item(id: 3, name: "c", count: 8), Item(id: 1, name: "a", count: 5)])
    #expect(
      changed.map(\.new) == [Item(id: 3, name: "c!", count: 3), Item(id: 1, name: "a!", count: 0)])
    // The condition is no longer true for them.
    #expect(try items.where { $0.count >= 5 }.count() == 0)
    #expect(try items.where { $0.id > 9 }.updateReturning { $0.set(\.count, to: 1) }.isEmpty)
  }

  @Test("what is stored counts, also after triggers; a rejected row changes nothing")
  func updatedWithTriggers() throws {
    try execute(
      """
      CREATE TRIGGER low AFTER UPDATE ON item WHEN new.count > 20 BEGIN
        UPDATE item SET count = 20 WHERE id = new.id;
      END;
      """)
    let changed = try items.where { $0.id < 3 }.updateReturning {
      $0.set(\.count, to: $0.count * 10)
    }
    #expect(changed.map(\.new.count) == [20, 20])
    let before = try items.all()
    #expect(throws: RowError.self) {
      try items.query.updateReturning { $0.set(\.count, to: $0.count * 30) }
    }
    #expect(throws: QueryChangeError.self) {
      try items.query.updateReturning { $0.set(\.id, to: $0.id + 10) }
    }
    #expect(throws: QueryChangeError.self) { try items.select { $0.name }.deleteReturning() }
    #expect(try items.all() == before)
  }

  @Test("rows of a query go into another table, and into their own")
  func insertedFrom() async throws {
    let archived = items.where { $0.count > 2 }.select { Self.archived($0.name, $0.count) }
    #expect(try await archive.insert(from: archived) == 3)
    #expect(try await archive.sort { $0.name }.select { $0.count }.toArray() == [5, 3, 8])
    // All or none.
    try await items.query.update { $0.set(\.name, to: $0.name + "x") }
    try await items.where { $0.id == 4 }.update { $0.set(\.name, to: "c") }
    await #expect(throws: RowError.self) {
      try await archive.insert(
        from: items.sort { $0.id }.select { Self.archived($0.name, $0.count) })
    }
    #expect(try await archive.count() == 3)
    let policy = ConflictPolicy.ignore
    #expect(
      try await archive.insert(
        from: items.query.select { Self.archived($0.name, $0.count) }, onConflict: policy) == 3)
    #expect(try await archive.count() == 6)
    // Reads its own table, whose rows it does not see again.
    let copies = items.select { Item(id: 0, name: $0.name + " 2", count: $0.count) }
    #expect(try await items.insert(from: copies) == 4)
    #expect(try await items.count() == 8)
    #expect(try await items.insert(from: Query([Item(id: 0, name: "z", count: 1)])) == 1)
    await #expect(throws: RowError.self) {
      try await items.insert(from: Query([Item(id: 0, name: "y", count: 101)]))
    }
  }

  @Test("the query is read as every query is: memory decides, and its memory is limited")
  func reading() throws {
    let failing = items.where { $0.id * (Int64.max / 2) > 0 }
    #expect(throws: ExpressionError.arithmeticOverflow) { try failing.deleteReturning() }
    #expect(throws: ExpressionError.arithmeticOverflow) {
      try failing.updateReturning { $0.set(\.count, to: 1) }
    }
    #expect(throws: ExpressionError.arithmeticOverflow) { try items.insert(from: failing) }
    #expect(try items.all().count == 4)
    var configuration = DatabaseConfiguration()
    configuration.memoryLimit = 1_000_000
    let small = try ConnectionPool(path: ":memory:", configuration: configuration)
    try small.withWriter {
      try $0.execute(
        """
        CREATE TABLE item (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, count INTEGER NOT NULL) STRICT;
        INSERT INTO item WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 40000)
        SELECT i, 'item number ' || i, 1 FROM n;
        """)
    }
    let many = Repository(Self.table, in: small)
    #expect(throws: QueryError.tooMuchMemory(limit: 1_000_000)) {
      try many.query.deleteReturning()
    }
    #expect(throws: QueryError.tooMuchMemory(limit: 1_000_000)) {
      try many.insert(from: many.select { Item.copy($0.name + "x", $0.count) })
    }
    #expect(try many.count() == 40_000)
  }

  @Test("rows are inserted with a policy for conflicts")
  func conflicts() async throws {
    let rows = [Archived(name: "a", count: 1), Archived(name: "b", count: 2)]
    #expect(try await archive.insert(rows, onConflict: .fail) == 2)
    let more = [Archived(name: "b", count: 7), Archived(name: "c", count: 3)]
    await #expect(throws: RowError.self) { try await archive.insert(more, onConflict: .fail) }
    #expect(try await archive.insert(more, onConflict: .ignore) == 1)
    #expect(try await archive.all().map(\.count) == [1, 2, 3])
    let policy = ConflictPolicy.update(columns: ["count"], unique: [])
    #expect(try await archive.insert(more, onConflict: policy) == 2)
    #expect(try await archive.all().map(\.count) == [1, 7, 3])
  }

  @Test("inside a transaction they see what it has written")
  func inTransaction() throws {
    let kept = try pool.write { connection in
      let items = TableAccess(Self.table, on: connection)
      try items.insert(Item(id: 0, name: "new", count: 9))
      let gone = try items.query.where { $0.count > 7 }.deleteReturning().map(\.name)
      let archive = TableAccess(Self.archive, on: connection)
      try archive.insert(from: items.query.select { Self.archived($0.name, $0.count) })
      return (gone, try archive.all().map(\.name))
    }
    #expect(kept.0 == ["c", "new"])
    #expect(kept.1 == ["a", "b", "d"])
  }

  private static let archived = QueryInitializer(Archived.init, \.name, \.count)
}
