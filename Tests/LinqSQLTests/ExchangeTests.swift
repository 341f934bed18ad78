import LinqCore
import LinqSQL
import StoreSQLite
import TestSupport
import Testing

@Suite("S92 unique values that rows give each other")
struct ExchangeTests {
  private struct Track: Sendable, Hashable {
    var id: Int64 = 0
    var album: String = "a"
    var position: Int
    var title: String
    var code: String?
  }

  private static let table = Table(
    "track", Track.init, .primaryKey("id", \.id), .column("album", \.album),
    .column("position", \.position), .column("title", \.title), .column("code", \.code))

  private let pool: ConnectionPool
  private let tracks: any BlockingRepository<Track>

  init() throws {
    pool = try ConnectionPool(path: ":memory:")
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE track (
          id INTEGER PRIMARY KEY, album TEXT NOT NULL, position INTEGER NOT NULL,
          title TEXT NOT NULL UNIQUE, code TEXT UNIQUE, UNIQUE (album, position)) STRICT;
        CREATE TABLE play (
          id INTEGER PRIMARY KEY,
          title TEXT NOT NULL REFERENCES track (title) ON UPDATE CASCADE,
          code TEXT REFERENCES track (code) ON UPDATE CASCADE) STRICT;
        """)
    }
    tracks = Repository(Self.table, in: pool)
    try tracks.insert((1...9).map { Track(position: $0, title: "t\($0)", code: "c\($0)") })
    try tracks.insert((1...3).map { Track(album: "b", position: $0, title: "b\($0)") })
  }

  private func expectUpdate(
    _ changes: (inout RowUpdate<Track>) -> Void, _ change: (inout Track) -> Void,
    where isChanged: (Track) -> Bool = { $0.album == "a" },
    _ rows: (Query<Track>) -> Query<Track> = { $0.where { $0.album == "a" } },
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = try tracks.all().map { row in
      var row = row
      if isChanged(row) { change(&row) }
      return row
    }
    let count = try rows(tracks.query).update(changes)
    #expect(count == expected.count(where: isChanged), sourceLocation: sourceLocation)
    #expect(
      try tracks.all() == expected.sorted { $0.id < $1.id }, sourceLocation: sourceLocation)
  }

  @Test("shifts in both directions")
  func shifts() throws {
    for offset in [1, -1, 5, -2] {
      try expectUpdate {
        $0.set(\.position, to: $0.position + offset)
      } _: {
        $0.position += offset
      }
    }
    // All but the last, so that there is room for one more.
    try expectUpdate({ $0.set(\.position, to: $0.position + 1) }, { $0.position += 1 }) {
      $0.album == "a" && $0.position >= 6
    } _: {
      $0.where { $0.album == "a" && $0.position >= 6 }
    }
  }

  @Test("swaps and circles: of numbers, of texts, of optionals, by expressions and by closures")
  func circles() throws {
    try expectUpdate {
      $0.set(\.position, to: 10 - $0.position)
    } _: {
      $0.position = 10 - $0.position
    }
    try expectUpdate {
      $0.set(\.position, to: $0.position * 4 % 9 + 20)
    } _: {
      $0.position = $0.position * 4 % 9 + 20
    }
    try expectUpdate {
      $0.set(\.title, to: .if($0.title == "t1", then: "t2", else: "t1"))
    } _: {
      $0.title = $0.title == "t1" ? "t2" : "t1"
    } where: {
      $0.title == "t1" || $0.title == "t2"
    } _: {
      $0.where { $0.title == "t1" || $0.title == "t2" }
    }
    let next = { @Sendable (code: String?) in code.map { "c\(Int($0.dropFirst())! % 9 + 1)" } }
    try expectUpdate {
      $0.set(\.code) { next($0.code) }
    } _: {
      $0.code = next($0.code)
    }
    // Two at once.
    try expectUpdate {
      $0.set(\.position, to: 49 - $0.position)
      $0.set(\.title) { "t\(10 - Int($0.title.dropFirst())!)" }
    } _: {
      $0.position = 49 - $0.position
      $0.title = "t\(10 - Int($0.title.dropFirst())!)"
    }
  }

  @Test("keys are shifted, and rows that refer to a value follow it")
  func keys() throws {
    try expectUpdate({ $0.set(\.id, to: $0.id + 1) }, { $0.id += 1 }, where: { _ in true }, { $0 })
    try pool.withWriter {
      try $0.execute(
        "PRAGMA foreign_keys = ON; INSERT INTO play (id, title) VALUES (1, 't1'), (2, 't2')")
    }
    try tracks.query.where { $0.title == "t1" || $0.title == "t2" }
      .update { $0.set(\.title, to: .if($0.title == "t1", then: "t2", else: "t1")) }
    let played = try pool.withWriter {
      try $0.query("SELECT title FROM play ORDER BY id") { try $0.text(0) }
    }
    #expect(played == ["t2", "t1"])
  }

  @Test("rows that refer to an optional value follow it, too")
  func referencesToOptionals() throws {
    try pool.write {
      try $0.execute("INSERT INTO play (title, code) SELECT title, code FROM track")
    }
    try expectUpdate {
      $0.set(\.code) { $0.code == "c1" ? "c2" : "c1" }
    } _: { row in
      row.code = row.code == "c1" ? "c2" : "c1"
    } where: {
      ["c1", "c2"].contains($0.code)
    } _: {
      $0.where { $0.code == "c1" || $0.code == "c2" }
    }
    let codes = try pool.read {
      try $0.query("SELECT code FROM play ORDER BY id LIMIT 3") { try $0.text(0) }
    }
    #expect(codes == ["c2", "c1", "c3"])
  }

  @Test("a shift of rows in any order")
  func shiftsInAnyOrder() throws {
    try expectUpdate {
      $0.set(\.position, to: $0.position + 1)
    } _: {
      $0.position += 1
    } where: {
      $0.album == "a" && $0.position > 3
    } _: {
      $0.where { $0.album == "a" }.sort { ($0.position * 7) % 5 }.thenByDescending { $0.title }
        .where { $0.position > 3 }.take(100)
    }
    try expectUpdate {
      $0.set(\.id, to: $0.id + 2)
    } _: {
      $0.id += 2
    } where: {
      $0.id > 4
    } _: {
      $0.where { $0.id > 4 }.sort { ($0.id * 7) % 5 }.take(100)
    }
  }

  @Test("values that are the same at the end are an error, and nothing is changed")
  func refused() throws {
    let before = try tracks.all()
    let taken = RowError.duplicate(table: "track", fields: ["album", "position"])
    #expect(throws: taken) {
      try tracks.query.update { $0.set(\.position, to: $0.position % 5) }
    }
    #expect(throws: taken) {
      try tracks.query.where { $0.position == 1 }.update { $0.set(\.position, to: $0.position + 1) }
    }
    #expect(throws: RowError.duplicate(table: "track", fields: ["title"])) {
      try tracks.query.update { $0.set(\.title, to: "same") }
    }
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE other (
          id INTEGER PRIMARY KEY, album TEXT NOT NULL,
          position INTEGER NOT NULL CHECK (position < 3),
          title TEXT NOT NULL, code TEXT, UNIQUE (album, position)) STRICT
        """)
    }
    // There is no third value, so two rows cannot be swapped.
    let other = Table(
      "other", Track.init, .primaryKey("id", \.id), .column("album", \.album),
      .column("position", \.position), .column("title", \.title), .column("code", \.code))
    let rows: any BlockingRepository<Track> = Repository(other, in: pool)
    try rows.insert((0...2).map { Track(position: $0, title: "") })
    #expect(throws: RowError.duplicate(table: "other", fields: ["album", "position"])) {
      try rows.query.update { $0.set(\.position, to: 2 - $0.position) }
    }
    #expect(try tracks.all() == before)
    #expect(try rows.all().map(\.position) == [0, 1, 2])
  }

  @Test("random new values are stored if they are unique at the end, and else change nothing")
  func random() throws {
    let seed = Seed()
    var random = seed.generator
    for _ in 0..<1000 {
      try tracks.query.delete()
      let count = Int.random(in: 0...12, using: &random)
      let rows = try tracks.insert(
        (0..<count).map { Track(position: $0 * 2, title: "\($0)", code: "\($0)") })
      // A part of the rows gets values of each other, and sometimes others.
      let chosen = rows.filter { _ in Bool.random(using: &random) }
      var positions = chosen.map(\.position).shuffled(using: &random)
      if !positions.isEmpty, Bool.random(using: &random) {
        positions[0] = Int.random(in: 0...25, using: &random)
      }
      let new = Dictionary(uniqueKeysWithValues: zip(chosen.map(\.id), positions))
      let expected = rows.map { row in
        var row = row
        row.position = new[row.id] ?? row.position
        if new[row.id] != nil { row.code = row.code.map { "\((Int($0)! + 1) % max(count, 1))" } }
        return row
      }
      let isUnique =
        Set(expected.map(\.position)).count == count && Set(expected.map(\.code)).count == count
      let ids = chosen.map(\.id)
      let update = {
        try tracks.query.where { ids.contains($0.id) }.update {
          $0.set(\.position) { new[$0.id] ?? -1 }
          $0.set(\.code) { $0.code.map { "\((Int($0)! + 1) % max(count, 1))" } }
        }
      }
      if isUnique {
        #expect(try update() == chosen.count, "\(seed)")
        #expect(try tracks.all() == expected, "\(seed)")
      } else {
        #expect(throws: RowError.self, "\(seed)") { try update() }
        #expect(try tracks.all() == rows, "\(seed)")
      }
    }
  }
}
