import LinqSQL
import TestSupport

/// A row of every table of the random schemas.
struct FuzzRow: Sendable, Hashable {
  var id: Int64
  var name: String
  var number: Int
  var parent: Int64?
}

/// A row of the full-text table.
struct FoundRow: Sendable, Hashable {
  var id: Int64
  var name: String?
}

/// A random schema: tables of several kinds, triggers, views and a full-text table.
struct FuzzSchema: Sendable {
  /// How the tables are declared.
  enum Kind: CaseIterable {
    case plain, reordered, withoutRowID, generated
  }

  static let tables = ["t0", "t1", "t2"]
  static let views = ["v0", "v1", "v2"]

  let kinds: [Kind]
  /// The statements that create it.
  private(set) var statements: [String] = []

  init(_ random: inout Seed.Generator) {
    kinds = FuzzSchema.tables.indices.map { index in
      let kind = Kind.allCases.randomElement(using: &random) ?? .plain
      // Others refer to the first.
      return index == 0 && kind == .withoutRowID ? .plain : kind
    }
    for index in kinds.indices { statements.append(table(index, &random)) }
    statements += [
      """
      CREATE TABLE log (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, number INTEGER NOT NULL DEFAULT 0,
        parent INTEGER)
      """,
      "CREATE VIEW v0 AS SELECT id, name, number, parent FROM t1 WHERE number > 20",
      "CREATE VIEW v1 AS SELECT id, name, number, parent FROM t2 WHERE id IN (SELECT id FROM v0)",
      FuzzSchema.lastView(0),
      "CREATE VIRTUAL TABLE f USING fts5 (name)",
      "CREATE TRIGGER f_insert AFTER INSERT ON t0 BEGIN "
        + "INSERT INTO f (rowid, name) VALUES (new.id, new.name); END",
      "CREATE TRIGGER f_delete AFTER DELETE ON t0 BEGIN DELETE FROM f WHERE rowid = old.id; END",
      "CREATE TRIGGER v_insert INSTEAD OF INSERT ON v0 WHEN new.number % 3 <> 0 BEGIN "
        + "INSERT INTO t1 (id, name, number, parent) "
        + "VALUES (new.id, new.name, new.number, new.parent); END",
      "CREATE TRIGGER v_update INSTEAD OF UPDATE ON v0 BEGIN "
        + "UPDATE t1 SET name = new.name, number = new.number WHERE id = new.id; END",
      "CREATE TRIGGER v_delete INSTEAD OF DELETE ON v0 WHEN old.number % 5 <> 0 BEGIN "
        + "DELETE FROM t1 WHERE id = old.id; END",
    ]
    for number in 0..<Int.random(in: 0...3, using: &random) {
      statements.append(FuzzSchema.trigger("r\(number)", &random))
    }
  }

  /// Returns the view of views in one of its forms.
  static func lastView(_ form: Int) -> String {
    [
      "CREATE VIEW v2 AS SELECT id, name, number, parent FROM v0 "
        + "WHERE (SELECT count(*) FROM t2) % 2 = 0",
      "CREATE VIEW v2 AS SELECT id, name, number, parent FROM log",
      "CREATE VIEW v2 AS SELECT id, name, number, parent FROM t0 WHERE id IN (SELECT rowid FROM f)",
    ][form]
  }

