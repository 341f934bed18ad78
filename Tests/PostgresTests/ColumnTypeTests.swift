#if Postgres
import LinqSQL
import People
import PeoplePostgres
import StorePostgres
import TestSupport
import Testing

extension PostgresSuite {
  /// Columns whose types on the server are not those that the library would declare.
  @Suite struct ColumnTypeTests {
    private struct Bidder: Sendable, Hashable {
      var id: Int64
      var name: String?
      var code: Int64?
      static let table = Table(
        "bidder", Bidder.init, .primaryKey("id", \.id),
        .column("name", \.name).encoded(as: .collated), .column("code", \.code))
    }

    private struct Lot: Sendable, Hashable {
      var id: Int64
      var bidder: Int64?
      var name: String?
      static let table = Table(
        "lot", Lot.init, .primaryKey("id", \.id), .column("bidder", \.bidder),
        .column("name", \.name).encoded(as: .collated))
    }

    @Test func joinsAndGroups() throws {
      let store = try newStore()
      try store.pool.withWriter {
        try $0.execute(
          """
          CREATE TABLE bidder (
            id bigserial PRIMARY KEY, name varchar(40) COLLATE "und-x-icu", code integer);
          CREATE TABLE lot (id bigserial PRIMARY KEY, bidder bigint, name text COLLATE "C");
          INSERT INTO bidder (name, code) VALUES ('a', 1), ('B', NULL), ('c', 3), (NULL, 3);
          INSERT INTO lot (bidder, name) VALUES (3, 'c'), (NULL, 'B'), (1, NULL), (7, 'x');
          """)
      }
      let bidders = Repository(Bidder.table, in: store.pool)
      let lots = Repository(Lot.table, in: store.pool)
      let (people, things) = (try bidders.all(), try lots.all())
      let joined = lots.join(bidders, on: { $0.bidder }, equals: { $0.code })
        .select { ($0.0.id, $0.1.id) }
      #expect(
        try joined.toArray().map { [$0.0, $0.1] }
          == things.flatMap { lot in
            people.filter { $0.code == lot.bidder }.map { [lot.id, $0.id] }
          })
      let named = lots.leftJoin(bidders, on: { $0.name }, equals: { $0.name })
        .select { ($0.0.id, $0.1.map { $0.id }) }
      #expect(try named.toArray().count == 4)
      try named.verify()
      let counts = bidders.groupBy { $0.name ?? "" }.where { $0.key > "B" }
        .select { ($0.key, $0.count) }
      #expect(try counts.toArray().map { "\($0)" } == [#"("a", 1)"#, #"("c", 1)"#])
    }
  }
}
#endif
