import Foundation
import StoreSQLite
import StoreSupport
import Testing

/// A process killed at any moment leaves either the old or the new state.
///
/// What a killed process leaves is what its files hold at that moment: they are copied as every
/// statement starts, and each copy is opened as the next process would.
@Suite struct MigrationCrashTests {
  private let fixture = MigrationFixture()

  private static let rows = 2_000

  /// Each file writes more than fits the cache, so that pages of an open transaction are on the
  /// disk.
  private static let files = [
    "0001_a.sql": "CREATE TABLE a (x INTEGER, y TEXT); \(insert("a"))",
    "0001_a.down.sql": "DROP TABLE a;",
    "0002_b.sql": "CREATE TABLE b (x INTEGER, y TEXT); \(insert("b")) CREATE INDEX b_x ON b (x);",
    "0002_b.down.sql": "DROP INDEX b_x; DELETE FROM b; DROP TABLE b;",
    "0003_c.sql": """
    CREATE TABLE a_new (x INTEGER PRIMARY KEY, y TEXT); INSERT INTO a_new SELECT * FROM a;
    DROP TABLE a; ALTER TABLE a_new RENAME TO a;
    """,
    "0003_c.down.sql": """
    CREATE TABLE a_old (x INTEGER, y TEXT); INSERT INTO a_old SELECT * FROM a;
    DROP TABLE a; ALTER TABLE a_old RENAME TO a;
    """,
  ]

  private static func insert(_ table: String) -> String {
    """
    INSERT INTO \(table)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
    SELECT i, hex(randomblob(100)) FROM n;
    """
  }

  /// The objects after so many files.
  private static let objects = [
    [], ["a", "schema_migration"], ["a", "b", "b_x", "schema_migration"],
    ["a", "b", "b_x", "schema_migration"],
  ]

  @Test func everyMomentIsOldOrNew() throws {
    let folder = fixture.folder
    let counter = Counter()
    var configuration = DatabaseConfiguration()
    configuration.cacheKibibytes = 16
    configuration.trace = { _ in
      let copy = folder.appendingPathComponent("copy-\(counter.next())")
      let files = FileManager.default
      try? files.createDirectory(at: copy, withIntermediateDirectories: false)
      for name in ["test.db", "test.db-wal"] {
        try? files.copyItem(
          at: folder.appendingPathComponent(name), to: copy.appendingPathComponent(name))
      }
    }
    let migrator = try makeMigrator(Self.files)
    let connection = try fixture.connection(configuration)
    try migrator.up(on: connection)
    let whenUp = counter.count
    try migrator.move(to: 0, on: connection)

    var largestOpenLog = 0
    var seen: [Int] = []
    for number in 1...counter.count {
      let copy = folder.appendingPathComponent("copy-\(number)").path
      guard FileManager.default.fileExists(atPath: copy + "/test.db") else { continue }
      let log = try? FileManager.default.attributesOfItem(atPath: copy + "/test.db-wal")[.size]
      let reopened = try SQLiteConnection(path: copy + "/test.db")
      let objects = try reopened.objectNames()
      let applied = objects.contains("schema_migration") ? try reopened.appliedNumbers().count : 0
      if applied == 0, number <= whenUp { largestOpenLog = max(largestOpenLog, log as? Int ?? 0) }
      let isDown = number > whenUp && applied == 0
      #expect(objects == (isDown ? ["schema_migration"] : Self.objects[applied]), "copy \(number)")
      for table in Set(objects).intersection(["a", "b"]) {
        #expect(try reopened.number("SELECT count(*) FROM \(table)") == Self.rows, "copy \(number)")
      }
      if applied > 0 {
        let keys = try reopened.number("SELECT count(*) FROM pragma_table_info('a') WHERE pk > 0")
        #expect(keys == (applied == 3 ? 1 : 0), "copy \(number)")
      }
      #expect(try reopened.texts("PRAGMA integrity_check") == ["ok"], "copy \(number)")
      seen.append(applied)
      // And the next process finishes the work.
      if number % 7 == 0 {
        try migrator.up(on: reopened)
        #expect(try migrator.verify(on: reopened).isEmpty)
      }
    }
    // The copies did cover all states, in order, and pages of an open transaction.
    #expect(seen.reduce(into: []) { if $0.last != $1 { $0.append($1) } } == [0, 1, 2, 3, 2, 1, 0])
    #expect(largestOpenLog > 100_000)
  }

  private final class Counter: Sendable {
    private let value = Locked(0)
    var count: Int { value.withLock { $0 } }
    func next() -> Int {
      value.withLock {
        $0 += 1
        return $0
      }
    }
  }
}
