import ChainFuzzing
import LinqSQL
import StoreSQLite
import TestModel
import TestSupport
import Testing

/// What a connection has found out about a table does not outlive what it was found in: the schema,
/// and changes that are undone.
@Suite("Changes of the schema, and changes that are undone")
struct SchemaChangeTests {
  private struct Account: Sendable, Equatable {
    var id: Int64
    var name: String
    var amount: Int

    static let table = Table(
      "account", Account.init, .primaryKey("id", \.id), .column("name", \.name),
      .column("amount", \.amount))
  }

  private struct Undo: Error {}

  /// The ways in which the table is declared, and whether the declaration of its rows fits.
  private enum Form: CaseIterable {
    case strict, loose, nullable, any, ignoringCase, withoutKey

    var fits: Bool { self == .strict || self == .loose || self == .any }

    var isStrict: Bool { self != .loose }

    var creation: String {
      let id = self == .withoutKey ? "INTEGER NOT NULL" : "INTEGER PRIMARY KEY"
      let name = "TEXT NOT NULL" + (self == .ignoringCase ? " COLLATE NOCASE" : "")
      let amount =
        switch self {
        case .nullable: "INTEGER"
        case .any: "ANY NOT NULL"
        case .strict, .loose, .ignoringCase, .withoutKey: "INTEGER NOT NULL"
        }
      return "CREATE TABLE account (id \(id), name \(name), amount \(amount))"
        + (isStrict ? " STRICT" : "")
    }

    /// The SQL that makes the table anew in this form, without the rows that it cannot hold.
    var change: String {
      """
      ALTER TABLE account RENAME TO old; \(creation);
      INSERT OR IGNORE INTO account
        SELECT * FROM old WHERE typeof(amount) = 'integer' OR \(self == .any || self == .loose);
      DROP TABLE old
      """
    }
  }

  private static let large = 100

  private func large(_ connection: Connection) throws -> Int {
    try TableAccess(Account.table, on: connection).where { $0.amount > Self.large }.count()
  }

  @Test("a value that comes back with a rollback is not taken for one that was read")
  func undoneRepair() throws {
    let ways: [@Sendable (Connection, (Connection) throws -> Void) throws -> Void] = [
      { connection, body in
        try? connection.transaction {
          try body(connection)
          throw Undo()
        }
      },
      { connection, body in
        try connection.execute("SAVEPOINT own")
        try body(connection)
        try connection.execute("ROLLBACK TO own")
      },
    ]
    for (way, repair) in ways.flatMap({ way in
      ["DELETE FROM account", "UPDATE account SET amount = 1"].map { (way, $0) }
    }) {
      let folder = TemporaryFolder()
      let pool = try ConnectionPool(path: folder.file())
      try pool.write { try $0.execute(Form.loose.creation) }
      try pool.write { _ = try large($0) }
      try pool.write { try $0.execute("INSERT INTO account VALUES (2, 'a', 'abc')") }
      #expect(throws: DatabaseError.self) { try pool.write { try large($0) } }
      try pool.write { connection in
        try way(connection) {
          try $0.execute(repair)
          let count = try large($0)
          #expect(count == 0)
        }
        #expect(throws: DatabaseError.self) { try large(connection) }
      }
      #expect(throws: DatabaseError.self) { try pool.write { try large($0) } }
      let accounts = Repository(Account.table, in: pool)
      #expect(throws: DatabaseError.self) { try accountsOfLargeAmount(accounts).delete() }
      #expect(try pool.read { try $0.query("SELECT id FROM account") { try $0.integer(0) } } == [2])
    }
  }

  private func accountsOfLargeAmount(_ accounts: Repository<Account>) -> Query<Account> {
    accounts.where { $0.amount > Self.large }
  }

  @Test("a transaction that is rolled back as a whole", arguments: [true, false])
  func undoneTransaction(isRaw: Bool) throws {
    let folder = TemporaryFolder()
    let pool = try ConnectionPool(path: folder.file())
    try pool.write { try $0.execute(Form.loose.creation) }
    try pool.write { _ = try large($0) }
    try pool.write { try $0.execute("INSERT INTO account VALUES (2, 'a', 'abc')") }
    if isRaw {
      try pool.withWriter { connection in
        try connection.execute("BEGIN; DELETE FROM account")
        let count = try large(connection)
        #expect(count == 0)
        try connection.execute("ROLLBACK")
      }
    } else {
      _ = try? pool.write { connection in
        try connection.execute("DELETE FROM account")
        _ = try large(connection)
        throw Undo()
      }
    }
    #expect(throws: DatabaseError.self) { try pool.write { try large($0) } }
  }

