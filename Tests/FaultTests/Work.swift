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

/// A folder with a store, in which work is done.
struct WorkFolder {
  /// The number of people in the store.
  static let people = 60

  private let folder = TemporaryFolder()
  /// The real path of the store's file.
  let path: String

  /// The real path of the folder.
  var name: String { String(path.dropLast("/people.db".count)) }

  /// Creates a folder with a copy of a store, or without a file.
  init(withStore: Bool = true) throws {
    let real = try #require(realpath(folder.path, nil).map { String(cString: $0) })
    path = real + "/people.db"
    if withStore {
      let template = try #require(Self.template)
      try FileManager.default.copyItem(atPath: template.path, toPath: path)
    }
  }

  static func person(_ index: Int, age: Int = 30) -> Person {
    Person(name: "Zoë \(index)", surname: "S", age: age, email: "p\(index)@example.org")
  }

  static func withStore(_ path: String, _ body: (PersonStore) throws -> Void) throws {
    var configuration = DatabaseConfiguration()
    configuration.busyTimeout = .milliseconds(200)
    let store = try PersonStore(path: path, configuration: configuration)
    defer { store.close() }
    try body(store)
  }

  /// The store that is copied, which is made once.
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
}

extension Work {
  struct Missing: Error {
    let count: Int
  }

  static let all: [Work] = [
    Work(name: "open and migrate", isOnStore: false, before: 0, after: 0) {
      try WorkFolder.withStore($0) { _ in }
    },
    Work(name: "insert", before: 0, after: 40) { path in
      try WorkFolder.withStore(path) { store in
        try store.people.insert((0..<40).map { WorkFolder.person(1000 + $0, age: 40) })
      }
    },
    Work(name: "update", before: 0, after: WorkFolder.people) { path in
      try WorkFolder.withStore(path) { store in
        try store.people.where { $0.age == 30 }.update { $0.set(\.age, to: 40) }
      }
    },
    Work(name: "delete", before: 0, after: 0) { path in
      try WorkFolder.withStore(path) { store in try store.people.where { $0.id > 30 }.delete() }
    },
    Work(name: "import", before: 0, after: 30) { path in
      let folder = TemporaryFolder()
      let rows = (0..<30).map { "Imp,S,40,i\($0)@example.org\n" }.joined()
      let file = try folder.write("name,surname,age,email\n" + rows, to: "in.csv")
      try WorkFolder.withStore(path) { store in
        try PersonImporter(
          options: ImportOptions(asOf: CalendarDate(year: 2024, month: 1, day: 1)!)
        )
        .run(ByteSource(path: file), into: store) { _ in }
      }
    },
    Work(name: "groups", before: 0, after: 0) { path in
      try WorkFolder.withStore(path) { store in
        try store.write { transaction in
          let groups = try transaction.people.groupedByLetter()
          try transaction.groups.deleteAll()
          try transaction.groups.insert(groups)
        }
      }
    },
    Work(name: "repair", before: 0, after: 0) { path in
      try WorkFolder.withStore(path) { store in _ = try store.repair() }
    },
    Work(name: "read", before: 0, after: 0) { path in
      try WorkFolder.withStore(path) { store in
        let ages = try store.people.sort { $0.name }.select { ($0.name, $0.age) }.toArray()
        guard ages.count == WorkFolder.people else { throw Missing(count: ages.count) }
      }
    },
    Work(name: "backup", before: 0, after: 0) { path in
      let connection = try SQLiteConnection(path: path)
      defer { connection.close() }
      try connection.backUp(to: path + ".copy", overwriting: true)
    },
  ]

  /// Runs the work with its k-th call failing, for each k or for some of them, in some variants.
  /// What is stored is what was there before or what should be there after, and errors are typed.
  ///
  /// - Parameters:
  ///   - least: a number of calls that the work exceeds.
  ///   - sample: the number of calls that are tried if not all are.
  ///   - begin: lets the call with a number fail, in a variant; none for the number 0.
  ///   - end: ends that, and returns the number of calls.
  ///   - check: called with each error.
  func failEach<Variant>(
    least: Int, sample: Int, variants: [Variant],
    begin: (_ folder: WorkFolder, _ failing: Int, _ variant: Variant) -> Void, end: () -> Int,
    check: (_ error: any Error, _ place: Comment) -> Void = { _, _ in }
  ) throws {
    let seed = Seed()
    func run(in folder: WorkFolder, failing: Int, _ variant: Variant) -> (Int, (any Error)?) {
      begin(folder, failing, variant)
      var thrown: (any Error)?
      do { try body(folder.path) } catch { thrown = error }
      return (end(), thrown)
    }
    let (total, failure) = try run(in: WorkFolder(withStore: isOnStore), failing: 0, variants[0])
    try #require(failure == nil && total > least, "\(total)")
    let chosen = (1...total).sample(sample, seed)
    var failed = 0
    var longest = Duration.zero
    for number in chosen {
      for variant in variants {
        let folder = try WorkFolder(withStore: isOnStore)
        let start = ContinuousClock.now
        let (_, error) = run(in: folder, failing: number, variant)
        longest = max(longest, ContinuousClock.now - start)
        let place = Comment(
          rawValue: "\(self) call \(number) of \(total), \(variant), "
            + "\(error.map { "\($0)" } ?? "no error"), \(seed)")
        if let error {
          failed += 1
          #expect(Self.isTyped(error), place)
          check(error, place)
        }
        try expectWhole(at: folder.path, isAcknowledged: error == nil, place)
      }
    }
    #expect(failed > 0)
    // Whatever fails, nothing waits for much longer than the timeout of 0.2 seconds.
    #expect(longest < .seconds(5))
    let faults = variants.count * chosen.count
    print("\(self): \(total) calls, \(faults) faults, \(failed) errors, \(longest)")
  }

  /// Expects what is stored to be what was there before, or what should be there after.
  func expectWhole(
    at path: String, isAcknowledged: Bool, _ place: Comment
  ) throws {
    let store = try PersonStore(path: path)
    defer { store.close() }
    let findings = try store.check()
    #expect(findings == [], place)
    let count = try store.people.count { $0.age == 40 }
    #expect(count == after || !isAcknowledged && count == before, place)
    let all = try store.people.count()
    switch name {
    case "insert", "import":
      #expect(all == WorkFolder.people + count, place)
    case "delete":
      #expect(all == 30 || !isAcknowledged && all == WorkFolder.people, place)
    case "open and migrate": #expect(all == 0, place)
    default: #expect(all == WorkFolder.people, place)
    }
  }

  /// Whether an error is one that the library documents.
  static func isTyped(_ error: any Error) -> Bool {
    error is DatabaseError || error is RowError || error is BackupError
      || error is MigrationError || error is StoreError || error is ImportError
      || error is TableDeclarationError
  }
}
