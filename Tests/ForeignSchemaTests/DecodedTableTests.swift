import Foundation
import LinqCore
import LinqSQL
import StoreSQLite
import Testing

/// A table that its struct declares, in a file and on a server.
@Suite("A table by its struct has the same rows on both engines")
struct DecodedTableTests {
  private struct Visit: Codable, Sendable, Hashable, Identifiable {
    enum State: String, Codable, CaseIterable, ColumnArrayElement { case planned, done }

    let id: Int64
    var roomNumber: Int
    private(set) var note: String?
    var share: Double
    var state: State?
    var tags: [String]
    var opened: Date

    private enum CodingKeys: String, CodingKey {
      case id, note, share, state, tags, opened
      case roomNumber = "room"
    }
  }

  private static func visit(_ number: Int) -> Visit {
    let states: [Visit.State?] = [nil, .planned, .done]
    let note = "a note of more than fifteen bytes, \(number)"
    return Visit(
      id: Int64(number), roomNumber: number % 4, note: number % 3 == 0 ? nil : note,
      share: Double(number) / 4, state: states[number % 3],
      tags: number % 2 == 0 ? ["a", "b"] : [], opened: Date(timeIntervalSince1970: Double(number)))
  }

  @Test("rows, conditions, groups, changes") func operations() throws {
    let rows = (1...12).map(Self.visit)
    let pools = try newDatabases([
      """
      CREATE TABLE visit (
        id INTEGER PRIMARY KEY, room INTEGER NOT NULL, note TEXT, share REAL NOT NULL, state TEXT,
        tags TEXT NOT NULL, opened INTEGER NOT NULL)
      """
    ])
    defer { pools.forEach { $0.close() } }
    let table = Table(Visit.self, "visit", key: \.id)
    let repositories = pools.map { Repository(table, in: $0) }
    for visits in repositories {
      #expect(try visits.insert(rows) == rows)
      #expect(try visits.toArray() == rows)
    }
    func same<Element: Sendable>(
      inSQL: Bool = true, location: SourceLocation = #_sourceLocation,
      _ query: (Query<Visit>) -> Query<Element>
    ) throws {
      try expectSame(of: rows, in: repositories, inSQL: inSQL, location, query)
    }
    try same { $0.where { $0.roomNumber == 2 && $0.note != nil } }
    try same { $0.where { $0.state == .done }.sortDescending { $0.share } }
    try same { $0.groupBy { $0.roomNumber }.select { ($0.key, $0.sum { $0.share }) } }
    try same { $0.where { $0.tags.contains("b") }.select { ($0.id, $0.opened, $0.tags) } }
    for visits in repositories {
      #expect(try visits.where { $0.note == nil }.update { $0.set(\.note, to: "none") } == 4)
      #expect(try visits.where { $0.note == "none" }.delete() == 4)
      let row = try #require(try visits.find(1))
      #expect(try visits.save(row) == row)
      #expect(try visits.count() == 8)
    }
  }
}
