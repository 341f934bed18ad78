import LinqSQL
import StoreSQLite
import Testing

@Suite("Changes that block")
struct BlockingChangeTests {
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

  @Test("a query changes its rows on the calling thread of an asynchronous function")
  func changes() async throws {
    let seats = try seats()
    try await seats.insert((1...4).map { Seat(trip: 1, number: $0, price: 10) })
    let first = seats.where { $0.number == 1 }.blocking
    #expect(try first.update { $0.set(\.price, to: $0.price + 1) } == 1)
    #expect(try first.updateReturning { $0.set(\.price, to: 5) }.map(\.old.price) == [11])
    #expect(try first.deleteReturning().map(\.price) == [5])
    #expect(try seats.where { $0.number > 2 }.blocking.delete() == 2)
    #expect(try await seats.toArray() == [Seat(trip: 1, number: 2, price: 10)])
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
