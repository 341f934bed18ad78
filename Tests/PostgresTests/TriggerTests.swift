#if Postgres
import LinqSQL
import People
import PeoplePostgres
import StorePostgres
import TestSupport
import Testing

extension PostgresSuite {
  /// What a write returns is what is stored, whatever triggers and rules do (S79).
  @Suite struct TriggerTests {
    private struct Item: Sendable, Hashable {
      var id: Int64
      var name: String
      static let table = Table(
        "item", Item.init, .primaryKey("id", \.id), .column("name", \.name))
    }

    private func items() throws -> Repository<Item> {
      let store = try newStore()
      try store.pool.withWriter {
        try $0.execute(
          """
          CREATE TABLE item (id bigserial PRIMARY KEY, name text COLLATE "C" NOT NULL);
          CREATE FUNCTION changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF TG_OP = 'DELETE' THEN
              RETURN CASE WHEN old.name = 'KEEP' THEN NULL ELSE old END;
            END IF;
            IF new.name = 'no' THEN RETURN NULL; END IF;
            new.name = upper(new.name);
            RETURN new;
          END $$;
          CREATE TRIGGER changed BEFORE INSERT OR UPDATE OR DELETE ON item
            FOR EACH ROW EXECUTE FUNCTION changed();
          """)
      }
      return Repository(Item.table, in: store.pool)
    }

    private func isRefused(_ body: () throws -> Void) -> Bool {
      do { try body() } catch RowError.refused { return true } catch {}
      return false
    }

    @Test func whatTriggersMakeOfARowIsReturned() throws {
      let items = try items()
      #expect(try items.insert(Item(id: 0, name: "a")) == Item(id: 1, name: "A"))
      #expect(
        try items.insert([Item(id: 0, name: "b"), Item(id: 0, name: "c")]).map(\.name) == [
          "B", "C",
        ])
      #expect(try items.save(Item(id: 1, name: "keep")) == Item(id: 1, name: "KEEP"))
      #expect(try items.save(Item(id: 9, name: "x"), matching: \.id) == Item(id: 9, name: "X"))
      #expect(try items.delete(1) == false)
      #expect(try items.delete(9) == true)
      #expect(try items.all().map(\.name) == ["KEEP", "B", "C"])
    }

    @Test func whatATriggerLeavesOutIsAnError() throws {
      let items = try items()
      try items.insert(Item(id: 0, name: "a"))
      #expect(isRefused { try items.insert(Item(id: 0, name: "no")) })
      #expect(isRefused { try items.insert([Item(id: 0, name: "b"), Item(id: 0, name: "no")]) })
      #expect(isRefused { try items.save(Item(id: 1, name: "no")) })
      #expect(isRefused { try items.update(Item(id: 1, name: "no")) })
      #expect(throws: RowError.notFound(table: "item", key: RowKey(77))) {
        try items.update(Item(id: 77, name: "x"))
      }
      #expect(try items.all().map(\.name) == ["A"])
    }

    @Test func aRuleThatDeletesElsewhere() throws {
      let items = try items()
      try items.insert([Item(id: 0, name: "a"), Item(id: 0, name: "b"), Item(id: 0, name: "c")])
      try items.pool.withWriter {
        try $0.execute(
          """
          ALTER TABLE item RENAME TO base;
          CREATE VIEW item AS SELECT * FROM base;
          CREATE RULE gone AS ON DELETE TO item DO INSTEAD DELETE FROM base WHERE id = old.id;
          """)
      }
      let shown = Repository(Item.table, in: items.pool)
      #expect(try shown.delete(1) == true)
      #expect(try shown.delete(1) == false)
      #expect(try shown.where { $0.id > 1 }.delete() == 2)
    }
  }
}
#endif