  @Test("another form of the table is found by every query", arguments: [true, false])
  func otherForms(byOther: Bool) throws {
    for form in Form.allCases where form != .strict {
      let folder = TemporaryFolder()
      let pool = try ConnectionPool(path: folder.file())
      let writer = byOther ? try ConnectionPool(path: folder.file()) : pool
      try pool.write { try $0.execute(Form.strict.creation) }
      let accounts = Repository(Account.table, in: pool)
      try accounts.insert([
        Account(id: 1, name: "Ada", amount: 1), Account(id: 2, name: "ada", amount: 200),
      ])
      let prepared = try accounts.prepare { accounts, amount in
        accounts.where { $0.amount < amount }.select { $0.name }
      }
      // Each finds out that the first form fits.
      let before = try results(accounts, prepared)
      #expect(before.allSatisfy { $0 != "error" })
      try writer.write { try $0.execute(form.change) }
      let after = try results(accounts, prepared)
      #expect(after == (form.fits ? before : before.map { _ in "error" }), "\(form)")
      guard form.fits else { continue }
      try writer.write { try $0.execute("INSERT INTO account VALUES (3, 'b', 'abc')") }
      #expect(
        try results(accounts, prepared).filter { $0 != "error" } == ["Optional(1)"], "\(form)")
    }
  }

  /// The results of queries that evaluate `amount`, and of one that finds a row.
  private func results(
    _ accounts: Repository<Account>, _ prepared: PreparedQuery<Int, String>
  ) throws -> [String] {
    let ways: [() throws -> String] = [
      { "\(try accounts.where { $0.amount < 3 }.count())" },
      { "\(try accounts.where { $0.amount != 1 }.toArray())" },
      { "\(try accounts.sort { $0.amount }.select { $0.name }.toArray())" },
      { "\(try accounts.where { $0.amount < 3 }.policy(.parallel(readers: 2)).toArray())" },
      { "\(try prepared(3))" },
      { "\(try accounts.find(1).map(\.id) as Optional)" },
      { "\(try accounts.where { $0.amount > 1000 }.delete())" },
    ]
    return ways.map { way in (try? way()) ?? "error" }
  }

  @Test("a form that is rolled back")
  func undoneForm() throws {
    let folder = TemporaryFolder()
    let pool = try ConnectionPool(path: folder.file())
    try pool.write { try $0.execute(Form.loose.creation) }
    try pool.write { try $0.execute("INSERT INTO account VALUES (2, 'a', 'abc')") }
    for isNested in [true, false] {
      try? pool.write { connection in
        func change() throws {
          try connection.execute(Form.strict.change)
          let count = try large(connection)
          #expect(count == 0)
          throw Undo()
        }
        if isNested { try? connection.transaction { try change() } } else { try change() }
        #expect(throws: DatabaseError.self) { try large(connection) }
      }
      #expect(throws: DatabaseError.self) { try pool.write { try large($0) } }
    }
  }

  @Test("random writes, undone ones and changes of the schema: no answer is of another state")
  func random() throws {
    for seed in 1...30 { try run(UInt64(seed)) }
  }

  private func run(_ seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let folder = TemporaryFolder()
    let pools = try (0..<2).map { _ in try ConnectionPool(path: folder.file()) }
    var form = Form.loose
    try pools[0].write { try $0.execute(form.creation) }
    let accounts = Repository(Account.table, in: pools[0])
    let prepared = try accounts.prepare { accounts, amount in
      accounts.where { $0.amount < amount }.select { $0.name }
    }
    var log: [String] = []
    for _ in 1...50 {
      let (sql, newForm) = statement(&random)
      let (pool, way) = (random.pick(pools), random.below(5))
      log.append("\(way): \(sql)")
      do {
        switch way {
        case 0:
          try pool.write { connection in
            try connection.execute(sql)
            _ = try? large(connection)
            throw Undo()
          }
        case 1:
          try pool.write { connection in
            try? connection.transaction {
              try connection.execute(sql)
              _ = try? large(connection)
              throw Undo()
            }
            _ = try? large(connection)
          }
        default:
          try pool.write { connection in
            try connection.execute(sql)
            if way == 2 { _ = try? large(connection) }
          }
          form = newForm ?? form
        }
      } catch is Undo {} catch is DatabaseError {}
      let truth = try pools[1].read { connection in
        try connection.query("SELECT name, typeof(amount), amount FROM account ORDER BY id") {
          row in
          (name: try row.text(0), amount: try row.text(1) == "integer" ? row.integer(2) : nil)
        }
      }
      let small: String
      if !form.fits || truth.contains(where: { $0.amount == nil }) {
        small = "error"
      } else {
        small = "\(truth.filter { ($0.amount ?? 0) < 3 }.map(\.name))"
      }
      let ways: [() throws -> [String]] = [
        { try accounts.where { $0.amount < 3 }.select { $0.name }.toArray() },
        { try prepared(3) },
        {
          try pools[0].write { connection in
            try TableAccess(Account.table, on: connection).where { $0.amount < 3 }
              .select { $0.name }.toArray()
          }
        },
      ]
      for (index, way) in ways.enumerated() {
        let found = (try? way()).map { "\($0)" } ?? "error"
        #expect(found == small, "seed \(seed), way \(index), \(form)\n\(log.suffix(5))")
      }
    }
  }

  /// Returns a random statement, and the form that it gives the table.
  private func statement(_ random: inout RandomSource) -> (sql: String, form: Form?) {
    let id = 1 + random.below(20)
    let value = random.chance(15) ? random.pick(["'abc'", "2.5", "x'00'"]) : "\(random.below(9))"
    switch random.below(8) {
    case 0, 1: return ("INSERT INTO account VALUES (\(id), 'n\(id)', \(value))", nil)
    case 2: return ("UPDATE account SET amount = \(value) WHERE id = \(id)", nil)
    case 3: return ("DELETE FROM account WHERE id < \(id)", nil)
    case 4: return ("UPDATE account SET amount = 1 WHERE typeof(amount) <> 'integer'", nil)
    case 5:
      let form = random.pick(Form.allCases)
      return (form.change, form)
    case 6: return ("CREATE INDEX IF NOT EXISTS i ON account (amount)", nil)
    default: return ("INSERT INTO account SELECT id + 20, name, amount FROM account", nil)
    }
  }
}
