import Foundation
import LinqSQL
import StoreSQLite
import TestModel
import Testing

/// A session of a user, in a table that another program has made: identifiers in lower case, points
/// in time as texts and as whole numbers.
struct Session: Sendable, Hashable {
  var id: UUID
  var device: UUID?
  var opened: Date
  var seen: Date?
  var closed: Date?
  var expires: Date

  static let table = Table(
    "session", Session.init, .primaryKey("id", \.id).encoded(as: .lowercase),
    .column("device", \.device).encoded(as: .bytes),
    .column("opened", \.opened).encoded(as: .iso8601(fractionDigits: 3)),
    .column("seen", \.seen).encoded(as: .secondsSince1970),
    .column("closed", \.closed).encoded(as: .timestamp),
    .column("expires", \.expires).encoded(as: .millisecondsSince1970))
}

struct Visit: Sendable, Hashable {
  var id: Int64 = 0
  var session: UUID
  var page: String

  static let table = Table(
    "visit", Visit.init, .primaryKey("id", \.id),
    .column("session", \.session).encoded(as: .lowercase), .column("page", \.page))
}

extension QueryExpression where Value == Session {
  fileprivate var visits: QueryExpression<[Visit]> {
    Visit.table.rows.matching(\.session, equals: self.id)
  }
}

extension QueryExpression where Value == Visit {
  fileprivate var visited: Related<Session> {
    Related(Session.table.rows.matching(\.id, equals: self.session))
  }
}

/// Columns with other encodings than the usual ones, in SQL and in memory, on each engine: S67.
@Suite struct EncodingTests: QuerySuite {
  private let pools: [ConnectionPool]
  private let sessions: [Session]
  private let visits: [Visit]

  var allRows: [Session] { sessions }
  var repositories: [Repository<Session>] {
    pools.map { Repository(Session.table, in: $0) }
  }

  private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  init() throws {
    let start = try Self.date("1969-12-31T23:59:50Z")
    sessions = (0..<20).map { number in
      let second = Double(number)
      return Session(
        id: UUID(), device: number % 3 == 0 ? nil : UUID(),
        opened: start + second * 1.25, seen: number % 4 == 0 ? nil : start + second,
        closed: number % 5 == 0 ? nil : start + second * 86_400, expires: start + second / 8)
    }.sorted { $0.id.uuidString < $1.id.uuidString }
    pools = try newDatabases([
      """
      CREATE TABLE session (
        id TEXT PRIMARY KEY NOT NULL, device BLOB, opened TEXT NOT NULL, seen INTEGER, closed TEXT,
        expires INTEGER NOT NULL)
      """,
      "CREATE INDEX session_opened ON session (opened)",
      """
      CREATE TABLE visit (
        id INTEGER PRIMARY KEY, session TEXT NOT NULL REFERENCES session, page TEXT NOT NULL)
      """,
    ])
    visits = sessions.prefix(8).enumerated().flatMap { number, session in
      (0..<number % 4).map {
        Visit(id: Int64(number * 4 + $0 + 1), session: session.id, page: "p\($0)")
      }
    }
    for pool in pools {
      try Repository(Session.table, in: pool).insert(sessions)
      try Repository(Visit.table, in: pool).insert(visits)
    }
  }

