import LinqSQL
import StoreSQLite
import Testing

@Suite("Conflicts of keys of several columns")
struct KeyConflictTests {
  private struct Seat: Sendable, Hashable {
    var trip: Int
    var number: Int
    var price: Int

    static let table = Table(
      "seat", Seat.init, .primaryKey("trip", \.trip), .primaryKey("number", \.number),
      .column("price", \.price))
  }

  private func seats() throws -> Repository<Seat> {
    let pool = try ConnectionPool(path: ":memory:")
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE seat (trip INTEGER NOT NULL, number INTEGER NOT NULL, price INTEGER NOT NULL,
          PRIMARY KEY (trip, number)) STRICT, WITHOUT ROWID
        """)
    }
    return Repository(Seat.table, in: pool)
  }

  @Test("columns of the key are no other unique columns")
  func uniqueKey() async throws {
    let seats = try seats()
    let policy = ConflictPolicy.update(columns: ["price"], unique: ["trip", "number"])
    for price in [10, 20] {
      try await seats.insert([Seat(trip: 1, number: 2, price: price)], onConflict: policy)
    }
    #expect(try await seats.toArray() == [Seat(trip: 1, number: 2, price: 20)])
  }
}
