import Foundation
import LinqCore
import LinqSQL
import StoreSQLite
import TestSupport
import Testing

/// What a write returns is what is stored (S79).
@Suite("S79 writes of tables with triggers, and of views")
struct TriggerTests {
  private struct Item: Sendable, Hashable {
    var id: Int64
    var name: String
    var count: Int
  }

  private struct Word: Sendable, Hashable {
    var word: String
    var count: Int
  }

  private static let items = Table(
    "item", Item.init, .primaryKey("id", \.id), .column("name", \.name), .column("count", \.count))
  private static let shown = Table(
    "shown", Item.init, .primaryKey("id", \.id), .column("name", \.name), .column("count", \.count))

  private let pool: ConnectionPool
  private let items: Repository<Item>
  private let shown: Repository<Item>

  init() throws {
    pool = try ConnectionPool(path: ":memory:")
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE item (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL, count INTEGER NOT NULL, other INTEGER);
        CREATE VIEW shown AS SELECT id, name, count FROM item;
        INSERT INTO item VALUES (1, 'a', 1, NULL), (2, 'b', 2, NULL);
        """)
    }
    items = Repository(Self.items, in: pool)
    shown = Repository(Self.shown, in: pool)
  }

  private func execute(_ sql: String) throws { try pool.withWriter { try $0.execute(sql) } }

  private func isRefused(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return false
    } catch RowError.refused {
      return true
    } catch {
      return false
    }
  }

  @Test(
    "a row that a trigger does not let change is an error, and stays", arguments: [true, false])
  func ignoredUpdate(isPrepared: Bool) throws {
    // The statements are prepared before the trigger is there.
    if isPrepared {
      try items.save(Item(id: 1, name: "a", count: 1))
      try items.update(Item(id: 1, name: "a", count: 1))
    }
    try execute(
      """
      CREATE TRIGGER kept BEFORE UPDATE ON item WHEN old.id = 1 BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER stays BEFORE DELETE ON item WHEN old.id = 1 BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER refused BEFORE INSERT ON item WHEN new.id > 50 BEGIN SELECT RAISE(IGNORE); END;
      """)
    let new = Item(id: 1, name: "new", count: 9)
    #expect(isRefused { try items.save(new) })
    #expect(isRefused { try items.save(new, matching: \.id) })
    #expect(isRefused { try items.update(new) })
    #expect(isRefused { try items.insert(Item(id: 51, name: "x", count: 0)) })
    #expect(isRefused { try items.save(Item(id: 51, name: "x", count: 0)) })
    let old = Item(id: 1, name: "a", count: 1)
    #expect(
      try pool.write {
        try TableAccess(Self.items, on: $0).update(new, changedFrom: old)
      } == old)
    #expect(try items.query.update { $0.set(\.name, to: "c") } == 1)
    #expect(try items.delete(1) == false)
    #expect(try items.query.delete() == 1)
    #expect(try items.all() == [old])
    #expect(throws: RowError.notFound(table: "item", key: RowKey(7))) {
      try items.update(Item(id: 7, name: "", count: 0))
    }
    #expect(try items.delete(7) == false)
  }

  @Test("what triggers make of a row is returned", arguments: [true, false])
  func changedRow(isPrepared: Bool) throws {
    if isPrepared {
      try items.insert(Item(id: 0, name: "c", count: 3))
      try items.save(Item(id: 2, name: "c", count: 3))
      try items.delete(3)
    }
    try execute(
      """
      CREATE TRIGGER upper AFTER INSERT ON item BEGIN
        UPDATE item SET name = upper(name) WHERE id = new.id;
      END;
      CREATE TRIGGER counts AFTER UPDATE OF name ON item BEGIN
        UPDATE item SET count = count + 1 WHERE id = new.id;
      END;
      """)
    var returned = [try items.insert(Item(id: 0, name: "x", count: 0))]
    returned.append(try items.save(Item(id: 2, name: "y", count: 5)))
    returned.append(try items.save(Item(id: 40, name: "z", count: 5)))
    returned += try items.insert([
      Item(id: 41, name: "v", count: 5), Item(id: 0, name: "w", count: 5),
    ])
    returned.append(try items.save(Item(id: 41, name: "u", count: 8), matching: \.id))
    for row in returned.dropFirst() where row.id != 41 || row.name == "u" {
      #expect(try items.find(row.id) == row)
    }
    #expect(returned.map(\.name) == ["X", "y", "Z", "V", "W", "u"])
    #expect(returned.map(\.count) == [1, 6, 6, 6, 6, 9])
  }

  @Test("a row that a trigger removes or moves is an error; one that it brings back is not gone")
  func movedRow() throws {
    try execute(
      """
      CREATE TRIGGER moved AFTER INSERT ON item WHEN new.name = 'move' BEGIN
        UPDATE item SET id = id + 100 WHERE id = new.id;
      END;
      CREATE TRIGGER removed AFTER INSERT ON item WHEN new.name = 'remove' BEGIN
        DELETE FROM item WHERE id = new.id;
      END;
      CREATE TRIGGER again AFTER DELETE ON item WHEN old.name = 'a' BEGIN
        INSERT INTO item (id, name, count) VALUES (old.id, 'again', 0);
      END;
      """)
    for name in ["move", "remove"] {
      #expect(isRefused { try items.insert(Item(id: 0, name: name, count: 0)) })
      #expect(isRefused { try items.insert([Item(id: 0, name: name, count: 0)]) })
      #expect(isRefused { try items.save(Item(id: 9, name: name, count: 0)) })
      #expect(
        isRefused {
          try pool.write { connection in
            try TableAccess(Self.items, on: connection).inserting { inserter in
              _ = try inserter.insert(Item(id: 0, name: name, count: 0))
            }
          }
        })
    }
    #expect(try items.delete(1) == false)
    #expect(try items.delete(2) == true)
    #expect(try items.all() == [Item(id: 1, name: "again", count: 0)])
  }

  @Test("writes of a view")
  func view() throws {
    #expect(throws: (any Error).self) { try shown.delete(1) }
    try execute(
      """
      CREATE TRIGGER inserted INSTEAD OF INSERT ON shown WHEN new.name <> 'no' BEGIN
        INSERT INTO item (id, name, count) VALUES (new.id, upper(new.name), new.count);
      END;
      CREATE TRIGGER updated INSTEAD OF UPDATE ON shown BEGIN
        UPDATE item SET name = new.name, count = new.count WHERE id = new.id;
      END;
      CREATE TRIGGER deleted INSTEAD OF DELETE ON shown WHEN old.name <> 'keep' BEGIN
        DELETE FROM item WHERE id = old.id;
      END;
      """)
    #expect(try shown.insert(Item(id: 3, name: "c", count: 3)) == Item(id: 3, name: "C", count: 3))
    #expect(isRefused { try shown.insert(Item(id: 4, name: "no", count: 3)) })
    #expect(isRefused { try shown.insert(Item(id: 0, name: "no key", count: 3)) })
    #expect(throws: RowError.duplicate(table: "shown", fields: ["id"])) {
      try shown.insert(Item(id: 3, name: "c", count: 3))
    }
    try shown.update(Item(id: 3, name: "keep", count: 4))
    #expect(try shown.find(3) == Item(id: 3, name: "keep", count: 4))
    #expect(throws: RowError.notFound(table: "shown", key: RowKey(7))) {
      try shown.update(Item(id: 7, name: "", count: 0))
    }
    #expect(try shown.where { $0.id < 3 }.update { $0.set(\.count, to: 10) } == 2)
    #expect(try shown.delete(1) == true)
    #expect(try shown.delete(1) == false)
    #expect(try shown.delete(3) == false)
    #expect(try shown.query.delete() == 1)
    #expect(try shown.sort { $0.id }.toArray() == [Item(id: 3, name: "keep", count: 4)])
    #expect(try items.count() == 1)
  }

  @Test("the key that is stored, where the database takes another one for equal")
  func collatedKey() throws {
    try execute(
      "CREATE TABLE word (word TEXT COLLATE NOCASE PRIMARY KEY NOT NULL, count INTEGER NOT NULL)")
    let words = Repository(
      Table(
        "word", Word.init, .primaryKey("word", \.word).encoded(as: .collated),
        .column("count", \.count)),
      in: pool)
    try words.insert(Word(word: "ada", count: 1))
    #expect(try words.save(Word(word: "ADA", count: 2)) == Word(word: "ada", count: 2))
    #expect(try words.all() == [Word(word: "ada", count: 2)])
  }
}
