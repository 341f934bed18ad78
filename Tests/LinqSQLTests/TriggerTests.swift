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
    do { try body() } catch RowError.refused { return true } catch {}
    return false
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
      isRefused {
        try pool.write { _ = try TableAccess(Self.items, on: $0).update(new, changedFrom: old) }
      })
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
    #expect(
      try shown.save(Item(id: 3, name: "keep", count: 5)) == Item(id: 3, name: "keep", count: 5))
    #expect(try shown.save(Item(id: 5, name: "e", count: 1)) == Item(id: 5, name: "E", count: 1))
    #expect(try shown.delete(5))
    #expect(try shown.where { $0.id < 3 }.update { $0.set(\.count, to: 10) } == 2)
    #expect(try shown.delete(1) == true)
    #expect(try shown.delete(1) == false)
    #expect(try shown.delete(3) == false)
    #expect(try shown.query.delete() == 1)
    #expect(try shown.sort { $0.id }.toArray() == [Item(id: 3, name: "keep", count: 5)])
    #expect(try items.count() == 1)
  }

  @Test("an update that a trigger undoes is an error; one that it changes is not")
  func undoneUpdate() throws {
    try execute(
      """
      CREATE TRIGGER restored AFTER UPDATE ON item WHEN new.name = 'restore' BEGIN
        UPDATE item SET name = old.name, count = old.count WHERE id = new.id;
      END;
      CREATE TRIGGER removed AFTER UPDATE ON item WHEN new.name = 'remove' BEGIN
        DELETE FROM item WHERE id = new.id;
      END;
      CREATE TRIGGER changed AFTER UPDATE ON item WHEN new.name = 'change' BEGIN
        UPDATE item SET name = 'CHANGED' WHERE id = new.id;
      END;
      CREATE TRIGGER ignored INSTEAD OF UPDATE ON shown BEGIN SELECT 1; END;
      """)
    #expect(isRefused { try items.update(Item(id: 1, name: "restore", count: 5)) })
    #expect(isRefused { try items.update(Item(id: 2, name: "remove", count: 5)) })
    #expect(
      try items.all() == [Item(id: 1, name: "a", count: 1), Item(id: 2, name: "b", count: 2)])
    try items.update(Item(id: 2, name: "change", count: 5))
    #expect(try items.find(2) == Item(id: 2, name: "CHANGED", count: 5))
    #expect(isRefused { try shown.update(Item(id: 1, name: "b", count: 5)) })
    try shown.update(Item(id: 1, name: "a", count: 1))
    #expect(throws: RowError.notFound(table: "shown", key: RowKey(7))) {
      try shown.update(Item(id: 7, name: "", count: 0))
    }
  }

  private struct Reading: Sendable, Hashable {
    var id: Int64
    var place: String
    var value: Double
    var other: Double?
  }

  @Test("whole numbers of REAL columns that an upsert returns", arguments: [true, false])
  func returnedReals(isStrict: Bool) throws {
    try execute(
      """
      CREATE TABLE reading (
        id INTEGER PRIMARY KEY, place TEXT NOT NULL UNIQUE, value REAL NOT NULL, other REAL
      )\(isStrict ? " STRICT" : "")
      """)
    let readings = Repository(
      Table(
        "reading", Reading.init, .primaryKey("id", \.id), .column("place", \.place),
        .column("value", \.value), .column("other", \.other)),
      in: pool)
    let values: [(Double, Double?)] = [(1, nil), (2, 3), (0.5, -0.0), (1e300, 1e15)]
    for (value, other) in values {
      let row = Reading(id: 0, place: "a", value: value, other: other)
      let stored = try readings.save(row, matching: \.place)
      #expect(stored == Reading(id: 1, place: "a", value: value, other: other))
      #expect(try readings.all() == [stored])
    }
    let checked = Repository(
      Table(
        "reading", Reading.init, .primaryKey("id", \.id), .column("place", \.place),
        .column("value", \.value), .column("other", \.other)
      ).validated { _ in }, in: pool)
    let one = QueryFunction("one") { (value: Double) in value * 0 + 1 }
    #expect(try checked.update { $0.set(\.value, to: one($0.value)) } == 1)
    #expect(try readings.all().map(\.value) == [1])
  }

  private struct Pair: Sendable, Hashable {
    var id: Int64
    var key: Int
  }

  @Test("conditions of an update that look at the rows it changes")
  func conditionsOnOwnRows() throws {
    try execute("CREATE TABLE pair (id INTEGER PRIMARY KEY, key INTEGER NOT NULL) STRICT")
    let pairs = Repository(
      Table("pair", Pair.init, .primaryKey("id", \.id), .column("key", \.key)), in: pool)
    func update(_ keys: [Int], _ change: () throws -> Int) throws -> ([Int], Int) {
      try pairs.query.delete()
      try pairs.insert(keys.enumerated().map { Pair(id: Int64($0 + 1), key: $1) })
      let count = try change()
      return (try pairs.sort { $0.id }.select { $0.key }.toArray(), count)
    }
    let twice = try update([1, 1, 2, 5]) {
      try pairs.where { pair in pairs.matching { $0.key == pair.key }.count > 1 }
        .update { $0.set(\.key, to: 77) }
    }
    #expect(twice == ([77, 77, 2, 5], 2))
    let others = try update([1, 2, 2, 4]) {
      try pairs.where { pair in pairs.matching { $0.key == pair.key && $0.id != pair.id }.any() }
        .update { $0.set(\.key, to: $0.key + $0.key) }
    }
    #expect(others == ([1, 4, 4, 4], 2))
    let later = try update([3, 2, 1]) {
      try pairs.query.update { $0.set(\.key, to: $0.key + 1) }
        + pairs.where { pair in pairs.matching { $0.id == pair.key }.any() }
        .update { $0.set(\.key, to: 9) }
    }
    #expect(later == ([4, 9, 9], 5))
    let lowest = try update([5, 5, 6, 6]) {
      let firsts = pairs.groupBy { $0.key }.select { group in group.min { $0.id } }
      return try pairs.where { !firsts.contains($0.id) }.delete()
    }
    #expect(lowest == ([5, 6], 2))
  }

  @Test("rows that memory finds, whose keys other programs have written in another form")
  func keysInOtherForms() throws {
    try execute(
      """
      CREATE TABLE word (word TEXT PRIMARY KEY NOT NULL, count INTEGER NOT NULL);
      INSERT INTO word VALUES ('e' || char(769), 1), ('a', 2);
      """)
    let words = Repository(
      Table("word", Word.init, .primaryKey("word", \.word), .column("count", \.count)), in: pool)
    let all = words.where { (word: Word) in word.count > 0 }
    #expect(throws: RowError.notFound(table: "word", key: RowKey("\u{E9}"))) {
      try all.update { $0.set(\.count, to: 9) }
    }
    #expect(throws: RowError.notFound(table: "word", key: RowKey("\u{E9}"))) { try all.delete() }
    #expect(try words.all().map(\.count).sorted() == [1, 2])
    #expect(try all.where { $0.word == "a" }.update { $0.set(\.count, to: 9) } == 1)
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
