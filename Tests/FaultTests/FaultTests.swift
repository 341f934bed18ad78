import CFaultVFS
import Foundation
import People
import PeopleIO
import StoreSQLite
import Tabular
import TestSupport
import Testing

/// Work on a store, and the numbers of people that may be stored after it.
struct Work: Sendable, CustomStringConvertible {
  let name: String
  /// Whether the file exists before.
  var isOnStore = true
  /// The number of people of age 40 before and after the work, which is all or nothing.
  let before: Int
  let after: Int
  let body: @Sendable (_ path: String) throws -> Void

  var description: String { name }
}

/// Calls of SQLite to the system fail: the k-th one, and from the k-th one on, for each k until the
/// work succeeds. What is stored is what was there before or what should be there after, the error
/// says what happened, and nothing else is touched.
///
/// Set `FAULTS` to `all` to try each k; otherwise some are tried, as the seed decides.
@Suite("Faults of the system", .serialized, .timeLimit(.minutes(30)))
struct FaultTests {
  private static let people = 60

  private static func person(_ index: Int, age: Int = 30) -> Person {
    Person(name: "Zoë \(index)", surname: "S", age: age, email: "p\(index)@example.org")
  }

  private static func withStore(
    _ path: String, _ body: (PersonStore) throws -> Void
  ) throws {
    var configuration = DatabaseConfiguration()
    configuration.busyTimeout = .milliseconds(200)
    let store = try PersonStore(path: path, configuration: configuration)
    defer { store.close() }
    try body(store)
  }

  static let works: [Work] = [
    Work(name: "open and migrate", isOnStore: false, before: 0, after: 0) {
      try withStore($0) { _ in }
    },
    Work(name: "insert", before: 0, after: 40) { path in
      try withStore(path) { store in
        try store.people.insert((0..<40).map { person(1000 + $0, age: 40) })
      }
    },
    Work(name: "update", before: 0, after: people) { path in
      try withStore(path) { store in
        try store.people.where { $0.age == 30 }.update { $0.set(\.age, to: 40) }
      }
    },
    Work(name: "delete", before: 0, after: 0) { path in
      try withStore(path) { store in try store.people.where { $0.id > 30 }.delete() }
    },
    Work(name: "import", before: 0, after: 30) { path in
      let folder = TemporaryFolder()
      let rows = (0..<30).map { "Imp,S,40,i\($0)@example.org\n" }.joined()
      let file = try folder.write("name,surname,age,email\n" + rows, to: "in.csv")
      try withStore(path) { store in
        try PersonImporter(
          options: ImportOptions(asOf: CalendarDate(year: 2024, month: 1, day: 1)!)
        )
        .run(ByteSource(path: file), into: store) { _ in }
      }
    },
    Work(name: "groups", before: 0, after: 0) { path in
      try withStore(path) { store in
        try store.write { transaction in
          let groups = try transaction.people.groupedByLetter()
          try transaction.groups.deleteAll()
          try transaction.groups.insert(groups)
        }
      }
    },
    Work(name: "repair", before: 0, after: 0) { path in
      try withStore(path) { store in _ = try store.repair() }
    },
    Work(name: "read", before: 0, after: 0) { path in
      try withStore(path) { store in
        let ages = try store.people.sort { $0.name }.select { ($0.name, $0.age) }.toArray()
        guard ages.count == people else { throw Missing(count: ages.count) }
      }
    },
    Work(name: "backup", before: 0, after: 0) { path in
      let connection = try Connection(path: path)
      defer { connection.close() }
      try connection.backUp(to: path + ".copy", overwriting: true)
    },
  ]

  struct Missing: Error {
    let count: Int
  }

  /// A folder with a store, which is made once and copied for each fault.
  private static let template: (folder: TemporaryFolder, path: String)? = {
    let folder = TemporaryFolder()
    let path = folder.file("people.db")
    do {
      try withStore(path) { store in
        try store.people.insert((0..<people).map { person($0) })
      }
      return (folder, path)
    } catch {
      return nil
    }
  }()

  private func makeFolder(_ work: Work) throws -> (folder: TemporaryFolder, path: String) {
    let folder = TemporaryFolder()
    let real = try #require(realpath(folder.path, nil).map { String(cString: $0) })
    let path = real + "/people.db"
    if work.isOnStore {
      let template = try #require(Self.template)
      try FileManager.default.copyItem(atPath: template.path, toPath: path)
    }
    return (folder, path)
  }

  /// Runs work with the k-th call failing, and returns the number of calls and the error.
  private func run(
    _ work: Work, at path: String, failing: Int, lasts: Bool, full: Bool
  ) -> (count: Int, error: (any Error)?) {
    let folder = String(path.dropLast("/people.db".count))
    fault_begin(folder, Int32(FAULT_ALL), failing, lasts ? 1 : 0, full ? 1 : 0)
    var thrown: (any Error)?
    do { try work.body(path) } catch { thrown = error }
    return (fault_end(), thrown)
  }

  @Test("before or after, never between, and the error names the file", arguments: works)
  func faults(work: Work) throws {
    try #require(fault_install() == 0)
    let seed = Seed()
    var generator = seed.generator
    let (kept, whole) = try makeFolder(work)
    let total = run(work, at: whole, failing: 0, lasts: false, full: false)
    withExtendedLifetime(kept) {}
    try #require(total.error == nil && total.count > 5, "\(total)")
    let isLong = ProcessInfo.processInfo.environment["FAULTS"] == "all"
    let numbers = Array(1...total.count)
    let chosen = isLong ? numbers : Array(numbers.shuffled(using: &generator).prefix(24))
    var failed = 0
    for number in chosen {
      for (lasts, full) in [(false, false), (true, false), (false, true), (true, true)] {
        let (folder, path) = try makeFolder(work)
        let error = run(work, at: path, failing: number, lasts: lasts, full: full).error
        let place = Comment(
          rawValue: "\(work) call \(number) of \(total.count), lasts \(lasts), full \(full), "
            + "\(error.map { "\($0)" } ?? "no error"), \(seed)")
        if let error {
          failed += 1
          let isTyped =
            error is DatabaseError || error is RowError || error is BackupError
            || error is MigrationError || error is StoreError || error is ImportError
          #expect(isTyped, place)
          #expect("\(error)".contains("people.db"), place)
        }
        try expectWhole(work, at: path, isAcknowledged: error == nil, place)
        withExtendedLifetime(folder) {}
      }
    }
    print("\(work): \(total.count) calls, \(4 * chosen.count) faults, \(failed) errors")
  }

  /// Expects what is stored to be what was there before, or what should be there after.
  private func expectWhole(
    _ work: Work, at path: String, isAcknowledged: Bool, _ place: Comment
  ) throws {
    let store = try PersonStore(path: path)
    defer { store.close() }
    let findings = try store.check()
    #expect(findings == [], place)
    let count = try store.people.count { $0.age == 40 }
    #expect(count == work.after || !isAcknowledged && count == work.before, place)
    let all = try store.people.count()
    switch work.name {
    case "insert", "import":
      #expect(all == Self.people + count, place)
    case "delete":
      #expect(all == 30 || !isAcknowledged && all == Self.people, place)
    case "open and migrate": #expect(all == 0, place)
    default: #expect(all == Self.people, place)
    }
  }
}
