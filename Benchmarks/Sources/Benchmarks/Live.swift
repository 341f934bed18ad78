import ArgumentParser
import Foundation
import People

/// What live queries cost whoever writes.
struct Live: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "What writing costs while queries are followed, and whether their last states are right.",
    discussion: """
      10,000 people, whose ages are changed at a steady rate while queries are followed: a third \
      each a person by key, the names of one age (kept up from the changed rows), and the ten \
      first names of people older than something (run again when a change matters).
      """)

  @Option(help: "How many queries.") var queries = 1_000
  @Option(help: "Rows written per second.") var rate = 10_000
  @Option(help: "Rows in a transaction.") var batch = 10
  @Option(help: "For how long.") var seconds = 5.0

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "personstore-live")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    print(
      "| queries | rows/s | per commit | CPU per row | memory per query | results | last state |")
    print("|---|---|---|---|---|---|---|")
    for count in [0, 1, 100, queries] where count <= queries {
      let path = folder.appending(path: "live-\(count).db").path
      let (result, done) = (Locked<(any Error)?>(nil), DispatchSemaphore(value: 0))
      Task {
        do { try await measure(count, path) } catch { result.value = error }
        done.signal()
      }
      done.wait()
      if let error = result.value { throw error }
    }
  }

  private func measure(_ count: Int, _ path: String) async throws {
    var configuration = DatabaseConfiguration()
    configuration.durability = .normal
    let store = try await PersonStore(
      path: path, configuration: configuration)
    try await store.people.insert(
      (0..<10_000).map {
        Person(name: "Name \($0 % 977)", surname: "Surname \($0 % 313)", age: $0 % 90)
      })
    try await store.pool.write {
      try $0.execute("CREATE INDEX age ON person (age); CREATE INDEX name ON person (name)")
    }
    let before = residentBytes()
    let followed = (0..<count).map { Followed(store, $0) }
    while !followed.allSatisfy(\.hasResult) { try await Task.sleep(for: .milliseconds(5)) }
    let memory = Double(residentBytes() - before) / Double(max(1, count)) / 1024

    let cpuBefore = cpuSeconds()
    let start = ContinuousClock.now
    var (written, waited) = (0, Duration.zero)
    var random = SystemRandomNumberGenerator()
    while start.duration(to: .now) < .seconds(seconds) {
      let changes = (0..<batch).map { _ in
        (Int64.random(in: 1...10_000, using: &random), Int.random(in: 0..<90, using: &random))
      }
      let began = ContinuousClock.now
      try await store.write { transaction in
        for (key, age) in changes {
          try transaction.connection.run(
            "UPDATE person SET age = ? WHERE id = ?", [.integer(Int64(age)), .integer(key)])
        }
      }
      waited += began.duration(to: .now)
      written += batch
      let due = start + .seconds(Double(written) / Double(rate))
      if .now < due { try await Task.sleep(until: due) }
    }
    let elapsed = start.duration(to: .now)
    let ended = ContinuousClock.now
    for item in followed {
      while try !item.isUpToDate() {
        guard ended.duration(to: .now) < .seconds(30) else {
          throw BenchError.failed("a query does not show the last state")
        }
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    let settled = ended.duration(to: .now)
    let cpu = cpuSeconds() - cpuBefore
    let results = followed.reduce(0) { $0 + $1.resultCount }
    print(
      "| \(count) | \(Int(Double(written) / (elapsed / .seconds(1)))) "
        + "| \(Int(waited / .microseconds(1)) / max(1, written / batch)) µs "
        + "| \(Int(cpu * 1e6) / max(1, written)) µs "
        + "| \(count == 0 ? "" : "\(Int(memory)) KB") | \(results) "
        + "| all right after \(Int(settled / .milliseconds(1))) ms |")
    for item in followed { item.end() }
    await store.close()
  }
}

/// A query that is followed.
///
/// `@unchecked Sendable`: all access is through `state`.
private final class Followed: @unchecked Sendable {
  private let state = Locked<(last: [String]?, count: Int)>((nil, 0))
  private let current: @Sendable () throws -> [String]
  private var task: Task<Void, any Error>?

  init(_ store: PersonStore, _ number: Int) {
    let people = store.people
    let query: Query<String> =
      switch number % 3 {
      case 0: people.where { $0.id == Int64(number * 7 % 10_000 + 1) }.select { $0.name }
      case 1: people.where { $0.age == number % 90 }.select { $0.name }
      default:
        people.where { ($0.age ?? 0) > number % 90 }.sort { $0.name }.take(10).select { $0.name }
      }
    current = { try query.toArray() }
    task = Task { [state] in
      for try await result in query.live() {
        state.change {
          $0.last = result
          $0.count += 1
        }
      }
    }
  }

  var hasResult: Bool { state.value.last != nil }
  var resultCount: Int { state.value.count }
  func isUpToDate() throws -> Bool { try state.value.last == current() }
  func end() { task?.cancel() }
}

/// A value behind a lock.
///
/// `@unchecked Sendable`: `stored` is touched only with `lock` held.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&stored) } }
}

private func cpuSeconds() -> Double {
  var usage = rusage()
  #if os(Linux)
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  #else
  getrusage(RUSAGE_SELF, &usage)
  #endif
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// The memory in use now, on Linux.
private func residentBytes() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}
