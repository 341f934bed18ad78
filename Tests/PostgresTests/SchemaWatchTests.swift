#if Postgres
import Foundation
import LinqSQL
import People
import PeoplePostgres
import StorePostgres
import TestSupport
import Testing

extension PostgresSuite {
  /// What a connection has found out about a table ends when the table is changed.
  @Suite struct SchemaWatchTests {
    private struct Account: Sendable, Equatable {
      var id: Int64
      var name: String
      var amount: Int
      static let table = Table(
        "account", Account.init, .primaryKey("id", \.id), .column("name", \.name),
        .column("amount", \.amount))
    }

    private struct Undo: Error {}

    /// Changes after which the declaration of the rows does not fit, and how to undo them.
    private static let changes = [
      ("ALTER COLUMN amount DROP NOT NULL", "ALTER COLUMN amount SET NOT NULL"),
      ("ALTER COLUMN amount TYPE text", "ALTER COLUMN amount TYPE bigint USING amount::bigint"),
      (
        "ALTER COLUMN name TYPE text COLLATE \"und-x-icu\"",
        "ALTER COLUMN name TYPE text COLLATE \"C\""
      ),
      ("DROP CONSTRAINT account_pkey", "ADD CONSTRAINT account_pkey PRIMARY KEY (id)"),
      ("RENAME COLUMN amount TO sum", "RENAME COLUMN sum TO amount"),
    ]

    private func accounts() throws -> Repository<Account> {
      let store = try newStore()
      try store.pool.withWriter {
        try $0.execute(
          """
          CREATE TABLE account (
            id bigserial PRIMARY KEY, name text COLLATE "C" NOT NULL, amount bigint NOT NULL)
          """)
      }
      let accounts = Repository(Account.table, in: store.pool)
      try accounts.insert([
        Account(id: 1, name: "Ada", amount: 1), Account(id: 2, name: "Bob", amount: 200),
      ])
      return accounts
    }

    /// The results of queries, after which every connection knows the table.
    private func results(_ accounts: Repository<Account>) -> [String] {
      let ways: [() throws -> String] = [
        { "\(try accounts.where { $0.amount != 1 }.count())" },
        { "\(try accounts.sort { $0.name }.select { $0.id }.toArray())" },
        { "\(try accounts.find(1).map(\.id) as Optional)" },
        { "\(try accounts.where { $0.amount > 1000 }.delete())" },
      ]
      return ways.map { way in (try? way()) ?? "error" }
    }

    private static let expected = ["1", "[1, 2]", "Optional(1)", "0"]

    @Test("by this process", arguments: [true, false])
    func ownChanges(byOther: Bool) throws {
      let accounts = try accounts()
      let other = try ConnectionPool(postgres: accounts.pool.path)
      for (change, undo) in Self.changes {
        #expect(results(accounts) == Self.expected, "\(change)")
        let pool = byOther ? other : accounts.pool
        try pool.withWriter { try $0.execute("ALTER TABLE account \(change)") }
        #expect(results(accounts) == Self.expected.map { _ in "error" }, "\(change)")
        try pool.withWriter { try $0.execute("ALTER TABLE account \(undo)") }
      }
      #expect(results(accounts) == Self.expected)
    }

    /// A function hides its statements from this process as another program does.
    @Test("by another program, within a second")
    func changesOfOthers() throws {
      let accounts = try accounts()
      for (change, undo) in Self.changes {
        #expect(results(accounts) == Self.expected, "\(change)")
        try hidden("ALTER TABLE account \(change)", accounts)
        Thread.sleep(forTimeInterval: 1.1)
        #expect(results(accounts) == Self.expected.map { _ in "error" }, "\(change)")
        try hidden("ALTER TABLE account \(undo)", accounts)
        Thread.sleep(forTimeInterval: 1.1)
      }
      #expect(results(accounts) == Self.expected)
    }

    private func hidden(_ sql: String, _ accounts: Repository<Account>) throws {
      let sql = sql.replacing("'", with: "''")
      try accounts.pool.withWriter { try $0.run("DO $$ BEGIN EXECUTE '\(sql)'; END $$") }
    }

    @Test("that are rolled back", arguments: [true, false])
    func undoneChanges(isNested: Bool) throws {
      let accounts = try accounts()
      for (change, _) in Self.changes {
        #expect(results(accounts) == Self.expected)
        try? accounts.pool.write { connection in
          func count() throws -> Int {
            try TableAccess(Account.table, on: connection).where { $0.amount < 3 }.count()
          }
          func alter() throws {
            try connection.execute("ALTER TABLE account \(change)")
            #expect(throws: (any Error).self) { try count() }
            throw Undo()
          }
          if isNested { try? connection.transaction { try alter() } } else { try alter() }
          let found = try count()
          #expect(found == 1, "\(change)")
        }
        #expect(results(accounts) == Self.expected, "\(change)")
      }
    }

    @Test func aTriggerIsKnownAtOnce() throws {
      let accounts = try accounts()
      #expect(try accounts.insert(Account(id: 0, name: "c", amount: 3)).name == "c")
      try accounts.pool.withWriter {
        try $0.execute(
          """
          CREATE FUNCTION changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF new.name = 'no' THEN RETURN NULL; END IF;
            new.name = upper(new.name);
            RETURN new;
          END $$;
          CREATE TRIGGER changed BEFORE INSERT OR UPDATE ON account
            FOR EACH ROW EXECUTE FUNCTION changed();
          """)
      }
      #expect(try accounts.insert(Account(id: 0, name: "d", amount: 3)).name == "D")
      #expect(throws: RowError.self) {
        try accounts.update(Account(id: 1, name: "no", amount: 3))
      }
    }
  }
}
#endif
