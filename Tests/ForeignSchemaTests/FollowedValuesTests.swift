import Foundation
import LinqSQL
import StoreSQLite
import StoreSupport
import Synchronization
import TestSupport
import Testing

/// S83: the values of a column are read once. After that, the values of changed rows tell whether
/// all can still be read, as long as all changes are known.
@Suite struct FollowedValuesTests {
  struct Visit: Sendable, Hashable {
    var id: Int64
    var room: Int
    var score: Double
    var tags: [String]
    var seen: Date?
    var note: String
    static let table = Table(
      "visit", Visit.init, .primaryKey("id", \.id), .column("room", \.room),
      .column("score", \.score), .column("tags", \.tags),
      .column("seen", \.seen).encoded(as: .secondsSince1970), .column("note", \.note))

    init(_ id: Int64, room: Int) {
      self.init(
        id: id, room: room, score: Double(room % 9), tags: ["t\(room % 5)"],
        seen: room % 3 == 0 ? nil : Date(timeIntervalSince1970: Double(room)), note: "n\(room)")
    }

    init(id: Int64, room: Int, score: Double, tags: [String], seen: Date?, note: String) {
      self.id = id
      self.room = room
      self.score = score
      self.tags = tags
      self.seen = seen
      self.note = note
    }
  }

  private static let schema = """
    CREATE TABLE visit (
      id INTEGER PRIMARY KEY, room INTEGER NOT NULL, score REAL NOT NULL, tags TEXT NOT NULL,
      seen INTEGER, note TEXT NOT NULL);
    CREATE TABLE mark (id INTEGER PRIMARY KEY, text TEXT);
    """

  /// A pool of a file, and another one that plays another program.
  private final class Programs: Sendable {
    let folder = TemporaryFolder()
    let pool: ConnectionPool
    let other: ConnectionPool
    let visits: Repository<Visit>
    /// The statements of the library that read all values of columns.
    let reads = Collected<String>()

    init(rows: Int = 40, didCommit: (@Sendable ([RowChange]) -> Void)? = nil) throws {
      let path = folder.file()
      var configuration = DatabaseConfiguration()
      configuration.readerCount = 2
      configuration.trace = { [reads] sql in
        if sql.hasSuffix("FROM visit"), !sql.contains("note") { reads.append(sql) }
      }
      configuration.didCommit = didCommit
      pool = try ConnectionPool(path: path, configuration: configuration)
      other = try ConnectionPool(path: path)
      try pool.withWriter { try $0.execute(FollowedValuesTests.schema) }
      visits = Repository(Visit.table, in: pool)
      try visits.insert((0..<rows).map { Visit(Int64($0 + 1), room: $0) })
    }
  }

  /// What else receives the changes.
  enum Listener: CaseIterable { case none, observer, delegate }

  @Test("a read after a write reads no column anew", arguments: Listener.allCases)
  func onlyChangedRows(listener: Listener) async throws {
    let ignore: @Sendable ([RowChange]) -> Void = { _ in }
    let programs = try Programs(didCommit: listener == .delegate ? ignore : nil)
    let visits = programs.visits
    let observer = listener == .observer ? try await programs.pool.observe() : nil
    defer { withExtendedLifetime(observer) {} }
    try onlyChangedRows(programs, visits)
  }

  private func onlyChangedRows(_ programs: Programs, _ visits: Repository<Visit>) throws {
    func read() throws { _ = try visits.where { $0.room > 20 && $0.score < 5 }.count() }
    try read()
    try visits.where { $0.id == 1 }.update { $0.set(\.note, to: "begins") }
    try read()
    let before = programs.reads.all.count
    for number in 0..<20 {
      try visits.where { $0.id == 1 }.update { $0.set(\.note, to: "\(number)") }
      try visits.insert(Visit(Int64(1000 + number), room: number))
      try read()
    }
    #expect(programs.reads.all.count == before && before > 0)
    // Another program's commit is not known.
    try programs.other.write { try $0.run("UPDATE visit SET room = 7 WHERE id = 3") }
    try read()
    #expect(programs.reads.all.count == before + 1)
    try programs.pool.write { try $0.run("UPDATE visit SET room = 'seven' WHERE id = 3") }
    #expect(throws: DatabaseError.self) { try read() }
    try programs.other.write { try $0.run("UPDATE visit SET room = 7 WHERE id = 3") }
    try read()
  }

