import LinqCore
import LinqSQL
import StoreSQLite
import StoreSupport
import TestSupport

/// Steps on a random schema, after each of which live results and told rows are compared with what
/// is stored.
struct CommitTrial: Sendable {
  let schema: FuzzSchema
  let isInMemory: Bool
  /// What decides the live queries.
  let random: Seed.Generator
  var steps: [FuzzStep]

  init(_ seed: UInt64) {
    var random = Seed(number: seed).generator
    isInMemory = Int.random(in: 0..<3, using: &random) == 0
    schema = FuzzSchema(&random)
    let count = Int.random(in: 20...60, using: &random)
    self.random = random
    var generator = StepGenerator(random, isInMemory: isInMemory)
    steps = generator.steps(count)
  }

  /// Runs the steps, and returns the first difference.
  func run(counting count: (Int) -> Void = { _ in }) async throws -> String? {
    let stage = try CommitStage(self)
    var found: String?
    for (index, step) in steps.enumerated() {
      count(1)
      if let difference = try await stage.run(step) {
        found = "step \(index): \(difference)"
        break
      }
    }
    await stage.close()
    return found
  }
}

/// The database of a trial, and those who observe it.
private struct CommitStage {
  private let trial: CommitTrial
  private let folder = TemporaryFolder()
  private let pool: ConnectionPool
  private let other: SQLiteConnection?
  private let told: ToldRows
  private let cases: [LiveCase]
  private let events = Events()
  private let isObserved = Locked(false)

  init(_ trial: CommitTrial) throws {
    self.trial = trial
    let told = ToldRows()
    self.told = told
    var configuration = DatabaseConfiguration()
    configuration.durability = .normal
    // Commits of others are noticed when they have been made, and not by the clock.
    configuration.pollInterval = .seconds(3600)
    configuration.wantsChanges = { told.isWanted }
    configuration.willCommit = { try told.willCommit($0) }
    configuration.didCommit = { told.didCommit($0) }
    pool = try ConnectionPool(
      path: trial.isInMemory ? ":memory:" : folder.file(), configuration: configuration)
    try pool.withWriter { connection in
      for sql in trial.schema.statements { try connection.execute(sql) }
      if trial.isInMemory {
        try connection.execute(
          """
          CREATE TEMP TABLE brief (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, number INTEGER NOT NULL DEFAULT 0,
            parent INTEGER)
          """)
      }
    }
    other = trial.isInMemory ? nil : try SQLiteConnection(path: folder.file())
    var random = trial.random
    let events = events
    cases = LiveCases(
      schema: trial.schema, pool: pool, events: events, isInMemory: trial.isInMemory
    ).some(7, &random)
    pool.log.whenObserverWaits { events.post() }
  }

  func close() async {
    for item in cases { await item.stop() }
    await pool.closeAndWait()
  }

  /// Runs a step, and returns the difference that it made.
  func run(_ step: FuzzStep) async throws -> String? {
    let before = try rows()
    told.begin()
    var isOwn = true
    let differences = Locked<[String]>([])
    let schema = trial.schema
    switch step {
    case .transaction(let actions):
      _ = try? await pool.write { connection in
        try ActionRun(schema: schema, connection: connection) { text in
          differences.withLock { $0.append(text) }
        }.run(actions)
      }
    case .statements(let sql), .schema(let sql):
      _ = try? await pool.withWriter { try $0.execute(sql) }
    case .others(let sql):
      isOwn = false
      try? other?.execute(sql)
      if other?.isInTransaction == true { try other?.execute("ROLLBACK") }
      try await pool.withWriter { try $0.noteOtherCommits() }
    case .closing:
      try await pool.withWriter { $0.close() }
      try? other?.execute("INSERT INTO log (name) VALUES ('meanwhile')")
      isOwn = false
      try await pool.withWriter { try $0.noteOtherCommits() }
    case .observing:
      told.isWanted = true
      isObserved.withLock { $0 = true }
    case .silence: told.isWanted = false
    case .leaving:
      told.isWanted = false
      isObserved.withLock { $0 = false }
      for item in cases { await item.stop() }
    }
    if isObserved.withLock({ $0 }) {
      for item in cases { item.start() }
      try await settle()
    }
    if let difference = differences.withLock({ $0.first }) { return difference }
    if case .schema = step {
    } else if told.isWanted || !isOwn {
      if let difference = told.difference(from: before, to: isOwn ? try rows() : before) {
        return difference
      }
    }
    return isObserved.withLock({ $0 }) ? cases.lazy.compactMap { $0.check() }.first : nil
  }

  /// Waits until all loops have seen all commits.
  private func settle() async throws {
    let (cases, log) = (cases, pool.log)
    try await events.wait { log.idleObserverCount >= cases.count { !$0.hasEnded } }
  }

  /// Returns the rows of all tables, and the names of their columns.
  private func rows() throws -> TableRows {
    try pool.read { connection in
      var result = TableRows()
      for table in FuzzSchema.tables + ["log"] {
        result.columns[table] = try connection.query(
          "SELECT name FROM pragma_table_info(?) ORDER BY cid", [.text(table)]
        ) { try $0.text(0) }
        result.rows[table] = Set(
          try connection.query("SELECT id, name, number, parent FROM \(table)") { row in
            try (0..<4).map { try row.value($0) }
          })
      }
      return result
    }
  }
}

/// The rows of tables, each with the values of the same four columns.
struct TableRows {
  var columns: [String: [String]] = [:]
  var rows: [String: Set<[Value]>] = [:]
}
