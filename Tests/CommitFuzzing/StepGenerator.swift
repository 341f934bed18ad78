import TestSupport

/// Makes the steps of a trial. They do not depend on what is stored, so that any of them can be
/// left out.
struct StepGenerator {
  private var random: Seed.Generator
  private let isInMemory: Bool

  init(_ random: Seed.Generator, isInMemory: Bool) {
    self.random = random
    self.isInMemory = isInMemory
  }

  mutating func steps(_ count: Int) -> [FuzzStep] {
    let beginning = number(0..<6)
    var steps = (0..<beginning).map { _ in step() }
    steps.append(.observing)
    while steps.count < count { steps.append(step()) }
    return steps
  }

  private mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }

  private mutating func one(_ texts: [String]) -> String { texts[number(0..<texts.count)] }

  private mutating func table() -> String { "t\(number(0..<3))" }

  private mutating func row(_ hasKey: Bool = true) -> FuzzRow {
    FuzzRow(
      id: hasKey ? Int64(number(1..<25)) : 0,
      name: one(["a", "b", "c", "é", "E\u{301}", "n"]) + "\(number(0..<9))",
      number: number(0..<95), parent: number(0..<3) == 0 ? Int64(number(1..<12)) : nil)
  }

  private mutating func step() -> FuzzStep {
    switch number(0..<40) {
    case 0..<22: return .transaction((0..<number(1..<5)).map { _ in action(0) })
    case 22..<28:
      return .statements(
        number(0..<4) == 0
          ? savepoints()
          : (0..<number(1..<3)).map { _ in sql() }
            .joined(separator: ";"))
    case 28..<31:
      return .statements(
        one([
          "VACUUM", "ANALYZE", "PRAGMA optimize", "REINDEX",
          "PRAGMA user_version = \(number(0..<9))",
          "CREATE INDEX IF NOT EXISTS i ON t0 (number)", "DROP INDEX IF EXISTS i",
          "DROP VIEW IF EXISTS w",
          "CREATE TABLE IF NOT EXISTS w2 (x)", "DROP TABLE IF EXISTS w2",
          "INSERT INTO f (f) VALUES ('optimize')",
        ]))
    case 31:
      return .statements(
        "DROP TRIGGER IF EXISTS r0; " + FuzzSchema.trigger("r0", &random))
    case 32:
      return .statements("BEGIN; DROP VIEW v2; \(FuzzSchema.lastView(number(0..<3))); COMMIT")
    case 33: return .schema(schema())
    case 34..<37:
      guard !isInMemory else {
        return .statements(
          one([
            "INSERT INTO temp.brief (name) VALUES ('x')", "DELETE FROM temp.brief",
            "UPDATE temp.brief SET number = number + 1",
          ]))
      }
      return .others(
        number(0..<4) == 0
          ? "BEGIN; \(sql()); \(sql()); COMMIT" : number(0..<8) == 0 ? "VACUUM" : sql())
    case 37: return isInMemory ? .statements(sql()) : .closing
    case 38: return number(0..<2) == 0 ? .silence : .leaving
    default: return .observing
    }
  }

  private mutating func schema() -> String {
    switch number(0..<4) {
    case 0: return "ALTER TABLE log ADD COLUMN extra\(number(0..<1000)) INTEGER"
    case 1: return "BEGIN; ALTER TABLE log RENAME TO moved; ALTER TABLE moved RENAME TO log; COMMIT"
    case 2:
      return
        "ALTER TABLE t1 RENAME COLUMN parent TO elder; ALTER TABLE t1 RENAME COLUMN elder TO parent"
    default:
      return """
        BEGIN;
        DROP VIEW IF EXISTS v2;
        CREATE TABLE new_log (
          parent INTEGER, number INTEGER NOT NULL DEFAULT 0, name TEXT NOT NULL,
          id INTEGER PRIMARY KEY);
        INSERT INTO new_log (id, name, number, parent) SELECT id, name, number, parent FROM log;
        DROP TABLE log;
        ALTER TABLE new_log RENAME TO log;
        INSERT INTO log (name) VALUES ('rebuilt');
        \(FuzzSchema.lastView(1));
        COMMIT
        """
    }
  }

  private mutating func savepoints() -> String {
    let begin = number(0..<2) == 0 ? "BEGIN; " : ""
    let end = begin.isEmpty ? "RELEASE a" : one(["COMMIT", "RELEASE a; COMMIT", "ROLLBACK"])
    return begin + "SAVEPOINT a; \(sql()); SAVEPOINT \(one(["a", "B", "é"])); \(sql()); "
      + one(["ROLLBACK TO a; ", "ROLLBACK TO A; ", "SAVEPOINT É; ANALYZE; ROLLBACK TO É; ", ""])
      + "\(sql()); " + end
  }

  private mutating func sql() -> String {
    let (table, other) = (table(), table())
    let resolution = one(["", "OR REPLACE ", "OR FAIL ", "OR IGNORE ", "OR ROLLBACK ", "OR ABORT "])
    let columns = "(id, name, number, parent)"
    func values(_ row: FuzzRow) -> String {
      "(\(row.id), '\(row.name)', \(row.number), \(row.parent.map { "\($0)" } ?? "NULL"))"
    }
    switch number(0..<16) {
    case 0, 1:
      let list = (0..<number(1..<4)).map { _ in values(row()) }.joined(separator: ", ")
      return "INSERT \(resolution)INTO \(table) \(columns) VALUES \(list)"
    case 2: return "UPDATE \(resolution)\(table) SET number = number + \(number(-9..<30))"
    case 3: return "UPDATE \(resolution)\(table) SET id = id + 1 WHERE id % \(number(1..<4)) = 0"
    case 4: return "UPDATE \(resolution)\(table) SET name = 'k' || id % \(number(2..<9))"
    case 5: return "DELETE FROM \(table) WHERE number > \(number(0..<90))"
    case 6: return "DELETE FROM \(one([table, "log", "f"]))"
    case 7:
      return
        "INSERT \(resolution)INTO \(table) \(columns) SELECT id, name, number, parent FROM \(other)"
    case 8:
      return "INSERT INTO \(table) \(columns) VALUES \(values(row())) ON CONFLICT (id) DO UPDATE "
        + "SET number = number + 1, name = excluded.name"
    case 9: return "INSERT INTO log SELECT * FROM log WHERE 0; DELETE FROM log WHERE id % 3 = 0"
    case 10: return "INSERT INTO v0 \(columns) VALUES \(values(row()))"
    case 11: return one(["DELETE FROM v0", "UPDATE v0 SET number = number + 1"])
    case 12: return "REPLACE INTO \(table) \(columns) VALUES \(values(row()))"
    case 13: return "UPDATE \(table) SET parent = \(number(1..<20)) WHERE id > \(number(0..<20))"
    case 14:
      guard number(0..<60) == 0 else { return "INSERT INTO log (name) VALUES ('x'), ('y'), ('z')" }
      return """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10100)
        INSERT INTO log (name) SELECT 'many' FROM n
        """
    default: return "INSERT INTO f (name) VALUES ('word')"
    }
  }

  private mutating func action(_ depth: Int) -> FuzzAction {
    let table = number(0..<3)
    switch number(0..<28) {
    case 26, 27: return .statement("DELETE FROM \(one(["t0", "t1", "t2", "log"]))")
    case 0..<3: return .insert(table: table, row(number(0..<2) == 0))
    case 3: return .insertMany(table: table, [row(false), row(), row()])
    case 4..<7: return .save(table: table, row())
    case 7, 8: return .update(table: table, row())
    case 9, 10: return .delete(table: table, row())
    case 11: return .viewInsert(row())
    case 12: return .viewUpdate(row())
    case 13: return .viewDelete(Int64(number(1..<25)))
    case 14, 15: return .chainUpdate(table: table, form: number(0..<6), number(0..<90))
    case 16, 17: return .chainDelete(table: table, form: number(0..<4), number(0..<90))
    case 18: return .firstRow("\(sqlReturning())")
    case 19, 20:
      guard depth < 3 else { return .sql(sql()) }
      return .nested(
        (0..<number(1..<4)).map { _ in action(depth + 1) }, isUndone: number(0..<2) == 0)
    case 21: return number(0..<3) == 0 ? .stop : .sql("ANALYZE")
    default: return .sql(sql())
    }
  }

  private mutating func sqlReturning() -> String {
    one([
      "UPDATE t0 SET number = number + 1 RETURNING id", "DELETE FROM log RETURNING id",
      "INSERT INTO log (name) VALUES ('a'), ('b') RETURNING id",
    ])
  }
}
