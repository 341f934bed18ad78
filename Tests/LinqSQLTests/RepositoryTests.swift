import Foundation
import LinqSQL
import StoreSQLite
import TestSupport
import Testing

/// The same operations from tasks and from plain threads.
@Suite(.timeLimit(.minutes(hangLimit))) struct RepositoryTests {
  let folder = TemporaryFolder()

  private func repository(_ path: String? = nil) throws -> Repository<Invoice> {
    let pool = try ConnectionPool(path: path ?? folder.file())
    try pool.withWriter { try $0.execute(Invoice.schema) }
    return Repository(Invoice.table, in: pool)
  }

  @Test func manyRows() throws {
    let rows = try repository()
    let numbers = (0..<5000).map { String($0) }
    try rows.insert(numbers.map { Invoice(number: $0) })
    for count in [1023, 1024, 1025, 4096, 4097, 5000] {
      let read = try rows.take(count).toArray()
      #expect(read.map(\.number) == Array(numbers.prefix(count)))
    }
  }

  @Test func fromTasks() async throws {
    let rows = try repository()
    let one = try await rows.insert(Invoice(number: "A"))
    let many = try await rows.insert([Invoice(number: "B"), Invoice(number: "C")])
    #expect([one.id] + many.map(\.id) == [1, 2, 3])
    try await rows.update(Invoice(id: 1, number: "AA"))
    #expect(try await rows.save(Invoice(id: 2, number: "BB")).id == 2)
    #expect(try await rows.find(1)?.number == "AA")
    #expect(try await rows.find(9) == nil)
    #expect(try await rows.all().map(\.number) == ["AA", "BB", "C"])
    #expect(try await rows.delete(many[1]))
    #expect(try await rows.delete(2))
    #expect(try await !rows.delete(2))
    #expect(try await rows.count() == 1)
    let seen = Collected<String>()
    try await rows.forEach { seen.append($0.number) }
    #expect(seen.all == ["AA"])
    await #expect(throws: Stop()) { try await rows.forEach { _ in throw Stop() } }
    await #expect(throws: RowError.notFound(table: "invoice", key: 2)) {
      try await rows.update(Invoice(id: 2, number: "B"))
    }
    await #expect(throws: RowError.duplicate(table: "invoice", fields: ["number"])) {
      try await rows.insert([Invoice(number: "X"), Invoice(number: "AA")])
    }
    #expect(try await rows.count() == 1)
    await rows.pool.closeAndWait()
    await #expect(throws: DatabaseError.closed(path: rows.pool.path)) { try await rows.all() }
  }

  @Test(arguments: [false, true])
  func fromThreads(inMemory: Bool) throws {
    let rows = try repository(inMemory ? ":memory:" : nil)
    let one = try rows.insert(Invoice(number: "A"))
    let many = try rows.insert([Invoice(number: "B"), Invoice(number: "C")])
    #expect([one.id] + many.map(\.id) == [1, 2, 3])
    try rows.update(Invoice(id: 1, number: "AA"))
    #expect(try rows.save(Invoice(id: 2, number: "BB")).id == 2)
    #expect(try rows.find(1)?.number == "AA")
    #expect(try rows.all().map(\.number) == ["AA", "BB", "C"])
    #expect(try rows.delete(many[1]))
    #expect(try rows.delete(2))
    #expect(try rows.count() == 1)
    var seen: [String] = []
    try rows.forEach { seen.append($0.number) }
    #expect(seen == ["AA"])
    #expect(throws: RowError.notFound(table: "invoice", key: 2)) {
      try rows.update(Invoice(id: 2, number: "B"))
    }
    #expect(throws: RowError.duplicate(table: "invoice", fields: ["number"])) {
      try rows.insert([Invoice(number: "X"), Invoice(number: "AA")])
    }
    #expect(try rows.count() == 1)
    rows.pool.closeAndWait()
    #expect(throws: DatabaseError.closed(path: rows.pool.path)) { try rows.all() }
  }
}
