import Foundation
import LinqCore
package import TestModel
import TestSupport

/// Cancels work of every kind at random moments, and tells what was wrong and how long it took
/// until the work had ended and its connection was free.
///
/// The store has one reader, so that the query that follows waits for the reader of the work.
package struct CancellationTrials {
  /// What the trials found.
  package struct Report: Sendable {
    /// The number of trials, and of those whose work had ended before it was canceled.
    package var (trials, finished) = (0, 0)
    /// The times from the cancellation to the end of the work and to the answer of another query,
    /// in milliseconds.
    package var (endings, answers): ([Double], [Double]) = ([], [])
    /// What was wrong.
    package var findings: [String] = []

    package var summary: String {
      func text(_ times: [Double]) -> String {
        let sorted = times.sorted()
        guard let last = sorted.last else { return "none" }
        func part(_ share: Double) -> String {
          String(format: "%.1f", sorted[Int(share * Double(sorted.count - 1))])
        }
        return "median \(part(0.5)), 99 % \(part(0.99)), at most \(String(format: "%.1f", last)) ms"
      }
      return """
        \(trials) trials, \(finished) of them had ended; until the end: \(text(endings)); \
        until the next query has its answer: \(text(answers))
        """
    }
  }

  /// The time that no work may take to end, in milliseconds. The usual one is for a machine that is
  /// busy with other things.
  package var limit = 2_000.0 * Double(patience)

  private let store: TestStore
  private var random: RandomSource
  private let personCount: Int
  private let ageSum: Int
  private var keptPlans: Set<String> = []
  package private(set) var report = Report()

  /// Opens a store in a file.
  package static func newStore(_ path: String, readers: Int = 1) throws -> TestStore {
    var configuration = DatabaseConfiguration()
    configuration.readerCount = readers
    return try TestStore(path: path, configuration: configuration)
  }

  /// - Parameter store: an empty store with one reader.
  package init(_ store: TestStore, seed: UInt64, personCount: Int = 2_000) async throws {
    self.store = store
    self.personCount = personCount
    random = RandomSource(seed: seed)
    let people = (0..<personCount).map { number in
      Person(
        name: String(repeating: "a", count: 1 + number % 9), surname: "S\(number % 5)",
        age: 20 + number % 60)
    }
    try await store.people.insert(people)
    ageSum = people.reduce(0) { $0 + $1.age }
  }

  /// Runs a number of trials. Each terminal has its turn, with a random source.
  package mutating func run(_ count: Int) async throws {
    for number in 0..<count {
      let kinds = CanceledWork.terminals.count + CanceledWork.writes.count
      let kind = number % kinds
      if kind < CanceledWork.terminals.count {
        // Some of the work has to end at about the time when it is canceled.
        let source = random.chance(30) ? CanceledWork.sources[0] : random.pick(CanceledWork.sources)
        try await read(source, CanceledWork.terminals[kind], number)
      } else {
        try await write(CanceledWork.writes[kind - CanceledWork.terminals.count], number)
      }
    }
  }

  private mutating func read(
    _ source: CanceledWork.Source,
    _ terminal: (name: String, run: @Sendable (Query<Int>) async throws -> Void), _ number: Int
  ) async throws {
    weak var node: AnyObject?
    var name = "\(number): \(terminal.name) of \(source.name)"
    do {
      let query = source.query(store)
      node = query.node
      if random.chance(10) {
        name += ", while the reader is in use"
        try await cancelWhileReaderIsUsed(name) { try await terminal.run(query) }
      } else if random.chance(15) {
        name += ", dropped"
        await drop(query)
      } else {
        await cancel(name) { try await terminal.run(query) }
      }
    }
    try await checkStore(name)
    let plan = "\(terminal.name) of \(source.name)"
    try await checkIsGone(name, plan) { node == nil }
  }

  private mutating func write(_ work: CanceledWork, _ number: Int) async throws {
    let name = "\(number): \(work.name)"
    let store = store
    await cancel(name) { try await work.run(store) }
    let added = try await store.people.count { $0.surname == CanceledWork.mark }
    if ![0, 2, 2_000].contains(added) { find("\(name): \(added) of the new rows are stored") }
    if added > 0 { try await store.people.where { $0.surname == CanceledWork.mark }.delete() }
    try await checkStore(name)
  }

  /// Runs work in a task and cancels the task at a random moment.
  private mutating func cancel(
    _ name: String, _ work: @escaping @Sendable () async throws -> Void
  ) async {
    let task = Task { try await work() }
    await waitForSomeTime()
    let start = ContinuousClock.now
    task.cancel()
    let result = await task.result
    let time = milliseconds(since: start)
    report.trials += 1
    report.endings.append(time)
    canceledAt = start
    if time > limit { find("\(name): ended after \(time) ms") }
    switch result {
    case .success: report.finished += 1
    case .failure(let error) where error is CancellationError: break
    case .failure(let error as ExpressionError) where error == .divisionByZero:
      report.finished += 1
    case .failure(let error): find("\(name): \(error)")
    }
  }

  /// Starts to read a stream and lets go of it at a random moment.
  private mutating func drop(_ query: Query<Int>) async {
    let iterator = query.stream().makeAsyncIterator()
    await waitForSomeTime()
    withExtendedLifetime(iterator) {}
    report.trials += 1
    canceledAt = .now
  }

  /// Cancels work that waits for the only reader, which must not have to wait for that one's user.
  private mutating func cancelWhileReaderIsUsed(
    _ name: String, _ work: @escaping @Sendable () async throws -> Void
  ) async throws {
    let (isUsed, mayEnd) = (Signal(), Signal())
    let pool = store.pool
    let user = Task {
      try await pool.withReader { _ in
        isUsed.fire()
        try mayEnd.waitBlocking()
      }
    }
    try await isUsed.wait()
    await cancel(name, work)
    mayEnd.fire()
    try await user.value
    canceledAt = .now
  }

  private var canceledAt = ContinuousClock.now

  /// Checks that the connection is free, and that the next query sees what it should.
  private mutating func checkStore(_ name: String) async throws {
    let count = try await store.people.count()
    let time = milliseconds(since: canceledAt)
    report.answers.append(time)
    if time > limit { find("\(name): the next query had its answer after \(time) ms") }
    let sum = try await store.people.sum { $0.age }
    if count != personCount || sum != ageSum { find("\(name): \(count) people, of \(sum) years") }
  }

  /// Checks that no task, thread or statement has the query any more. The cache of plans may keep
  /// the first query of each plan.
  private mutating func checkIsGone(
    _ name: String, _ plan: String, _ isGone: () -> Bool
  ) async throws {
    let start = ContinuousClock.now
    let longest = keptPlans.contains(plan) ? limit : limit / 10
    while !isGone() {
      await Task.yield()
      guard milliseconds(since: start) >= longest else { continue }
      if !keptPlans.insert(plan).inserted { find("\(name): is still there") }
      return
    }
  }

  /// Lets a random time pass: nothing at all, or up to a quarter of a second.
  private mutating func waitForSomeTime() async {
    let moment = ContinuousClock.now + .microseconds(random.below(1 << random.below(18)))
    while ContinuousClock.now < moment { await Task.yield() }
  }

  private func milliseconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - start) / .milliseconds(1)
  }

  private mutating func find(_ finding: String) { report.findings.append(finding) }
}