  @Test func stored() throws {
    for (pool, repository) in zip(pools, repositories) {
      #expect(try repository.all() == sessions)
      for session in sessions { #expect(try repository.find(session.id) == session) }
      let first = try #require(sessions.first { $0.device != nil && $0.closed != nil })
      let columns = "opened, closed, id, length(device)"
      let texts = try pool.read { connection in
        try connection.query(
          "SELECT \(columns) FROM session WHERE id = '\(first.id.uuidString.lowercased())'"
        ) { (try $0.text(0), try $0.text(1), try $0.text(2), try $0.integer(3)) }
      }.first
      let found = try #require(texts)
      #expect(found.0.hasSuffix("Z") && found.0.utf8.count == 24)
      #expect(found.1.utf8.count == 19 && found.1.contains(" "))
      #expect(found.2 == first.id.uuidString.lowercased())
      #expect(found.3 == 16)
    }
  }

  @Test func comparisons() throws {
    let date = try Self.date("1970-01-01T00:00:00Z")
    for offset in [-0.75, -0.5, 0, 0.000001, 0.001, 0.25, 1, 86_400, -1e10, 1e12] {
      let limit = date + offset
      try expect { $0.where { $0.opened < limit || $0.opened >= limit }.select { $0.id } }
      try expect { $0.select { ($0.opened < limit, $0.opened <= limit, $0.opened == limit) } }
      try expect { $0.select { ($0.seen == limit, $0.seen != limit, $0.closed == limit) } }
      try expect { $0.select { ($0.expires > limit, $0.expires >= limit, $0.expires != limit) } }
    }
    let session = sessions[3]
    try expect { $0.where { $0.id == session.id }.select { $0.opened } }
    try expect { $0.where { $0.id != session.id && $0.device == nil }.select { $0.id } }
    try expect { $0.where { $0.device == sessions[3].device }.select { $0.id } }
    let ids = sessions.suffix(3).map(\.id)
    try expect { $0.where { ids.contains($0.id) }.select { $0.id } }
    try expect { $0.where { $0.seen == $0.opened || $0.expires < $0.opened }.select { $0.id } }
    try expect { $0.where { $0.seen == nil }.select { ($0.id, $0.closed) } }
    try expect { $0.where { $0.closed != nil }.sort { $0.closed }.select { $0.closed } }
  }

  @Test func operators() throws {
    try expect { $0.sort { $0.opened }.take(7) }
    try expect { $0.sortDescending { $0.seen }.thenBy { $0.expires }.skip(2) }
    try expect { $0.groupBy { $0.seen }.select { ($0.key, $0.count, $0.max { $0.opened }) } }
    try expect { $0.select { $0.closed }.distinct().reverse() }
    try expect { $0.select { ($0.opened.addingTimeInterval(1.5), $0.opened.hour(in: .gmt)) } }
    try expect { $0.select { "\($0.id)" } }
    try expect { $0.pairwise().select { ($0.0.opened, $0.1.opened) } }
    try expect { $0.select { $0.device ?? $0.id } }
    try expect { $0.concat($0.take(2)).select { $0.seen } }
    try expect { $0.append(sessions[3]).prepend(sessions[4]).select { ($0.id, $0.closed) } }
    try expect {
      $0.groupBy { $0.closed }.where { $0.key != nil }.select { ($0.key, $0.count) }
    }
    try expect {
      $0.groupBy { $0.closed }.where { $0.count > 1 }.select { ($0.key, $0.items.take(2)) }
    }
    try expect { $0.except($0.take(2)) }
  }

  @Test func relations() throws {
    for pool in pools {
      let sessions = Repository(Session.table, in: pool)
      let counts = sessions.select { ($0.id, $0.visits.count, $0.visits) }.policy(.requireSQL)
      #expect(
        try counts.toArray().map { $0.1 }
          == self.sessions.map { session in
            visits.count { $0.session == session.id }
          })
      #expect(
        try counts.toArray().map { $0.2 }
          == self.sessions.map { session in
            visits.filter { $0.session == session.id }
          })
      let opened = Repository(Visit.table, in: pool).select { ($0.id, $0.visited.opened) }
      #expect(
        try opened.policy(.requireSQL).toArray().map { $0.1 }
          == visits.map { visit in
            self.sessions.first { $0.id == visit.session }?.opened
          })
      let joined = sessions.join(
        Repository(Visit.table, in: pool).query, on: { $0.id }, equals: { $0.session }
      ).select { ($0.0.id, $0.1.page) }
      #expect(
        try joined.policy(.requireSQL).toArray().map { $0.1 }.sorted()
          == visits.map(\.page).sorted())
      let busy = sessions.where { $0.visits.any { $0.page == "p2" } }
      #expect(try busy.policy(.requireSQL).count() == 2)
    }
  }

  @Test func changes() throws {
    for pool in pools {
      let sessions = Repository(Session.table, in: pool)
      let moment = try Self.date("2026-03-01T08:30:00Z")
      var session = Session(
        id: UUID(), opened: moment + 0.0014, seen: moment + 0.6, expires: moment + 0.0005)
      // Values between two that a column can store are rounded.
      session = try sessions.insert(session)
      #expect(session.opened == Date(timeIntervalSince1970: moment.timeIntervalSince1970 + 0.001))
      #expect(session.seen == moment + 1)
      #expect(session.expires == Date(timeIntervalSince1970: moment.timeIntervalSince1970 + 0.001))
      #expect(try sessions.find(session.id) == session)
      session.closed = moment
      try sessions.update(session)
      let id = session.id
      let changed = try sessions.where { $0.id == id }.update {
        $0.set(\.seen, to: moment + 7.5)
        $0.set(\.opened, to: $0.expires)
        $0.set(\.closed, to: moment - 1e9 - 0.7)
      }
      #expect(changed == 1)
      let found = try #require(try sessions.find(id))
      #expect(found.seen == moment + 8)
      #expect(found.opened == session.expires)
      #expect(found.closed == moment - 1e9 - 1)
      session.opened = moment + 3600
      #expect(try sessions.save(session, matching: \.id).opened == moment + 3600)
      #expect(
        try sessions.where { $0.opened > moment }.take(1).update { $0.set(\.device, to: id) } == 1)
      #expect(try sessions.find(id)?.device == id)
      #expect(try sessions.sort { $0.opened }.takeLast(1).update { $0.set(\.device, to: nil) } == 1)
      #expect(try sessions.takeLast(30).union(sessions.take(2)).where { $0.id == id }.delete() == 1)
      #expect(try sessions.find(id) == nil)
      try sessions.insert(session)
      #expect(try sessions.delete(id))
      // Before 1970, a half is rounded up, too.
      session.seen = Date(timeIntervalSince1970: -1.5)
      session.closed = nil
      try sessions.insert(session)
      #expect(try sessions.find(id)?.seen == Date(timeIntervalSince1970: -1))
      let update = sessions.where { $0.id == id }
      try update.update {
        $0.set(\.seen, to: Date(timeIntervalSince1970: -2.5))
        $0.set(\.closed, to: Date(timeIntervalSince1970: -2.5))
      }
      #expect(try sessions.find(id)?.seen == Date(timeIntervalSince1970: -2))
      #expect(try sessions.find(id)?.closed == Date(timeIntervalSince1970: -2))
      #expect(throws: (any Error).self) {
        try update.update { $0.set(\.closed, to: Date(timeIntervalSince1970: 1e12)) }
      }
      #expect(try sessions.delete(id))
      // A year that the text cannot have.
      session.closed = Date(timeIntervalSince1970: 1e12)
      #expect { try sessions.insert(session) } throws: { error in
        "\(error)".contains("closed") && "\(error)".contains("cannot be stored as timestamp")
      }
      #expect(try sessions.find(id) == nil)
    }
  }

  @Test func otherFormsAreErrors() throws {
    for (column, value) in [
      ("id", "'1B4E28BA-2FA1-11D2-883F-0016D3CCA427'"), ("id", "'x'"), ("device", "x'00'"),
      ("opened", "'2026-03-01 08:30:00'"), ("opened", "'2026-02-30T08:30:00.000Z'"),
      ("closed", "'2026-03-01T08:30:00'"), ("seen", "9223372036854775807"),
    ] {
      let pool = pools[0]
      try pool.write { connection in
        try connection.run("SAVEPOINT other")
        try connection.run("DELETE FROM visit")
        try connection.run("UPDATE session SET \(column) = \(value) WHERE rowid = 1")
        let access = TableAccess(Session.table, on: connection)
        #expect { try access.query.toArray() } throws: { error in
          guard case DatabaseError.decoding(let failure) = error else { return false }
          return failure.table == "session" && failure.column == column
        }
        #expect(throws: DatabaseError.self) { try access.query.policy(.memoryOnly).toArray() }
        try connection.run("ROLLBACK TO other")
      }
    }
  }

  @Test func statements() throws {
    let sessions = repositories[0]
    let moment = try Self.date("2026-03-01T08:30:00Z")
    let plan = try sessions.where { $0.opened >= moment }.sort { $0.seen }.plan()
    #expect(
      plan.sql == """
        SELECT swift_decode_lowercase(id), swift_decode_bytes(device), \
        swift_decode_iso8601_3(opened), iif(typeof(seen) = 'integer', seen * 1000000, seen), \
        swift_decode_timestamp(closed), iif(typeof(expires) = 'integer', expires * 1000, expires) \
        FROM session WHERE opened >= swift_encode_iso8601_3(?) ORDER BY seen, id
        """)
    #expect(plan.access.contains { $0.contains("USING INDEX session_opened") })
    let ids = (0..<600).map { _ in UUID() } + self.sessions[2...4].map(\.id)
    let found = sessions.query.where { ids.contains($0.id) }.select { $0.id }
    #expect(
      try found.plan().sql == """
        SELECT swift_decode_lowercase(id) FROM session WHERE id IN \
        (SELECT swift_encode_lowercase(value) FROM temp.json_each(?)) ORDER BY id
        """)
    #expect(try found.toArray() == self.sessions[2...4].map(\.id))
    #expect(
      try sessions.where { $0.closed == moment }.sort { $0.expires }.plan().advice.first?.contains(
        "(closed)") == true)
  }

  @Test func plansComeBeforeRuns() throws {
    for pool in try newDatabases([
      """
      CREATE TABLE visit (id INTEGER PRIMARY KEY, session TEXT NOT NULL, page TEXT NOT NULL)
      """
    ]) {
      let visits = Repository(Visit.table, in: pool)
      let id = UUID()
      #expect(try visits.where { $0.session == id }.plan().isAllSQL)
      #expect(try visits.where { $0.session == id }.count() == 0)
    }
  }

  @Test func liveQueriesReadChanges() async throws {
    let sessions = repositories[0]
    let moment = try Self.date("2026-03-01T08:30:00Z")
    var results = sessions.where { $0.opened == moment }.select { $0.seen }.live()
      .makeAsyncIterator()
    #expect(try await results.next() == [])
    let session = Session(id: UUID(), opened: moment, seen: moment + 5, expires: moment)
    try await sessions.insert(session)
    #expect(try await results.next() == [moment + 5])
  }

  @Test func otherFormsAreErrorsOnServers() throws {
    guard pools.count > 1 else { return }
    for (column, value) in [
      ("id", "upper(id)"), ("opened", "'2026-03-01 08:30:00'"),
      ("opened", "'2026-03-01T10:30:00.000+02:00'"), ("closed", "'now'"),
    ] {
      try pools[1].write { connection in
        try connection.run("SAVEPOINT other")
        try connection.run("DELETE FROM visit")
        try connection.run(
          "UPDATE session SET \(column) = \(value) WHERE id = (SELECT min(id) FROM session)")
        #expect(throws: DatabaseError.self) {
          try TableAccess(Session.table, on: connection).query.toArray()
        }
        try connection.run("ROLLBACK TO other")
      }
    }
  }

  @Test("keys between two that a column can store") func keys() throws {
    struct Tick: Sendable, Hashable {
      var time: Date
      var price: Decimal
    }
    let table = Table(
      "tick", Tick.init, .primaryKey("time", \.time).encoded(as: .secondsSince1970),
      .primaryKey("price", \.price).encoded(as: .scaled(2)))
    for pool in try newDatabases([
      "CREATE TABLE tick (time INTEGER NOT NULL, price INTEGER NOT NULL, PRIMARY KEY (time, price))"
    ]) {
      let ticks = Repository(table, in: pool)
      let time = Date(timeIntervalSince1970: 12)
      try ticks.insert([Tick(time: time, price: 12), Tick(time: time, price: 0.12)])
      #expect(try ticks.find(time, Decimal(12))?.price == 12)
      #expect(try ticks.find(time + 0.5, Decimal(12)) == nil)
      #expect(try ticks.find(time, Decimal(string: "1e30")!) == nil)
      #expect(throws: RowError.self) { try ticks.find("x", "y") }
      #expect(try ticks.takeLast(1).delete() == 1)
      #expect(try ticks.all().map(\.price) == [0.12])
    }
  }
}