  private func table(_ index: Int, _ random: inout Seed.Generator) -> String {
    func one(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let unique = one(
      [
        "", "", " UNIQUE", " UNIQUE ON CONFLICT FAIL", " UNIQUE ON CONFLICT REPLACE",
        " UNIQUE ON CONFLICT IGNORE",
      ])
    let reference =
      index == 0
      ? ""
      : one(
        [
          "", " REFERENCES t0 (id) ON DELETE CASCADE", " REFERENCES t0 (id) ON DELETE SET NULL",
          " REFERENCES t0 (id) DEFERRABLE INITIALLY DEFERRED",
        ])
    let (name, number) = (
      "name TEXT NOT NULL\(unique)", "number INTEGER NOT NULL CHECK (number < 90)"
    )
    let parent = "parent INTEGER\(reference)"
    let columns =
      switch kinds[index] {
      case .plain: "id INTEGER PRIMARY KEY, \(name), \(number), \(parent)"
      case .reordered: "\(name), \(parent), \(number), id INTEGER PRIMARY KEY AUTOINCREMENT"
      case .withoutRowID:
        "\(number), \(name), id INTEGER NOT NULL UNIQUE, \(parent), PRIMARY KEY (name, id)"
      case .generated:
        "id INTEGER PRIMARY KEY, \(name), \(number), \(parent), more TEXT DEFAULT 'd', "
          + "twice INTEGER AS (number * 2)"
      }
    return "CREATE TABLE t\(index) (\(columns))"
      + (kinds[index] == .withoutRowID ? " WITHOUT ROWID" : "")
  }

  /// Returns a random trigger.
  static func trigger(_ name: String, _ random: inout Seed.Generator) -> String {
    let (table, other) = (
      tables.randomElement(using: &random) ?? "t0", tables.randomElement(using: &random) ?? "t1"
    )
    let failure = ["FAIL", "FAIL", "ABORT", "ROLLBACK"].randomElement(using: &random) ?? "FAIL"
    let bodies = [
      "AFTER INSERT ON \(table) BEGIN INSERT INTO log (name) VALUES (new.name); END",
      "AFTER DELETE ON \(table) WHEN old.number % 9 = 0 BEGIN DELETE FROM \(other); END",
      "AFTER DELETE ON \(table) BEGIN DELETE FROM log; END",
      "AFTER UPDATE OF number ON \(table) BEGIN UPDATE \(other) SET parent = NULL "
        + "WHERE id = new.id; END",
      "AFTER INSERT ON \(table) WHEN new.number < 50 BEGIN UPDATE \(table) "
        + "SET number = number + 1 WHERE id = new.id; END",
      "AFTER INSERT ON \(table) WHEN new.number = 66 BEGIN DELETE FROM \(table) "
        + "WHERE id = new.id; END",
      "BEFORE INSERT ON \(table) WHEN new.number % 7 = 3 BEGIN INSERT INTO log (name) "
        + "VALUES ('refused'); SELECT RAISE(\(failure), 'no'); END",
      "BEFORE UPDATE ON \(table) WHEN new.number % 7 = 3 BEGIN UPDATE log SET number = number + 1; "
        + "INSERT INTO log (name) VALUES ('u'); SELECT RAISE(\(failure), 'no'); END",
      "BEFORE UPDATE ON \(table) WHEN old.number % 4 = 1 BEGIN SELECT RAISE(IGNORE); END",
      "BEFORE INSERT ON \(table) WHEN new.number % 6 = 5 BEGIN SELECT RAISE(IGNORE); END",
      "BEFORE DELETE ON \(table) WHEN old.number % 4 = 2 BEGIN SELECT RAISE(IGNORE); END",
    ]
    return "CREATE TRIGGER \(name) \(bodies.randomElement(using: &random) ?? bodies[0])"
  }

  /// Returns the declaration of a table.
  func declaration(_ index: Int) -> Table<FuzzRow> {
    guard kinds[index] == .withoutRowID else { return Self.rows("t\(index)") }
    return Table(
      "t\(index)", FuzzRow.init, .primaryKey("id", \.id), .primaryKey("name", \.name),
      .column("number", \.number), .column("parent", \.parent))
  }

  /// Returns the declaration of a view or a table with a key.
  static func rows(_ name: String) -> Table<FuzzRow> {
    Table(
      name, FuzzRow.init, .primaryKey("id", \.id), .column("name", \.name),
      .column("number", \.number), .column("parent", \.parent))
  }

  static let found = Table(
    "f", FoundRow.init, .primaryKey("rowid", \.id), .column("name", \.name))
}
