import CReference
import Foundation
import GRDB
import People

/// What a run works on: the files, and the clock.
final class Bench {
  /// The folder of the files.
  let folder: URL
  /// The file with the people.
  var path: String { folder.appending(path: "people.db").path }
  /// How many people there are.
  let people: Int

  private(set) var nanoseconds: Int64 = 0
  /// Whether what is done now counts, and not only fills the caches.
  var counts = false

  init(folder: URL, people: Int) {
    self.folder = folder
    self.people = people
  }

  /// Times a piece of work.
  func time<Result>(_ body: () throws -> Result) rethrows -> Result {
    let start = ContinuousClock.now
    let result = counts ? try counted(body) : try body()
    add(ContinuousClock.now - start)
    return result
  }

  /// The work that counts, so that a profiler finds it by its name:
  /// `valgrind --tool=callgrind --toggle-collect='*counted*'`.
  @inline(never)
  private func counted<Result>(_ body: () throws -> Result) rethrows -> Result {
    // Not the last thing here, so that the call is one.
    defer { countedCalls += 1 }
    return try body()
  }

  private var countedCalls = 0

  /// Times a piece of work that is done many times, and gives what it gave at last.
  func times<Result>(_ count: Int, _ body: () throws -> Result) rethrows -> Result {
    try time {
      for _ in 1..<count { _ = try body() }
      return try body()
    }
  }

  /// Times a piece of work that waits.
  func time<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    let start = ContinuousClock.now
    let result = try await body()
    add(ContinuousClock.now - start)
    return result
  }

  private func add(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    nanoseconds += seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Forgets what was timed.
  func restart() { nanoseconds = 0 }
}

// The same file with the same settings for all.
extension Bench {
  static let settings = """
    PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;
    PRAGMA synchronous = FULL; PRAGMA cache_size = -16384;
    """

  /// A store.
  func store(_ name: String = "people.db") throws -> PersonStore {
    try PersonStore(path: folder.appending(path: name).path)
  }

  /// A connection of SQLite's own interface.
  func handle(_ name: String = "people.db") throws -> OpaquePointer {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard
      sqlite3_open_v2(folder.appending(path: name).path, &handle, flags, nil) == SQLITE_OK,
      let handle
    else { throw BenchError.failed("open") }
    sqlite3_exec(handle, Self.settings, nil, nil, nil)
    return handle
  }

  /// A queue of GRDB.
  func grdb(_ name: String = "people.db") throws -> DatabaseQueue {
    var configuration = GRDB.Configuration()
    configuration.prepareDatabase { try $0.execute(sql: Self.settings) }
    return try DatabaseQueue(
      path: folder.appending(path: name).path, configuration: configuration)
  }

  /// An empty store file of its own, which is removed again.
  func withCopy<Result>(
    of source: String = "empty.db", _ body: (String) throws -> Result
  ) throws -> Result {
    let name = "run-\(UUID().uuidString).db"
    let files = FileManager.default
    try files.copyItem(at: folder.appending(path: source), to: folder.appending(path: name))
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? files.removeItem(at: folder.appending(path: name + suffix))
      }
    }
    return try body(name)
  }
}

enum BenchError: Error { case failed(String) }