  @Test("a read beside a transaction that writes knows the commits before it")
  func besideTransaction() throws {
    let programs = try Programs()
    let visits = programs.visits
    func count() throws -> Int { try visits.where { $0.room > 20 }.count() }
    for _ in 0..<3 {
      _ = try count()
      try visits.where { $0.id == 1 }.update { $0.set(\.note, to: "n") }
    }
    try programs.other.write { try $0.run("UPDATE visit SET room = 'x' WHERE id = 30") }
    try programs.pool.write { connection in
      try connection.run("UPDATE visit SET note = 'm' WHERE id = 1")
      #expect(throws: DatabaseError.self) { try count() }
      try connection.run("UPDATE visit SET room = 30 WHERE id = 30")
    }
    #expect(try count() == 19)
  }

  @Test("a read inside didCommit knows the commits after that one")
  func insideDidCommit() throws {
    let body = Locked<(@Sendable () -> Void)?>(nil)
    let programs = try Programs(didCommit: { _ in body.withLock(\.self)?() })
    let visits = programs.visits
    @Sendable func count() throws -> Int { try visits.where { $0.room > 20 }.count() }
    for _ in 0..<3 {
      _ = try count()
      try visits.where { $0.id == 1 }.update { $0.set(\.note, to: "n") }
    }
    let outcomes = Collected<Int?>()
    body.withLock { body in
      body = {
        _ = try? programs.other.write { try $0.run("UPDATE visit SET room = 'x' WHERE id = 30") }
        outcomes.append(try? count())
      }
    }
    try visits.where { $0.id == 1 }.update { $0.set(\.note, to: "m") }
    #expect(outcomes.all == [nil])
  }

  @Test("the log tells changes only while it is complete")
  func completeLog() {
    let log = CommitLog()
    func changes() -> [RowChange]? { log.changes(since: log.position, isWriter: true)?.changes }
    let row = RowChange(operation: .insert, table: "visit", key: 1, old: nil, new: [1])
    #expect(log.beginRecording(isFirst: true) == nil)
    #expect(changes() == nil)
    log.keep()
    #expect(log.beginRecording(isFirst: false) == 1000)
    #expect(changes() == [])
    let before = log.position
    log.append([row])
    #expect(changes() == [])
    #expect(log.changes(since: before, isWriter: true)?.changes == [row])
    // There is no pool to ask for commits of other processes.
    #expect(log.changes(since: before, isWriter: false) == nil)
    log.transactionWrites()
    #expect(log.changes(since: before, isWriter: false)?.changes == [row])
    // Others can commit before the log has this commit.
    log.transactionEnds()
    #expect(log.changes(since: before, isWriter: false) == nil)
    log.append(nil)
    #expect(log.changes(since: before, isWriter: true) == nil)
  }

  @Test("a transaction follows its own changes")
  func insideTransaction() throws {
    let programs = try Programs()
    let visits = programs.visits
    try visits.where { $0.room == 1 }.update { $0.set(\.note, to: "begins") }
    try visits.where { $0.room == 2 }.update { $0.set(\.note, to: "begins") }
    try programs.pool.write { connection in
      let visits = TableAccess(Visit.table, on: connection)
      try visits.where { $0.room == 0 }.update { $0.set(\.score, to: 0.5) }
      let before = programs.reads.all.count
      for number in 0..<20 {
        try visits.where { $0.room == number }.update { $0.set(\.score, to: 1.5) }
      }
      #expect(programs.reads.all.count == before && before > 0)
    }
  }

  @Test("snapshots while both programs write")
  func concurrent() throws {
    let programs = try Programs()
    try programs.pool.write { try $0.run("INSERT INTO mark VALUES (1, 'readable')") }
    let remaining = Atomic<Int>(200)
    let failures = Collected<String>()
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      do {
        while remaining.subtract(1, ordering: .relaxed).newValue > 0 {
          if number < 2 {
            let pool = number == 0 ? programs.pool : programs.other
            let isReadable = Bool.random()
            let key = Int.random(in: 1...40)
            try pool.write { connection in
              try connection.run("UPDATE visit SET room = id")
              if !isReadable { try connection.run("UPDATE visit SET room = 'x' WHERE id = \(key)") }
              try connection.run(
                "UPDATE mark SET text = ?", [.text(isReadable ? "readable" : "not")])
            }
          } else {
            try programs.pool.read { connection in
              let mark = try connection.query("SELECT text FROM mark") { try $0.text(0) }
              let count = try? programs.visits.where { $0.room > 20 }.count()
              if mark != [count == nil ? "not" : "readable"] {
                failures.append("\(mark), \(count as Any)")
              }
            }
          }
        }
      } catch { failures.append("\(error)") }
    }
    #expect(failures.all == [])
  }

  /// Whatever happens to the rows, SQL gives what memory gives in the same snapshot.
  @Test("random writes of this program and another one", arguments: 0..<4)
  func random(number: Int) throws {
    let seed = Seed()
    var random = Seed(number: seed.number &+ UInt64(number)).generator
    let programs = try Programs()
    var log: [String] = []
    for _ in 0..<100 {
      try step(programs, &random, &log, seed)
      // The other reader of the pool has not seen what this one has.
      let isNested = Bool.random(using: &random)
      try programs.pool.read { _ in
        try expectSame(programs, &random, log, seed)
        guard isNested else { return }
        try step(programs, &random, &log, seed)
        try expectSame(programs, &random, log + ["in the snapshot before"], seed)
      }
    }
  }

  /// Ends a transaction that is to be undone.
  private struct Undone: Error {}

  private func undoing(_ body: () throws -> Void) throws {
    do { try body() } catch is Undone {}
  }

  private typealias Chain = @Sendable (Query<Visit>) throws -> String

  private static let chains: [Chain] = [
    { "\(try $0.where { $0.room > 20 }.count())" },
    { "\(try $0.where { $0.score < 4 }.select { $0.id }.toArray())" },
    { "\(try $0.where { $0.tags.contains("t1") }.select { $0.id }.toArray())" },
    { "\(try $0.where { $0.seen == nil }.select { $0.id }.toArray())" },
    { "\(try $0.where { $0.note.hasPrefix("n1") && $0.room < 30 }.select { $0.id }.toArray())" },
    { "\(try $0.sort { $0.room }.select { $0.id }.toArray())" },
  ]

  /// - Parameter writer: the connection of a transaction that writes, which reads its own changes.
  private func expectSame(
    _ programs: Programs, _ random: inout Seed.Generator, _ log: [String], _ seed: Seed,
    on writer: Connection? = nil
  ) throws {
    let chain = Self.chains.randomElement(using: &random)!
    let query = writer.map { TableAccess(Visit.table, on: $0).query } ?? programs.visits.query
    let found = outcome { try chain(query.policy(.automatic)) }
    let expected = outcome { try chain(query.policy(.memoryOnly)) }
    try #require(found == expected, "\(log.suffix(12)) \(seed)")
  }

  private func step(
    _ programs: Programs, _ random: inout Seed.Generator, _ log: inout [String], _ seed: Seed
  ) throws {
    let id = Int64.random(in: 1...40, using: &random)
    let room = Int.random(in: 0..<60, using: &random)
    let value = ["'x'", "1.5", "x'00'", "'[1]'", "NULL", "CAST(x'ff' AS TEXT)", "5", "'5'"]
      .randomElement(using: &random)!
    let column = ["room", "score", "tags", "seen", "note"].randomElement(using: &random)!
    let bad = "UPDATE OR IGNORE visit SET \(column) = \(value) WHERE id = \(id)"
    let good =
      "INSERT OR REPLACE INTO visit VALUES (\(id), \(room), 2.5, '[\"t1\"]', \(room), 'n1')"
    let repair = """
      UPDATE visit SET room = id, score = id, tags = '[\"t2\"]', seen = NULL, note = 'n'
      """
    let (kind, savepoint) = (
      Int.random(in: 0..<14, using: &random), Bool.random(using: &random)
    )
    log.append("\(kind) \(column) \(value) \(id)")
    let visits = programs.visits
    switch kind {
    case 0: try programs.pool.write { try $0.run(bad) }
    case 1: try programs.other.write { try $0.run(bad) }
    case 2: try programs.other.write { try $0.run(good) }
    case 3: try programs.pool.write { try $0.run(good) }
    case 4, 5: try programs.pool.write { try $0.run(repair) }
    case 6: try programs.other.write { try $0.run(repair) }
    case 7: try visits.delete(Visit(id, room: room))
    case 8:
      _ = try? visits.where { $0.room == room % 40 }.update { $0.set(\.note, to: "n\(room)") }
    case 9:
      // A part of a transaction is undone.
      try programs.pool.write { connection in
        try connection.run(good)
        try undoing {
          try connection.transaction {
            try connection.run(bad)
            try expectSame(programs, &random, log, seed, on: connection)
            if savepoint { throw Undone() }
          }
        }
        try expectSame(programs, &random, log, seed, on: connection)
      }
    case 10:
      try undoing {
        try programs.pool.write { connection in
          try connection.run(bad)
          try expectSame(programs, &random, log, seed, on: connection)
          throw Undone()
        }
      }
    case 11:
      try programs.pool.write { connection in
        try connection.execute("ALTER TABLE visit ADD COLUMN extra; \(bad)")
        try connection.execute("ALTER TABLE visit DROP COLUMN extra")
      }
    case 12:
      try visits.insert((0..<1200).map { Visit(Int64($0 + 100), room: $0) })
      try visits.where { $0.id >= 100 }.delete()
    default: try programs.pool.withWriter { try $0.execute("\(bad); VACUUM") }
    }
  }
}
